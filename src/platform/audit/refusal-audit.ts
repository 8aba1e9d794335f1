import type { AnyCaller, Context } from '../context.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { msPerHour, msPerMinute } from '../lib/duration.ts'
import { type AuditEntry, recordAuditEntry } from './audit.service.ts'

const maxWindows = 10_000

/** How many entries a caller can cause with one message within a window. */
interface EntryLimit {
  maxEntries: number
  windowMs: number
}

const defaultLimit: EntryLimit = { maxEntries: 10, windowMs: msPerMinute }
/** A refused device retries every second. */
const quietLimit: EntryLimit = { maxEntries: 1, windowMs: msPerHour }

interface Window {
  startedAtMs: number
  entries: number
  omitted: number
}

export type RefusalAudit = ReturnType<typeof createRefusalAudit>

/**
 * Writes refusals (403) and faults (500) to the audit log. Nobody can fill it with them: beyond a few
 * entries per caller, action and message they are only counted, and the next entry contains the number. An entry that
 * cannot be written is logged, and does not affect the response.
 */
export function createRefusalAudit(ctx: Context) {
  const windows = createBoundedMap<string, Window>(maxWindows)

  /** Returns how many entries were omitted before this one, or undefined if this one is omitted as well. */
  function admit(key: string, { maxEntries, windowMs }: EntryLimit): number | undefined {
    const now = ctx.now().getTime()
    const window = windows.get(key)
    if (!window || now - window.startedAtMs >= windowMs) {
      windows.set(key, { startedAtMs: now, entries: 1, omitted: 0 })
      return window?.omitted ?? 0
    }
    if (window.entries >= maxEntries) {
      window.omitted++
      return undefined
    }
    window.entries++
    return 0
  }

  return async function auditRefusal(
    caller: AnyCaller,
    status: number,
    { message: text, subjectId, isQuiet }: { message: string; subjectId?: string | null; isQuiet: boolean },
  ): Promise<void> {
    const entry = entryOf(status, text, subjectId)
    if (!entry) return
    // Anonymous callers are distinguished by address, so that one cannot hide the refusals of another.
    const key = `${entry.action} ${caller.actor?.id ?? caller.address} ${text}`
    const omitted = admit(key, isQuiet ? quietLimit : defaultLimit)
    if (omitted === undefined) return
    const message = omitted > 0 ? `${text} (${omitted} more left out before)` : text
    await recordAuditEntry(ctx, ctx.db, caller, { ...entry, message }).catch((reason) =>
      ctx.log.warn({ err: reason, reqId: caller.requestId }, 'the audit entry could not be written'),
    )
  }
}

function entryOf(status: number, message: string, subjectId: string | null = null): AuditEntry | undefined {
  if (status === 403) return { level: 'WARNING', action: 'access.refused', message, subjectId }
  if (status === 500) return { level: 'ERROR', action: 'service.fault', message }
  return undefined
}
