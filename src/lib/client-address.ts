import ipaddr from 'ipaddr.js'

/**
 * addressKey names who a request counts against: the IPv4 address, or the /64 of an IPv6 address,
 * because one household or attacker holds a whole /64. Text that is no address is undefined.
 */
export function addressKey(address: string): string | undefined {
  // Some proxies add the client's port: 192.0.2.7:4711 or [2001:db8::1]:4711.
  const bare = address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.*)\](:\d+)?$/, '$1')
  if (!ipaddr.isValid(bare)) return undefined
  // process() also turns ::ffff:a.b.c.d into plain IPv4.
  const parsed = ipaddr.process(bare)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}
