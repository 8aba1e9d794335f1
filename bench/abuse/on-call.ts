import type pg from 'pg'
import { assign, createPeople, type SignedIn } from '../alerts/people.ts'
import { secret } from '../processes.ts'
import { callerAddress, onCallAddress } from './addresses.ts'
import { addContacts } from './contacts.ts'

/** A call each second gives each of them half a minute, within which the caregiver ends the previous call. */
const callerCount = 30

/** Patients who call for help, and the caregiver who gets the messages. */
export interface OnCall {
  caregiver: { token: string; address: string }
  callers: { token: string; address: string }[]
}

/** Inserts them; the caregiver's only contact is the topic. */
export async function createOnCall(connection: pg.ClientConfig, topicUrl: string): Promise<OnCall> {
  const [caregiver] = (await createPeople(connection, secret, 1, 'CAREGIVER')) as [SignedIn]
  const callers = await createPeople(connection, secret, callerCount, 'PATIENT')
  await assign(connection, [caregiver], callers)
  await addContacts(connection, [{ userId: caregiver.id, channel: 'ntfy', address: topicUrl }])
  return {
    caregiver: { token: caregiver.token, address: onCallAddress },
    callers: callers.map(({ token }, i) => ({ token, address: callerAddress(i) })),
  }
}
