import { assertMayReadTeam } from '../../accounts/access/policy.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { lockTeams } from '../caregivers/reconcile-team-assignments.ts'
import type { Rota } from './rota.schemas.ts'
import * as store from './rota.store.ts'
import { isInShift, shiftTimeAt } from './rota.ts'
import { getTeam } from './teams.service.ts'
import { listMembers, lockTeam, type TeamPerson } from './teams.store.ts'

/** readRota is for the members of a team and for admins: the shifts, and who is on duty by them at this moment. */
export async function readRota(ctx: Context, { actor }: Caller, teamId: string) {
  await getTeam(ctx.db, teamId)
  await assertMayReadTeam(ctx.db, actor, teamId)
  const { timeZone } = ctx.config
  const now = ctx.now()
  const shifts = await store.listShifts(ctx.db, teamId)
  const onDuty = new Map<string, TeamPerson>()
  for (const shift of shifts.filter((one) => isInShift(one, now, timeZone)))
    for (const person of shift.caregivers) onDuty.set(person.id, person)
  return {
    timeZone,
    shifts,
    currentShift: shiftTimeAt(shifts, now, timeZone) ?? null,
    onDuty: [...onDuty.values()],
  }
}

/** replaceRota replaces the whole rota; without shifts, the members' own hours count again. */
export async function replaceRota(ctx: Context, caller: Caller, teamId: string, { shifts }: Rota) {
  await ctx.db.transaction(async (tx) => {
    await lockTeams(tx)
    if (!(await lockTeam(tx, teamId))) throw refusal('TEAM_NOT_FOUND')
    const members = new Set((await listMembers(tx, teamId)).map(({ id }) => id))
    const strange = shifts.findIndex(({ caregiverIds }) => caregiverIds.some((id) => !members.has(id)))
    if (strange >= 0) throw invalidFields({ [`shifts.${strange}.caregiverIds`]: fieldMessage('NOT_MEMBERS') })
    await store.replaceShifts(tx, teamId, shifts)
    const message = `Rota of team ${teamId} changed: ${shifts.length} shifts`
    await recordAuditEntry(ctx, tx, caller, { action: 'team.rota_changed', message })
  })
  return readRota(ctx, caller, teamId)
}
