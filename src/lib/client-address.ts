import ipaddr from 'ipaddr.js'

/**
 * addressKey names who a request counts against: the IPv4 address, or the /64 of an IPv6 address,
 * because one household or attacker holds a whole /64. Text that is no address is undefined.
 */
export function addressKey(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined
  // process() also turns ::ffff:a.b.c.d into plain IPv4.
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}
