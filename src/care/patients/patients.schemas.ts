import { z } from 'zod'
import { onlyMailed } from '../../accounts/auth/invitations.schemas.ts'
import { changeSchemas, shownSchemas } from '../../accounts/person-fields.ts'
import { identitySchema } from '../../accounts/users/users.schemas.ts'
import { sensitivitySchema } from '../../alerting/monitoring/monitoring.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { changesOf, line, nameSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { emailSchema } from '../../platform/lib/email.ts'
import { signInNameSchema } from '../../platform/lib/sign-in-name.ts'
import { deviceStatuses } from '../../telemetry/devices/device-status.ts'

const accountStatus = z.enum(['active', 'inactive'])

/** What every view of a patient begins with. */
const patientFields = identitySchema.extend(shownSchemas('patient'))

const patientSchema = patientFields.extend({
  caregivers: z.array(
    z.object({
      id: uuidSchema,
      name: z.string(),
      relationship: z.string().nullable(),
      phone: z.string().nullable(),
    }),
  ),
  devices: z.array(z.object({ id: uuidSchema, name: z.string(), status: z.enum(deviceStatuses) })),
})

export const patientResponse = responseSchema('The patient', patientSchema.meta({ id: 'Patient' }))

export const newPatientResponse = responseSchema(
  'The new patient and the invitation',
  patientSchema
    .extend({
      invitation: z
        .object({
          token: z.string().meta({ description: 'Returned only once; for POST /auth/accept-invitation' }),
          expiresAt: timestamp,
          mailed: onlyMailed,
        })
        .nullable()
        .meta({ description: 'Null for a patient without an e-mail address or a sign-in name' }),
    })
    .meta({ id: 'NewPatient' }),
)

export const patientsQuery = z.object({
  ...listQuery(['created_at', 'last_name', 'first_name', 'email']),
  status: accountStatus.optional(),
  search: line(100)
    .optional()
    .meta({ description: 'Part of the name, the e-mail address, the site, the ward or the room' }),
})
export type PatientsQuery = z.infer<typeof patientsQuery>

const score = z.int().min(0).max(100)

export const patientsResponse = responseSchema(
  'A page of patients',
  z.array(
    patientFields
      .extend({
        status: accountStatus,
        healthScore: score,
        lastActive: timestamp
          .nullable()
          .meta({ description: 'The time of the last login or the last reading, whichever is later' }),
        createdAt: timestamp,
      })
      .meta({ id: 'PatientItem' }),
  ),
  { pagination: paginationSchema },
)

const newPatient = z
  .object(changeSchemas('newPatient'))
  .partial()
  .extend({
    email: emailSchema
      .nullable()
      .optional()
      .meta({ description: 'Without one the patient cannot sign in and is not invited' }),
    firstName: nameSchema.meta({ example: 'Luis' }),
    lastName: nameSchema.meta({ example: 'Vega' }),
  })

export const newPatientBody = withExample(newPatient, {
  email: 'luis@example.org',
  firstName: 'Luis',
  lastName: 'Vega',
  dateOfBirth: '1941-05-17',
  emergencyContact: '+34 600 123 456',
})
/** The same for admins, with somebody else in the example: an address is invited once. */
export const newPatientByAdminBody = withExample(
  newPatient.extend({ signInName: signInNameSchema.optional() }),
  {
    email: 'irma@example.org',
    firstName: 'Irma',
    lastName: 'Voss',
    dateOfBirth: '1938-02-01',
  },
)
export type NewPatient = z.infer<typeof newPatientByAdminBody>

export const patientBody = withExample(
  changesOf(z.object({ firstName: nameSchema, lastName: nameSchema, ...changeSchemas('patient') })),
  { phone: '+34 600 123 456' },
)
export type PatientChange = z.infer<typeof patientBody>

export const healthResponse = responseSchema(
  'The health summary of the patient',
  z
    .object({
      patientId: uuidSchema,
      healthScore: score,
      riskScore: score,
      isHighRisk: z.boolean(),
      vitals: z.object({
        heartRate: z.int().nullable(),
        bloodPressure: z.string().nullable(),
        oxygenSaturation: z.int().nullable(),
      }),
      lastUpdate: timestamp.nullable(),
    })
    .meta({ id: 'PatientHealth' }),
)

const detection = z.object({ sensitivity: sensitivitySchema })
export const detectionBody = withExample(detection, { sensitivity: 'normal' })
export const detectionResponse = responseSchema(
  'The detection settings of the patient',
  detection.meta({ id: 'PatientDetection' }),
)
