import { z } from 'zod'
import { assignmentKinds } from '../../accounts/access/assignment-kind.ts'
import { placeFields } from '../../accounts/residences/place.schemas.ts'
import { severities } from '../../detection/levels/severity.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import {
  optionalParagraphs,
  paragraphs,
  personSchema,
  timeSchema,
  timestamp,
  uuidSchema,
} from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { actingPersonSchema, standing } from '../model/acting-person.schemas.ts'
import { acknowledgementEffects, incidentKinds, incidentStates, outcomes } from '../model/incident.ts'
import { channelNames } from '../notifications/channels/channels.ts'
import { deliveryStates } from '../notifications/delivery.ts'
import { entryDataSchema, entryTypes } from './entry-data.ts'
import { maxShownEntries } from './incident-timeline.store.ts'
import { incidentSorts } from './incidents.store.ts'

/** A query parameter of one or several values, separated by commas. */
const several = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z
    .string({ error: (issue) => (Array.isArray(issue.input) ? fieldMessage('GIVEN_TWICE') : undefined) })
    .transform((text) => text.split(',').map((value) => value.trim()))
    .refine(
      (given): given is Value[] => given.every((value) => (values as readonly string[]).includes(value)),
      {
        error: fieldMessage('NOT_LIST_OF', { choices: values.join(', ') }),
      },
    )
    .optional()
    .meta({ type: 'string', description: `One or several of ${values.join(', ')}, separated by commas` })

export const incidentsQuery = z.object({
  ...listQuery(incidentSorts),
  sort: z
    .enum([...incidentSorts, 'openedAt'])
    .transform((sort) => (sort === 'openedAt' ? 'opened_at' : sort))
    .optional()
    .meta({
      description:
        'The default is `urgency` of unresolved incidents: those that nobody has answered, then the most severe, then the longest wait. Of others it is `opened_at`',
    }),
  state: several(incidentStates),
  kind: several(incidentKinds),
  patientId: uuidSchema.toLowerCase().optional(),
})
export type IncidentsQuery = z.infer<typeof incidentsQuery>

export const attendantSchema = personSchema
  .extend({
    ...standing,
    kind: z.enum(assignmentKinds),
    at: z.iso.datetime().meta({ description: 'When they said that they go' }),
    etaMinutes: z.int().nullable(),
  })
  .meta({ id: 'Attendant' })

const incidentFields = {
  id: uuidSchema,
  kind: z.enum(incidentKinds),
  state: z.enum(incidentStates),
  severity: z.enum(severities),
  patientId: uuidSchema.nullable().meta({
    description: 'Null for an incident of a shared device, which has a ward, and of the installation',
  }),
  patientName: z.string().nullable(),
  ...placeFields,
  fallId: uuidSchema.nullable(),
  deviceId: uuidSchema.nullable(),
  deviceName: z.string().nullable(),
  openedAt: timestamp,
  checkUntil: timestamp.nullable().meta({ description: 'Until when the patient can say that they are fine' }),
  acknowledgedAt: timestamp.nullable(),
  handledBy: personSchema.nullable(),
  etaMinutes: z.int().nullable(),
  etaAt: timestamp.nullable().meta({
    description: 'When who handles it expects to be there: `etaMinutes` after they said so last',
  }),
  resolvedAt: timestamp.nullable(),
  outcome: z.enum(outcomes).nullable(),
  nextStepAt: timestamp
    .nullable()
    .meta({ description: 'When more people are told, unless somebody acknowledges' }),
  told: z
    .array(actingPersonSchema)
    .meta({ description: 'To whom a message was sent, the first first; at most 10 people' }),
  attending: z.array(attendantSchema).meta({
    description: 'Who goes there: who handles it, and those who go beside them, such as relatives',
  }),
  fineAt: timestamp.nullable().meta({
    description: 'When the patient last said that they are fine, too late to cancel: a caregiver confirms it',
  }),
  helpAt: timestamp
    .nullable()
    .meta({ description: 'When the patient last asked for help since the incident began' }),
  assistanceRequestedAt: timestamp.nullable().meta({
    description: 'Since when who handles it waits for a second person; null once one is going',
  }),
}

export const incidentSchema = z.object(incidentFields).meta({ id: 'Incident' })

const entrySchema = z
  .object({
    at: timestamp,
    type: z.enum(entryTypes),
    actor: actingPersonSchema.nullable().meta({ description: 'Null if it was the service' }),
    data: entryDataSchema.nullable().meta({
      description: 'What happened; null for an entry of an earlier version that has only a text',
    }),
    text: z.string().meta({ description: 'The same in English, or what a person wrote' }),
    station: z
      .string()
      .nullable()
      .meta({ description: 'The station where it was done; null if it was done elsewhere' }),
  })
  .meta({ id: 'IncidentEntry' })

const incidentDeliverySchema = z
  .object({
    contact: z.string().meta({ description: 'What is shown of the address' }),
    channel: z.enum(channelNames),
    person: actingPersonSchema.nullable().meta({ description: 'Null for a webhook' }),
    step: z.int(),
    purpose: z.enum(['alert', 'update', 'closing']),
    state: z.enum(deliveryStates),
    at: timestamp.meta({ description: 'When it was accepted, or created' }),
  })
  .meta({ id: 'IncidentDelivery' })

const lastSign = z.object({ value: z.int(), at: timestamp }).nullable()

export const incidentResponse = responseSchema('The incident', incidentSchema)
export const incidentsResponse = responseSchema('A page of incidents', z.array(incidentSchema), {
  pagination: paginationSchema,
})
export const incidentDetailResponse = responseSchema(
  'The incident, with its timeline and deliveries',
  z
    .object({
      ...incidentFields,
      injuries: z.string().nullable(),
      timeline: z
        .array(entrySchema)
        .meta({ description: `The newest ${maxShownEntries} entries, the newest last` }),
      hasEarlierEntries: z.boolean().meta({
        description: 'Whether the timeline has earlier entries: `GET /incidents/:id/timeline` has all',
      }),
      deliveries: z.array(incidentDeliverySchema),
      evidence: z.record(z.string(), z.unknown()),
      patient: z
        .object({ phone: z.string().nullable(), emergencyContact: z.string().nullable() })
        .nullable()
        .meta({ description: 'Whom to call; null for an incident of the installation' }),
      fall: z
        .object({
          location: z.string().nullable(),
          witnessed: z.boolean().nullable(),
          injuries: z.string().nullable(),
        })
        .nullable()
        .meta({ description: 'What somebody said about the latest fall' }),
      vitals: z
        .object({ heartRate: lastSign, oxygenSaturation: lastSign })
        .nullable()
        .meta({ description: 'What was measured last; null for an incident of the installation' }),
    })
    .meta({ id: 'IncidentDetail' }),
)
export const timelineQuery = z.object(listQuery(['at'], 50))
export const timelineResponse = responseSchema('A page of the timeline', z.array(entrySchema), {
  pagination: paginationSchema,
})
export const entryResponse = responseSchema('The note', entrySchema)

export const maxNoteLength = 2000
export const maxEtaMinutes = 24 * 60

export const acknowledgeBody = withExample(
  z
    .object({
      etaMinutes: z.int().min(0).max(maxEtaMinutes).optional(),
      note: optionalParagraphs(maxNoteLength).optional(),
      takeOver: z.boolean().optional().meta({
        description:
          'Also while somebody else is on it: you handle it from then on, and both of you are told',
      }),
    })
    .nullish(),
  { etaMinutes: 10 },
)

const ownerOfCall = uuidSchema.toLowerCase().optional().meta({
  description: 'Whose call it is: if somebody else is signed in by now, it is refused',
})

/** What a client says of a call for help that it sends again until it has an answer; all of it may be left out. */
export const callBody = withExample(
  z
    .object({
      callId: uuidSchema.toLowerCase().optional().meta({
        description: 'Chosen by the client. A call that is sent again with the same id is not made twice.',
      }),
      pressedAt: timeSchema
        .optional()
        .meta({ description: 'When the button was pressed, if the call could not be sent at once' }),
      patientId: ownerOfCall,
    })
    .nullish(),
  {},
)

export const callOffBody = withExample(
  z
    .object({
      at: timeSchema.optional().meta({ description: 'When it was called off; a later call stands' }),
      patientId: ownerOfCall,
    })
    .nullish(),
  {},
)

export const callParams = z.object({ callId: uuidSchema.toLowerCase() })

export const calledOffResponse = responseSchema(
  'Called off',
  z.object({
    callId: uuidSchema,
    incident: incidentSchema.nullable().meta({ description: 'Null if the call had not arrived' }),
  }),
)

export const helpPageSchema = z
  .object({
    patientId: uuidSchema,
    firstName: z.string(),
    now: timestamp.meta({ description: 'The time of the service: the clock of the browser may be wrong' }),
    emergencyContact: z.string().nullable(),
    emergencyPhone: z
      .string()
      .nullable()
      .meta({ description: 'The number of the installation, by its setting `EMERGENCY_PHONE`' }),
    credential: z
      .object({ expiresAt: timestamp })
      .nullable()
      .meta({ description: 'What lets this browser call for help without a sign-in; null if it has none' }),
    incidents: z
      .array(incidentSchema)
      .meta({ description: 'Your unresolved falls, calls and alarms of vital signs' }),
  })
  .meta({ id: 'HelpPage' })

export const helpPageResponse = responseSchema('The state of the page', helpPageSchema)

export const resolveBody = withExample(
  z.object({
    outcome: z.enum(outcomes),
    injuries: optionalParagraphs(maxNoteLength).optional(),
    note: optionalParagraphs(maxNoteLength).optional(),
  }),
  { outcome: 'FALSE_ALARM', note: 'She had only dropped the device.' },
)
export type Resolution = z.infer<typeof resolveBody>

export const noteBody = withExample(z.object({ text: paragraphs(maxNoteLength) }), {
  text: 'The door is open.',
})

export const tokenBody = withExample(z.object({ token: z.string().min(1).max(2000) }), {
  token: 'the part of the link after the #',
})

const effect = z.enum(acknowledgementEffects).meta({
  description:
    'Whether the receiver handles the incident, goes there while staff are told all the same, or joins who handles it',
})

export const acknowledgedResponse = responseSchema(
  'Acknowledged',
  z.object({ state: z.enum(incidentStates), effect }),
)

export const acknowledgePreviewResponse = responseSchema(
  'What the link is about, and what its button does',
  z
    .object({
      kind: z.enum(incidentKinds),
      state: z.enum(incidentStates),
      openedAt: timestamp,
      patientName: z.string().nullable(),
      place: z.string().nullable().meta({ example: 'Room 12, Ward B' }),
      handledBy: z.string().nullable(),
      effect: effect.nullable().meta({
        description:
          'What the button does; null if nothing is left to do: somebody is on it, or it has ended',
      }),
    })
    .meta({ id: 'AcknowledgementPreview' }),
)
