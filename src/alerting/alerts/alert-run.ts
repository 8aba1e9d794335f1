import { fallLevels } from '../../detection/levels/fall-level.ts'
import { severities, severityOf } from '../../detection/levels/severity.ts'

/** The SQL that groups the open alerts of a caregiver into runs: by incident, or by patient without one. */
export const runKey = 'coalesce(alerts.incident_id, alerts.patient_id)'

/** Joins the fall and the incident of alerts; one of the two may be missing. */
export const alertSubjects = `left join falls on falls.id = alerts.fall_id
  left join incidents on incidents.id = alerts.incident_id`

/**
 * The SQL condition for an alert that its caregiver still has to answer: nobody else handles the incident,
 * and nobody has ended it. Falls without an incident are handled as soon as somebody has responded.
 */
export const isActive = `alerts.acknowledged_at is null and case
    when alerts.incident_id is null then falls.responded_at is null
    else incidents.state = 'OPEN'
      or (incidents.state = 'ACKNOWLEDGED' and incidents.acknowledged_by = alerts.caregiver_id)
  end`

/** The SQL condition for an alert that somebody else has answered. */
export const isHandled = `alerts.acknowledged_at is null and case
    when alerts.incident_id is null then falls.responded_at is not null
    else incidents.state in ('RESOLVED', 'CANCELLED')
      or (incidents.state = 'ACKNOWLEDGED' and incidents.acknowledged_by <> alerts.caregiver_id)
  end`

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** The levels of falls from the lowest up, and the severity of each: an alert without a fall has that of its incident. */
const ranked = severities.map(
  (severity) => fallLevels.findIndex((level) => severityOf(level) === severity) + 1,
)

/** The SQL of the severity of an alert, as a number. */
export const severityRank = `coalesce(array_position(array[${quoted(fallLevels)}], falls.status),
  (array[${ranked.join(', ')}])[array_position(array[${quoted(severities)}], incidents.severity)])`

/** The highest severityRank. */
export const maxSeverityRank = fallLevels.length
