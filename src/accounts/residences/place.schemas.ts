import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { changesOf, flag, line, uuidSchema } from '../../platform/http/schemas.ts'

/** The name of a site, a ward or a room. */
export const placeNameSchema = line(100)

/** The fields of a place in the views of patients and incidents. */
export const placeFields = {
  site: z.string().nullable(),
  ward: z.string().nullable(),
  room: z.string().nullable(),
}

const change = placeNameSchema.nullable().meta({ description: 'Null clears it' })

export const residenceBody = withExample(changesOf(z.object({ site: change, ward: change, room: change })), {
  site: 'Elm House',
  ward: 'B',
  room: '12',
})
export type ResidenceChange = z.infer<typeof residenceBody>

export const residenceQuery = z.object({
  withoutCaregivers: flag('false').meta({
    description: 'The patient moves, even if no caregiver is left who looks after them',
  }),
  confirm: flag('false').meta({
    description:
      'The patient moves, even if an incident of theirs is open, or nobody who can be reached is in charge there',
  }),
})

/** Who was placed in the ward of a team or a station by others than its team and admins. */
export const unconfirmedFields = {
  unconfirmedCount: z.int().meta({
    description:
      'How many were placed in this ward by others than its team and admins, before it had a team or a station. They are not looked after by the team and not shown at the station until an admin or a member confirms the place with `PUT /patients/:id/residence`.',
  }),
  unconfirmed: z
    .array(
      z
        .object({ id: uuidSchema, name: z.string(), room: z.string().nullable() })
        .meta({ id: 'UnconfirmedPatient' }),
    )
    .meta({ description: 'The first 100 of them, by name' }),
}

export const residenceResponse = responseSchema(
  'Where the patient lives; null where it is not known',
  z.object({ patientId: uuidSchema, ...placeFields }).meta({ id: 'Residence' }),
)

export const wardsResponse = responseSchema(
  'The wards, by site and name; at most 500',
  z.array(
    z
      .object({
        site: z.string().nullable(),
        ward: z.string(),
        patientCount: z.int().meta({ description: 'How many patients live there' }),
        hasTeam: z.boolean().meta({ description: 'Whether a team looks after it' }),
      })
      .meta({ id: 'Ward' }),
  ),
)
