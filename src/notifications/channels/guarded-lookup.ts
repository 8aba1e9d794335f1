import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/**
 * guardLookup restricts a name resolution to public addresses. A connection uses the addresses that it returns, so that
 * a name cannot resolve to others between a check and the connection.
 */
export function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, result, family) => {
      if (error) return callback(error, '')
      const addresses = toList(result, family).filter(({ address }) => isPublicAddress(address))
      const [first] = addresses
      if (!first) return callback(new Error(`${hostname} has no public address`), '')
      // Node asks for all addresses if it may try several, and else for one.
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

const toList = (result: string | LookupAddress[], family = 0): LookupAddress[] =>
  typeof result === 'string' ? [{ address: result, family }] : result
