import type { Db } from '../../platform/db/database.ts'
import type { DeviceKind } from '../devices/device.ts'

/** A device, and the source that may speak for it. */
export interface IntakeDevice {
  id: string
  number: number
  kind: DeviceKind
  /** Null for a shared device. */
  userId: string | null
  sourceId: string | null
}

const columns = `devices.id, devices.number, devices.kind, devices.user_id as "userId",
  intake_devices.source as "sourceId"`

export async function findIntakeDevice(db: Db, address: string): Promise<IntakeDevice | undefined> {
  const [device] = await db.query<IntakeDevice>(
    `select ${columns} from devices left join intake_devices on device = number where mac = $1`,
    [address],
    'find-intake-device',
  )
  return device
}

/** The address of a device by its id. */
export async function findDeviceAddress(
  db: Db,
  id: string,
): Promise<{ number: number; address: string } | undefined> {
  const [device] = await db.query<{ number: number; address: string }>(
    'select number, mac as address from devices where id = $1',
    [id],
  )
  return device
}

/** Returns the source that speaks for a device. */
export async function findAssignment(tx: Db, device: number): Promise<string | undefined> {
  const [assigned] = await tx.query<{ source: string }>(
    'select source from intake_devices where device = $1',
    [device],
    'find-assignment',
  )
  return assigned?.source
}

export async function assignToSource(tx: Db, device: number, sourceId: string): Promise<void> {
  await tx.query(
    `insert into intake_devices (device, source) values ($1, $2)
     on conflict (device) do update set source = excluded.source`,
    [device, sourceId],
  )
}

export async function endAssignment(tx: Db, device: number): Promise<void> {
  await tx.query('delete from intake_devices where device = $1', [device])
}

/**
 * Assigns a device that has no source to the one where it was seen before somebody registered it, as that is where they
 * have seen it. Two sources that have seen it need a decision.
 */
export async function assignToOnlySource(tx: Db, device: number): Promise<string | undefined> {
  const [assigned] = await tx.query<{ source: string }>(
    `insert into intake_devices (device, source)
     select number, (array_agg(source))[1] from devices join intake_nearby on address = mac
     where number = $1 and first_seen_at <= created_at
     group by number having count(*) = 1
     on conflict (device) do nothing
     returning source`,
    [device],
  )
  return assigned?.source
}

export interface InputState {
  isOn: boolean
  at: Date
}

export async function findInput(db: Db, device: number, input: string): Promise<InputState | undefined> {
  const [state] = await db.query<InputState>(
    'select is_on as "isOn", at from intake_inputs where device = $1 and input = $2',
    [device, input],
    'find-intake-input',
  )
  return state
}

export async function saveInput(
  db: Db,
  device: number,
  input: string,
  { isOn, at }: InputState,
): Promise<void> {
  await db.query(
    // It may have been deleted since its message came.
    `with known as (select number from devices where number = $1 for key share)
     insert into intake_inputs (device, input, is_on, at) select number, $2, $3, $4 from known
     on conflict (device, input) do update set is_on = excluded.is_on, at = excluded.at`,
    [device, input, isOn, at],
    'save-intake-input',
  )
}
