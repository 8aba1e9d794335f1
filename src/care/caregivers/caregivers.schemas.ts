import { z } from 'zod'
import { assignmentKinds } from '../../accounts/access/assignment-kind.ts'
import { onlyMailed } from '../../accounts/auth/invitations.schemas.ts'
import { changeSchemas, shownSchemas } from '../../accounts/person-fields.ts'
import { identitySchema } from '../../accounts/users/users.schemas.ts'
import { prioritySchema } from '../../alerting/escalation/escalation.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { examplePlaceholderId, withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import {
  changesOf,
  flag,
  nameSchema,
  optionalLine,
  timestamp,
  uuidSchema,
} from '../../platform/http/schemas.ts'
import { emailSchema } from '../../platform/lib/email.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { signInNameSchema } from '../../platform/lib/sign-in-name.ts'

const kindSchema = z.enum(assignmentKinds).meta({
  description: 'What the caregiver is to the patient: staff, or a relative, neighbour or friend',
})

const sorts = ['created_at', 'last_name', 'first_name', 'email'] as const

export const caregiversQuery = z.object(listQuery(sorts))
export type CaregiversQuery = z.infer<typeof caregiversQuery>

const changeable = z.object({
  firstName: nameSchema.meta({ example: 'Ana' }),
  lastName: nameSchema.meta({ example: 'Gil' }),
  ...z.object(changeSchemas('caregiver')).partial().shape,
})

export const newCaregiverBody = withExample(
  changeable
    .extend({
      email: emailSchema.optional(),
      signInName: signInNameSchema
        .optional()
        .meta({ description: 'What somebody without an e-mail address signs in with' }),
    })
    .refine(({ email, signInName }) => email !== undefined || signInName !== undefined, {
      path: ['email'],
      error: fieldMessage('REQUIRED_OR_SIGN_IN_NAME'),
      // Beside whatever else is wrong, so that every bad field is named at once.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  {
    email: 'ana@example.org',
    firstName: 'Ana',
    lastName: 'Gil',
    phone: '+34 600 123 456',
    specialization: 'Geriatrics',
    organization: 'Casa Verde',
  },
)
export type NewCaregiver = z.infer<typeof newCaregiverBody>

export const caregiverBody = withExample(changesOf(changeable), { phone: '+34 600 123 456' })
export type CaregiverChange = z.infer<typeof caregiverBody>

const caregiverSchema = identitySchema
  .extend({
    role: z.literal('CAREGIVER'),
    ...shownSchemas('caregiver'),
    patients: z.int().meta({ description: 'How many patients are assigned to the caregiver' }),
    activeAlerts: z.int().meta({ description: 'How many entries the list of active alerts has' }),
  })
  .meta({ id: 'Caregiver' })

const invitation = z
  .object({ token: z.string(), expiresAt: timestamp, mailed: onlyMailed })
  .meta({ description: 'Returned only once; the token is for POST /auth/accept-invitation' })

export const caregiverResponse = responseSchema('The caregiver', caregiverSchema)
export const newCaregiverResponse = responseSchema(
  'The new caregiver and the invitation',
  caregiverSchema.extend({ invitation }).meta({ id: 'NewCaregiver' }),
)
export const caregiversResponse = responseSchema('A page of caregivers', z.array(caregiverSchema), {
  pagination: paginationSchema,
})

export const assignedPatientsQuery = z.object({
  ...listQuery(sorts),
  priorities: flag('false').meta({
    description: '`true` adds the `priority`, `kind` and `relationship` of each assignment',
  }),
})
export type AssignedPatientsQuery = z.infer<typeof assignedPatientsQuery>

export const assignedPatientsResponse = responseSchema(
  'A page of assigned patients',
  z.array(
    z
      .object({
        id: uuidSchema,
        name: z.string(),
        email: z.string().nullable(),
        healthScore: z.int(),
        lastActive: timestamp.nullable(),
        devices: z.int(),
        recentFalls: z.int().meta({ description: 'Falls of the last 30 days, from level POTENTIAL on' }),
        priority: prioritySchema.optional().meta({ description: 'With `priorities=true`' }),
        kind: kindSchema.optional().meta({ description: 'With `priorities=true`' }),
        relationship: z.string().nullable().optional().meta({ description: 'With `priorities=true`' }),
      })
      .meta({ id: 'AssignedPatient' }),
  ),
  { pagination: paginationSchema },
)

/** Ids may be written in capitals; they are answered as they are kept. */
const personId = uuidSchema.toLowerCase()

export const caregiverParams = z.object({ id: personId })
export const assignmentParams = z.object({ id: personId, patientId: personId })

export const assignmentBody = withExample(
  z.object({
    patientId: personId,
    relationship: optionalLine(2000).optional().meta({ example: 'Daughter' }),
    priority: prioritySchema.default(1),
    kind: kindSchema.default('STAFF'),
  }),
  { patientId: examplePlaceholderId, relationship: 'Daughter', kind: 'RELATIVE' },
)
export type NewAssignment = z.infer<typeof assignmentBody>

export const assignmentChangeBody = withExample(
  changesOf(
    z.object({
      priority: prioritySchema,
      kind: kindSchema,
      relationship: optionalLine(2000)
        .nullable()
        .meta({ description: 'Null clears it', example: 'Daughter' }),
    }),
  ),
  { priority: 1 },
)

const assignmentSchema = z.object({
  caregiverId: uuidSchema,
  patientId: uuidSchema,
  relationship: z.string().nullable(),
  createdAt: timestamp,
})

export const assignmentResponse = responseSchema(
  'The assignment',
  assignmentSchema.meta({ id: 'Assignment' }),
)

export const changedAssignmentResponse = responseSchema(
  'The assignment with its priority and kind',
  assignmentSchema.extend({ priority: prioritySchema, kind: kindSchema }),
)

export const unassignedResponse = responseSchema(
  'The assignment that was removed',
  z.object({ caregiverId: uuidSchema, patientId: uuidSchema, unassigned: z.literal(true) }),
)
