import type pg from 'pg'
import type { PersonalChannel } from '../../src/alerting/notifications/channels/channels.ts'
import { assign, createPeople, type SignedIn } from '../alerts/people.ts'
import { secret } from '../processes.ts'
import { addContacts, type NewContact } from './contacts.ts'

/** The tokens of patients whose calls cause messages to receivers that hang. */
export interface HangingContacts {
  /** Of five caregivers with ten contacts each, all on different hosts. */
  holes: string[]
  /** The same of ten caregivers, who have more contacts than the service sends messages at once. */
  manyHoles: string[]
  /** Of one caregiver with ten contacts, on hosts whose name servers hang. */
  names: string[]
  /** Of sixty caregivers: some with web push, some with ntfy, some with mail, each on one service that hangs. */
  services: string[]
}

const contactsPerCaregiver = 10
const holeCallers = 100
const caregiversPerService = 20

/** Inserts them; what is not a name leads to the given port of a local address. */
export async function createHangingContacts(
  connection: pg.ClientConfig,
  holePort: number,
): Promise<HangingContacts> {
  const people = (count: number, role: 'CAREGIVER' | 'PATIENT') =>
    createPeople(connection, secret, count, role)
  const tokensOf = (patients: SignedIn[]) => patients.map(({ token }) => token)
  const contacts: NewContact[] = []
  const addTen = (userId: string, hostOf: (i: number) => string) => {
    for (let i = 1; i <= contactsPerCaregiver; i++)
      contacts.push({ userId, channel: 'push', address: `${hostOf(i)}/push` })
  }

  async function createHoles(caregiverCount: number, network: string): Promise<string[]> {
    const owners = await people(caregiverCount, 'CAREGIVER')
    const callers = await people(holeCallers, 'PATIENT')
    await assign(connection, owners, callers)
    owners.forEach(({ id }, owner) => {
      addTen(id, (i) => `http://${network}.${owner}.${i}:${holePort}`)
    })
    return tokensOf(callers)
  }
  const holes = await createHoles(5, '127.67')
  const manyHoles = await createHoles(10, '127.69')

  const nameOwners = await people(1, 'CAREGIVER')
  const nameCallers = await people(1, 'PATIENT')
  await assign(connection, nameOwners, nameCallers)
  for (const { id } of nameOwners) addTen(id, (i) => `http://host-${i}.hangs.example:${holePort}`)

  const addressOf = {
    push: (id) => `http://127.68.0.1:${holePort}/${id}`,
    ntfy: (id) => `http://127.68.0.2:${holePort}/${id}`,
    mail: (id) => `${id}@bench.example`,
  } satisfies Partial<Record<PersonalChannel, (id: string) => string>>
  const services: string[] = []
  for (const channel of ['push', 'ntfy', 'mail'] as const) {
    const caregivers = await people(caregiversPerService, 'CAREGIVER')
    const patients = await people(caregiversPerService, 'PATIENT')
    for (const [i, caregiver] of caregivers.entries()) {
      await assign(connection, [caregiver], patients.slice(i, i + 1))
      contacts.push({ userId: caregiver.id, channel, address: addressOf[channel](caregiver.id) })
    }
    services.push(...tokensOf(patients))
  }

  await addContacts(connection, contacts)
  return { holes, manyHoles, names: tokensOf(nameCallers), services }
}
