import type { Api } from './api.ts'
import type { Display } from './display.ts'
import { caregiverName, nameOf } from './names.ts'
import {
  type Caregiver,
  type Credentials,
  createCaregiver,
  invitePatient,
  logIn,
  type Patient,
  removePerson,
} from './people.ts'

/** A caregiver and all the patients. */
export interface Participants {
  caregiver: Caregiver
  patients: Patient[]
}

export interface ParticipantOptions {
  size: number
  /** Somebody who has an account already. */
  caregiver: Credentials | undefined
  display: Display
  signal: AbortSignal
}

/** A few at a time: choosing a password costs the service a slow hash. */
const invitedAtOnce = 4

export async function createParticipants(
  api: Api,
  { size, caregiver: known, display, signal }: ParticipantOptions,
) {
  const caregiver = known
    ? await logIn(api, known, signal)
    : await createCaregiver(api, caregiverName, signal)
  const patients: Patient[] = []
  let begun = 0
  const invite = async () => {
    while (begun < size) {
      const person = begun++
      patients[person] = await invitePatient(api, caregiver, nameOf(person), signal)
      if (begun % 50 === 0) display.say(`  Created ${begun} of ${size} patients`)
    }
  }
  await Promise.all(Array.from({ length: invitedAtOnce }, invite))
  return { caregiver, patients }
}

/** Deletes the patients, and the caregiver if one was created. */
export async function removeParticipants(
  api: Api,
  participants: Participants,
  { caregiver: known, display }: ParticipantOptions,
) {
  const people = known ? participants.patients : [...participants.patients, participants.caregiver]
  display.say(`  Deleting ${people.length} people …`)
  for (const person of people) await removePerson(api, person)
}
