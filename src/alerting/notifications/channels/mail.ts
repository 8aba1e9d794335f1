import { emailSchema } from '../../../platform/lib/email.ts'
import { createLazy } from '../../../platform/lib/lazy.ts'
import { permanentFailure } from './channel.ts'
import type { Channel } from './channel-definition.ts'

/** How many mails are sent at once: mail servers permit few connections of one client. */
export const maxMailConnections = 5

const fields = { address: emailSchema }

export const mail = {
  name: 'mail',
  owner: 'person',
  addressKind: 'email',
  wakes: false,
  replaces: false,
  needsCode: true,
  fields,
  isConfigured: (config) => config.mail !== undefined,
  findProblem: () => undefined,
  targetOf: ({ address }) => ({ address, secrets: {} }),
  labelOf: (address) => address.replace(/^(.)[^@]*/, '$1…'),
  open({ config: { mail } }) {
    if (!mail) return { send: async () => permanentFailure({ code: 'NO_MAIL' }) }
    const mailer = createLazy(async () =>
      (await import('./mailer.ts')).createMailer({ ...mail, maxConnections: maxMailConnections }),
    )
    return {
      send: async ({ address }, notification) => (await mailer.get()).send(notification, address),
      async prepare() {
        await mailer.get()
      },
      close: () => mailer.current()?.close(),
    }
  },
} as const satisfies Channel<'mail', typeof fields>
