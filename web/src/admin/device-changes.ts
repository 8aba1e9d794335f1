import type { DeviceKind } from '../patient/device-words.ts'
import { noOwner, type OwnerValue, ownerOf } from './device-owner.tsx'
import type { AdminDevice } from './devices-queries.ts'
import type { User } from './people-queries.ts'

/** What the form of a device holds. */
export interface DeviceValues {
  name: string
  kind: DeviceKind
  /** In seconds; empty for what is learned. */
  every: string
  /** Of a shared device. */
  owner: OwnerValue
  isWatched: boolean
  from: string
  to: string
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour
export const intervals = [5 * minute, 15 * minute, hour, 6 * hour, 12 * hour, day, 2 * day, 3 * day] as const

/** The hours that the service proposes as well. */
const night = { from: '22:00', to: '06:00' }

/** Those for which hours mean something. */
export const isWatchable = (kind: DeviceKind) => kind === 'BED' || kind === 'DOOR'

export function valuesOf(device: AdminDevice): DeviceValues {
  const { name, kind, expectedEverySeconds, isIntervalSet, place, watched } = device
  return {
    ...{ name, kind },
    every: isIntervalSet && expectedEverySeconds !== null ? String(expectedEverySeconds) : '',
    owner: place
      ? {
          ...noOwner,
          of: 'place',
          place: { site: place.site ?? '', ward: place.ward ?? '', room: place.room ?? '' },
        }
      : noOwner,
    isWatched: watched !== null,
    ...(watched ?? night),
  }
}

export type Problem = 'name' | 'owner' | 'hours'

const isTime = (text: string) => /^\d\d:\d\d$/.test(text)

/** Returns the first thing that is missing. */
export function problemOf(device: AdminDevice, values: DeviceValues): Problem | undefined {
  if (!values.name.trim()) return 'name'
  if (device.userId !== null) return undefined
  if (!ownerOf(values.owner)) return 'owner'
  const hasHours = values.isWatched && isWatchable(values.kind)
  return hasHours && !(isTime(values.from) && isTime(values.to)) ? 'hours' : undefined
}

/** What the service takes; what is left out stays. */
interface Settings {
  name?: string
  kind?: DeviceKind
  expectedEverySeconds?: number | null
  place?: { site: string | null; ward: string; room: string | null }
  watched?: { from: string; to: string } | null
}

export interface DeviceChanges {
  /** What is set anew; undefined if nothing is. */
  settings: Settings | undefined
  /** Who gets a shared device. */
  newOwner: User | undefined
}

/** Returns what differs from the device as it is. */
export function changesOf(device: AdminDevice, values: DeviceValues): DeviceChanges {
  const before = valuesOf(device)
  const { kind, every } = values
  const name = values.name.trim()
  const settings: Settings = {
    ...(name !== device.name && { name }),
    ...(kind !== device.kind && { kind }),
    ...(every !== before.every && { expectedEverySeconds: every === '' ? null : Number(every) }),
  }
  const newOwner = device.userId === null && values.owner.of === 'person' ? values.owner.person : undefined
  if (device.userId === null && values.owner.of === 'place')
    Object.assign(settings, placeChanges(before, values))
  return { settings: Object.keys(settings).length > 0 ? settings : undefined, newOwner }
}

const samePlace = (a: OwnerValue['place'], b: OwnerValue['place']) =>
  a.site.trim() === b.site.trim() && a.ward.trim() === b.ward.trim() && a.room.trim() === b.room.trim()

/** Whether the device comes to another ward, room or site. */
export const isMoved = (before: DeviceValues, { owner }: DeviceValues) =>
  owner.of === 'place' && !samePlace(owner.place, before.owner.place)

function placeChanges(before: DeviceValues, values: DeviceValues): Settings {
  const chosen = ownerOf(values.owner)
  const { isWatched, from, to } = values
  const isSame = isWatched === before.isWatched && (!isWatched || (from === before.from && to === before.to))
  return {
    ...(isMoved(before, values) && chosen && 'place' in chosen && { place: chosen.place }),
    ...(isWatchable(values.kind) && !isSame && { watched: isWatched ? { from, to } : null }),
  }
}
