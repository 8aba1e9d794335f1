import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { decideSharing } from '../sharing/sharing.service.ts'
import * as store from './home-assistant.store.ts'

/** Tells whoever may read the patient whether they appear in Home Assistant. */
export async function readHomeAssistant(ctx: Context, caller: Caller, patientId: string) {
  await getReadablePatient(ctx, caller, patientId)
  return view(ctx, ctx.db, patientId)
}

async function view({ config }: Context, db: Db, patientId: string) {
  const share = await store.findHomeAssistantShare(db, patientId)
  const { showName = false, since = null } = share ?? {}
  return { shown: share !== undefined, showName, since, available: config.mqtt.brokerUrl !== undefined }
}

/** For the patient, and for an admin on behalf of a representative. */
export async function setHomeAssistant(
  ctx: Context,
  caller: Caller,
  patientId: string,
  { shown, showName }: { shown: boolean; showName: boolean },
) {
  return decideSharing(ctx, caller, patientId, async (tx, onBehalf) => {
    if (shown) await store.upsertHomeAssistantShare(tx, patientId, { showName, since: ctx.now() })
    else await store.deleteHomeAssistantShare(tx, patientId)
    const what = shown
      ? `shown in Home Assistant ${showName ? 'with' : 'without'} the name`
      : 'not shown in Home Assistant'
    await recordAuditEntry(ctx, tx, caller, {
      action: shown ? 'home_assistant.shown' : 'home_assistant.hidden',
      message: `Patient ${patientId} ${what}${onBehalf}`,
      subjectId: patientId,
    })
    // It also tells every process to publish or to remove what is shown.
    await appendEvent(tx, { type: 'patient.changed', at: ctx.now(), patientId, subjectId: patientId })
    return view(ctx, tx, patientId)
  })
}
