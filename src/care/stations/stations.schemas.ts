import { z } from 'zod'
import { unconfirmedFields } from '../../accounts/residences/place.schemas.ts'
import { reportedFallFields } from '../../alerting/falls/fall-record.schemas.ts'
import { incidentSchema, maxEtaMinutes, maxNoteLength } from '../../alerting/incidents/incidents.schemas.ts'
import { outcomes } from '../../alerting/model/incident.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { exampleDay, examplePlaceholderId, withExample } from '../../platform/http/examples.ts'
import { listQuery, pageQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { line, nameSchema, optionalParagraphs, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { overviewSchema } from '../patients/patient-overview.schemas.ts'
import { noCaregiversReasons } from './stations.store.ts'
import { isWeakPin } from './weak-pin.ts'

export const stationBody = withExample(
  z.object({ name: nameSchema, site: line(100).nullish(), ward: line(100) }),
  { name: 'North, corridor', site: 'House of the Lindens', ward: 'North' },
)
export type NewStation = z.infer<typeof stationBody>

export const stationsQuery = z.object({
  ...listQuery(['name', 'created_at']),
  order: z.enum(['asc', 'desc']).default('asc'),
})

const identity = {
  id: uuidSchema,
  name: z.string(),
  site: z.string().nullable(),
  ward: z.string(),
}
const listed = {
  ...identity,
  createdAt: timestamp,
  signedInAt: timestamp.nullable().meta({ description: 'Null while no tablet has signed in' }),
  codeExpiresAt: timestamp.nullable().meta({ description: 'Null if there is no code to sign in with' }),
}

export const stationsResponse = responseSchema(
  'A page of stations',
  z.array(z.object(listed).meta({ id: 'Station' })),
  { pagination: paginationSchema },
)
export const stationCodeResponse = responseSchema(
  'The station and its one-time code',
  z
    .object({
      ...listed,
      ...unconfirmedFields,
      code: z.string().meta({ description: 'Shown this once; valid for 15 minutes', example: 'K7QW2MNP' }),
    })
    .meta({ id: 'StationCode' }),
)

export const signInBody = withExample(z.object({ code: z.string().trim().min(1).max(50) }), {
  code: 'K7QW2MNP',
})

export const signInResponse = responseSchema('The station and a token', z.object(identity), {
  token: z.string().meta({ description: 'JWT, valid until the station is deleted' }),
})

export const stationResponse = responseSchema(
  'The station',
  z
    .object({
      ...identity,
      caregivers: z
        .array(z.object({ id: uuidSchema, name: z.string() }))
        .meta({ description: 'Who can act here with a PIN: they look after somebody in the ward' }),
      noCaregivers: z.enum(noCaregiversReasons).nullable().meta({
        description:
          'Why there are none: nobody lives in the ward, nobody looks after those who do, or none of them has a PIN',
      }),
    })
    .meta({ id: 'OwnStation' }),
)

export const stationOverviewResponse = responseSchema(
  'How each patient of the ward is doing, by room and name',
  z.array(overviewSchema),
)

export const stationIncidentsQuery = z.object({
  ...pageQuery(100),
  sort: z.literal('urgency').default('urgency'),
  order: z.literal('desc').default('desc'),
})
export type StationIncidentsQuery = z.infer<typeof stationIncidentsQuery>

export const stationIncidentsResponse = responseSchema(
  'The unresolved incidents of the ward, the most urgent first',
  z.array(incidentSchema),
  { pagination: paginationSchema },
)

export const stationIncidentResponse = responseSchema('The incident', incidentSchema)

const pin = z.string().regex(/^\d{4}$/, fieldMessage('NOT_PIN'))
const caregiverId = uuidSchema.toLowerCase()

export const stationAcknowledgeBody = withExample(
  z
    .object({
      caregiverId: caregiverId.optional(),
      pin: pin.optional(),
      etaMinutes: z.int().min(0).max(maxEtaMinutes).optional(),
      note: optionalParagraphs(maxNoteLength).optional(),
      takeOver: z.boolean().optional().meta({
        description:
          'Also while somebody else is on it, who then no longer is; in the name of a caregiver only',
      }),
    })
    .nullish()
    .refine((body) => !body?.takeOver || body.caregiverId !== undefined, {
      path: ['caregiverId'],
      error: fieldMessage('REQUIRED_WITH', { fields: 'takeOver' }),
    })
    .refine((body) => !body?.caregiverId || body.pin !== undefined, {
      path: ['pin'],
      error: fieldMessage('REQUIRED_WITH', { fields: 'caregiverId' }),
    })
    .refine((body) => body?.pin === undefined || Boolean(body.caregiverId), {
      path: ['caregiverId'],
      error: fieldMessage('REQUIRED_WITH_PIN'),
    }),
  { etaMinutes: 2 },
)
export type StationAcknowledgement = NonNullable<z.infer<typeof stationAcknowledgeBody>>

export const stationAssistanceBody = withExample(z.object({ caregiverId, pin }), {
  ...{ caregiverId: examplePlaceholderId, pin: '4711' },
})
export type StationAssistance = z.infer<typeof stationAssistanceBody>

export const stationResolveBody = withExample(
  z.object({
    caregiverId,
    pin,
    outcome: z.enum(outcomes),
    injuries: optionalParagraphs(maxNoteLength).optional(),
    note: optionalParagraphs(maxNoteLength).optional(),
  }),
  { caregiverId: examplePlaceholderId, pin: '4711', outcome: 'HELP_GIVEN' },
)
export type StationResolution = z.infer<typeof stationResolveBody>

export const stationFallBody = withExample(reportedFallFields.extend({ caregiverId, pin }), {
  ...{ caregiverId: examplePlaceholderId, pin: '4711' },
  ...{ occurredAt: `${exampleDay}T00:00:00Z`, location: 'Corridor', witnessed: true },
})
export type StationFall = z.infer<typeof stationFallBody>

export const pinBody = withExample(
  z.object({
    pin: pin
      .refine((text) => !isWeakPin(text), fieldMessage('PIN_TOO_SIMPLE'))
      .meta({ description: 'Not one that others would try first: 1111, 1234, 4321, 1212, 1122 or a year' }),
    currentPassword: z.string().min(1, fieldMessage('BLANK')).max(128).meta({ format: 'password' }),
  }),
  { pin: '4711', currentPassword: 'Sunny-Day-42!' },
)
export type PinChange = z.infer<typeof pinBody>

export const pinResponse = responseSchema(
  'Your PIN for stations',
  z.object({ hasPin: z.boolean(), updatedAt: timestamp.nullable() }),
)
