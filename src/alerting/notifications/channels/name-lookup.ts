import { type LookupAddress, Resolver, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { limitLookups } from './limited-lookup.ts'

/** Asks name servers. It occupies no thread, and can be given up. */
export type NameResolver = Pick<Resolver, 'resolve4' | 'resolve6' | 'cancel'>

export interface NameLookupOptions {
  createResolver?: () => NameResolver
  /** Knows names that no name server does, such as those in a file of the machine. */
  fallback?: LookupFunction
  deadlineMs?: number
}

/** Less than a send may take in all. */
const defaultDeadlineMs = 3_000

/** For the addresses of the other family, once there are some. */
const otherFamilyMs = 300

/** The answers by which a name server says that it does not know a name, or that there is no name server. */
const unknownCodes = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/**
 * Resolves any number of names at once, each within a deadline: those whose servers do not answer hold
 * up no others. What name servers do not know is left to the system, a few names at a time, as it occupies threads
 * until it gives up.
 */
export function createNameLookup(options: NameLookupOptions = {}): LookupFunction {
  const {
    createResolver = () => new Resolver({ timeout: 1_000, tries: 2 }),
    fallback = systemLookup,
    deadlineMs = defaultDeadlineMs,
  } = options
  const system = limitLookups(fallback)

  return (hostname, lookupOptions, callback) => {
    // A name without a dot is one of the machine or of its network.
    if (!hostname.includes('.')) return system(hostname, lookupOptions, callback)
    resolve(createResolver(), hostname, Number(lookupOptions.family) || 0, deadlineMs).then(
      (addresses) => {
        const [first] = addresses
        if (!first) return system(hostname, lookupOptions, callback)
        if (lookupOptions.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error) => callback(error, ''),
    )
  }
}

/** Returns the addresses of a name, or none if there is no such name. */
function resolve(
  resolver: NameResolver,
  hostname: string,
  family: number,
  deadlineMs: number,
): Promise<LookupAddress[]> {
  return new Promise((done, fail) => {
    const found: LookupAddress[] = []
    let pending = family === 0 ? 2 : 1
    let problem: NodeJS.ErrnoException | undefined
    let timer = setTimeout(end, deadlineMs)

    function end(): void {
      clearTimeout(timer)
      if (pending > 0) resolver.cancel()
      // Those of IPv4 first, which every network has.
      if (found.length > 0) done(found.sort((a, b) => a.family - b.family))
      else if (pending > 0) fail(new Error(`${hostname} was not resolved within ${deadlineMs} ms`))
      else if (problem && !unknownCodes.has(problem.code ?? '')) fail(problem)
      else done([])
    }

    const collect = (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses?: string[]) => {
      pending--
      if (error) {
        if (!problem || !unknownCodes.has(error.code ?? '')) problem = error
      } else found.push(...(addresses ?? []).map((address) => ({ address, family })))
      if (pending === 0) return end()
      if (found.length === 0) return
      clearTimeout(timer)
      timer = setTimeout(end, otherFamilyMs)
    }

    if (family !== 6) resolver.resolve4(hostname, collect(4))
    if (family !== 4) resolver.resolve6(hostname, collect(6))
  })
}
