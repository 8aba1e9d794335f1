import type { Outcome } from './publish-lane.ts'

/** responseTo is the answer as HTTP has it, with its status, and the uptime of the reading that it is about. */
export function responseTo(outcome: Outcome, uptimeMs: number | undefined): object {
  const about = uptimeMs === undefined ? {} : { uptime_ms: uptimeMs }
  if (!('error' in outcome)) return { status: 200, ...about, success: true, data: outcome.data }
  const { status, message, details, extraFields } = outcome.error
  return { status, ...about, success: false, error: message, ...(details && { details }), ...extraFields }
}
