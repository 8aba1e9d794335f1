import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import { type Device, deviceColumns, withState } from '../../telemetry/devices/device.ts'

export interface OwnedDevice extends Device {
  ownerName: string
  ownerEmail: string | null
}

export interface DeviceFilter {
  macAddress?: string | undefined
  userId?: string | undefined
}

export function listDevices(db: Db, filter: DeviceFilter, page: Page): Promise<PageResult<OwnedDevice>> {
  const conditions = { 'devices.mac = ': filter.macAddress, 'devices.user_id = ': filter.userId }
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  return listPage(
    db,
    {
      columns: `${deviceColumns}, users.first_name || ' ' || users.last_name as "ownerName",
                users.email as "ownerEmail"`,
      from: `${withState} join users on users.id = devices.user_id`,
      where: given.map(([condition], i) => `${condition}$${i + 1}`).join(' and ') || 'true',
      values: given.map(([, value]) => value),
      id: 'devices.id',
      sorts: { created_at: 'devices.created_at' },
      // Each device has an owner and a state, so counting does not need to join them.
      total: given.length > 0 ? undefined : () => countDevices(db),
    },
    page,
  )
}

async function countDevices(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*)::int as count from devices')
  return row?.count ?? 0
}
