import { z } from 'zod'
import { placeFields } from '../../accounts/residences/place.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import {
  externalIdSchema,
  macSchema,
  nameSchema,
  timestamp,
  uuidSchema,
} from '../../platform/http/schemas.ts'
import { secondsPerDay, secondsPerMinute } from '../../platform/lib/duration.ts'
import { normalizeMac } from '../../platform/lib/mac.ts'
import { deviceKinds, placements } from './device.ts'
import { deviceStatuses } from './device-status.ts'

const status = z.enum(deviceStatuses)

export const deviceSchema = z
  .object({
    id: uuidSchema,
    userId: uuidSchema.nullable().meta({ description: 'Null of a shared device, which has a `place`' }),
    macAddress: z
      .string()
      .meta({ description: 'The MAC address, or the `externalId` of a device without one' }),
    externalId: z.string().meta({ description: 'What the device calls itself, as it was written' }),
    kind: z.enum(deviceKinds),
    expectedEverySeconds: z
      .int()
      .nullable()
      .meta({ description: 'How often it is heard of, as set or as learned; null if neither is known' }),
    place: z
      .object(placeFields)
      .nullable()
      .meta({ id: 'DevicePlace', description: 'Of a shared device; null of one that belongs to somebody' }),
    name: z.string(),
    status,
    lastSeen: timestamp.nullable(),
    batteryLevel: z.number().nullable(),
    firmwareVersion: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Device' })

export const deviceResponse = responseSchema('The device', deviceSchema)

const setupFields = {
  key: z
    .string()
    .meta({ description: 'The device key, returned only once; revoked when the device is replaced' }),
  keyId: uuidSchema,
  setup: z
    .object({
      address: z.string().meta({ description: 'The base URL of the API' }),
      command: z.string().meta({ description: 'A curl command that sends a first reading' }),
      uri: z.string().meta({ description: '`fallwatch:device?address=…&key=…&device_id=…`' }),
      qrCode: z.string().meta({ description: 'The URI as a QR code, an SVG image' }),
    })
    .meta({ id: 'DeviceSetup' }),
}

export const provisionedResponse = responseSchema(
  'The device, with a key and how to set it up',
  deviceSchema.extend(setupFields).meta({ id: 'ProvisionedDevice' }),
)

const ownMac = macSchema.transform(normalizeMac).optional().meta({
  description:
    'The address that the device sends as `device_id`. It need not be one that is burnt in: without it, the service makes a locally administered one (`02:…`).',
  example: 'AA:BB:CC:DD:EE:FF',
})

const ownExternalId = externalIdSchema.optional().meta({
  description:
    'What the device calls itself as `device_id`, if it has no MAC address; in place of `macAddress`',
  example: '00124B0024C8F1A7',
})

const deviceKindSchema = z.enum(deviceKinds).optional().meta({ example: 'BUTTON' })
/** Three days: a device is silent after two intervals, and one that is silent for a week was put away. */
const maxExpectedSeconds = 3 * secondsPerDay
export const expectedEverySeconds = z.int().min(secondsPerMinute).max(maxExpectedSeconds)
const expectedEverySchema = expectedEverySeconds.optional().meta({
  description:
    'How often the device is heard of: it is silent after twice that time. Without it, a wearable is silent after minutes, and another device after three times its usual interval, if it says that it is alive',
  example: 86_400,
})

export const newDeviceFields = {
  macAddress: ownMac,
  externalId: ownExternalId,
  kind: deviceKindSchema,
  expectedEverySeconds: expectedEverySchema,
  name: nameSchema.optional().meta({ example: 'Left wrist' }),
}

export const patientDeviceBody = withExample(z.object(newDeviceFields), { name: 'Left wrist' })

export const replacementBody = withExample(z.object({ macAddress: ownMac, externalId: ownExternalId }), {})
export const replacementResponse = responseSchema(
  'The new device, with a key and how to set it up',
  deviceSchema
    .extend({
      ...setupFields,
      replacedDeviceId: uuidSchema,
      revokedKeys: z.int().meta({ description: 'How many keys were revoked' }),
    })
    .meta({ id: 'ReplacementDevice' }),
)

export const deviceBody = withExample(z.object({ name: nameSchema.meta({ example: 'Left wrist' }) }), {
  name: 'Left wrist',
})

export const placementSchema = z
  .enum(placements)
  .meta({ description: 'Where the device is worn; `unknown` is treated as the wrist', example: 'wrist' })

export const devicesQuery = z.object(listQuery(['created_at']))
export const devicesResponse = responseSchema(
  'A page of devices',
  z.array(deviceSchema.extend({ placement: placementSchema }).meta({ id: 'PatientDevice' })),
  { pagination: paginationSchema },
)

export const detectionBody = withExample(z.object({ placement: placementSchema }), { placement: 'wrist' })
export const detectionResponse = responseSchema(
  'The detection settings of the device',
  z.object({ placement: placementSchema }).meta({ id: 'DeviceDetection' }),
)

export const deviceStatusResponse = responseSchema(
  'The status of the device',
  z
    .object({
      deviceId: uuidSchema,
      status,
      batteryLevel: z.number().nullable(),
      signalStrength: z.int().nullable(),
      lastDataPoint: timestamp.nullable(),
      sensorsInitialized: z.boolean().nullable(),
      wifiConnected: z.boolean().nullable(),
      bluetoothConnected: z.boolean().nullable(),
      uptime: z
        .int()
        .nullable()
        .meta({ description: 'The clock of the device in milliseconds, as submitted' }),
      firmwareVersion: z.string().nullable(),
      updateAvailable: z.boolean(),
    })
    .meta({ id: 'DeviceStatus' }),
)

export const logsQuery = z.object({
  ...listQuery(['created_at'], 20),
  logType: z.enum(['error', 'warning', 'info']).optional(),
})

export const logsResponse = responseSchema(
  'A page of log entries',
  z.array(
    z
      .object({
        id: z.string(),
        deviceId: uuidSchema,
        type: z.enum(['INFO', 'WARNING', 'ERROR']),
        message: z.string(),
        timestamp,
      })
      .meta({ id: 'DeviceLog' }),
  ),
  { pagination: paginationSchema },
)

export const keyBody = withExample(
  z.object({ name: nameSchema.default('Device key').meta({ example: 'Left wrist' }) }),
  { name: 'Left wrist' },
)

const keySchema = z.object({ id: uuidSchema, name: z.string(), createdAt: timestamp })

export const newKeyResponse = responseSchema(
  'The new device key',
  keySchema
    .extend({
      key: z
        .string()
        .meta({ description: 'Returned only once; to be sent as `Authorization: Bearer <key>`' }),
    })
    .meta({ id: 'NewDeviceKey' }),
)
export const keysResponse = responseSchema(
  'The device keys of the caller',
  z.array(keySchema.meta({ id: 'DeviceKey' })),
)
