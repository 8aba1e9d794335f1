import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import type { AlarmedDevice } from '../model/alarmed-device.ts'
import { clearAlarm, raiseAlarmIn } from './alarms.service.ts'

/** A device with so many calls within a day that people have closed as false alarms is faulty; it still calls. */
const maxFalseCalls = 5

const dayBefore = (at: Date) => new Date(at.getTime() - msPerDay)

/** The SQL of how many calls of a device within a day were false alarms: of its button, or of a fall that it decides itself. */
const falseCalls = `(
  select count(*)::int from incidents
  where incidents.device_id = devices.id and outcome = 'FALSE_ALARM' and resolved_at > $1
    and (kind in ('SOS', 'STAFF_ASSIST') or kind = 'FALL' and evidence ->> 'decidedBy' = 'DEVICE'))`

const deviceColumns = `devices.id, devices.number, devices.user_id as "userId", devices.site, devices.ward, devices.room`

export interface FaultyDevice extends AlarmedDevice {
  calls: number
}

/** Returns the devices that keep calling by mistake, and whose alarm is not raised. */
export function findFaultyDevices({ db, now }: Context): Promise<FaultyDevice[]> {
  return db.query(
    `select ${deviceColumns}, calls from (
       select distinct device_id from incidents where outcome = 'FALSE_ALARM' and resolved_at > $1
     ) as closed
     join devices on devices.id = closed.device_id
     cross join lateral (select ${falseCalls} as calls) as counted
     where calls >= ${maxFalseCalls} and not devices.disabled and not exists (
       select from device_alarms where device = devices.number and alarm = 'FALSE_CALLS')
     order by devices.number`,
    [dayBefore(now())],
  )
}

/** Raises the alarm of such a device, in a transaction that has locked its owner; false if it is raised already. */
export function raiseFault(ctx: Context, tx: Db, device: AlarmedDevice, calls: number): Promise<boolean> {
  return raiseAlarmIn(ctx, tx, device, {
    ...{ alarm: 'FALSE_CALLS', urgent: false, since: ctx.now(), evidence: { calls } },
    data: { code: 'CALLS_WERE_FALSE', calls },
  })
}

/** Ends the alarms of devices that have not called by mistake for a day. */
export async function settleFaults(ctx: Context): Promise<void> {
  const settled = await ctx.db.query<AlarmedDevice>(
    `select ${deviceColumns} from device_alarms join devices on devices.number = device_alarms.device
     where alarm = 'FALSE_CALLS' and since <= $1 and ${falseCalls} = 0`,
    [dayBefore(ctx.now())],
  )
  for (const device of settled) await clearAlarm(ctx, device, 'FALSE_CALLS', { code: 'CALLS_ARE_RARE' })
}
