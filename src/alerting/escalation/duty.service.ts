import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { DutyChange } from './duty.schemas.ts'
import { findDuty, listRotasOf, upsertDuty } from './duty.store.ts'
import { alwaysOnDuty, type Duty, isOnDuty } from './duty.ts'

/** A caregiver's duty, and what it means at this moment. */
export interface DutyView extends Duty {
  onDutyNow: boolean
  timeZone: string
  /** The teams of the caregiver that have a rota, which counts for their patients instead. */
  rotas: { teamId: string; teamName: string; onDutyNow: boolean }[]
}

export async function readDuty(ctx: Context, { actor }: Caller): Promise<DutyView> {
  const duty = (await findDuty(ctx.db, actor.id)) ?? alwaysOnDuty
  const timeZone = ctx.timeZone.current()
  const now = ctx.now()
  const rotas = await listRotasOf(ctx.db, actor.id)
  return {
    ...duty,
    onDutyNow: isOnDuty(duty, now, timeZone),
    timeZone,
    rotas: rotas.map(({ hours, ...team }) => ({
      ...team,
      onDutyNow: isOnDuty({ onDuty: true, hours }, now, timeZone),
    })),
  }
}

export async function updateDuty(ctx: Context, caller: Caller, change: DutyChange): Promise<DutyView> {
  const { id } = caller.actor
  await ctx.db.transaction(async (tx) => {
    if (!(await upsertDuty(tx, id, change))) throw refusal('FORBIDDEN')
    const message = `Duty changed to ${change.onDuty ? 'on' : 'off'}`
    await recordAuditEntry(ctx, tx, caller, { action: 'caregiver.duty_changed', message, subjectId: id })
  })
  return readDuty(ctx, caller)
}
