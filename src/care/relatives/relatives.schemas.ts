import { z } from 'zod'
import { assignmentKinds } from '../../accounts/access/assignment-kind.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { changesOf, uuidSchema } from '../../platform/http/schemas.ts'

const countAsHelpers = z.boolean().nullable().meta({
  description:
    'Whether the acknowledgement of a relative ends the escalation; null: while no staff is assigned to the patient',
})
const mayManage = z.boolean().meta({
  description:
    'Whether relatives may change the place, the sensitivity, limits and devices, and invite the patient',
})

export const relativesBody = withExample(changesOf(z.object({ countAsHelpers, mayManage })), {
  countAsHelpers: null,
})
export type RelativesChange = z.infer<typeof relativesBody>

export const relativesResponse = responseSchema(
  'The relatives of the patient, what admins have decided for them, and what you are to the patient',
  z
    .object({
      countAsHelpers,
      areHelpers: z.boolean().meta({ description: 'What holds at this moment' }),
      mayManage,
      relatives: z
        .array(z.object({ id: uuidSchema, name: z.string(), relationship: z.string().nullable() }))
        .meta({ description: 'Those who are assigned as relatives; all others are staff' }),
      you: z.object({
        kind: z.enum(assignmentKinds).nullable().meta({ description: 'Null unless you are assigned' }),
        helps: z.boolean().meta({ description: 'Your acknowledgement ends the escalation' }),
        mayManage: z.boolean(),
      }),
    })
    .meta({ id: 'PatientRelatives' }),
)
