import { z } from 'zod'
import { assignmentKinds } from '../../accounts/access/assignment-kind.ts'
import { personSchema } from '../../platform/http/schemas.ts'

/** What somebody is to the patient. */
export const standing = {
  kind: z
    .enum(assignmentKinds)
    .nullable()
    .meta({ description: 'Null for the patient, admins, stations and those who are not assigned' }),
  relationship: z.string().nullable().meta({ example: 'Daughter' }),
}
export const actingPersonSchema = personSchema.extend(standing).meta({ id: 'ActingPerson' })
