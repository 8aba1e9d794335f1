import type { LookupFunction } from 'node:net'
import { createConcurrencyLimiter } from '../../../platform/lib/concurrency-limiter.ts'

/**
 * Node resolves names on four threads, which hash passwords and read files, too: names whose servers do not answer must
 * not occupy all of them.
 */
const maxConcurrent = 2
const maxQueued = 200

/** Resolves a few names at a time; a request that waits too long fails by its own timeout. */
export function limitLookups(lookup: LookupFunction): LookupFunction {
  const limiter = createConcurrencyLimiter({
    maxConcurrent,
    maxQueued,
    refuse: () => new Error('Too many names are being resolved'),
  })
  return (hostname, options, callback) => {
    limiter
      .run(
        () =>
          new Promise<() => void>((resolve) => {
            lookup(hostname, options, (...result) => resolve(() => callback(...result)))
          }),
      )
      .then(
        (deliver) => deliver(),
        (error) => callback(error, ''),
      )
  }
}
