import type pg from 'pg'
import { assign, createPeople, type SignedIn } from '../alerts/people.ts'
import { secret } from '../processes.ts'
import { withClient } from '../stores.ts'
import type { Account } from './attack.ts'

/** An incident that is not resolved and has very many entries. */
export interface LongTimeline {
  patient: Account
  caregiver: Account
  incidentId: string
}

const entryCount = 200_000

/** Inserts its entries as the service writes them: after a thousand of people, it takes no notes. */
export async function createLongTimeline(port: number, connection: pg.ClientConfig): Promise<LongTimeline> {
  const [patient] = (await createPeople(connection, secret, 1, 'PATIENT')) as [SignedIn]
  const [caregiver] = (await createPeople(connection, secret, 1, 'CAREGIVER')) as [SignedIn]
  await assign(connection, [caregiver], [patient])
  const response = await fetch(`http://127.0.0.1:${port}/api/sos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${patient.token}` },
  })
  if (response.status !== 201) throw new Error(`Calling for help returned ${response.status}`)
  const { data } = (await response.json()) as { data: { id: string } }
  await withClient(connection, (client) =>
    client.query(
      `insert into incident_entries (incident_id, at, type, text)
       select $1, now() + n * interval '1 microsecond', 'told', 'Entry ' || n from generate_series(1, $2::int) as n`,
      [data.id, entryCount],
    ),
  )
  return { patient, caregiver, incidentId: data.id }
}
