import { useTranslation } from 'react-i18next'
import type { operations } from '../api/schema.d.ts'

type BodyOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

export type TopicAdapter = BodyOf<'updateIntakeTopics'>['topics'][number]['adapter']
export type WebhookAdapter = BodyOf<'createIntakeSource'>['adapter']

/** The topics that each system uses unless somebody has changed them. */
export const usualTopics: Record<TopicAdapter, string> = {
  zigbee2mqtt: 'zigbee2mqtt/#',
  shelly: '+/events/rpc',
  tasmota: 'stat/#, tele/#',
  esphome: '+/binary_sensor/+/state, +/event/+/state',
  'home-assistant': 'homeassistant/#',
  'things-stack': 'v3/#',
  chirpstack: 'application/#',
  traccar: '',
  json: '',
}
export const topicAdapters = Object.keys(usualTopics) as TopicAdapter[]

/** Those that can send to a webhook, the most usual first. */
const sendToWebhooks: Record<WebhookAdapter, true> = {
  'things-stack': true,
  chirpstack: true,
  traccar: true,
  'home-assistant': true,
  shelly: true,
  'sensor-logger': true,
  json: true,
}
export const webhookAdapters = Object.keys(sendToWebhooks) as WebhookAdapter[]

/** What the systems call themselves, in every language. */
const names: Record<Exclude<TopicAdapter | WebhookAdapter, 'json'>, string> = {
  zigbee2mqtt: 'Zigbee2MQTT',
  tasmota: 'Tasmota',
  shelly: 'Shelly',
  esphome: 'ESPHome',
  'home-assistant': 'Home Assistant',
  'things-stack': 'The Things Stack',
  chirpstack: 'ChirpStack',
  traccar: 'Traccar',
  'sensor-logger': 'Sensor Logger',
}

/** Returns the name of what sends; an adapter of a newer service is shown as it is called. */
export function useAdapterName(): (adapter: string) => string {
  const { t } = useTranslation()
  const known: Record<string, string> = names
  return (adapter) => (adapter === 'json' ? t('admin.nearby.json') : (known[adapter] ?? adapter))
}
