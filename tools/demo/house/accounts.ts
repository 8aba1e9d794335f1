import type { Api } from '../../simulate/api.ts'
import { createChance } from '../../simulate/chance.ts'
import type { Credentials, Name } from '../../simulate/people.ts'
import type { Receivers } from '../receivers.ts'
import type { Account, Cord, House, HousePatient, Wearable } from './house.ts'
import { adminName, type Colleague, colleagues, organization, type Resident, residents } from './residents.ts'

export interface AccountOptions {
  admin: Credentials
  seed: number
  /** The same for everybody but the admin. */
  password: string
  receivers?: Receivers | undefined
  signal?: AbortSignal | undefined
}

/**
 * Lets the admin and Carla invite everybody, and registers the wearables, through the API. People are
 * created side by side, because most of the time goes into hashing their passwords.
 */
export async function createAccounts(api: Api, options: AccountOptions): Promise<House> {
  const admin = await logIn(api, options)
  if (options.receivers) await addContacts(api, admin, options.receivers, options.signal)
  const caregivers: Account[] = []
  // One after the other, because each confirms the code that came last.
  for (const colleague of colleagues) caregivers.push(await createCaregiver(api, admin, colleague, options))
  const patients = await Promise.all(
    residents.map((_, number) => createPatient(api, { admin, caregivers, number }, options)),
  )
  return { admin, caregivers, patients, seed: options.seed }
}

interface Staff {
  admin: Account
  caregivers: Account[]
  /** The number of the resident who moves in. */
  number: number
}

async function createPatient(
  api: Api,
  { admin, caregivers, number }: Staff,
  options: AccountOptions,
): Promise<HousePatient> {
  const resident = residents[number] as Resident
  // Only caregivers invite patients: Carla, who looks after all of them.
  const carla = caregivers.at(-1) as Account
  const account = await invite(api, carla, '/patients', resident, options)
  const ask = ({ token }: Account, method: string, path: string, body: object) =>
    api.ask(method, path, { token, body, signal: options.signal })
  const { phone, bloodPressure, ward, room, okWindowSeconds } = resident
  await ask(carla, 'PUT', `/patients/${account.id}`, { phone, bloodPressure })
  // A ward that gets a team later takes only whom an admin has placed there.
  await ask(admin, 'PUT', `/patients/${account.id}/residence`, { ward, room })
  if (okWindowSeconds) await ask(carla, 'PUT', `/patients/${account.id}/monitoring`, { okWindowSeconds })
  const priorities = new Map<Account, number>()
  for (const [i, caregiver] of caregivers.entries()) {
    const priority = colleagues[i]?.priorityOf(number)
    if (priority === undefined) continue
    priorities.set(caregiver, priority)
    const path = `/caregivers/${caregiver.id}/patients`
    // Whoever invites a patient is assigned at once.
    if (caregiver === carla) await ask(admin, 'PUT', `${path}/${account.id}`, { priority })
    else await ask(admin, 'POST', path, { patientId: account.id, priority })
  }
  const mac = macOf(options.seed, number)
  return {
    ...account,
    ...{ role: 'PATIENT', number, resident },
    wearable: await registerWearable(api, { admin, account, mac, signal: options.signal }),
    cord: resident.hasCord ? await hangCord(api, { admin, account, mac, signal: options.signal }) : undefined,
    caregivers: [...priorities].sort(([, a], [, b]) => a - b).map(([caregiver]) => caregiver),
  }
}

/** Opens a session of the admin, who gets a name. */
async function logIn(api: Api, { admin, signal }: AccountOptions): Promise<Account> {
  const { body } = await api.ask<{ id: string }>('POST', '/auth/login', { body: { ...admin }, signal })
  const token = body.token ?? ''
  await api.ask('PUT', '/profile/me', { token, body: adminName, signal })
  return { ...admin, ...adminName, id: body.data.id, token, role: 'ADMIN' }
}

async function createCaregiver(
  api: Api,
  admin: Account,
  { phone, specialization, ...colleague }: Colleague,
  options: AccountOptions,
): Promise<Account> {
  const profile = { ...colleague, phone, specialization, organization }
  const caregiver = await invite(api, admin, '/caregivers', profile, options)
  if (options.receivers) await addContacts(api, caregiver, options.receivers, options.signal)
  return { ...caregiver, role: 'CAREGIVER' }
}

/** Demo addresses are of first names: nobody has to type more. */
const addressOf = ({ firstName }: Name) =>
  `${firstName
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()}@demo.example`

async function invite(
  api: Api,
  { token }: Account,
  path: '/patients' | '/caregivers',
  person: Name & Partial<Resident>,
  { password, signal }: AccountOptions,
): Promise<Omit<Account, 'role'>> {
  const email = addressOf(person)
  const { firstName, lastName } = person
  const invited = await api.ask<{ id: string; invitation: { token: string } }>('POST', path, {
    token,
    body: { ...person, email },
    signal,
  })
  const { id, invitation } = invited.body.data
  const body = { token: invitation.token, password }
  const accepted = await api.ask('POST', '/auth/accept-invitation', { body, signal })
  return { id, firstName, lastName, email, password, token: accepted.body.token ?? '' }
}

/** Gives an address of the kind that is nobody's: locally administered. */
function macOf(seed: number, number: number): string {
  const chance = createChance(seed, number, 8)
  const octets = [2, ...Array.from({ length: 5 }, () => chance.whole(0, 255))]
  return octets.map((octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join(':')
}

interface NewWearable {
  admin: Account
  account: Omit<Account, 'role'>
  mac: string
  signal: AbortSignal | undefined
}

async function registerWearable(api: Api, { admin, account, mac, signal }: NewWearable): Promise<Wearable> {
  const { id: userId, token, firstName } = account
  const device = await api.ask<{ id: string }>('POST', '/admin/devices', {
    token: admin.token,
    body: { macAddress: mac, userId, name: `${firstName}'s wearable` },
    signal,
  })
  const { id } = device.body.data
  await api.ask('PUT', `/device/${id}/detection`, { token, body: { placement: 'waist' }, signal })
  const key = { name: 'Wearable' }
  const made = await api.ask<{ key: string }>('POST', '/device/keys', { token, body: key, signal })
  return { id, mac, key: made.body.data.key, battery: 100 }
}

/** Registers the cord in the bathroom; its id is one of a radio. */
async function hangCord(api: Api, { admin, account, mac, signal }: NewWearable): Promise<Cord> {
  const externalId = `00124B00${mac.replaceAll(':', '').slice(4)}`
  const body = { externalId, kind: 'BUTTON', userId: account.id, name: 'Bathroom cord' }
  await api.ask('POST', '/admin/devices', { token: admin.token, body, signal })
  const test = { device_id: externalId, event: 'test', battery_level: 96 }
  await api.ask('POST', '/device/events', { token: account.token, body: test, signal })
  return { externalId }
}

/** Makes somebody reachable by e-mail and ntfy, at the receivers of the demo. */
async function addContacts(
  api: Api,
  { token, firstName }: Pick<Account, 'token' | 'firstName'>,
  receivers: Receivers,
  signal: AbortSignal | undefined,
): Promise<void> {
  const path = '/notifications/contacts'
  const body = receivers.mailbox(firstName)
  const mail = await api.ask<{ id: string }>('POST', path, { token, body, signal })
  const code = { code: receivers.lastCode() }
  await api.ask('POST', `${path}/${mail.body.data.id}/confirm`, { token, body: code, signal })
  await api.ask('POST', path, { token, body: receivers.topic(firstName), signal })
}
