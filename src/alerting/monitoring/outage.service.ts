import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendDeviceChanges, notifyDevicesOfUsers } from '../../platform/events/device-notifications.ts'
import { msPerHour, msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { clearIncident, raiseIncident } from '../incidents/raise-incident.ts'
import { ownersOf } from '../model/alarmed-device.ts'
import { findUnresolved } from './alarms.store.ts'
import type { Watch } from './device-watch.store.ts'
import { leaveOutage } from './silence.service.ts'
import * as store from './silence.store.ts'
import type { SilentDevice } from './silent-devices.store.ts'

/** So many devices, and such a part of all that were sending, become silent at once in an outage. */
const minDevices = 5
const minPatients = 2
const outageShare = 0.3
const atOnceMs = 15 * msPerMinute

/** An outage is over when not more than so many devices, or not more than this part of all, are still silent. */
const restDevices = 2
const restShare = 0.1

/** A device counts if it has sent within this time. */
const activeMs = msPerHour

/** From then on admins are told that the service was down, and until then that it was. */
const downtimeMs = 5 * msPerMinute

/** How many devices are marked in one transaction. */
const batchSize = 500

const kind = 'DEVICE_SILENT'
const ago = (ctx: Context, ms: number) => new Date(ctx.now().getTime() - ms)

/** Notifies the admins of a time in which the service received nothing. */
export async function reportDowntime(ctx: Context, tx: Db, { previousLook }: Watch): Promise<void> {
  const now = ctx.now()
  if (!previousLook || now.getTime() - previousLook.getTime() < downtimeMs) return
  const from = previousLook.toISOString()
  const { active } = await store.countSilences(tx, new Date(previousLook.getTime() - atOnceMs), now)
  if (active === 0) return
  const evidence = { downFrom: from, downUntil: now.toISOString() }
  const data = { code: 'SERVICE_DOWN', from, until: now.toISOString() } as const
  await raiseIncident(ctx, tx, { kind, severity: 'LOW', patientId: null, evidence, data })
}

/**
 * Marks the devices that have become silent in an outage, and tells admins once. It returns the other
 * devices.
 */
export async function takeOutage(ctx: Context, silent: SilentDevice[]): Promise<SilentDevice[]> {
  const recent = silent.filter(({ lastSeen }) => lastSeen > ago(ctx, activeMs))
  if (recent.length === 0) return silent
  const marks = await store.listOutageMarks(ctx.db)
  const part = marks.length > 0 ? joining(recent, marks) : await startsOutage(ctx, recent)
  for (let i = 0; i < part.length; i += batchSize) await markOutage(ctx, part.slice(i, i + batchSize))
  const taken = new Set(part)
  return silent.filter((device) => !taken.has(device))
}

/** Returns the devices that have become silent together with those of the current outage. */
function joining(recent: SilentDevice[], marks: SilentDevice[]): SilentDevice[] {
  const firstMs = Math.min(...marks.map(({ since }) => since.getTime()))
  return recent.filter(({ since }) => since.getTime() <= firstMs + atOnceMs)
}

/** Returns the devices if they are enough for an outage, and else none. */
async function startsOutage(ctx: Context, recent: SilentDevice[]): Promise<SilentDevice[]> {
  const { active, silent } = await store.countSilences(ctx.db, ago(ctx, activeMs), ago(ctx, atOnceMs))
  const count = recent.length + silent
  const patients = new Set(recent.map(({ userId }) => userId)).size
  if (recent.length <= restDevices || patients < minPatients) return []
  return count >= minDevices && count >= outageShare * active ? recent : []
}

/** Marks devices and adds them to the incident of the installation. */
async function markOutage(ctx: Context, devices: SilentDevice[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const marks = await store.insertSilences(tx, devices, true)
    if (marks.length === 0) return
    const marked = new Set(marks.map(({ device }) => device))
    const changed = devices.filter(({ number }) => marked.has(number))
    await notifyDevicesOfUsers(tx, ownersOf(changed))
    const count = marked.size
    await raiseIncident(ctx, tx, {
      kind,
      severity: 'MEDIUM',
      patientId: null,
      evidence: { devices: count },
      data: { code: 'DEVICES_SILENT', devices: count },
    })
    await appendDeviceChanges(ctx, tx, changed)
  })
}

/**
 * Ends an outage from which most devices are back; those that stay silent get incidents of their own. It also
 * ends the incident of a downtime, once devices have had the time to send again.
 */
export async function endOutage(ctx: Context, { watchedFrom }: Watch): Promise<void> {
  const nowMs = ctx.now().getTime()
  const marks = await store.listOutageMarks(ctx.db)
  // A device that sends again keeps its mark until it has done so for a while.
  const silent = marks.filter(
    ({ lastSeen, silentAfterSeconds }) => nowMs - lastSeen.getTime() >= silentAfterSeconds * msPerSecond,
  )
  if (silent.length > restDevices) {
    const { active } = await store.countSilences(ctx.db, ago(ctx, activeMs), ctx.now())
    if (silent.length > restShare * active) return
  }
  for (const device of silent) await leaveOutage(ctx, device)
  if (watchedFrom > ago(ctx, downtimeMs)) return
  const incident = await findUnresolved(ctx.db, null, kind)
  if (incident)
    await ctx.db.transaction((tx) => clearIncident(ctx, tx, incident.id, { code: 'DEVICES_SEND' }))
}
