import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/**
 * Restricts a name resolution to public addresses. A connection uses the addresses that it returns, so that
 * a name cannot resolve to others between a check and the connection. A name that does not exist and one that is known only
 * inside the network get one answer: whoever adds a contact must not learn which names there are.
 */
export function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, result, family) => {
      const unreachable = () => callback(new Error(`${hostname} was not found, or has no public address`), '')
      // An error with a code is one of the resolver, and its code tells what it knows of the name.
      if (error) return error.code === undefined ? callback(error, '') : unreachable()
      const addresses = toList(result, family).filter(({ address }) => isPublicAddress(address))
      const [first] = addresses
      if (!first) return unreachable()
      // Node asks for all addresses if it may try several, and else for one.
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

const toList = (result: string | LookupAddress[], family = 0): LookupAddress[] =>
  typeof result === 'string' ? [{ address: result, family }] : result
