import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { examplePlaceholderId, withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { macSchema, uuidSchema } from '../../platform/http/schemas.ts'
import { normalizeMac } from '../../platform/lib/mac.ts'
import { deviceSchema, newDeviceFields } from '../../telemetry/devices/devices.schemas.ts'
import { residenceSchema } from './admin-users.schemas.ts'

const macAddress = macSchema.transform(normalizeMac)

export const newDeviceBody = withExample(
  z.object({
    userId: uuidSchema,
    ...newDeviceFields,
  }),
  // Another device than the one in the example of a reading.
  { macAddress: 'AA:BB:CC:DD:EE:01', userId: examplePlaceholderId, name: 'Left wrist' },
)

export const adminDevicesQuery = z.object({
  ...listQuery(['created_at', 'name', 'owner', 'room', 'team', 'battery', 'last_seen']),
  macAddress: macAddress.optional(),
  userId: uuidSchema.optional(),
})

export const adminDevicesResponse = responseSchema(
  'A page of devices with their owners',
  z.array(
    deviceSchema
      .extend({
        ownerName: z.string(),
        ownerEmail: z.string().nullable(),
        residence: residenceSchema.meta({
          description: 'Where the owner lives; null if nobody has entered it',
        }),
        teams: z.array(z.string()).meta({ description: 'The teams that look after the owner' }),
        isBatteryLow: z.boolean().meta({
          description: 'Whether the alarm of a low battery is raised, by the limits of the owner',
        }),
      })
      .meta({ id: 'AdminDevice' }),
  ),
  { pagination: paginationSchema },
)

export const releaseBody = withExample(
  z.object({
    userId: uuidSchema.toLowerCase().optional().meta({
      description:
        'The account that becomes the new owner. Without it, the MAC address is free to be registered.',
    }),
  }),
  {},
)

export const releasedResponse = responseSchema(
  'The device that was released',
  z.object({
    id: uuidSchema,
    macAddress: z.string(),
    released: z.literal(true),
    newDeviceId: uuidSchema
      .nullable()
      .meta({ description: 'The device of the new owner; null if there is none' }),
  }),
)
