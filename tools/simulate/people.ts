import { randomBytes } from 'node:crypto'
import type { Api } from './api.ts'

/** Credentials of a person whom the simulator made. */
export interface Credentials {
  email: string
  password: string
}

export interface Name {
  firstName: string
  lastName: string
}

export interface Caregiver extends Credentials {
  id: string
  token: string
}

export interface Patient extends Credentials, Name {
  id: string
  token: string
  /** With this the person's devices send readings. */
  deviceKey: string
}

/** Most people wear one device. An account may have ten, which saves a crowd nine of ten invitations. */
export const devicesPerPerson = (devices: number) => (devices <= 20 ? 1 : 10)

/**
 * Signups are limited to a few accounts in a quarter of an hour. So one caregiver signs up and invites the patients:
 * twenty invitations an hour are allowed, and whoever invites a patient is alerted to the patient's falls.
 */
export async function createCaregiver(api: Api, name: Name, signal?: AbortSignal): Promise<Caregiver> {
  const credentials = { email: address('caregiver'), password: randomPassword() }
  const body = { ...credentials, ...name, role: 'CAREGIVER' }
  const { body: answer } = await api.ask<{ id: string }>('POST', '/auth/signup', { body, signal })
  return { ...credentials, id: answer.data.id, token: answer.token ?? '' }
}

export async function logIn(api: Api, credentials: Credentials, signal?: AbortSignal): Promise<Caregiver> {
  const { body } = await api.ask<{ id: string; role: string }>('POST', '/auth/login', {
    body: { ...credentials },
    signal,
  })
  if (body.data.role !== 'CAREGIVER')
    throw new Error(`${credentials.email} is not the account of a caregiver`)
  return { ...credentials, id: body.data.id, token: body.token ?? '' }
}

/** Makes a patient of the caregiver's, with a key for the devices. */
export async function invitePatient(
  api: Api,
  { token: inviter }: Caregiver,
  name: Name,
  signal?: AbortSignal,
): Promise<Patient> {
  const [email, password] = [address('patient'), randomPassword()]
  const invited = await api.ask<{ id: string; invitation: { token: string } }>('POST', '/patients', {
    token: inviter,
    body: { email, ...name },
    signal,
  })
  const { id, invitation } = invited.body.data
  const accepted = await api.ask('POST', '/auth/accept-invitation', {
    body: { token: invitation.token, password },
    signal,
  })
  const token = accepted.body.token ?? ''
  const made = await api.ask<{ key: string }>('POST', '/device/keys', { token, body: {}, signal })
  return { id, ...name, email, password, token, deviceKey: made.body.data.key }
}

/** Deletes an account and everything of it. */
export const removePerson = (api: Api, { token }: { token: string }) =>
  api.ask('DELETE', '/profile/me', { token, body: { confirmation: true, reason: 'The simulation is over' } })

const address = (role: string) => `${role}-${randomBytes(6).toString('hex')}@simulated.example`

/** The account may outlive the run, so its password is nobody's to guess. */
const randomPassword = () => `Aa1%${randomBytes(12).toString('base64url')}`

/** Gives an address of the kind that is nobody's: locally administered. */
export function randomMac(): string {
  const hex = `02${randomBytes(5).toString('hex')}`.toUpperCase()
  return hex.match(/../g)?.join(':') ?? ''
}
