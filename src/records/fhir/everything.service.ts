import { mayReadVitals } from '../../accounts/access/policy.ts'
import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { msPerHour } from '../../platform/lib/duration.ts'
import { listDevicesOf } from '../../telemetry/devices/devices.service.ts'
import { readHourlyVitals } from '../../telemetry/readings/vital-series.service.ts'
import { vitalSigns } from './code-systems.ts'
import * as store from './everything.store.ts'
import type { Resource, ResourceType } from './fhir-types.ts'
import { type Position, startOfFalls, startOfVitals } from './position.ts'
import { deviceResource, fallResource, patientResource, vitalResource } from './resources.ts'

export interface EverythingRequest {
  from: Date
  /** Exclusive. */
  to: Date
  types: readonly ResourceType[]
  count: number
  position: Position
}

export interface EverythingPage {
  resources: Resource[]
  /** Where the next page begins; undefined on the last one. */
  next: Position | undefined
}

const allDevices = { page: 1, limit: 100, sort: 'created_at', order: 'asc' } as const

/**
 * Returns a page of what is known about a patient, in this order: the patient and their devices, falls, and
 * vital signs by the hour. It throws 404 or 403.
 */
export async function readEverything(
  ctx: Context,
  caller: Caller,
  patientId: string,
  { from, to, types, count, position }: EverythingRequest,
): Promise<EverythingPage> {
  const patient = await getReadablePatient(ctx, caller, patientId)
  const { rows: devices } = await listDevicesOf(ctx, patientId, allDevices)
  const resources: Resource[] = []
  let current: Position = position

  if (current.stage === 'people') {
    const person = await store.findPerson(ctx.db, patientId)
    const people = [
      ...(types.includes('Patient') ? [patientResource(patient, person)] : []),
      ...(types.includes('Device') ? devices.map(deviceResource) : []),
    ]
    const end = current.offset + count
    resources.push(...people.slice(current.offset, end))
    if (end < people.length) return { resources, next: { stage: 'people', offset: end } }
    current = startOfFalls
  }
  if (!types.includes('Observation')) return { resources, next: undefined }

  if (current.stage === 'falls') {
    const limit = count - resources.length
    const page = { from, to, after: { microseconds: current.microseconds, id: current.id }, limit: limit + 1 }
    const falls = await store.listFallsAfter(ctx.db, patientId, page)
    resources.push(...falls.slice(0, limit).map((fall) => fallResource(patientId, fall)))
    if (falls.length > limit) {
      const last = falls[limit - 1] ?? current
      return { resources, next: { stage: 'falls', microseconds: last.microseconds, id: last.id } }
    }
    current = startOfVitals
  }

  if (!(await mayReadVitals(ctx.db, caller.actor, patientId))) return { resources, next: undefined }
  const left = count - resources.length
  const vitals = await listVitals(ctx, patientId, { from, to }, devices.length === 1 ? devices[0]?.id : null)
  const { hour, sign } = current.stage === 'vitals' ? current : startOfVitals
  const rest = vitals.filter((one) => one.hour > hour || (one.hour === hour && one.sign >= sign))
  resources.push(...rest.slice(0, left).map(({ resource }) => resource))
  const first = rest[left]
  return { resources, next: first && { stage: 'vitals', hour: first.hour, sign: first.sign } }
}

/** Returns at most two observations an hour: 90 days, for which readings are kept, have 4,320. */
async function listVitals(
  ctx: Context,
  patientId: string,
  period: { from: Date; to: Date },
  deviceId: string | null | undefined,
) {
  const now = ctx.now()
  const to = period.to < now ? period.to : now
  const hours = await readHourlyVitals(ctx, patientId, { from: period.from, to })
  return hours.flatMap((point) => {
    const isOver = point.at.getTime() + msPerHour <= now.getTime()
    return vitalSigns.flatMap((sign, i) => {
      const range = point[sign.name]
      if (!range) return []
      const resource = vitalResource(patientId, deviceId ?? null, sign, { at: point.at, range, isOver })
      return [{ hour: point.at.getTime(), sign: i, resource }]
    })
  })
}
