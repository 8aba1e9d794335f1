import { randomUUID } from 'node:crypto'
import { assertMayReadTeam } from '../../accounts/access/policy.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { refusal } from '../../platform/lib/errors.ts'
import * as store from './handovers.store.ts'
import { listShifts } from './rota.store.ts'
import { shiftTimeAt } from './rota.ts'
import { getTeam } from './teams.service.ts'
import { lockTeam } from './teams.store.ts'

export { findHandovers } from './handovers.store.ts'

/** Lists the handover notes of a team, for its members and admins. */
export async function listHandoversOf(
  ctx: Context,
  { actor }: Caller,
  teamId: string,
  page: Page,
): Promise<PageResult<store.Handover>> {
  await getTeam(ctx.db, teamId)
  await assertMayReadTeam(ctx.db, actor, teamId)
  return store.listHandovers(ctx.db, teamId, page)
}

/** Records a note with the shift of the rota that is on, and shows it on live streams. */
export async function addHandover(
  ctx: Context,
  caller: Caller,
  teamId: string,
  text: string,
): Promise<store.Handover> {
  return ctx.db.transaction(async (tx) => {
    // The team may be deleted at the same time.
    if (!(await lockTeam(tx, teamId))) throw refusal('TEAM_NOT_FOUND')
    await assertMayReadTeam(tx, caller.actor, teamId)
    const at = ctx.now()
    const shift = shiftTimeAt(await listShifts(tx, teamId), at, ctx.timeZone.current())
    const id = randomUUID()
    await store.insertHandover(tx, {
      id,
      teamId,
      authorId: caller.actor.id,
      text,
      createdAt: at,
      shiftStartsAt: shift?.startsAt ?? null,
      shiftEndsAt: shift?.endsAt ?? null,
    })
    const message = `Handover note ${id} added to team ${teamId}`
    await recordAuditEntry(ctx, tx, caller, { action: 'team.handover_added', message })
    await appendEvent(tx, { type: 'handover.added', at, teamId, subjectId: id })
    const [handover] = await store.findHandovers(tx, [id])
    return handover as store.Handover
  })
}
