import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { EscalationStep } from '../escalation/policy.ts'
import { readPolicy } from '../escalation/read-policy.ts'
import { findRecipients, type Person, type Recipients } from '../escalation/recipients.ts'
import { reachesHelper, type StepTarget, takeStep, targetsOf } from '../escalation/step-targets.ts'
import { publishChange } from '../model/incident-changes.ts'
import { insertStepDeliveries } from '../notifications/incident-deliveries.ts'
import { listAttendantIds } from './attendants.store.ts'
import { assertMayHandle, audit, lockPeopleOf, lockUnresolved, viewOf } from './incident-acts.ts'
import type { IncidentView } from './incident-view.ts'
import { type StoredIncident, updateIncident } from './incidents.store.ts'
import { recordAct } from './people-entries.ts'

/** A second touch within this time is the same request. */
const sameRequestMs = 10 * msPerSecond

/**
 * Tells the next people of the policy at once that whoever handles an incident asks for a second person.
 * The incident stays handled; whoever answers goes there as well. For what a station handles, whoever acts there asks.
 */
export async function requestAssistance(ctx: Context, caller: Caller, id: string): Promise<IncidentView> {
  return ctx.db.transaction(async (tx) => {
    await assertMayHandle(tx, caller, await lockPeopleOf(tx, caller, id))
    const incident = await lockUnresolved(tx, id)
    if (incident.state !== 'ACKNOWLEDGED') throw refusal('INCIDENT_NOT_HANDLED')
    const handlers = [caller.actor.id, caller.station?.id]
    if (!handlers.includes(incident.acknowledgedBy ?? '')) throw refusal('ASSISTANCE_HANDLER_ONLY')
    const at = ctx.now()
    const { assistanceAt } = incident
    if (assistanceAt && at.getTime() - assistanceAt.getTime() < sameRequestMs) return viewOf(tx, id)
    const { step, targets } = await nextPeople(ctx, tx, caller, incident, at)
    await updateIncident(tx, id, { step: step + 1, assistanceAt: at })
    const contactIds = targets.flatMap((target) => target.contactIds)
    const messages = { incidentId: id, round: incident.round, step, contactIds, at }
    await insertStepDeliveries(tx, messages, 'assistance')
    await recordAct(tx, {
      ...{ incidentId: id, at, actorId: caller.actor.id, station: caller.station?.name },
      type: 'assistance',
      data: { code: 'ASSISTANCE_REQUESTED', people: targets.filter(isMessage).length },
    })
    await audit(
      ctx,
      tx,
      caller,
      incident,
      'incident.assistance',
      `Second person for incident ${id} asked for`,
    )
    await publishChange(tx, 'incident.changed', incident, at)
    return viewOf(tx, id)
  })
}

const isMessage = ({ contactIds }: StepTarget) => contactIds.length > 0

const everybody: EscalationStep = {
  afterSeconds: 0,
  tell: [
    { who: 'assigned', channels: 'all' },
    { who: 'admins', channels: 'all' },
  ],
}

/** Whom the next step of the policy names, without those who are there; after the last one, everybody. */
async function nextPeople(
  ctx: Context,
  tx: Db,
  { actor }: Caller,
  incident: StoredIncident,
  at: Date,
): Promise<{ step: number; targets: StepTarget[] }> {
  const { id, kind, severity, patientId, acknowledgedBy } = incident
  const policy = incident.policy ?? (await readPolicy(tx, kind, severity, patientId))
  const there = new Set([actor.id, acknowledgedBy, ...(await listAttendantIds(tx, id))])
  const recipients = without(await findRecipients(ctx, tx, incident, at), there)
  if (incident.step < policy.steps.length) {
    const { step, targets } = takeStep(policy, incident.step, recipients)
    if (reachesHelper(targets)) return { step, targets: targets.filter(({ userId }) => userId !== null) }
  }
  const step = Math.max(incident.step, policy.steps.length)
  return { step, targets: targetsOf([everybody], recipients) }
}

/** Leaves out those who are there, and the webhooks: systems do not come. */
function without(recipients: Recipients, there: ReadonlySet<string | null>): Recipients {
  const isAway = ({ userId }: Person) => !there.has(userId)
  const { caregivers, admins } = recipients
  return { caregivers: caregivers.filter(isAway), admins: admins.filter(isAway), webhooks: [] }
}
