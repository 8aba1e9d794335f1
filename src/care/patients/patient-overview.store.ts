import { type Place, placeColumns } from '../../accounts/residences/place.ts'
import { isRecentFall } from '../../alerting/falls/recent-falls.ts'
import { isUnresolved } from '../../alerting/model/incident.ts'
import { lastHeard } from '../../alerting/monitoring/silence-evidence.ts'
import { severities } from '../../detection/levels/severity.ts'
import type { Db } from '../../platform/db/database.ts'
import { signColumns } from '../health/patient-health.service.ts'
import type { DeviceSigns } from '../health/patient-health.ts'
import { type OverviewSigns, type OverviewStanding, overviewKinds } from './patient-overview.ts'

/** The signs of a patient, with a name and a place. */
export interface OverviewRow extends OverviewSigns, Place {
  patientId: string
  name: string
  recentFalls: number
  you: OverviewStanding
  devices: (DeviceSigns & { disabled: boolean })[]
}

type DeviceRow = Omit<OverviewRow, 'devices'> &
  Omit<OverviewRow['devices'][number], 'lastSeen'> & { lastSeen: Date | null }

export const maxOverviewPatients = 500

const nameOrder = 'last_name, first_name, id'
const personColumns = 'users.id, users.first_name, users.last_name'
const allPatients = `(
  select ${personColumns} from users where role = 'PATIENT' order by ${nameOrder} limit ${maxOverviewPatients}
)`
const patientsOf = (caregivers: string) => `(
  select ${personColumns} from users
  where role = 'PATIENT' and id in (select patient_id from assignments where caregiver_id = any(${caregivers}))
)`

/** The expression is that of the index of unresolved incidents, of which a patient has at most one of each kind. */
const incident = `
  select json_build_object('id', id, 'kind', kind, 'openedAt', opened_at) as incident from incidents
  where kind in (${overviewKinds.map((kind) => `'${kind}'`).join(', ')}) and ${isUnresolved}
    and coalesce(patient_id, shared_device_id, '00000000-0000-0000-0000-000000000000'::uuid) = people.id
  order by array_position(array['LOW_BATTERY', 'DEVICE_SILENT'], kind) desc nulls first,
    array_position(array[${severities.map((severity) => `'${severity}'`)}], severity) desc, opened_at
  limit 1`

const alarms = `
  select min(since) filter (where alarm = 'DEVICE_SILENT' and not sending) as silent_since,
         min(since) filter (where alarm = 'LOW_BATTERY') as low_battery_since
  from devices join device_alarms on device_alarms.device = devices.number
  where devices.user_id = people.id and not devices.disabled`

/** Two forms of a statement: where the states of devices are distributed, those of all people are read at once. */
interface Statement {
  usual: string
  distributed: string
}

const states = `states as materialized (
  select * from states_of_devices(array(select number from devices where user_id in (select id from people)))
)`

/** Reads the signs of these people; one row per device, or a single one. */
const overview = (people: string, columns: string, joins = '', order = ''): Statement => ({
  usual: overviewOf(
    people,
    columns,
    joins,
    order,
    '',
    'cross join lateral device_state(devices.number) as state',
  ),
  distributed: overviewOf(
    ...([people, columns, joins, order, `, ${states}`] as const),
    'join states as state on state.device = devices.number',
  ),
})

const formFor = (db: Db, { usual, distributed }: Statement) => (db.isDistributed ? distributed : usual)

const overviewOf = (
  people: string,
  columns: string,
  joins: string,
  order: string,
  moreTables: string,
  joinState: string,
) => `
  with people as materialized (select * from ${people} as person order by ${nameOrder})${moreTables}
  select people.id as "patientId", people.first_name || ' ' || people.last_name as name, incident.incident,
         alarms.silent_since as "silentSince", alarms.low_battery_since as "lowBatterySince",
         devices.disabled, ${columns}
  from people
  left join lateral (${incident}) as incident on true
  cross join lateral (${alarms}) as alarms
  left join (devices ${joinState}) on devices.user_id = people.id
  ${joins}
  order by ${order} people.last_name, people.first_name, people.id`

/** By room where rooms are known, as people walk through a house; who has none comes after those who have. */
const placeOrder =
  'residences.site collate natural_order nulls last, residences.ward collate natural_order nulls last, residences.room nulls last,'

const asStaff = `'STAFF'`

/** The SQL of what a caregiver is to each of the people. */
const standing = (caregiver: string) => `case
  when not exists (select from assignments
                   where caregiver_id = ${caregiver} and patient_id = people.id and kind = 'RELATIVE') then 'STAFF'
  when exists (select from helpers where caregiver_id = ${caregiver} and patient_id = people.id)
    then 'HELPING_RELATIVE'
  else 'RELATIVE' end`

const withHealth = (people: string, since: string, you = asStaff) =>
  overview(
    people,
    `${signColumns}, ${lastHeard} as "lastSeen", ${placeColumns}, recent.falls as "recentFalls", ${you} as you`,
    `left join residences on residences.patient_id = people.id
     cross join lateral (
       select count(*)::int as falls from falls where user_id = people.id and ${isRecentFall(since)}
     ) as recent`,
    placeOrder,
  )

const limited = (people: string) =>
  `(select * from ${people} as listed order by ${nameOrder} limit ${maxOverviewPatients})`
const ofAdmin = withHealth(allPatients, '$1')
const ofStation = withHealth(
  limited(`(
    select ${personColumns} from users
    where id in (select patient_id from station_patients where station_id = $2::uuid)
  )`),
  '$1',
)
const ofCaregiver = withHealth(limited(patientsOf('array[$2::uuid]')), '$1', standing('$2::uuid'))

/** Returns the first 500 patients by name, of a caregiver or of all. */
export async function listOverview(
  db: Db,
  caregiverId: string | undefined,
  fallsSince: Date,
): Promise<OverviewRow[]> {
  const rows = caregiverId
    ? await db.query<DeviceRow>(
        formFor(db, ofCaregiver),
        [fallsSince, caregiverId],
        'list-overview-of-caregiver',
      )
    : await db.query<DeviceRow>(formFor(db, ofAdmin), [fallsSince], 'list-overview')
  return groupDevices(rows)
}

/** Returns the patients of the ward of a station. */
export async function listOverviewOfStation(
  db: Db,
  stationId: string,
  fallsSince: Date,
): Promise<OverviewRow[]> {
  return groupDevices(
    await db.query<DeviceRow>(formFor(db, ofStation), [fallsSince, stationId], 'list-overview-of-station'),
  )
}

/** A patient whom open streams show. */
export interface SeenRow extends OverviewSigns {
  patientId: string
  /** Which of the caregivers they are assigned to. */
  caregiverIds: string[]
  /** Among the first 500 of all. */
  isForAdmins: boolean
}

type SeenDeviceRow = Omit<SeenRow, 'devices'> &
  Omit<OverviewSigns['devices'][number], 'lastSeen'> & { lastSeen: Date | null }

const seen = overview(
  `(select ${personColumns}, false as for_admins from ${patientsOf('$1::uuid[]')} as users
    where not $2 or id not in (select id from ${allPatients} as first)
    union all
    select ${personColumns}, true from ${allPatients} as users where $2)`,
  `${lastHeard} as "lastSeen", state.battery, people.for_admins as "isForAdmins",
   array(select caregiver_id from assignments
         where patient_id = people.id and caregiver_id = any($1::uuid[])) as "caregiverIds"`,
)

/** Returns the patients of these caregivers, and with admins the first 500 of all, by name. */
export async function listPatientUpdates(
  db: Db,
  caregiverIds: readonly string[],
  hasAdmins: boolean,
): Promise<SeenRow[]> {
  return groupDevices(await db.query<SeenDeviceRow>(formFor(db, seen), [caregiverIds, hasAdmins]))
}

interface OneDevice {
  patientId: string
  incident: OverviewSigns['incident']
  lastSeen: Date | null
}

/** Combines the rows of a patient; a device that has never sent is left out. */
function groupDevices<Row extends OneDevice>(rows: Row[]) {
  type Seen = Row & { lastSeen: Date }
  const patients = new Map<string, Row & { devices: Seen[] }>()
  for (const row of rows) {
    const incident = row.incident && { ...row.incident, openedAt: new Date(row.incident.openedAt) }
    const patient = patients.get(row.patientId) ?? { ...row, incident, devices: [] }
    if (hasSent(row)) patient.devices.push(row)
    patients.set(row.patientId, patient)
  }
  return [...patients.values()]
}

const hasSent = <Row extends OneDevice>(row: Row): row is Row & { lastSeen: Date } => row.lastSeen !== null
