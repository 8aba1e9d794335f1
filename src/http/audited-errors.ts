import type { FastifyError, FastifyRequest } from 'fastify'
import { type AuditEntry, recordAuditEntry } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { msPerHour, msPerMinute } from '../lib/duration.ts'
import { recordIn } from './audited-reads.ts'
import { anyCallerOf } from './caller.ts'
import { toAppError } from './error-handler.ts'

const maxWindows = 10_000

/** EntryLimit is how many audit entries a caller can cause on one route within a window. */
interface EntryLimit {
  maxEntries: number
  windowMs: number
}

const defaultLimit: EntryLimit = { maxEntries: 10, windowMs: msPerMinute }
/** A refused device retries every second. */
const quiet: EntryLimit = { maxEntries: 1, windowMs: msPerHour }

interface Window {
  startedAtMs: number
  entries: number
  omitted: number
}

/**
 * createErrorAudit writes refusals and faults to the audit log. Nobody can fill it with them: beyond a few entries per
 * caller, action and route they are only counted, and the next entry contains the number. An entry that cannot be written
 * is logged, and does not affect the response.
 */
export function createErrorAudit(ctx: Context) {
  const windows = createBoundedMap<string, Window>(maxWindows)

  /** admit returns how many entries were omitted before this one, or undefined if this one is omitted as well. */
  function admit(request: FastifyRequest, { action }: AuditEntry): number | undefined {
    const { config, url } = request.routeOptions
    const { maxEntries, windowMs } = config.quiet ? quiet : defaultLimit
    // Anonymous callers are distinguished by address, so that one cannot hide the refusals of another.
    const key = `${action} ${request.principal?.actor.id ?? request.ip} ${request.method} ${url}`
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

  return async function auditError(request: FastifyRequest, error: unknown): Promise<void> {
    const entry = auditEntryFor(request, toAppError(error as FastifyError).status)
    const omitted = entry && admit(request, entry)
    if (!entry || omitted === undefined) return
    const message = omitted > 0 ? `${entry.message} (${omitted} more left out before)` : entry.message
    await recordAuditEntry(ctx, ctx.db, anyCallerOf(request), { ...entry, message }).catch((reason) =>
      ctx.log.warn({ err: reason, reqId: request.id }, 'the audit entry could not be written'),
    )
  }
}

function auditEntryFor(request: FastifyRequest, status: number): AuditEntry | undefined {
  const message = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
  if (status === 403)
    return { level: 'WARNING', action: 'access.refused', message, subjectId: recordIn(request) }
  if (status === 500) return { level: 'ERROR', action: 'service.fault', message }
  return undefined
}
