import { z } from 'zod'
import { unconfirmedFields } from '../../accounts/residences/place.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { changesOf, flag, line, nameSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'

const place = line(100).nullable()

const teamFields = z.object({
  name: nameSchema,
  site: place.meta({ description: 'As in the residences of patients; needs a ward' }),
  ward: place.meta({
    description: 'The patients who live there are those of the team; null for chosen ones only',
  }),
})

export const teamBody = withExample(teamFields.partial({ site: true, ward: true }), {
  name: 'North, ground floor',
  site: 'House of the Lindens',
  ward: 'North',
})
export type NewTeam = z.infer<typeof teamBody>

export const teamChangeBody = withExample(changesOf(teamFields), { name: 'North, first floor' })
export type TeamChange = z.infer<typeof teamChangeBody>

export const teamChangeQuery = z.object({
  withoutCaregivers: flag('false').meta({
    description: 'The team leaves the ward, even if patients there have no other caregiver',
  }),
})

const id = uuidSchema.toLowerCase()
export const memberParams = z.object({ id, caregiverId: id })
export const patientParams = z.object({ id, patientId: id })

export const teamsQuery = z.object({
  ...listQuery(['name', 'created_at']),
  order: z.enum(['asc', 'desc']).default('asc'),
})

const summary = {
  id: uuidSchema,
  name: z.string(),
  site: z.string().nullable(),
  ward: z.string().nullable(),
  createdAt: timestamp,
}

export const memberSchema = z.object({ id: uuidSchema, name: z.string() }).meta({ id: 'TeamMember' })

const detail = z
  .object({
    ...summary,
    members: z.array(memberSchema),
    patients: z
      .array(
        z
          .object({
            id: uuidSchema,
            name: z.string(),
            room: z.string().nullable(),
            chosen: z
              .boolean()
              .meta({ description: 'Chosen for the team, whether or not they live in its ward' }),
          })
          .meta({ id: 'TeamPatient' }),
      )
      .meta({ description: 'Whom the team looks after, by room and name; at most 1000' }),
    ...unconfirmedFields,
  })
  .meta({ id: 'TeamDetail' })

export const teamResponse = responseSchema('The team, with its members and patients', detail)
export const teamsResponse = responseSchema(
  'A page of teams',
  z.array(
    z
      .object({ ...summary, memberCount: z.int(), patientCount: z.int(), hasRota: z.boolean() })
      .meta({ id: 'ListedTeam' }),
  ),
  { pagination: paginationSchema },
)

export const memberRemovedResponse = responseSchema(
  'Removed',
  z.object({ teamId: uuidSchema, caregiverId: uuidSchema, removed: z.literal(true) }),
)
export const patientRemovedResponse = responseSchema(
  'Removed',
  z.object({ teamId: uuidSchema, patientId: uuidSchema, removed: z.literal(true) }),
)

export const ownTeamsResponse = responseSchema(
  'Your teams, by name',
  z.array(z.object({ ...summary, members: z.array(memberSchema) }).meta({ id: 'OwnTeam' })),
)
