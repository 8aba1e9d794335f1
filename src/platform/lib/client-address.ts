import type { IncomingMessage } from 'node:http'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The key for limits by address: the IPv4 address, or the /64 of an IPv6 address, because one household or
 * attacker has a whole /64. It is undefined for a text that is no address.
 */
export function addressKey(address: string): string | undefined {
  // Nearly all are, and need no parsing, which is much of what is done before a request reaches its route.
  if (isIPv4(address)) return address
  const parsed = parse(address)
  return parsed?.kind() === 'ipv4' ? parsed.toString() : parsed && prefix(parsed, 4)
}

/** The /48 of an IPv6 address, which providers assign to one customer; undefined for IPv4. */
export function siteKey(address: string): string | undefined {
  const parsed = parse(address)
  return parsed?.kind() === 'ipv6' ? prefix(parsed, 3) : undefined
}

/** The network that is likely to have one owner: the /24 of an IPv4 address, the /48 of an IPv6 one. */
export function networkKey(address: string): string | undefined {
  const parsed = parse(address)
  if (parsed?.kind() !== 'ipv4') return parsed && prefix(parsed, 3)
  return `${(parsed as ipaddr.IPv4).octets.slice(0, 3).join('.')}.0/24`
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // Some proxies add the client's port: 192.0.2.7:4711 or [2001:db8::1]:4711.
  const bare = address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](:\d+)?$/, '$1')
  // process() also turns ::ffff:a.b.c.d into plain IPv4.
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : undefined
}

/** Writes the first groups of sixteen bits. */
function prefix(parsed: ipaddr.IPv4 | ipaddr.IPv6, groups: number): string {
  const network = (parsed as ipaddr.IPv6).parts.slice(0, groups)
  return `${network.map((part) => part.toString(16)).join(':')}::/${groups * 16}`
}

const proxyRanges: Record<string, readonly string[]> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['uniqueLocal', 'private'],
}

/** Returns a function that is true of the addresses, networks and ranges in TRUST_PROXY. */
export function createProxyCheck(proxies: readonly string[] | false): (address: string) => boolean {
  if (!proxies) return () => false
  return (address) => {
    const parsed = parse(address)
    if (!parsed) return false
    return proxies.some((proxy) => {
      const ranges = proxyRanges[proxy]
      if (ranges) return ranges.includes(parsed.range())
      const [network, bits] = proxy.includes('/')
        ? ipaddr.parseCIDR(proxy)
        : [ipaddr.process(proxy), undefined]
      if (network.kind() !== parsed.kind()) return false
      return bits === undefined
        ? network.toString() === parsed.toString()
        : parsed.match([network, bits] as never)
    })
  }
}

/** The maximum number of forwarded addresses that are evaluated. */
const maxProxies = 8

/** The address key of a request before the framework sees it: the client that trusted proxies name. */
export function clientOf(
  { socket, headers }: IncomingMessage,
  isProxy: (address: string) => boolean,
): string {
  const { remoteAddress = '' } = socket
  const forwarded = headers['x-forwarded-for']
  let client = remoteAddress
  if (forwarded !== undefined && isProxy(remoteAddress)) {
    const hops = [forwarded].flat().join(',').split(',').slice(-maxProxies).reverse()
    for (const hop of hops) {
      client = hop.trim()
      if (!isProxy(client)) break
    }
  }
  return addressKey(client) ?? addressKey(remoteAddress) ?? ''
}

/** The address that a request came from, as trusted proxies name it, and that of its connection. */
export interface Client {
  ip: string
  socket: { remoteAddress?: string | undefined }
}

/** The key of the client's address, or of the proxy's if the proxy passed on an invalid one. */
export function clientAddress({ ip, socket }: Client): string {
  return addressKey(ip) ?? addressKey(socket.remoteAddress ?? '') ?? 'unknown'
}
