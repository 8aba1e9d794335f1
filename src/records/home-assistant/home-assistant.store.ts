import {
  type IncidentKind,
  type IncidentState,
  isUnresolved,
  noticeKinds,
} from '../../alerting/model/incident.ts'
import type { Db } from '../../platform/db/database.ts'
import type { DeviceKind } from '../../telemetry/devices/device.ts'

export interface HomeAssistantShare {
  showName: boolean
  since: Date
}

export async function findHomeAssistantShare(
  db: Db,
  patientId: string,
): Promise<HomeAssistantShare | undefined> {
  const [share] = await db.query<HomeAssistantShare>(
    'select show_name as "showName", since from home_assistant_shares where patient_id = $1',
    [patientId],
  )
  return share
}

export async function upsertHomeAssistantShare(
  tx: Db,
  patientId: string,
  { showName, since }: HomeAssistantShare,
): Promise<void> {
  await tx.query(
    `insert into home_assistant_shares (patient_id, show_name, since) values ($1, $2, $3)
     on conflict (patient_id) do update set show_name = excluded.show_name`,
    [patientId, showName, since],
  )
}

export async function deleteHomeAssistantShare(tx: Db, patientId: string): Promise<boolean> {
  const rows = await tx.query('delete from home_assistant_shares where patient_id = $1 returning 1', [
    patientId,
  ])
  return rows.length > 0
}

/** What Home Assistant shows of somebody. */
export interface ShownPatient {
  id: string
  name: string
  showName: boolean
  /** The one that waits longest for somebody; null if nobody is needed. */
  incident: { kind: IncidentKind; state: IncidentState } | null
  devices: ShownDevice[]
}

export interface ShownDevice {
  id: string
  name: string
  kind: DeviceKind
  battery: number | null
  lastSeenAt: string | null
}

/** Without vital signs: no query here reads them. */
export function listShownPatients(db: Db): Promise<ShownPatient[]> {
  return db.query(
    `select users.id, first_name || ' ' || last_name as name, show_name as "showName",
       (select json_build_object('kind', kind, 'state', state) from incidents
        where incidents.patient_id = users.id and ${isUnresolved} and kind <> all($1)
        order by state = 'ACKNOWLEDGED', opened_at limit 1) as incident,
       coalesce((select json_agg(json_build_object('id', devices.id, 'name', devices.name, 'kind', devices.kind,
           'battery', round(battery), 'lastSeenAt', date_trunc('minute', greatest(last_seen, last_event_at)))
           order by devices.created_at, devices.id)
         from devices left join lateral device_state(devices.number) on true
         where devices.user_id = users.id and not disabled), '[]') as devices
     from home_assistant_shares join users on users.id = patient_id
     where users.status = 'active'
     order by users.id`,
    [noticeKinds],
  )
}
