import { deleteExpiredSessions } from '../auth/sessions.store.ts'
import type { Context } from '../context.ts'

const interval = 60 * 60 * 1000

/** startSessionCleanup removes expired sessions now and then; they are refused from the moment they expire. */
export function startSessionCleanup(ctx: Context): () => void {
  const clean = async () => {
    try {
      const removed = await deleteExpiredSessions(ctx.db, ctx.now())
      if (removed > 0) ctx.log.info({ removed }, 'expired sessions removed')
    } catch (error) {
      ctx.log.warn({ err: error }, 'expired sessions could not be removed')
    }
  }
  void clean()
  const timer = setInterval(clean, interval)
  timer.unref()
  return () => clearInterval(timer)
}
