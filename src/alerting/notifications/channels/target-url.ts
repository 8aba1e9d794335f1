import { isIP } from 'node:net'
import { fieldMessage } from '../../../platform/lib/field-messages.ts'
import { isPublicAddress } from './public-address.ts'

/** Longer than any push service's endpoint, and short enough for an index. */
export const maxUrlLength = 1000

export interface TargetRules {
  /** Permits private and loopback addresses, and HTTP without TLS. */
  allowPrivateTargets: boolean
}

/**
 * Says what is wrong with a URL that notifications are to be sent to, as the end of a sentence that
 * begins with the field, or returns undefined. It judges the text alone: what a name resolves to is judged by each
 * connection.
 */
export function findTargetProblem(text: string, { allowPrivateTargets }: TargetRules): string | undefined {
  if (!URL.canParse(text)) return fieldMessage('NOT_URL')
  const url = new URL(text)
  const isHttp = url.protocol === 'http:' && allowPrivateTargets
  if (url.protocol !== 'https:' && !isHttp) {
    return allowPrivateTargets ? fieldMessage('NOT_HTTP') : fieldMessage('NOT_HTTPS')
  }
  if (url.username || url.password) return fieldMessage('HAS_CREDENTIALS')
  if (!allowPrivateTargets && isPrivateHost(url.hostname)) return fieldMessage('PRIVATE_ADDRESS')
  return undefined
}

/** Knows other spellings of an address, such as 2130706433 or 0x7f.1, because URL rewrites them. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  if (isIP(host)) return !isPublicAddress(host)
  return host === 'localhost' || host.endsWith('.localhost')
}
