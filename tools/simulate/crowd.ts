import type { Api } from './api.ts'
import type { Display } from './display.ts'
import {
  type Caregiver,
  type Credentials,
  createCaregiver,
  invitePatient,
  logIn,
  type Patient,
  removePerson,
} from './people.ts'

/** Crowd is a caregiver and all the patients. */
export interface Crowd {
  caregiver: Caregiver
  patients: Patient[]
}

export interface CrowdOptions {
  size: number
  /** Somebody who has an account already. */
  caregiver: Credentials | undefined
  display: Display
  signal: AbortSignal
}

/** A few at a time: choosing a password costs the service a slow hash. */
const invitedAtOnce = 4

export async function gatherCrowd(api: Api, { size, caregiver: known, display, signal }: CrowdOptions) {
  const caregiver = known
    ? await logIn(api, known, signal)
    : await createCaregiver(api, { firstName: 'Simulated', lastName: 'Caregiver' }, signal)
  const patients: Patient[] = []
  let begun = 0
  const invite = async () => {
    while (begun < size) {
      const name = { firstName: 'Simulated', lastName: `Patient ${++begun}` }
      patients.push(await invitePatient(api, caregiver, name, signal))
      if (patients.length % 50 === 0) display.say(`  ${patients.length} of ${size} people made`)
    }
  }
  await Promise.all(Array.from({ length: invitedAtOnce }, invite))
  return { caregiver, patients }
}

/** dismissCrowd deletes the patients, and the caregiver who was made for them. */
export async function dismissCrowd(api: Api, crowd: Crowd, { caregiver: known, display }: CrowdOptions) {
  const people = known ? crowd.patients : [...crowd.patients, crowd.caregiver]
  display.say(`  Deleting ${people.length} people …`)
  for (const person of people) await removePerson(api, person)
}
