import { isInTeamOfWard } from '../../accounts/access/ward-access.ts'
import type { Severity } from '../../detection/levels/severity.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { afterNight, type EscalationPolicy, type EscalationStep } from '../escalation/policy.ts'
import type { Recipients } from '../escalation/recipients.ts'
import { reachesHelper, type StepTarget, targetsOf } from '../escalation/step-targets.ts'
import type { StoredIncident } from './incidents.store.ts'

/**
 * How long after the last step it is found out whether anybody was told, and how often again until somebody was; the
 * latter also applies after the deadline of an urgent incident.
 */
const firstCheckMs = msPerMinute
const checkEveryMs = 5 * msPerMinute

/** What has become of the alerts of one round of an incident to people; webhooks are none. */
export interface TellState {
  /** One of them was accepted, for somebody who still looks after the patient: a relative only if they count as a helper. */
  isTold: boolean
  /** One of them is on its way, or is sent again. */
  isWaiting: boolean
  /** The contacts to which there is one, and be it that it has failed. */
  tried: string[]
}

/** Also returns who is going there, because each statement of an alarm costs time. */
export async function readTellState(
  tx: Db,
  { id, round, patientId }: Pick<StoredIncident, 'id' | 'round' | 'patientId'>,
): Promise<TellState & { going: string[] }> {
  const [row] = await tx.query<TellState & { going: string[] }>(
    `select coalesce(bool_or(deliveries.state = 'SENT' and users.status = 'active' and (role = 'ADMIN' or exists (
              select from helpers where caregiver_id = users.id and patient_id = $3)
              or ${isInTeamOfWard('users.id', 'incidents')})), false) as "isTold",
            coalesce(bool_or(deliveries.state in ('PENDING', 'SENDING')), false) as "isWaiting",
            coalesce(array_agg(contact_id), '{}') as tried,
            array(select person_id from incident_attendants where incident_id = $1) as going
     from deliveries join contacts on contacts.id = contact_id join users on users.id = user_id
       join incidents on incidents.id = incident_id
     where incident_id = $1 and deliveries.round = $2 and purpose = 'alert'`,
    [id, round, patientId],
    'read-tell-state',
  )
  return row ?? { isTold: false, isWaiting: false, tried: [], going: [] }
}

const step = (who: 'assigned' | 'admins'): EscalationStep => ({
  afterSeconds: 0,
  tell: [{ who, channels: 'all' }],
})

/**
 * Adds whom the policy of an incident has left out, if nobody was told by the end of its steps or by its
 * deadline: the assigned caregivers and, at the next time or if there are no others of them, the admins.
 */
export function withFallback(
  targets: StepTarget[],
  recipients: Recipients,
  { isTold, isWaiting, tried }: TellState,
  isFirst: boolean,
): StepTarget[] {
  if (isTold || (isFirst && (reachesHelper(targets) || isWaiting))) return targets
  const known = new Set([...tried, ...targets.flatMap(({ contactIds }) => contactIds)])
  const others = (...steps: EscalationStep[]) =>
    targetsOf(steps, recipients)
      .map((target) => ({ ...target, contactIds: target.contactIds.filter((id) => !known.has(id)) }))
      .filter(({ contactIds }) => contactIds.length > 0)
  const assigned = others(step('assigned'))
  const added = isFirst && assigned.length > 0 ? assigned : others(step('assigned'), step('admins'))
  return [...targets, ...added]
}

/**
 * When an incident whose last step was taken, or whose deadline has passed, is looked at, if its next step is not due soon.
 * One of severity LOW waits for its next step if there is one.
 */
export function earlierCheck(
  next: Date | null,
  { policy, severity }: { policy: EscalationPolicy; severity: Severity },
  { now, timeZone, isFirst }: { now: Date; timeZone: string; isFirst: boolean },
): Date | null {
  const isSoon = next && next.getTime() <= now.getTime() + checkEveryMs
  if (isSoon || (next && severity === 'LOW')) return next
  const at = new Date(now.getTime() + (isFirst ? firstCheckMs : checkEveryMs))
  return afterNight(policy, at, { severity, timeZone })
}
