import { z } from 'zod'
import { placeNameSchema } from '../../accounts/residences/place.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { examplePlaceholderId, withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import {
  changesOf,
  clockTimeSchema,
  externalIdText,
  macSchema,
  nameSchema,
  uuidSchema,
} from '../../platform/http/schemas.ts'
import { deviceAddress } from '../../platform/lib/external-id.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { normalizeMac } from '../../platform/lib/mac.ts'
import { deviceKinds } from '../../telemetry/devices/device.ts'
import {
  deviceSchema,
  expectedEverySeconds,
  newDeviceFields,
} from '../../telemetry/devices/devices.schemas.ts'
import { residenceSchema } from './admin-users.schemas.ts'

const macAddress = macSchema.transform(normalizeMac)
const externalId = externalIdText.transform(deviceAddress).meta({
  description: 'The MAC address or other id of a device, in any spelling',
})

const place = z.object({
  site: placeNameSchema.nullable().default(null),
  ward: placeNameSchema,
  room: placeNameSchema.nullable().default(null),
})

const watched = z.object({ from: clockTimeSchema, to: clockTimeSchema }).nullable().optional()

export const newDeviceBody = withExample(
  z
    .object({
      userId: uuidSchema.optional().meta({ description: 'The owner; in place of `place`' }),
      ...newDeviceFields,
      place: place.optional().meta({
        description:
          'Of a shared device, such as the door of a ward, in place of an owner: the teams of the ward are told of its incidents',
      }),
      watched: watched.meta({
        description:
          'The hours in which a shared bed or door is watched; null for none, and without it from 22:00 to 06:00. What is watched of a patient is in `PUT /patients/:id/monitoring`',
      }),
    })
    .refine(({ userId, place }) => (userId === undefined) !== (place === undefined), {
      path: ['userId'],
      message: fieldMessage('OWNER_OR_PLACE'),
    }),
  // Another device than the one in the example of a reading.
  { macAddress: 'AA:BB:CC:DD:EE:01', userId: examplePlaceholderId, name: 'Left wrist' },
)

export type NewDeviceBody = z.infer<typeof newDeviceBody>

export const deviceSettingsBody = withExample(
  changesOf(
    z.object({
      name: nameSchema,
      kind: z.enum(deviceKinds),
      expectedEverySeconds: expectedEverySeconds.nullable().meta({ description: 'Null for what is learned' }),
      place: place.meta({ description: 'Where a shared device is' }),
      watched: watched.meta({
        description: 'The hours in which a shared bed or door is watched; null for none',
      }),
    }),
  ),
  { name: 'Bathroom cord', kind: 'BUTTON', expectedEverySeconds: 86_400 },
)

export const adminDevicesQuery = z.object({
  ...listQuery(['created_at', 'name', 'owner', 'room', 'team', 'battery', 'last_seen']),
  macAddress: macAddress.optional(),
  externalId: externalId.optional(),
  userId: uuidSchema.optional(),
})

export const adminDevicesResponse = responseSchema(
  'A page of devices with their owners',
  z.array(
    deviceSchema
      .extend({
        ownerName: z.string().nullable().meta({ description: 'Null of a shared device' }),
        ownerEmail: z.string().nullable(),
        residence: residenceSchema.meta({
          description: 'Where the owner lives; null if nobody has entered it',
        }),
        teams: z.array(z.string()).meta({ description: 'The teams that look after the owner' }),
        isIntervalSet: z.boolean().meta({
          description: 'Whether somebody has set `expectedEverySeconds`; else it is learned, or not known',
        }),
        watched: z
          .object({ from: z.string(), to: z.string() })
          .nullable()
          .meta({ description: 'The hours in which a shared bed or door is watched' }),
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
