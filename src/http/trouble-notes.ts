import type { FastifyError, FastifyRequest } from 'fastify'
import { type Deed, recordDeed } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { createBoundedMap } from '../lib/bounded-map.ts'
import { toAppError } from './error-handler.ts'
import { originOf, recordIn } from './origin.ts'

const mostRemembered = 10_000
const minute = 60_000

/** Bound is how many lines one caller can leave about one route within a window. */
interface Bound {
  lines: number
  windowMs: number
}

const usual: Bound = { lines: 10, windowMs: minute }
/** A device that is refused tries again every second. */
const quiet: Bound = { lines: 1, windowMs: 60 * minute }

interface Window {
  since: number
  lines: number
  leftOut: number
}

/**
 * Refusals and faults go into the audit log, but nobody can fill it with them: beyond a few lines for each caller, action
 * and route, they are counted, and the next line tells how many those were. A line that cannot be written is logged, and
 * the answer goes out all the same.
 */
export function createTroubleNotes(ctx: Context) {
  const windows = createBoundedMap<string, Window>(mostRemembered)

  /** Answers how many were left out before this one, or undefined where this one is left out as well. */
  function admit(request: FastifyRequest, { action }: Deed): number | undefined {
    const { config, url } = request.routeOptions
    const { lines, windowMs } = config.quiet ? quiet : usual
    // Who is not signed in is told apart by address: else one stranger could hide what another does.
    const key = `${action} ${request.caller?.actor.id ?? request.ip} ${request.method} ${url}`
    const now = ctx.now().getTime()
    const window = windows.get(key)
    if (!window || now - window.since >= windowMs) {
      windows.set(key, { since: now, lines: 1, leftOut: 0 })
      return window?.leftOut ?? 0
    }
    if (window.lines >= lines) {
      window.leftOut++
      return undefined
    }
    window.lines++
    return 0
  }

  return async function noteTrouble(request: FastifyRequest, error: unknown): Promise<void> {
    const deed = deedOf(request, toAppError(error as FastifyError).status)
    const leftOut = deed && admit(request, deed)
    if (!deed || leftOut === undefined) return
    const message = leftOut > 0 ? `${deed.message} (${leftOut} more left out before)` : deed.message
    await recordDeed(ctx, ctx.db, originOf(request), { ...deed, message }).catch((reason) =>
      ctx.log.warn({ err: reason, reqId: request.id }, 'not audited'),
    )
  }
}

function deedOf(request: FastifyRequest, status: number): Deed | undefined {
  const message = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
  if (status === 403)
    return { level: 'WARNING', action: 'access.refused', message, subjectId: recordIn(request) }
  if (status === 500) return { level: 'ERROR', action: 'service.fault', message }
  return undefined
}
