import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { weekdays } from './duty.ts'

const maxHours = 50

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldMessage('NOT_TIME'))

const hours = z
  .array(
    z.object({
      days: z.array(z.enum(weekdays)).min(1).max(weekdays.length),
      from: time,
      to: time.meta({ description: 'On the next day unless it is later than from' }),
    }),
  )
  .min(1)
  .max(maxHours)
  .nullable()
  .meta({ description: 'Weekly hours in the time zone of the installation; null means always' })

export const dutyBody = withExample(z.object({ onDuty: z.boolean(), hours: hours.optional() }), {
  onDuty: true,
  hours: [{ days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], from: '08:00', to: '20:00' }],
})
export type DutyChange = z.infer<typeof dutyBody>

export const dutyResponse = responseSchema(
  'Your duty',
  z.object({
    onDuty: z.boolean().meta({ description: 'As you said; with hours, only within them' }),
    hours,
    onDutyNow: z.boolean(),
    timeZone: z.string().meta({ example: 'Europe/Madrid' }),
    rotas: z
      .array(z.object({ teamId: uuidSchema, teamName: z.string(), onDutyNow: z.boolean() }))
      .meta({ description: 'Your teams with a rota: for their patients it counts, and not your own hours' }),
  }),
)
