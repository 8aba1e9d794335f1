import { z } from 'zod'
import { weekdays } from '../../alerting/escalation/duty.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { memberSchema } from './teams.schemas.ts'

const maxShifts = 200
const maxPerShift = 100
export const maxTeams = 100

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, fieldMessage('NOT_TIME'))

const shiftFields = {
  weekday: z.enum(weekdays).meta({ description: 'The day on which the shift begins' }),
  from: time,
  to: time.meta({ description: 'On the next day unless it is later than from' }),
}

const shiftsOfBody = z
  .array(z.object({ ...shiftFields, caregiverIds: z.array(uuidSchema.toLowerCase()).max(maxPerShift) }))
  .max(maxShifts)
  .meta({ description: 'All shifts of a week; none if the own hours of the members shall count' })

export const rotaBody = withExample(z.object({ shifts: shiftsOfBody }), {
  shifts: [{ weekday: 'MON', from: '22:00', to: '06:00', caregiverIds: [] }],
})
export type Rota = z.infer<typeof rotaBody>

export const shiftTimeSchema = z.object({ startsAt: timestamp, endsAt: timestamp })

export const rotasBody = withExample(
  z.object({
    teams: z
      .array(z.object({ teamId: uuidSchema.toLowerCase(), shifts: shiftsOfBody }))
      .max(maxTeams)
      .refine((teams) => new Set(teams.map(({ teamId }) => teamId)).size === teams.length, {
        error: fieldMessage('GIVEN_TWICE'),
      })
      .meta({ description: 'The teams whose rotas change; the others keep theirs' }),
  }),
  { teams: [] },
)
export type Rotas = z.infer<typeof rotasBody>

const weekTime = z
  .object({ weekday: z.enum(weekdays), time: z.string().meta({ example: '22:00' }) })
  .meta({ id: 'WeekTime' })
const gaps = z
  .array(z.object({ from: weekTime, to: weekTime }).meta({ id: 'RotaGap' }))
  .meta({ description: 'When the rota has no shift; none if it has no shifts at all' })
const staffedShifts = z.array(z.object({ ...shiftFields, caregivers: z.array(memberSchema) }))

export const rotasResponse = responseSchema(
  'The rotas of all teams, by name; at most 100',
  z
    .object({
      timeZone: z.string().meta({ example: 'Europe/Madrid' }),
      teams: z.array(
        z
          .object({
            id: uuidSchema,
            name: z.string(),
            members: z.array(memberSchema),
            shifts: staffedShifts,
            gaps,
          })
          .meta({ id: 'RotaOfTeam' }),
      ),
    })
    .meta({ id: 'Rotas' }),
)

export const rotaResponse = responseSchema(
  'The rota',
  z
    .object({
      timeZone: z.string().meta({ example: 'Europe/Madrid' }),
      shifts: staffedShifts,
      gaps,
      currentShift: shiftTimeSchema.nullable().meta({ description: 'Of several, the one that began last' }),
      onDuty: z.array(memberSchema).meta({ description: 'Who is on duty now' }),
    })
    .meta({ id: 'TeamRota' }),
)
