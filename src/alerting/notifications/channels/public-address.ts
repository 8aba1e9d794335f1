import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** A public address at which Azure serves credentials and settings to its virtual machines. */
const azureMetadata = '168.63.129.16'

/**
 * True for an IP address on the public internet. Private, local, multicast and reserved ranges are
 * not, nor are addresses at which cloud providers serve credentials, nor IPv6 forms of these.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return isPublicIPv4(parsed)
  // Hosts without IPv4 reach the public IPv4 internet through NAT64, by addresses that end with the IPv4 address.
  if (parsed.match(nat64)) return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)))
  // The range of tunnels (6to4, Teredo), which may end in any network, has a name of its own.
  return parsed.match(globalUnicast) && parsed.range() === 'unicast'
}

const isPublicIPv4 = (address: ipaddr.IPv4) =>
  address.range() === 'unicast' && address.toString() !== azureMetadata
