import { assertMayReadTeam } from '../../accounts/access/policy.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { lockTeams } from '../caregivers/reconcile-team-assignments.ts'
import { maxTeams, type Rota, type Rotas } from './rota.schemas.ts'
import * as store from './rota.store.ts'
import { isInShift, shiftTimeAt } from './rota.ts'
import { gapsOf } from './rota-gaps.ts'
import { getTeam } from './teams.service.ts'
import { listMembers, listTeamsWithMembers, lockTeam, type TeamPerson } from './teams.store.ts'

/** For the members of a team and for admins: the shifts, and who is on duty by them at this moment. */
export async function readRota(ctx: Context, { actor }: Caller, teamId: string) {
  await getTeam(ctx.db, teamId)
  await assertMayReadTeam(ctx.db, actor, teamId)
  const timeZone = ctx.timeZone.current()
  const now = ctx.now()
  const shifts = await store.listShifts(ctx.db, teamId)
  const onDuty = new Map<string, TeamPerson>()
  for (const shift of shifts.filter((one) => isInShift(one, now, timeZone)))
    for (const person of shift.caregivers) onDuty.set(person.id, person)
  return {
    timeZone,
    shifts,
    gaps: gapsOf(shifts),
    currentShift: shiftTimeAt(shifts, now, timeZone) ?? null,
    onDuty: [...onDuty.values()],
  }
}

/** The week of all teams, for admins. */
export async function readRotas(ctx: Context) {
  const teams = await listTeamsWithMembers(ctx.db, maxTeams)
  const shifts = await store.listShiftsOfTeams(
    ctx.db,
    teams.map(({ id }) => id),
  )
  const rotas = teams.map(({ id, name, members }) => {
    const own = shifts.filter(({ teamId }) => teamId === id).map(({ teamId: _, ...shift }) => shift)
    return { id, name, members, shifts: own, gaps: gapsOf(own) }
  })
  return { timeZone: ctx.timeZone.current(), teams: rotas }
}

/** Replaces the whole rota; without shifts, the members' own hours count again. */
export async function replaceRota(ctx: Context, caller: Caller, teamId: string, { shifts }: Rota) {
  await ctx.db.transaction(async (tx) => {
    await lockTeams(tx)
    await replaceShiftsOf(ctx, tx, caller, teamId, shifts, 'shifts')
  })
  return readRota(ctx, caller, teamId)
}

/** Replaces the rotas of several teams together, or none of them. */
export async function replaceRotas(ctx: Context, caller: Caller, { teams }: Rotas) {
  await ctx.db.transaction(async (tx) => {
    await lockTeams(tx)
    for (const [i, { teamId, shifts }] of teams.entries())
      await replaceShiftsOf(ctx, tx, caller, teamId, shifts, `teams.${i}.shifts`)
  })
  return readRotas(ctx)
}

async function replaceShiftsOf(
  ctx: Context,
  tx: Db,
  caller: Caller,
  teamId: string,
  shifts: Rota['shifts'],
  field: string,
): Promise<void> {
  if (!(await lockTeam(tx, teamId))) throw refusal('TEAM_NOT_FOUND')
  const members = new Set((await listMembers(tx, teamId)).map(({ id }) => id))
  const strange = shifts.findIndex(({ caregiverIds }) => caregiverIds.some((id) => !members.has(id)))
  if (strange >= 0) throw invalidFields({ [`${field}.${strange}.caregiverIds`]: fieldMessage('NOT_MEMBERS') })
  await store.replaceShifts(tx, teamId, shifts)
  const message = `Rota of team ${teamId} changed: ${shifts.length} shifts`
  await recordAuditEntry(ctx, tx, caller, { action: 'team.rota_changed', message })
}
