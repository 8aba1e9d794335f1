import { z } from 'zod'
import { placeFields } from '../../accounts/residences/place.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { overviewStandings, overviewStatuses } from './patient-overview.ts'

export const overviewSchema = z
  .object({
    patientId: uuidSchema,
    name: z.string(),
    ...placeFields,
    status: z.enum(overviewStatuses).meta({ description: 'The worst that is the case' }),
    since: timestamp.nullable().meta({ description: 'When it began; null for NO_DEVICE and FINE' }),
    lastReadingAt: timestamp.nullable(),
    battery: z
      .number()
      .nullable()
      .meta({ description: 'The lowest of the devices that are enabled and sent within a day' }),
    recentFalls: z.int().meta({ description: 'Falls of the last 30 days, from POTENTIAL on' }),
    healthScore: z.int().min(0).max(100),
    you: z
      .enum(overviewStandings)
      .meta({ description: 'What you are to the patient; STAFF for admins and stations' }),
    openIncidentId: uuidSchema
      .nullable()
      .meta({ description: 'The unresolved incident that the status comes from' }),
  })
  .meta({ id: 'PatientOverview' })

export const overviewResponse = responseSchema(
  'How each patient is doing, by place and name',
  z.array(overviewSchema),
)
