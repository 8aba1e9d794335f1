import { listVisibleIncidents } from '../../alerting/incidents/incidents.service.ts'
import { incidentStates } from '../../alerting/model/incident.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { msPerHour, msPerMinute } from '../../platform/lib/duration.ts'
import { listHandoversSince } from './handovers.store.ts'
import { listShiftsOfTeams } from './rota.store.ts'
import { type Shift, shiftTimeAt } from './rota.ts'
import { listTeamsOf, listTeamsWithMembers } from './teams.store.ts'

const withoutRotaMs = 12 * msPerHour
const maxTeams = 100
const maxHandovers = 20
const maxIncidents = 100

/**
 * What happened since the shift before the current one began: the notes of the caller's teams, and the
 * incidents of the patients whom they may see.
 */
export async function readShiftSummary(ctx: Context, caller: Caller) {
  const { id, role } = caller.actor
  const to = ctx.now()
  const teams =
    role === 'ADMIN' ? await listTeamsWithMembers(ctx.db, maxTeams) : await listTeamsOf(ctx.db, id)
  const teamIds = teams.map((team) => team.id)
  const from = beginOf(await listShiftsOfTeams(ctx.db, teamIds), to, ctx.timeZone.current())
  const newest = { page: 1, limit: maxIncidents, sort: 'opened_at', order: 'desc' } as const
  const { rows } = await listVisibleIncidents(ctx, caller, { ...newest, state: [...incidentStates] })
  return {
    from,
    to,
    handovers: await listHandoversSince(ctx.db, teamIds, from, maxHandovers),
    incidents: rows.filter(({ openedAt }) => openedAt >= from),
  }
}

/** When the shift before the current one began; between two shifts, the last one. */
function beginOf(shifts: readonly Shift[], now: Date, timeZone: string): Date {
  const earliest = new Date(now.getTime() - withoutRotaMs)
  const current = shiftTimeAt(shifts, now, timeZone)
  if (!current) return earliest
  const before = shiftTimeAt(shifts, new Date(current.startsAt.getTime() - msPerMinute), timeZone)
  return before?.startsAt ?? current.startsAt
}
