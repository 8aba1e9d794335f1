import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'

/** A team of caregivers; without a ward it looks after chosen patients only. */
export interface Team {
  id: string
  name: string
  site: string | null
  ward: string | null
  createdAt: Date
}

export interface ListedTeam extends Team {
  memberCount: number
  patientCount: number
  hasRota: boolean
}

export interface TeamPerson {
  id: string
  name: string
}

export interface TeamPatient extends TeamPerson {
  room: string | null
  /** Chosen for the team, whether or not they live in its ward. */
  chosen: boolean
}

const columns = 'teams.id, teams.name, teams.site, teams.ward, teams.created_at as "createdAt"'

/** As in the view team_care. */
const isResident = `lower(residences.ward) = lower(teams.ward)
  and lower(coalesce(residences.site, '')) = lower(coalesce(teams.site, '')) and residences.confirmed`

const patientCount = `(
  select count(*)::int from (
    select patient_id from residences join users on users.id = patient_id and role = 'PATIENT' where ${isResident}
    union select patient_id from team_patients where team_patients.team_id = teams.id
  ) as patients)`

export function listTeams(db: Db, page: Page): Promise<PageResult<ListedTeam>> {
  return listPage(
    db,
    {
      columns: `${columns},
        (select count(*)::int from team_members where team_id = teams.id) as "memberCount",
        ${patientCount} as "patientCount",
        exists (select from team_shifts where team_id = teams.id) as "hasRota"`,
      from: 'teams',
      where: 'true',
      values: [],
      id: 'teams.id',
      sorts: { name: 'teams.name', created_at: 'teams.created_at' },
    },
    page,
  )
}

export async function findTeam(db: Db, id: string): Promise<Team | undefined> {
  const [team] = await db.query<Team>(`select ${columns} from teams where id = $1`, [id])
  return team
}

/** Keeps a team from being changed or deleted until the transaction ends. */
export async function lockTeam(tx: Db, id: string): Promise<Team | undefined> {
  const [team] = await tx.query<Team>(`select ${columns} from teams where id = $1 for update`, [id])
  return team
}

export async function insertTeam(tx: Db, { id, name, site, ward, createdAt }: Team): Promise<void> {
  await tx.query('insert into teams (id, name, site, ward, created_at) values ($1, $2, $3, $4, $5)', [
    id,
    name,
    site,
    ward,
    createdAt,
  ])
}

/** Inserts many teams by one statement. */
export async function insertTeams(
  tx: Db,
  teams: readonly Omit<Team, 'createdAt'>[],
  createdAt: Date,
): Promise<void> {
  await tx.query(
    `insert into teams (id, name, site, ward, created_at)
     select id, name, site, ward, $5
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as given (id, name, site, ward)`,
    [
      teams.map(({ id }) => id),
      teams.map(({ name }) => name),
      teams.map(({ site }) => site),
      teams.map(({ ward }) => ward),
      createdAt,
    ],
  )
}

export async function updateTeam(tx: Db, { id, name, site, ward }: Omit<Team, 'createdAt'>): Promise<void> {
  await tx.query('update teams set name = $2, site = $3, ward = $4 where id = $1', [id, name, site, ward])
}

export async function deleteTeam(tx: Db, id: string): Promise<void> {
  await tx.query('delete from teams where id = $1', [id])
}

const maxMembers = 1000

export function listMembers(db: Db, teamId: string): Promise<TeamPerson[]> {
  return db.query(
    `select id, first_name || ' ' || last_name as name from team_members join users on users.id = caregiver_id
     where team_id = $1 order by last_name, first_name, id limit ${maxMembers}`,
    [teamId],
  )
}

const maxPatients = 1000

/** Returns whom a team looks after, by room and name. */
export function listTeamPatients(db: Db, teamId: string): Promise<TeamPatient[]> {
  return db.query(
    `select users.id, first_name || ' ' || last_name as name, room, team_patients.patient_id is not null as chosen
     from teams
     join users on users.role = 'PATIENT'
     left join residences on residences.patient_id = users.id
     left join team_patients on team_patients.team_id = teams.id and team_patients.patient_id = users.id
     where teams.id = $1 and (team_patients.patient_id is not null or ${isResident})
     order by room nulls last, last_name, first_name, users.id
     limit ${maxPatients}`,
    [teamId],
  )
}

/** The people of a team: who is in it, or whom it was chosen for. */
const peopleTables = {
  member: { table: 'team_members', column: 'caregiver_id' },
  patient: { table: 'team_patients', column: 'patient_id' },
} as const
export type PersonKind = keyof typeof peopleTables

/** False if the person is there already. */
export async function insertPerson(
  tx: Db,
  kind: PersonKind,
  teamId: string,
  personId: string,
  at: Date,
): Promise<boolean> {
  const { table, column } = peopleTables[kind]
  const rows = await tx.query(
    `insert into ${table} (team_id, ${column}, created_at) values ($1, $2, $3) on conflict do nothing returning 1`,
    [teamId, personId, at],
  )
  return rows.length > 0
}

/** Adds people to teams, in which some of them may be already. */
export async function insertPeople(
  tx: Db,
  kind: PersonKind,
  people: readonly { teamId: string; personId: string }[],
  at: Date,
): Promise<void> {
  const { table, column } = peopleTables[kind]
  await tx.query(
    `insert into ${table} (team_id, ${column}, created_at)
     select team_id, person_id, $3 from unnest($1::uuid[], $2::uuid[]) as given (team_id, person_id)
     on conflict do nothing`,
    [people.map(({ teamId }) => teamId), people.map(({ personId }) => personId), at],
  )
}

/** A team with its members and chosen patients. */
export interface TeamWithPeople extends Team {
  memberIds: string[]
  patientIds: string[]
}

export function listTeamsWithPeople(db: Db): Promise<TeamWithPeople[]> {
  return db.query(
    `select ${columns},
       array(select caregiver_id from team_members where team_id = teams.id) as "memberIds",
       array(select patient_id from team_patients where team_id = teams.id) as "patientIds"
     from teams`,
  )
}

/** False if the person was not there. */
export async function deletePerson(
  tx: Db,
  kind: PersonKind,
  teamId: string,
  personId: string,
): Promise<boolean> {
  const { table, column } = peopleTables[kind]
  const rows = await tx.query(`delete from ${table} where team_id = $1 and ${column} = $2 returning 1`, [
    teamId,
    personId,
  ])
  return rows.length > 0
}

/** Removes a person from all teams. */
export async function deletePersonEverywhere(tx: Db, personId: string): Promise<void> {
  await tx.query('delete from team_members where caregiver_id = $1', [personId])
  await tx.query('delete from team_patients where patient_id = $1', [personId])
}

export interface MemberTeam extends Team {
  members: TeamPerson[]
}

const members = `(
  select coalesce(json_agg(json_build_object('id', users.id, 'name', first_name || ' ' || last_name)
                           order by last_name, first_name, users.id), '[]')
  from team_members as colleague join users on users.id = colleague.caregiver_id
  where colleague.team_id = teams.id
) as members`

/** Returns the first teams by name. */
export function listTeamsWithMembers(db: Db, limit: number): Promise<MemberTeam[]> {
  return db.query(`select ${columns}, ${members} from teams order by name limit ${limit}`)
}

/** Returns the teams of a caregiver with their members, by name. */
export function listTeamsOf(db: Db, caregiverId: string): Promise<MemberTeam[]> {
  return db.query(
    `select ${columns}, ${members}
     from teams join team_members on team_members.team_id = teams.id and team_members.caregiver_id = $1
     order by teams.name`,
    [caregiverId],
  )
}
