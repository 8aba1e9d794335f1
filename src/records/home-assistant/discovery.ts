import { version } from '../../platform/project.ts'
import type { ShownDevice, ShownPatient } from './home-assistant.store.ts'

/** Where Home Assistant looks for discovery messages, unless it was told otherwise. */
const discoveryPrefix = 'homeassistant'

/** Of which of its messages ours are recognised, also those of an earlier run. */
export const discoveryFilter = `${discoveryPrefix}/+/+/+/config`
export const isOurDiscovery = (topic: string) =>
  /^homeassistant\/[a-z_]+\/fallwatch_[0-9a-f]{32}\/\w+\/config$/.test(topic)

export const availabilityTopic = (prefix: string) => `${prefix}/home-assistant/status`

/** Where the state of an entity is that an earlier run has published. */
export function stateTopicIn(config: Buffer, prefix: string): string | undefined {
  try {
    const { state_topic } = JSON.parse(config.toString('utf8')) as { state_topic?: unknown }
    const isOurs = typeof state_topic === 'string' && state_topic.startsWith(`${prefix}/home-assistant/`)
    return isOurs ? state_topic : undefined
  } catch {
    return undefined
  }
}

/** A part of the id, which tells those apart whose names are not shown. */
const shortId = (id: string) => id.slice(0, 4).toUpperCase()
const nodeOf = (id: string) => `fallwatch_${id.replaceAll('-', '')}`

/**
 * Returns what is published of patients, by topic: for each entity how it is found, and for each patient and device its
 * state. Home Assistant forgets what is published as an empty message.
 */
export function discoveryMessages(prefix: string, patients: readonly ShownPatient[]): Map<string, string> {
  const messages = new Map<string, string>()
  const publish = (topic: string, value: object) => messages.set(topic, JSON.stringify(value))
  const common = (stateTopic: string, device: object) => ({
    state_topic: stateTopic,
    availability_topic: availabilityTopic(prefix),
    device: { ...device, manufacturer: 'Fallwatch' },
    origin: { name: 'Fallwatch', sw_version: version },
  })

  for (const patient of patients) {
    const node = nodeOf(patient.id)
    const state = `${prefix}/home-assistant/patients/${patient.id}`
    const name = patient.showName ? patient.name : `Fallwatch ${shortId(patient.id)}`
    publish(`${discoveryPrefix}/binary_sensor/${node}/needs_help/config`, {
      ...common(state, { identifiers: [node], name }),
      name: 'Needs help',
      unique_id: `${node}_needs_help`,
      device_class: 'safety',
      value_template: '{{ value_json.needs_help }}',
      json_attributes_topic: state,
      json_attributes_template: '{{ {"kind": value_json.kind, "state": value_json.state} | tojson }}',
    })
    publish(state, {
      needs_help: patient.incident ? 'ON' : 'OFF',
      kind: patient.incident?.kind ?? null,
      state: patient.incident?.state ?? null,
    })
    for (const device of patient.devices) publishDevice(patient, device)
  }

  function publishDevice(patient: ShownPatient, { id, name, kind, battery, lastSeenAt }: ShownDevice): void {
    const node = nodeOf(id)
    const state = `${prefix}/home-assistant/devices/${id}`
    const shown = {
      identifiers: [node],
      name: patient.showName ? name : `Fallwatch ${kind.toLowerCase()} ${shortId(id)}`,
      model: kind,
      via_device: nodeOf(patient.id),
    }
    publish(`${discoveryPrefix}/sensor/${node}/battery/config`, {
      ...common(state, shown),
      name: 'Battery',
      unique_id: `${node}_battery`,
      device_class: 'battery',
      unit_of_measurement: '%',
      entity_category: 'diagnostic',
      value_template: '{{ value_json.battery }}',
    })
    publish(`${discoveryPrefix}/sensor/${node}/last_seen/config`, {
      ...common(state, shown),
      name: 'Last seen',
      unique_id: `${node}_last_seen`,
      device_class: 'timestamp',
      entity_category: 'diagnostic',
      value_template: '{{ value_json.last_seen }}',
    })
    publish(state, { battery, last_seen: lastSeenAt && new Date(lastSeenAt).toISOString() })
  }
  return messages
}
