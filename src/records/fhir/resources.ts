import type { User } from '../../accounts/users/user.ts'
import type { FallSource } from '../../alerting/falls/fall-item.ts'
import { msPerHour } from '../../platform/lib/duration.ts'
import type { Device, DeviceKind } from '../../telemetry/devices/device.ts'
import {
  componentCode,
  emergencyContact,
  externalIdSystem,
  fallCode,
  levelConcept,
  macAddressSystem,
  outcomeConcept,
  quantity,
  statistic,
  type VitalSign,
  vitalSignsCategory,
} from './code-systems.ts'
import type { FhirFall, FhirPerson } from './everything.store.ts'
import type { Resource } from './fhir-types.ts'

/** FHIR has no null and no empty lists: what is unknown is left out. */
function withoutEmpty(elements: Record<string, unknown>): Record<string, unknown> {
  const known = Object.entries(elements).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(known)
}

const ifKnown = <Value, Result>(value: Value | null, map: (value: Value) => Result): Result[] =>
  value === null || value === '' ? [] : [map(value)]

/** Has no gender, which the service does not know. */
export function patientResource(user: User, { residence, email }: FhirPerson): Resource {
  const address = residence && [residence.site, residence.ward, residence.room].filter(Boolean).join(', ')
  const phone = (value: string) => ({ system: 'phone', value })
  return {
    resourceType: 'Patient',
    id: user.id,
    ...withoutEmpty({
      active: user.status === 'active',
      name: [{ family: user.lastName, given: [user.firstName] }],
      telecom: [...ifKnown(user.phone, phone), ...ifKnown(email, (value) => ({ system: 'email', value }))],
      birthDate: user.dateOfBirth,
      address: ifKnown(address, (text) => ({ use: 'home', text })),
      contact: ifKnown(user.emergencyContact, (value) => ({
        relationship: [emergencyContact],
        telecom: [phone(value)],
      })),
    }),
  }
}

const typesOfDevices: Record<DeviceKind, string> = {
  WEARABLE: 'Fall-detecting wearable',
  BUTTON: 'Button to call for help',
  PENDANT: 'Pendant to call for help',
  RADAR: 'Radar sensor',
  BED: 'Bed sensor',
  DOOR: 'Door contact',
  MOTION: 'Motion sensor',
  PHONE: 'Phone',
  OTHER: 'Device',
}

export const deviceResource = ({ id, disabled, firmware, name, userId, ...device }: Device): Resource => ({
  resourceType: 'Device',
  id,
  ...withoutEmpty({
    identifier: [
      {
        system: device.externalId === device.macAddress ? macAddressSystem : externalIdSystem,
        value: device.externalId,
      },
    ],
    status: disabled ? 'inactive' : 'active',
    deviceName: [{ name, type: 'user-friendly-name' }],
    type: { text: typesOfDevices[device.kind] },
    version: ifKnown(firmware, (value) => ({ type: { text: 'Firmware' }, value })),
    patient: { reference: `Patient/${userId}` },
  }),
})

/**
 * Tells systems that look at nothing else not to count what turned out to be no fall. An alarm is
 * preliminary until somebody has resolved its incident.
 */
function statusOfFall({ state, outcome }: FhirFall): string {
  if (outcome === 'FALSE_ALARM' || outcome === 'TEST') return 'entered-in-error'
  if (outcome !== null) return 'final'
  return state === 'CANCELLED' ? 'cancelled' : 'preliminary'
}

const methods: Record<FallSource, string> = {
  DETECTED: 'Detected by a wearable',
  REPORTED: 'Reported by a person',
  DEVICE_VERDICT: 'Reported by a device that decides by itself',
}

export function fallResource(patientId: string, fall: FhirFall): Resource {
  const text = (code: string, label: string) => (valueString: string) => ({
    code: componentCode(code, label),
    valueString,
  })
  return {
    resourceType: 'Observation',
    id: fall.id,
    ...withoutEmpty({
      status: statusOfFall(fall),
      code: fallCode(fall.outcome),
      subject: { reference: `Patient/${patientId}` },
      effectiveDateTime: fall.at.toISOString(),
      issued: fall.updatedAt.toISOString(),
      valueCodeableConcept: fall.outcome && outcomeConcept(fall.outcome),
      method: { text: methods[fall.source] },
      device: fall.deviceId && { reference: `Device/${fall.deviceId}` },
      component: [
        { code: componentCode('level', 'Level'), valueCodeableConcept: levelConcept(fall.level) },
        ...ifKnown(fall.location, text('location', 'Location')),
        ...ifKnown(fall.injuries, text('injuries', 'Injuries')),
        ...ifKnown(fall.responseSeconds, (seconds) => ({
          code: componentCode('response-time', 'Response time'),
          valueQuantity: quantity(seconds, 's', 's'),
        })),
      ],
    }),
  }
}

/** A vital sign in one hour: its mean, and the least and the greatest value. */
export interface VitalHour {
  at: Date
  range: { min: number; max: number; avg: number }
  isOver: boolean
}

export function vitalResource(
  patientId: string,
  deviceId: string | null,
  { idPart, code, profile, unit, ucumCode }: VitalSign,
  { at, range, isOver }: VitalHour,
): Resource {
  const value = (number: number) => quantity(number, unit, ucumCode)
  return {
    resourceType: 'Observation',
    id: `${patientId}.${idPart}.${at.getTime() / msPerHour}`,
    meta: { profile: [profile] },
    ...withoutEmpty({
      // Further readings of an hour that is not over will change its mean.
      status: isOver ? 'final' : 'preliminary',
      category: [vitalSignsCategory],
      code,
      subject: { reference: `Patient/${patientId}` },
      effectivePeriod: {
        start: at.toISOString(),
        end: new Date(at.getTime() + msPerHour).toISOString(),
      },
      valueQuantity: value(range.avg),
      method: { text: 'Mean of the readings of an hour' },
      device: deviceId && { reference: `Device/${deviceId}` },
      component: [
        { code: statistic('minimum'), valueQuantity: value(range.min) },
        { code: statistic('maximum'), valueQuantity: value(range.max) },
      ],
    }),
  }
}
