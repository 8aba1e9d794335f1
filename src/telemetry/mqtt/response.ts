import type { Outcome } from './publish-lane.ts'

/** The answer as HTTP has it, with its status, and the uptime of the reading that it is about. */
export function responseTo(outcome: Outcome, uptimeMs: number | undefined): object {
  const about = uptimeMs === undefined ? {} : { uptime_ms: uptimeMs }
  if (!('error' in outcome)) return { status: 200, ...about, success: true, data: outcome.data }
  const { status, message, details, problems, extraFields } = outcome.error
  // A device gets the messages of its fields; codes and values are for those who show errors.
  const fields = problems && { details }
  return { status, ...about, success: false, error: message, ...fields, ...extraFields }
}
