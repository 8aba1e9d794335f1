import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { PreviewQuery } from './escalation.schemas.ts'
import { previewSteps } from './preview.ts'
import { readPolicy } from './read-policy.ts'
import { findRecipientsByTime } from './recipients.ts'
import { showPeopleTo } from './shown-people.ts'

/** Answers who would hear of an incident of a patient by what, and when, if nobody acknowledges it. */
export async function previewEscalation(
  ctx: Context,
  caller: Caller,
  id: string,
  { at = ctx.now(), severity, kind }: PreviewQuery,
) {
  await getReadablePatient(ctx, caller, id)
  const policy = await readPolicy(ctx.db, kind, severity, id)
  const { recipientsAt, unreachable } = await findRecipientsByTime(ctx, ctx.db, { patientId: id, kind })
  const timeZone = ctx.timeZone.current()
  const steps = previewSteps(policy, at, recipientsAt, { severity, timeZone })
  const people = [...steps.flatMap(({ targets }) => targets), ...unreachable]
  const show = await showPeopleTo(
    ctx.db,
    caller.actor,
    people.flatMap(({ userId }) => userId ?? []),
  )
  return {
    at,
    steps: steps.map(({ afterSeconds, targets }) => ({
      afterSeconds,
      tells: targets.map(({ userId, name, kind, relationship, helps, channels, onDuty }) => ({
        // An address of a webhook may contain a secret, and not only admins see this.
        ...(userId && name ? show(userId, name) : { personId: null, name: 'Webhooks', role: null }),
        kind,
        relationship: kind === 'RELATIVE' ? relationship : null,
        helps,
        channels,
        onDuty,
      })),
    })),
    repeatEverySeconds: policy.repeat?.everySeconds ?? null,
    unreachable: unreachable.map(({ userId, name, relationship, obstacle }) => {
      const { personId, name: shownName } = show(userId, name)
      return { personId, name: shownName, relationship: personId && relationship, reason: obstacle }
    }),
  }
}
