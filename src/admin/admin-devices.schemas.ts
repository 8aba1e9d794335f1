import { z } from 'zod'
import { nameSchema, uuidSchema } from '../http/schemas.ts'
import { macPattern, normalizeMac } from '../lib/mac.ts'

export const newDeviceBody = z.object({
  macAddress: z
    .string()
    .regex(macPattern, 'must be a MAC address such as AA:BB:CC:DD:EE:FF')
    .transform(normalizeMac)
    .meta({ example: 'AA:BB:CC:DD:EE:FF' }),
  userId: uuidSchema,
  name: nameSchema.optional().meta({ example: 'Left wrist' }),
})
