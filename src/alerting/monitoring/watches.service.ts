import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerHour, msPerMinute } from '../../platform/lib/duration.ts'
import { circumstancesOf, lockDeviceOwner, type Raised, type Said } from '../incidents/device-calls.ts'
import { clearIncident, raiseIncident } from '../incidents/raise-incident.ts'
import { subjectIdOf, subjectOf } from '../model/alarmed-device.ts'
import type { IncidentKind } from '../model/incident.ts'
import { findUnresolved } from './alarms.store.ts'
import {
  defaultWatches,
  type MonitoringSettings,
  type WatchSettings,
  watches,
  watchSettings,
} from './monitoring-settings.ts'
import { isWatched, watchedSince } from './watched-hours.ts'
import * as store from './watches.store.ts'

export type { WatchedDevice } from './watches.store.ts'

/** An exit of which nobody was told for so long is none: the bed was changed, or its sensor is broken. */
const maxOutMs = 12 * msPerHour

/** A bed that repeats its state does so more often; one that says again after so long that somebody has left it lost a return. */
const exitAgainAfterMs = 30 * msPerMinute

/** What is watched of the owner of a device; a shared bed or door is watched in hours of its own. */
function settingsOf(
  { userId, watchedFrom: from, watchedTo: to }: store.WatchedDevice,
  stored: Partial<WatchSettings> | null,
): WatchSettings {
  if (userId !== null) return watchSettings(stored)
  const isOn = from !== null && to !== null
  return {
    ...defaultWatches,
    ...{ bedExitEnabled: isOn, wanderingEnabled: isOn },
    ...(isOn && { bedExitFrom: from, bedExitTo: to, wanderingFrom: from, wanderingTo: to }),
  }
}

async function readSettings(tx: Db, device: store.WatchedDevice): Promise<WatchSettings> {
  return settingsOf(device, device.userId === null ? null : await store.findWatches(tx, device.userId))
}

const isExitWatched = (ctx: Context, settings: WatchSettings, since: Date) =>
  settings.bedExitEnabled &&
  isWatched(since, { from: settings.bedExitFrom, to: settings.bedExitTo }, ctx.timeZone.current())

/**
 * Stores that somebody has left a bed. People are told when the time that the settings give them has passed: at once only if
 * it is none. An exit that is heard of late says nothing of whether they are back.
 */
export async function leaveBed(
  ctx: Context,
  tx: Db,
  device: store.WatchedDevice,
  { at, late }: Said,
): Promise<Raised | undefined> {
  if (late || !(await store.setOutOfBed(tx, device.number, at, exitAgainAfterMs))) return undefined
  const settings = await readSettings(tx, device)
  if (settings.bedExitAfterMinutes > 0 || !isExitWatched(ctx, settings, at)) return undefined
  if (!(await store.markBedExit(tx, device.number, at))) return undefined
  return raiseBedExit(ctx, tx, device, at)
}

function raiseBedExit(ctx: Context, tx: Db, device: store.WatchedDevice, since: Date): Promise<Raised> {
  return raiseIncident(ctx, tx, {
    ...{ kind: 'BED_EXIT', severity: 'HIGH', ...subjectOf(device), deviceId: device.id },
    reopens: true,
    evidence: { since: since.toISOString() },
    data: { code: 'BED_LEFT', since: since.toISOString() },
  })
}

/** Stores that somebody is back in bed, which ends the incident, and returns its id. */
export async function returnToBed(
  ctx: Context,
  tx: Db,
  device: store.WatchedDevice,
  { at }: Said,
): Promise<string | undefined> {
  if (!(await store.setInBed(tx, device.number, at))) return undefined
  if (device.userId !== null && (await store.isOutOfAnotherBed(tx, device))) return undefined
  const incident = await findUnresolved(tx, subjectIdOf(device), 'BED_EXIT')
  if (incident) await clearIncident(ctx, tx, incident.id, { code: 'BED_RETURNED' })
  return incident?.id
}

/** Tells people of a door that was opened in the hours in which it is watched. */
export async function openDoor(
  ctx: Context,
  tx: Db,
  device: store.WatchedDevice,
  said: Said,
): Promise<Raised | undefined> {
  if (said.late) return undefined
  const { wanderingEnabled, wanderingFrom: from, wanderingTo: to } = await readSettings(tx, device)
  if (!wanderingEnabled || !isWatched(said.at, { from, to }, ctx.timeZone.current())) return undefined
  return raiseIncident(ctx, tx, {
    ...{ kind: 'WANDERING', severity: 'HIGH', ...subjectOf(device), deviceId: device.id },
    reopens: true,
    data: { code: 'DOOR_OPENED', ...circumstancesOf(said) },
  })
}

/**
 * Stores a sign of life of a patient. It ends the incident of its absence while nobody is on it: whoever goes there is the
 * first to give another sign.
 */
export async function noteSign(ctx: Context, tx: Db, patientId: string, at: Date): Promise<void> {
  if (!(await store.saveSign(tx, patientId, at))) return
  const incident = await findUnresolved(tx, patientId, 'INACTIVITY')
  if (incident?.state === 'OPEN') await clearIncident(ctx, tx, incident.id, { code: 'SIGN_OF_LIFE' })
}

/** Tells people of those who are out of bed for too long, each exit once. */
export async function raiseBedExits(ctx: Context): Promise<void> {
  const now = ctx.now()
  const exits = await store.listBedExits(ctx.db, new Date(now.getTime() - maxOutMs), now)
  for (const { since, watches: stored, ...device } of exits) {
    const settings = settingsOf(device, stored)
    const isLong = now.getTime() - since.getTime() >= settings.bedExitAfterMinutes * msPerMinute
    if (!isLong || !isExitWatched(ctx, settings, since)) continue
    await ctx.db.transaction(async (tx) => {
      if (!(await lockDeviceOwner(tx, device))) return
      if (await store.markBedExit(tx, device.number, since)) await raiseBedExit(ctx, tx, device, since)
    })
  }
}

/**
 * Tells people of those who have given no sign of life for hours of the day, once a day. Time in which the service did not
 * listen, or in which nobody had asked for it, does not count.
 */
export async function raiseInactivity(ctx: Context, listenedFrom: Date): Promise<void> {
  const now = ctx.now()
  for (const sign of await store.listLastSigns(ctx.db)) {
    const { inactivityAfterHours, inactivityFrom: from, inactivityTo: to } = watchSettings(sign.watches)
    const dayBegan = watchedSince(now, { from, to }, ctx.timeZone.current())
    if (!dayBegan || (sign.raisedAt && sign.raisedAt >= dayBegan)) continue
    const since = Math.max(
      ...[sign.at, dayBegan, listenedFrom, sign.settingsChangedAt].map((at) => at.getTime()),
    )
    if (now.getTime() - since < inactivityAfterHours * msPerHour) continue
    await ctx.db.transaction((tx) => raiseInactivityOf(ctx, tx, sign, now))
  }
}

async function raiseInactivityOf(ctx: Context, tx: Db, sign: store.LastSign, now: Date): Promise<void> {
  const { patientId, at } = sign
  if (!(await lockDeviceOwner(tx, { userId: patientId }))) return
  if (!(await store.markInactivity(tx, sign, now))) return
  const since = at.toISOString()
  await raiseIncident(ctx, tx, {
    ...{ kind: 'INACTIVITY', severity: 'MEDIUM', patientId, reopens: true, evidence: { since } },
    data: { code: 'NO_SIGN_OF_LIFE', since },
  })
}

/** The kinds of incidents that a change of settings switches off. */
export function switchedOffWatches(before: MonitoringSettings, after: MonitoringSettings): IncidentKind[] {
  const names = Object.keys(watches) as (keyof typeof watches)[]
  return names.filter((name) => before[name] && !after[name]).map((name) => watches[name])
}

/** Clears what is no longer watched of a patient, who must be locked. */
export async function clearWatchesOfPatient(
  ctx: Context,
  tx: Db,
  patientId: string,
  kinds: readonly IncidentKind[],
): Promise<void> {
  for (const kind of kinds) {
    const incident = await findUnresolved(tx, patientId, kind)
    if (incident) await clearIncident(ctx, tx, incident.id, { code: 'ALARM_SWITCHED_OFF' })
  }
}
