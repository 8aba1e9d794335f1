import type { Caller, Context } from '../context.ts'
import { getReadablePatient } from '../patients/patients.service.ts'
import type { PreviewQuery } from './escalation.schemas.ts'
import { previewSteps } from './preview.ts'
import { readPolicy } from './read-policy.ts'
import { findRecipientsByTime } from './recipients.ts'

/** previewEscalation answers who would hear of an incident of a patient by what, and when, if nobody acknowledges it. */
export async function previewEscalation(
  ctx: Context,
  caller: Caller,
  id: string,
  { at = ctx.now(), severity, kind }: PreviewQuery,
) {
  await getReadablePatient(ctx, caller, id)
  const policy = await readPolicy(ctx.db, kind, severity, id)
  const { recipientsAt, unreachable } = await findRecipientsByTime(ctx, ctx.db, id)
  const { timeZone } = ctx.config
  const steps = previewSteps(policy, at, recipientsAt, { severity, timeZone })
  return {
    at,
    steps: steps.map(({ afterSeconds, tells }) => ({
      afterSeconds,
      tells: tells.map(({ userId, name, channels, onDuty }) => ({
        personId: userId,
        // An address of a webhook may contain a secret, and not only admins see this.
        name: name ?? 'Webhooks',
        channels,
        onDuty,
      })),
    })),
    repeatEverySeconds: policy.repeat?.everySeconds ?? null,
    unreachable: unreachable.map(({ userId, name, obstacle }) => ({
      personId: userId,
      name,
      reason: obstacle,
    })),
  }
}
