import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import type { ActingPerson } from '../model/acting-person.ts'
import type { ChannelName } from './channels/channels.ts'
import type { Delivery, DeliveryState, ListedDelivery } from './delivery.ts'

const columns = `deliveries.id, deliveries.contact_id as "contactId", deliveries.incident_id as "incidentId",
  deliveries.step + 1 as step, purpose, deliveries.state, attempts, deliveries.created_at as "createdAt",
  sent_at as "sentAt", error, case when deliveries.state <> 'SENT' then failure end as failure`

export async function insertDelivery(
  db: Db,
  { id, contactId, purpose, createdAt }: Pick<Delivery, 'id' | 'contactId' | 'purpose' | 'createdAt'>,
): Promise<void> {
  await db.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at) values ($1, $2, $3, 'PENDING', $4)`,
    [id, contactId, purpose, createdAt],
  )
}

/** Stores the outcome of an attempt. It returns undefined if the contact was deleted meanwhile. */
export async function recordAttempt(
  db: Db,
  id: string,
  { state, sentAt, error, failure }: Pick<Delivery, 'state' | 'sentAt' | 'error' | 'failure'>,
): Promise<Delivery | undefined> {
  const [delivery] = await db.query<Delivery>(
    `update deliveries set state = $2, sent_at = $3, error = $4, failure = $5, attempts = attempts + 1
     where id = $1
     returning ${columns}`,
    [id, state, sentAt, error, failure],
  )
  return delivery
}

export async function findDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  const [delivery] = await db.query<Delivery>(`select ${columns} from deliveries where id = $1`, [id])
  return delivery
}

/** Makes a delivery of an open incident due at once; false if it is being sent or was sent. */
export async function requeueDelivery(db: Db, id: string, at: Date): Promise<boolean> {
  const rows = await db.query(
    `update deliveries set state = 'PENDING', due_at = $2, attempts = 0
     where id = $1 and state in ('PENDING', 'FAILED') and exists (
       select from incidents
       where incidents.id = incident_id and incidents.state = 'OPEN' and incidents.round = deliveries.round)
     returning 1`,
    [id, at],
  )
  return rows.length > 0
}

const withContact = `deliveries join contacts on contacts.id = contact_id left join users on users.id = contacts.user_id`
const listedColumns = `${columns}, channel, address, contacts.user_id as "userId",
  users.first_name || ' ' || users.last_name as "personName"`

/** A delivery of an incident, with what its receiver is to the patient. */
export type IncidentDelivery = ListedDelivery & Pick<ActingPerson, 'kind' | 'relationship'>

const maxDeliveriesOfIncident = 1000

/** Lists the deliveries of an incident, the oldest first. */
export async function listDeliveriesOf(db: Db, incidentId: string): Promise<IncidentDelivery[]> {
  return db.query(
    `select ${listedColumns}, care.kind, care.relationship
     from ${withContact} left join incidents on incidents.id = deliveries.incident_id
       left join assignments as care
         on care.caregiver_id = contacts.user_id and care.patient_id = incidents.patient_id
     where deliveries.incident_id = $1
     order by deliveries.created_at, deliveries.step, deliveries.id
     limit ${maxDeliveriesOfIncident}`,
    [incidentId],
  )
}

export interface DeliveryFilter {
  state?: DeliveryState | undefined
  channel?: ChannelName | undefined
  userId?: string | undefined
  incidentId?: string | undefined
}

export async function listDeliveries(
  db: Db,
  { state, channel, userId, incidentId }: DeliveryFilter,
  page: Page,
): Promise<PageResult<ListedDelivery>> {
  return listPage(
    db,
    {
      columns: listedColumns,
      from: withContact,
      where: `($1::text is null or state = $1) and ($2::text is null or channel = $2)
              and ($3::uuid is null or contacts.user_id = $3) and ($4::uuid is null or incident_id = $4)`,
      values: [state ?? null, channel ?? null, userId ?? null, incidentId ?? null],
      id: 'deliveries.id',
      sorts: { created_at: 'deliveries.created_at' },
    },
    page,
  )
}
