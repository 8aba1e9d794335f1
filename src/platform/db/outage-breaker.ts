import { unavailable } from '../lib/errors.ts'
import { isOutage } from './database-errors.ts'

export interface OutageBreaker {
  /** Runs `work` unless the server is known not to answer. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  /** True from an outage until the server has answered again. */
  isDown(): boolean
  /** True while a call finds out whether it does again. */
  isProbing(): boolean
}

/**
 * Lets calls to a server through while it answers. After an outage, one call at a time finds out whether it answers
 * again, and the others fail at once: a server that hangs must not hold up those that wait for other servers.
 */
export function createOutageBreaker(): OutageBreaker {
  let isDown = false
  let isProbing = false
  return {
    async attempt(work) {
      if (isProbing) throw unavailable()
      const isProbe = isDown
      if (isProbe) isProbing = true
      try {
        const result = await work()
        isDown = false
        return result
      } catch (error) {
        if (isOutage(error)) isDown = true
        throw error
      } finally {
        if (isProbe) isProbing = false
      }
    },
    isDown: () => isDown,
    isProbing: () => isProbing,
  }
}
