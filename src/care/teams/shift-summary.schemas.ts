import { z } from 'zod'
import { incidentSchema } from '../../alerting/incidents/incidents.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { handoverSchema } from './handovers.schemas.ts'

export const shiftSummaryResponse = responseSchema(
  'What those who begin their shift should know',
  z
    .object({
      from: timestamp.meta({
        description: 'When the shift before the current one began; 12 hours ago without a rota',
      }),
      to: timestamp,
      handovers: z
        .array(handoverSchema)
        .meta({ description: 'The notes of your teams since then, newest first; at most 20' }),
      incidents: z
        .array(incidentSchema)
        .meta({ description: 'What began since then, newest first; at most 100' }),
    })
    .meta({ id: 'ShiftSummary' }),
)
