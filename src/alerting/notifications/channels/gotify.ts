import { z } from 'zod'
import type { Severity } from '../../../detection/severity.ts'
import { permanentFailure } from './channel.ts'
import { type Channel, labelOfUrl } from './channel-definition.ts'
import { findTargetProblem, maxUrlLength } from './target-url.ts'

const urlProblem =
  'must be the URL for messages with its token, such as https://gotify.example.org/message?token=A1b2C3'

/** From 0, without sound, to 10; the app of Gotify sounds from 4 on. */
const priorities: Record<Severity, number> = { LOW: 2, MEDIUM: 5, HIGH: 8, CRITICAL: 10 }

const fields = {
  url: z
    .string()
    .max(maxUrlLength)
    .meta({ description: 'The URL for messages of an application, with its token' }),
}

const hasToken = (url: URL) => url.pathname.endsWith('/message') && url.searchParams.get('token')

/** gotify is an application of a Gotify server, which adds each message to the others. */
export const gotify = {
  name: 'gotify',
  owner: 'person',
  addressKind: 'url',
  wakes: true,
  replaces: false,
  needsCode: false,
  fields,
  isConfigured: () => true,
  findProblem({ url }, config) {
    const problem = findTargetProblem(url, config) ?? (hasToken(new URL(url)) ? undefined : urlProblem)
    return problem === undefined ? undefined : { url: problem }
  },
  targetOf: ({ url }) => ({ address: url, secrets: {} }),
  labelOf: labelOfUrl,
  open({ post }) {
    return {
      async send({ address }, { title, text, url, acknowledgeUrl, purpose, severity }) {
        if (!URL.canParse(address)) return permanentFailure(`The URL ${urlProblem}`)
        const links = [acknowledgeUrl, url].filter((link) => link !== undefined)
        return post({
          url: address,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            title,
            message: [text, ...links].join('\n'),
            priority: purpose === 'alert' ? priorities[severity] : priorities.LOW,
          }),
        })
      },
    }
  },
} as const satisfies Channel<'gotify', typeof fields>
