import { randomUUID } from 'node:crypto'
import { lockUser } from '../../accounts/users/users.service.ts'
import { recordAuditEntries, recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { lockTeams, reconcileTeamAssignments } from '../caregivers/reconcile-team-assignments.ts'
import { readUnconfirmed, type Unconfirmed } from '../residences/residences.service.ts'
import type { NewTeam, TeamChange } from './teams.schemas.ts'
import * as store from './teams.store.ts'

/** A team with its members, all patients whom it looks after, and who waits for a confirmation. */
export interface TeamDetail extends store.Team, Unconfirmed {
  members: store.TeamPerson[]
  patients: store.TeamPatient[]
}

export function listAllTeams(ctx: Context, page: Page): Promise<PageResult<store.ListedTeam>> {
  return store.listTeams(ctx.db, page)
}

/** Throws 404. */
export async function getTeam(db: Db, id: string): Promise<store.Team> {
  const team = await store.findTeam(db, id)
  if (!team) throw refusal('TEAM_NOT_FOUND')
  return team
}

export async function getTeamDetail(db: Db, id: string): Promise<TeamDetail> {
  const team = await getTeam(db, id)
  return {
    ...team,
    members: await store.listMembers(db, id),
    patients: await store.listTeamPatients(db, id),
    ...(await readUnconfirmed(db, team)),
  }
}

export async function createTeam(ctx: Context, caller: Caller, { name, site, ward }: NewTeam) {
  const team = { id: randomUUID(), name, site: site ?? null, ward: ward ?? null, createdAt: ctx.now() }
  assertWard(team)
  return ctx.db.transaction(async (tx) => {
    await store.insertTeam(tx, team).catch(explainTakenName)
    await audit(ctx, tx, caller, 'team.created', `Team ${team.id} created`)
    return getTeamDetail(tx, team.id)
  })
}

/**
 * Changes the given fields; with another ward, the members get other patients. If those of the old ward would have
 * no caregivers, as after a misspelling, it is refused with 409 unless it is meant.
 */
export async function editTeam(
  ctx: Context,
  caller: Caller,
  id: string,
  change: TeamChange,
  isWithoutCaregivers = false,
): Promise<TeamDetail> {
  return ctx.db.transaction(async (tx) => {
    const team = { ...(await getLocked(tx, id)), ...given(change) }
    assertWard(team)
    await store.updateTeam(tx, team).catch(explainTakenName)
    await audit(
      ctx,
      tx,
      caller,
      'team.updated',
      `Team ${id}: changed ${Object.keys(given(change)).join(', ')}`,
    )
    const unattended = await reconcileMembers(ctx, tx, caller, id)
    if (unattended.length > 0 && !isWithoutCaregivers)
      throw refusal('TEAM_LEAVES_PATIENTS', { count: unattended.length })
    return getTeamDetail(tx, id)
  })
}

export async function removeTeam(ctx: Context, caller: Caller, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await getLocked(tx, id)
    const members = await store.listMembers(tx, id)
    await store.deleteTeam(tx, id)
    await audit(ctx, tx, caller, 'team.deleted', `Team ${id} deleted`)
    await reconcileTeamAssignments(ctx, tx, caller, { caregiverIds: members.map((member) => member.id) })
  })
}

/** A team with all who shall be in it; nobody is removed. */
export interface TeamImport extends Omit<store.TeamWithPeople, 'createdAt'> {
  isNew: boolean
}

export const listTeamsWithPeople = (tx: Db) => store.listTeamsWithPeople(tx)

/** Creates and fills teams; the caller has locked them, and reconciles the assignments. */
export async function importTeams(
  ctx: Context,
  tx: Db,
  caller: Caller,
  teams: readonly TeamImport[],
): Promise<void> {
  const [created, changed] = [true, false].map((isNew) => teams.filter((team) => team.isNew === isNew))
  await store.insertTeams(tx, created ?? [], ctx.now())
  const peopleOf = (kind: 'memberIds' | 'patientIds') =>
    teams.flatMap((team) => team[kind].map((personId) => ({ teamId: team.id, personId })))
  await store.insertPeople(tx, 'member', peopleOf('memberIds'), ctx.now())
  await store.insertPeople(tx, 'patient', peopleOf('patientIds'), ctx.now())
  const entriesOf = (some: readonly TeamImport[], verb: string) =>
    some.map(({ id }) => ({ subjectId: null, message: `Team ${id} ${verb} by an import` }))
  await recordAuditEntries(ctx, tx, caller, 'team.created', entriesOf(created ?? [], 'created'))
  await recordAuditEntries(ctx, tx, caller, 'team.updated', entriesOf(changed ?? [], 'changed'))
}

const roleOf = { member: 'CAREGIVER', patient: 'PATIENT' } as const
const refusals = {
  member: { unknown: 'CAREGIVER_NOT_FOUND', alreadyIn: 'ALREADY_MEMBER', notIn: 'MEMBER_NOT_FOUND' },
  patient: {
    unknown: 'PATIENT_NOT_FOUND',
    alreadyIn: 'ALREADY_TEAM_PATIENT',
    notIn: 'TEAM_PATIENT_NOT_FOUND',
  },
} as const
const titleOf = { member: 'Caregiver', patient: 'Patient' } as const

const scopeOf = (kind: store.PersonKind, id: string) =>
  kind === 'member' ? { caregiverIds: [id] } : { patientIds: [id] }

/** Adds a member, or chooses a patient; throws 409 if that was done before. */
export async function addPerson(
  ctx: Context,
  caller: Caller,
  kind: store.PersonKind,
  teamId: string,
  personId: string,
): Promise<TeamDetail> {
  return ctx.db.transaction(async (tx) => {
    await getLocked(tx, teamId)
    const person = await lockUser(tx, personId)
    if (person?.role !== roleOf[kind]) throw refusal(refusals[kind].unknown)
    if (!(await store.insertPerson(tx, kind, teamId, personId, ctx.now())))
      throw refusal(refusals[kind].alreadyIn)
    await audit(ctx, tx, caller, `team.${kind}_added`, `${titleOf[kind]} added to team ${teamId}`, personId)
    await reconcileTeamAssignments(ctx, tx, caller, scopeOf(kind, personId))
    return getTeamDetail(tx, teamId)
  })
}

/** Removes a member, or a patient who was chosen; one who lives in the ward stays with the team. */
export async function removePerson(
  ctx: Context,
  caller: Caller,
  kind: store.PersonKind,
  teamId: string,
  personId: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await getLocked(tx, teamId)
    if (!(await store.deletePerson(tx, kind, teamId, personId))) throw refusal(refusals[kind].notIn)
    const message = `${titleOf[kind]} removed from team ${teamId}`
    await audit(ctx, tx, caller, `team.${kind}_removed`, message, personId)
    await reconcileTeamAssignments(ctx, tx, caller, scopeOf(kind, personId))
  })
}

/** Returns the teams of a caregiver with their members. */
export function listOwnTeams(ctx: Context, { actor }: Caller): Promise<store.MemberTeam[]> {
  return store.listTeamsOf(ctx.db, actor.id)
}

/** For a user whose role changes; the caller reconciles the assignments. */
export function leaveTeams(tx: Db, userId: string): Promise<void> {
  return store.deletePersonEverywhere(tx, userId)
}

async function reconcileMembers(ctx: Context, tx: Db, caller: Caller, teamId: string): Promise<string[]> {
  const members = await store.listMembers(tx, teamId)
  return reconcileTeamAssignments(ctx, tx, caller, { caregiverIds: members.map(({ id }) => id) })
}

/** Locks all teams before anything else, so that no two transactions wait for each other. */
async function getLocked(tx: Db, id: string): Promise<store.Team> {
  await lockTeams(tx)
  const team = await store.lockTeam(tx, id)
  if (!team) throw refusal('TEAM_NOT_FOUND')
  return team
}

/** Leaves out the fields of a change that are not given. */
const given = (change: TeamChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<store.Team>

/** A site alone would be no ward. */
function assertWard({ site, ward }: Pick<store.Team, 'site' | 'ward'>): void {
  if (site !== null && ward === null) throw invalidFields({ ward: fieldMessage('REQUIRED_WITH_SITE') })
}

function audit(
  ctx: Context,
  tx: Db,
  caller: Caller,
  action: string,
  message: string,
  subjectId: string | null = null,
): Promise<void> {
  return recordAuditEntry(ctx, tx, caller, { action, message, subjectId })
}

/** The name is the only unique field of a team. */
function explainTakenName(error: unknown): never {
  if (isUniqueViolation(error)) throw refusal('TEAM_NAME_TAKEN')
  throw error
}
