import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { exampleDay, withExample } from '../../platform/http/examples.ts'
import { nameSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { adapterNamesFor } from '../adapters/adapters.ts'
import { jsonRuleSchema } from '../adapters/json-rule.ts'
import { isTopicFilter } from '../adapters/topic-filter.ts'
import { deviceKinds } from '../devices/device.ts'

const topicAdapters = adapterNamesFor('topic') as [string, ...string[]]
const webhookAdapters = adapterNamesFor('webhook') as [string, ...string[]]

const rule = jsonRuleSchema.meta({
  id: 'IntakeRule',
  description: 'Only for the adapter `json`, which needs one',
})

interface Ruled {
  adapter: string
  rule?: unknown
}

/** Only what has no format of its own has a rule, and needs it. */
function checkRule({ value, issues }: z.core.ParsePayload<Ruled>): void {
  const isRuled = value.adapter === 'json'
  if (isRuled === (value.rule !== undefined && value.rule !== null)) return
  const message = fieldMessage(isRuled ? 'RULE_REQUIRED' : 'RULE_NOT_ALLOWED')
  issues.push({ code: 'custom', input: value, path: ['rule'], message })
}

const topicFilter = z
  .string()
  .min(1)
  .max(200)
  // The broker's own topics, and everything that is published at all, are no devices.
  .refine(
    (text) => isTopicFilter(text) && text !== '#' && !text.startsWith('$'),
    fieldMessage('NOT_MQTT_TOPIC'),
  )
  .meta({ description: 'A topic of the broker; `+` and `#` are wildcards', example: 'zigbee2mqtt/#' })

const topicFields = {
  topic: topicFilter,
  adapter: z.enum(topicAdapters).meta({ example: 'zigbee2mqtt' }),
}

const maxTopics = 50

export const topicsBody = withExample(
  z.object({
    topics: z.array(z.object({ ...topicFields, rule: rule.optional() }).check(checkRule)).max(maxTopics),
  }),
  { topics: [{ topic: 'zigbee2mqtt/#', adapter: 'zigbee2mqtt' }] },
)

export const topicsResponse = responseSchema(
  'The topics of the broker',
  z.object({
    topics: z.array(
      z.object({ topic: z.string(), adapter: z.string(), rule: rule.nullable() }).meta({ id: 'IntakeTopic' }),
    ),
    brokerConnected: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether this process is connected to the broker; null without MQTT_URL' }),
  }),
)

const sourceFields = {
  id: uuidSchema,
  name: z.string(),
  adapter: z.string(),
  rule: rule.nullable(),
  createdAt: timestamp,
  lastMessageAt: timestamp.nullable(),
}

export const newSourceBody = withExample(
  z
    .object({
      name: nameSchema.meta({ example: 'LoRaWAN server of the house' }),
      adapter: z.enum(webhookAdapters).meta({ example: 'things-stack' }),
      rule: rule.optional(),
    })
    .check(checkRule),
  { name: 'LoRaWAN server of the house', adapter: 'things-stack' },
)

export const newSourceResponse = responseSchema(
  'The webhook, with its URL this once',
  z.object({
    ...sourceFields,
    url: z.string().meta({
      description: 'Where to send; it contains the secret, and is shown only this once',
      example: 'https://care.example.org/api/intake/fwi_…',
    }),
  }),
)

export const sourcesResponse = responseSchema(
  'The webhooks in',
  z.array(z.object(sourceFields).meta({ id: 'IntakeSource' })),
)

export const secretParams = z.object({ secret: z.string().max(100) })

/** What others send is checked by nothing but its adapter. */
export const messageBody = withExample(z.looseObject({}), {
  end_device_ids: { device_id: 'button-12', dev_eui: '24E124535B316056' },
  received_at: `${exampleDay}T00:00:00.000Z`,
  uplink_message: {
    session_key_id: 'AXBSH1Pk6Z0G166ozpQvUA==',
    f_cnt: 12,
    decoded_payload: { button: 'short' },
  },
})

export const receiptResponse = responseSchema(
  'What came of the message',
  z
    .object({
      understood: z.boolean().meta({ description: 'Whether the adapter understood the message' }),
      recorded: z.int().meta({ description: 'Events and readings that were recorded' }),
      unassigned: z.int().meta({
        description: 'Devices that were not assigned to this webhook; an admin sees them as seen nearby',
      }),
      refused: z.int().meta({ description: 'Events that were refused, such as those of a disabled device' }),
    })
    .meta({ id: 'IntakeReceipt' }),
)

export const nearbyResponse = responseSchema(
  'The newest 200 devices that were seen and belong to nobody',
  z.array(
    z
      .object({
        source: z.object({
          id: uuidSchema,
          name: z.string().nullable().meta({ description: 'Null for the broker' }),
        }),
        externalId: z.string(),
        adapter: z.string(),
        suggestedKind: z.enum(deviceKinds),
        lastMessage: z.string().meta({ description: 'As it was sent, up to 2,000 characters' }),
        lastSeenAt: timestamp,
        count: z.int(),
        deviceId: uuidSchema
          .nullable()
          .meta({ description: 'The device that has this id, but is not assigned to the source' }),
      })
      .meta({ id: 'NearbyDevice' }),
  ),
)

export const deviceSourceBody = withExample(
  z.object({
    source: uuidSchema.nullable().meta({
      description: 'Which source speaks for the device, as `GET /admin/nearby` names it; null for none',
    }),
  }),
  { source: null },
)

export const deviceSourceResponse = responseSchema(
  'The device, and its source',
  z.object({ id: uuidSchema, source: uuidSchema.nullable() }),
)
