import { placeJson, type Place as Residence } from '../../accounts/residences/place.ts'
import { nameSort } from '../../accounts/users/user.ts'
import { usableContact } from '../../alerting/notifications/contact.ts'

/** What an admin looks for in a list of people, beside the account. */
export interface PersonDetails {
  /** Where a patient lives; null of everybody else. */
  residence: Residence | null
  /** The teams that a caregiver is a member of, or that look after a patient. */
  teams: string[]
  /** Whether a message can reach them; null of a patient, who gets none. */
  reachable: boolean | null
  /** Null if they have accepted, or cannot be invited. */
  invitation: 'PENDING' | 'EXPIRED' | null
}

/** The SQL of the names of somebody's teams, one in each row; the condition is that of the view team_care. */
const teamsOf = (userId: string) => `
  select teams.name from teams join team_members on team_members.team_id = teams.id and caregiver_id = ${userId}
  union
  select teams.name from teams join team_patients on team_patients.team_id = teams.id and patient_id = ${userId}
  union
  select teams.name from residences join teams on lower(residences.ward) = lower(teams.ward)
    and lower(coalesce(residences.site, '')) = lower(coalesce(teams.site, '')) and residences.confirmed
  where residences.patient_id = ${userId}`

const isReachable = `exists (select from contacts where contacts.user_id = users.id and ${usableContact})`

/** The SQL of whether an invitation that nobody has accepted still works; null if there is none. */
const invitationWorks = (
  now: Date,
) => `(select expires_at > '${now.toISOString()}'::timestamptz from invitations
  where invitations.user_id = users.id and users.password_hash is null)`

/** The SQL of two fields of the people in the table `users`. */
export const residenceAndTeams = `
  (select ${placeJson} from residences where residences.patient_id = users.id) as residence,
  array(select name from (${teamsOf('users.id')}) as team order by name) as teams`

/** The SQL of all fields of PersonDetails. */
export const personDetails = (now: Date) => `${residenceAndTeams},
  case when role <> 'PATIENT' then ${isReachable} end as reachable,
  case ${invitationWorks(now)} when true then 'PENDING' when false then 'EXPIRED' end as invitation`

type Order = 'asc' | 'desc'

/** The SQL of a text to sort by: what is not known comes last, whichever way the list is sorted. */
const knownFirst = (text: string, order: Order) =>
  order === 'asc' ? `coalesce('a' || ${text}, 'b')` : `coalesce('b' || ${text}, 'a')`

/** The orders by the room and the team of the people in the table `users`, and then by their names. */
export const placeSorts = (order: Order) => ({
  room: thenByName(knownFirst('(select room from residences where residences.patient_id = users.id)', order)),
  team: thenByName(
    knownFirst(`(select name from (${teamsOf('users.id')}) as team order by name ${order} limit 1)`, order),
  ),
})

const thenByName = (text: string) => `${text} || E'\\t' || ${nameSort}`

/** The orders by PersonDetails. Whoever it does not concern comes last. */
export function personSorts(order: Order, now: Date) {
  const last = order === 'asc' ? 2 : -1
  return {
    ...placeSorts(order),
    reachable: `case when role = 'PATIENT' then ${last} else ${isReachable}::int end`,
    invitation: `coalesce(${invitationWorks(now)}::int, ${last})`,
  }
}
