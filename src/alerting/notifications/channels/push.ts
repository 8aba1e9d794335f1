import { ECDH } from 'node:crypto'
import { z } from 'zod'
import { fieldMessage } from '../../../platform/lib/field-messages.ts'
import { createLazy } from '../../../platform/lib/lazy.ts'
import type { Channel } from './channel-definition.ts'
import { findTargetProblem, maxUrlLength } from './target-url.ts'

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .refine((value) => /^[\w-]+={0,2}$/.test(value) && Buffer.from(value, 'base64url').length === bytes, {
      error: fieldMessage('NOT_BASE64URL', { bytes }),
    })

/** True for a public key to which a push can be encrypted. */
function isPoint(key: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(key, 'base64url'), 'prime256v1')
    return true
  } catch {
    return false
  }
}

const fields = {
  endpoint: z
    .string()
    .max(maxUrlLength)
    .meta({ description: 'The endpoint of the browser’s PushSubscription' }),
  keys: z.object({
    p256dh: base64url(65).refine(isPoint, fieldMessage('NOT_CURVE_POINT')),
    auth: base64url(16),
  }),
}

/** Web push to a browser, or to the console on the home screen of a phone. */
export const push = {
  name: 'push',
  owner: 'person',
  addressKind: 'browser',
  wakes: true,
  replaces: true,
  needsCode: false,
  fields,
  isConfigured: () => true,
  findProblem({ endpoint }, rules) {
    const problem = findTargetProblem(endpoint, rules)
    return problem === undefined ? undefined : { endpoint: problem }
  },
  targetOf: ({ endpoint, keys }) => ({ address: endpoint, secrets: { push: keys } }),
  labelOf: (address) => new URL(address).host,
  open({ config, db, post }) {
    // Loaded when it is first used: with mail, that is a tenth of the startup time.
    const webPush = createLazy(async () => {
      const { createWebPush } = await import('./web-push.ts')
      const { loadVapidKeys } = await import('../vapid-keys.ts')
      const keys = await loadVapidKeys(db)
      return { ...createWebPush({ post, keys, subject: subjectOf(config.publicUrl) }), ...keys }
    })
    return {
      async send({ address, secrets }, notification) {
        const keys = (secrets.push ?? { p256dh: '', auth: '' }) as { p256dh: string; auth: string }
        return (await webPush.get()).send(notification, { endpoint: address, keys })
      },
      async prepare() {
        await webPush.get()
      },
      publicKey: async () => (await webPush.get()).publicKey,
    }
  },
} as const satisfies Channel<'push', typeof fields>

/** Push services want to know whom to contact; nobody, if the service does not know its own address. */
const subjectOf = (publicUrl: string | undefined) =>
  publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@fallwatch.invalid'
