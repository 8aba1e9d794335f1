import type { Place as Residence } from '../../accounts/residences/place.ts'
import { nameSort } from '../../accounts/users/user.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import { type Device, deviceColumns, withState } from '../../telemetry/devices/device.ts'
import { placeSorts, residenceAndTeams } from './person-details.ts'

export interface OwnedDevice extends Device {
  ownerName: string | null
  ownerEmail: string | null
  /** Where the owner lives, and the teams that look after them. */
  residence: Residence | null
  teams: string[]
  isBatteryLow: boolean
}

export interface DeviceFilter {
  macAddress?: string | undefined
  /** As devices are identified here. */
  externalId?: string | undefined
  userId?: string | undefined
}

/** As the overview of patients has it: from the alarm on, by the limits of the owner, until the battery is charged. */
const isBatteryLow = `exists (
  select from device_alarms where device = devices.number and alarm = 'LOW_BATTERY' and not devices.disabled)`

export function listDevices(db: Db, filter: DeviceFilter, page: Page): Promise<PageResult<OwnedDevice>> {
  const conditions = {
    'devices.mac = ': filter.externalId ?? filter.macAddress,
    'devices.user_id = ': filter.userId,
  }
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  return listPage(
    db,
    {
      columns: `${deviceColumns}, users.first_name || ' ' || users.last_name as "ownerName",
                users.email as "ownerEmail", ${residenceAndTeams}, ${isBatteryLow} as "isBatteryLow"`,
      from: `${withState} left join users on users.id = devices.user_id`,
      where: given.map(([condition], i) => `${condition}$${i + 1}`).join(' and ') || 'true',
      values: given.map(([, value]) => value),
      id: 'devices.id',
      sorts: deviceSorts(page.order),
      // Each device has an owner and a state, so counting does not need to join them.
      total: given.length > 0 ? undefined : () => countDevices(db),
    },
    page,
  )
}

/** What is not known comes last, whichever way the list is sorted. */
function deviceSorts(order: 'asc' | 'desc') {
  const [unknownBattery, never] = order === 'asc' ? [101, 'infinity'] : [-1, '-infinity']
  return {
    created_at: 'devices.created_at',
    name: 'devices.name',
    owner: `coalesce(${nameSort}, '')`,
    ...ofAnybody(placeSorts(order), order),
    battery: `coalesce(state.battery, ${unknownBattery})`,
    last_seen: `coalesce(greatest(state.last_seen, state.last_event_at), '${never}')`,
  }
}

/** Shared devices, which belong to nobody, come last. */
const ofAnybody = (sorts: Record<'room' | 'team', string>, order: 'asc' | 'desc') => {
  const last = (sort: string) => `coalesce(${sort}, '${order === 'asc' ? 'b' : 'a'}')`
  return { room: last(sorts.room), team: last(sorts.team) }
}

async function countDevices(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*)::int as count from devices')
  return row?.count ?? 0
}
