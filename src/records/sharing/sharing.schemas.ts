import { z } from 'zod'
import { outcomes } from '../../alerting/model/incident.ts'
import { fallLevels } from '../../detection/levels/fall-level.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { line, nameSchema, personSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { shareStates } from './sharing.service.ts'

const sharing = z
  .object({
    vitals: z.boolean().meta({ description: 'Whether others than the patient see vital signs' }),
    pausedAt: timestamp.nullable(),
  })
  .meta({ id: 'Sharing' })

export const sharingBody = withExample(z.object({ vitals: z.boolean() }), { vitals: true })
export const sharingResponse = responseSchema('What is shared', sharing)

const representative = z
  .object({ name: z.string(), relationship: z.string(), recordedAt: timestamp })
  .meta({ id: 'Representative' })

export const representativeBody = withExample(z.object({ name: nameSchema, relationship: nameSchema }), {
  name: 'Ana Gil',
  relationship: 'Daughter, by power of attorney',
})
export const representativeResponse = responseSchema('The representative', representative)

const share = z
  .object({
    id: uuidSchema,
    label: z.string(),
    state: z.enum(shareStates).meta({ description: '`LOCKED` after five wrong codes' }),
    createdAt: timestamp,
    createdBy: personSchema,
    expiresAt: timestamp,
    revokedAt: timestamp.nullable(),
    wrongCodes: z.int(),
    openedCount: z.int(),
    lastUsedAt: timestamp.nullable(),
  })
  .meta({ id: 'Share' })

export const shareParams = z.object({ id: uuidSchema.toLowerCase(), shareId: uuidSchema.toLowerCase() })

export const newShareBody = withExample(
  z.object({
    label: line(100).meta({ description: 'Whom the link is for' }),
    days: z.int().min(1).max(30).default(7).meta({ description: 'How long it can be opened' }),
  }),
  { label: 'Dr. Vega', days: 7 },
)

export const newShareResponse = responseSchema(
  'The link',
  z
    .object({
      id: uuidSchema,
      label: z.string(),
      createdAt: timestamp,
      expiresAt: timestamp,
      token: z.string().meta({ description: 'Returned only once' }),
      code: z.string().meta({ description: 'Eight digits, returned only once: tell it apart from the link' }),
      url: z.string().nullable().meta({ description: 'Null if PUBLIC_URL is not set' }),
    })
    .meta({ id: 'NewShare' }),
)
export const sharesResponse = responseSchema('The newest 100 links', z.array(share))

const viewer = { id: uuidSchema, name: z.string(), since: timestamp }

export const accessResponse = responseSchema(
  'Who sees the data of the patient',
  z
    .object({
      patientId: uuidSchema,
      sharing,
      representative: representative.nullable(),
      caregivers: z.array(
        z.object({
          ...viewer,
          relationship: z.string().nullable(),
          byHand: z.boolean().meta({ description: 'Somebody assigned this caregiver' }),
          teams: z.array(z.string()).meta({ description: 'The teams that look after the patient' }),
        }),
      ),
      stations: z.array(z.object(viewer)).meta({ description: 'The tablets of the ward' }),
      admins: z.array(
        z.object({
          ...viewer,
          since: timestamp.meta({ description: 'Since when they have an account' }),
        }),
      ),
      links: z.array(share),
    })
    .meta({ id: 'PatientAccess' }),
)

export const openBody = withExample(
  z.object({ token: z.string().min(1).max(200), code: z.string().trim().min(1).max(20) }),
  { token: 'the part of the link after the #', code: '00000000' },
)
export const openedResponse = responseSchema(
  'The record is open',
  z.object({
    token: z
      .string()
      .meta({ description: 'To be sent as `Authorization: Bearer <token>`, to the routes of the record' }),
    expiresAt: timestamp,
  }),
)

export const sharedRecordResponse = responseSchema(
  'The record',
  z
    .object({
      name: z.string(),
      label: z.string(),
      expiresAt: timestamp,
      sharesVitals: z.boolean(),
    })
    .meta({ id: 'SharedRecord' }),
)

export const sharedFallsResponse = responseSchema(
  'The newest 100 falls of the last 90 days',
  z.array(
    z
      .object({
        id: uuidSchema,
        status: z.enum(fallLevels),
        location: z.string().nullable(),
        createdAt: timestamp,
        outcome: z.enum(outcomes).nullable(),
      })
      .meta({ id: 'SharedFall' }),
  ),
)
