import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { PushReceiver } from '../../harness/push-receiver.ts'
import type { EscalationPolicy } from '../../src/alerting/escalation/policy.ts'
import type { ContactSecrets } from '../../src/alerting/notifications/channels/channel-definition.ts'
import { generateWebhookSecret } from '../../src/alerting/notifications/channels/webhook.ts'
import { severities } from '../../src/detection/levels/severity.ts'
import { createSessions, type Person, seedFleet } from '../fleet.ts'
import { withClient } from '../stores.ts'

type Connection = string | pg.ClientConfig

export interface SignedIn extends Person {
  token: string
}

/** Inserts people with a session and a device key each. */
export async function createPeople(
  connection: Connection,
  secret: string,
  count: number,
  role: 'PATIENT' | 'CAREGIVER',
): Promise<SignedIn[]> {
  const people = Array.from({ length: count }, () => ({ id: randomUUID(), key: `fwk_bench-${randomUUID()}` }))
  await seedFleet(connection, { people, devices: [], requests: [], mqtt: [] })
  // A caregiver without a password is no recipient.
  await withClient(connection, (client) =>
    client.query(`update users set role = $2, password_hash = 'none' where id = any($1::uuid[])`, [
      people.map(({ id }) => id),
      role,
    ]),
  )
  const tokens = await createSessions(connection, secret, people)
  return people.map((person, i) => ({ ...person, token: tokens[i] ?? '' }))
}

/** Assigns each caregiver to each patient. */
export async function assign(
  connection: Connection,
  caregivers: Person[],
  patients: Person[],
): Promise<void> {
  await withClient(connection, (client) =>
    client.query(
      `insert into assignments (caregiver_id, patient_id, created_at)
       select caregiver, patient, now() from unnest($1::uuid[]) as caregiver, unnest($2::uuid[]) as patient`,
      [caregivers.map(({ id }) => id), patients.map(({ id }) => id)],
    ),
  )
}

/** Makes a policy that of the installation, for all severities. */
export async function setPolicy(
  connection: Connection,
  policy: Pick<EscalationPolicy, 'steps'> & Partial<EscalationPolicy>,
): Promise<void> {
  const stored = JSON.stringify({ repeat: null, quietAtNight: false, ...policy })
  await withClient(connection, async (client) => {
    await client.query('delete from escalation_policies')
    await client.query(
      'insert into escalation_policies (severity, policy, updated_at) select s, $2, now() from unnest($1::text[]) as s',
      [severities, stored],
    )
  })
}

async function insertContact(
  connection: Connection,
  userId: string | null,
  channel: string,
  address: string,
  secrets: ContactSecrets = {},
): Promise<void> {
  await withClient(connection, (client) =>
    client.query(
      `insert into contacts (id, user_id, channel, address, secrets, created_at, confirmed_at)
       values (gen_random_uuid(), $1, $2, $3, $4, now(), now())`,
      [userId, channel, address, JSON.stringify(secrets)],
    ),
  )
}

/** Subscribes a person to web push, and returns the endpoint. */
export async function addPush(
  connection: Connection,
  { id }: Person,
  receiver: PushReceiver,
): Promise<string> {
  const { endpoint, keys } = receiver.subscribe()
  await insertContact(connection, id, 'push', endpoint, { push: keys })
  return endpoint
}

export const addMail = (connection: Connection, { id }: Person, address: string) =>
  insertContact(connection, id, 'mail', address)

export const addWebhook = (connection: Connection, url: string) =>
  insertContact(connection, null, 'webhook', url, {
    webhook: [{ secret: generateWebhookSecret(), expiresAt: null }],
  })

/** Returns the key to which subscriptions are bound. */
export async function readPushKey(port: number, { token }: SignedIn): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/notifications/push-key`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as { data: { publicKey: string } }
  return data.publicKey
}
