import { randomUUID } from 'node:crypto'
import { assign, type Person } from './readings.ts'
import type { TestService } from './service.ts'

export interface Place {
  site: string | null
  ward: string | null
  room: string | null
}

/** Makes a patient live in a room, as an admin does, without telling the teams. */
export async function settleIn(
  { ctx }: TestService,
  { id }: { id: string },
  { site, ward, room }: Place,
): Promise<void> {
  await ctx.db.query(
    `insert into residences (patient_id, site, ward, room, confirmed) values ($1, $2, $3, $4, true)`,
    [id, site, ward, room],
  )
}

/** Makes residents who cannot sign in, each with a place, whom a caregiver looks after. */
export async function moveIn(
  { ctx }: TestService,
  caregiver: { id: string },
  residents: readonly (Place & { lastName: string })[],
): Promise<void> {
  const people = residents.map((resident) => ({ ...resident, id: randomUUID() }))
  await ctx.db.query(
    `with people as (
       select * from json_to_recordset($1) as given(id uuid, "lastName" text, site text, ward text, room text)
     ), accounts as (
       insert into users (id, first_name, last_name, role, created_at)
       select id, 'Irma', "lastName", 'PATIENT', $3 from people returning id
     ), homes as (
       insert into residences (patient_id, site, ward, room, confirmed)
       select id, site, ward, room, true from people where coalesce(site, ward, room) is not null
     )
     insert into assignments (caregiver_id, patient_id, created_at) select $2, id, $3 from accounts`,
    [JSON.stringify(people), caregiver.id, ctx.now()],
  )
}

/** Makes a resident who can report a fall, in a room, whom a caregiver looks after. */
export async function signUpResident(
  service: TestService,
  caregiver: { id: string },
  place: Place,
  name: { firstName?: string; lastName?: string } = {},
): Promise<Person> {
  const patient = await service.signUp(name)
  await settleIn(service, patient, place)
  await assign(service, caregiver.id, patient.id)
  return patient
}
