import { z } from 'zod'
import { severities } from '../../detection/levels/severity.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { personSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { type AlertType, alertTypes } from '../model/incident.ts'

export const alertsQuery = z.object({
  ...listQuery(['created_at'], 100),
  status: z.enum(['active', 'acknowledged', 'handled', 'all']).default('active'),
})
export type AlertsQuery = z.infer<typeof alertsQuery>

const alertSchema = z
  .object({
    id: uuidSchema,
    patientId: uuidSchema,
    patientName: z.string(),
    fallId: uuidSchema.nullable().meta({ description: 'Null for an alert of another type' }),
    incidentId: uuidSchema.nullable(),
    type: z.enum(Object.values(alertTypes) as [AlertType, ...AlertType[]]),
    severity: z.enum(severities),
    message: z
      .string()
      .meta({ description: 'What happened, what indicates it and what to do, in a few sentences' }),
    timestamp,
    acknowledged: z.boolean(),
    acknowledgedAt: timestamp.nullable(),
    handledBy: personSchema.nullable().meta({ description: 'Who handles or has ended the incident' }),
    repeats: z.int().meta({
      description:
        'How many further alerts about the patient this one represents in the list of active alerts; otherwise 0',
    }),
  })
  .meta({ id: 'CaregiverAlert' })

export const alertResponse = responseSchema('The acknowledged alert', alertSchema)
export const alertsResponse = responseSchema('A page of alerts', z.array(alertSchema), {
  pagination: paginationSchema,
})
