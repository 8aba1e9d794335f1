import { z } from 'zod'
import { assignmentKinds } from '../../accounts/access/assignment-kind.ts'
import { severities } from '../../detection/levels/severity.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { timeSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { secondsPerDay, secondsPerMinute } from '../../platform/lib/duration.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { incidentKinds } from '../model/incident.ts'
import { isUrgent } from '../notifications/channels/channel.ts'
import { personalChannelNames } from '../notifications/channels/channels.ts'
import {
  defaultPolicies,
  type EscalationPolicy,
  type EscalationStep,
  maxPriority,
  maxSteps,
  reachesPeople,
  stepChannels,
} from './policy.ts'
import { policySources } from './read-policy.ts'
import { obstacles } from './recipients.ts'

const maxSeconds = 7 * secondsPerDay
const maxAudiences = 20

export const prioritySchema = z.int().min(1).max(maxPriority).meta({
  description: 'Who is notified first: 1 before 2, up to 5',
  example: 1,
})

const channelsMessage = fieldMessage('NO_CHANNELS', { choices: stepChannels.join(', ') })
const channels = z
  .union(
    [z.enum(['all', 'best']), z.array(z.enum(stepChannels)).min(1).max(stepChannels.length)],
    channelsMessage,
  )
  .meta({
    description: `All channels, one contact of each person (${personalChannelNames.join(', else ')}), or those named`,
  })

const audience = z.discriminatedUnion(
  'who',
  [
    z.object({ who: z.literal('priority'), priority: prioritySchema, channels }),
    z.object({ who: z.literal('assigned'), channels }),
    z.object({ who: z.literal('admins'), channels }),
    z.object({ who: z.literal('webhooks') }),
  ],
  fieldMessage('NOT_ONE_OF', { choices: 'priority, assigned, admins, webhooks' }),
)

const step = z.object({
  afterSeconds: z.int().min(0).max(maxSeconds).meta({ description: 'Since the incident was opened' }),
  tell: z.array(audience).min(1).max(maxAudiences),
})

const steps = z.array(step).min(1).max(maxSteps).refine(areInOrder, fieldMessage('STEPS_OUT_OF_ORDER'))

const repeat = z.object({
  steps: z
    .int()
    .min(1)
    .max(maxSteps)
    .meta({ description: 'How many of the last steps are taken again, together' }),
  everySeconds: z.int().min(secondsPerMinute).max(maxSeconds),
})

const policySchema = z
  .object({
    steps,
    repeat: repeat.nullable(),
    quietAtNight: z
      .boolean()
      .default(false)
      .meta({ description: 'Incidents of severity LOW wait from 22:00 until 07:00' }),
  })
  .refine((policy) => !policy.repeat || policy.repeat.steps <= policy.steps.length, {
    path: ['repeat', 'steps'],
    error: fieldMessage('TOO_MANY_STEPS'),
  })
  .meta({ id: 'EscalationPolicy' }) satisfies z.ZodType<EscalationPolicy>

function areInOrder(list: EscalationStep[]): boolean {
  return list.every(({ afterSeconds }, i) => afterSeconds > (list[i - 1]?.afterSeconds ?? -1))
}

const severity = z.enum(severities)

export const policyBody = withExample(
  z
    .object({
      severity,
      policy: policySchema.nullable().meta({
        description:
          'Null returns to the policy that applies without this one. That of HIGH and CRITICAL must send a message to people within 10 minutes.',
      }),
    })
    .refine(({ severity, policy }) => !policy || !isUrgent(severity) || reachesPeople(policy), {
      path: ['policy', 'steps'],
      error: fieldMessage('REACHES_NOBODY'),
    }),
  { severity: 'HIGH', policy: defaultPolicies.HIGH },
)
export type PolicyChange = z.infer<typeof policyBody>

export const installationPoliciesResponse = responseSchema(
  'The policies of the installation, one for each severity',
  z.array(z.object({ severity, isDefault: z.boolean(), policy: policySchema })),
)

const shownId = uuidSchema.nullable().meta({
  description: 'Null for the webhooks, and for admins and members of teams who are not named to you',
})

const relationship = z.string().nullable().meta({ example: 'Daughter' })
const standing = {
  kind: z.enum(assignmentKinds).nullable().meta({ description: 'Null for admins and the webhooks' }),
  relationship,
  helps: z.boolean().meta({
    description: 'Whether their acknowledgement ends the escalation: of relatives, if they count as helpers',
  }),
}

export const patientPoliciesResponse = responseSchema(
  'The policies that apply to the patient, and their caregivers',
  z.object({
    policies: z.array(z.object({ severity, source: z.enum(policySources), policy: policySchema })),
    caregivers: z
      .array(
        z.object({
          personId: shownId,
          name: z.string(),
          ...standing,
          priority: prioritySchema,
          onDuty: z.boolean().meta({ description: 'At this moment' }),
        }),
      )
      .meta({ description: 'The assigned caregivers who can sign in, in the order of their priority' }),
  }),
)

export const previewQuery = z.object({
  at: timeSchema
    .optional()
    .meta({ description: 'When the incident is opened; now unless given', format: 'date-time' }),
  severity: severity.default('HIGH'),
  kind: z.enum(incidentKinds).default('FALL'),
})
export type PreviewQuery = z.infer<typeof previewQuery>

export const previewResponse = responseSchema(
  'Who would be notified by what, and when',
  z.object({
    at: timestamp,
    steps: z.array(
      z.object({
        afterSeconds: z.int().meta({ description: 'Steps that would tell nobody are left out' }),
        tells: z.array(
          z.object({
            personId: shownId,
            name: z.string(),
            role: z.enum(['CAREGIVER', 'ADMIN']).nullable().meta({ description: 'Null for the webhooks' }),
            ...standing,
            channels: z.array(z.string()),
            onDuty: z.boolean(),
          }),
        ),
      }),
    ),
    repeatEverySeconds: z.int().nullable().meta({ description: 'How often the last steps are taken again' }),
    unreachable: z
      .array(z.object({ personId: shownId, name: z.string(), relationship, reason: z.enum(obstacles) }))
      .meta({ description: 'Assigned caregivers to whom nothing can be sent' }),
  }),
)
