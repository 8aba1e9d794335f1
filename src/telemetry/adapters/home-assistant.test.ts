import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, receivedAt, testRecorded } from '../../../test/support/recorded-messages.ts'
import { namedId } from './entity-names.ts'
import { homeAssistant } from './home-assistant.ts'

const idOf = (entity: string) => namedId('home-assistant', entity)
const filter = 'homeassistant/#'

testRecorded(homeAssistant, [
  {
    product: 'a pull cord in the state stream',
    source: 'home-assistant.io, integrations/mqtt_statestream',
    topic: 'homeassistant/binary_sensor/bathroom_cord/state',
    filter,
    body: 'on',
    decoded: [{ externalId: idOf('binary_sensor.bathroom_cord'), sensor: 'switch', isOn: true }],
  },
  {
    product: 'a bed sensor in the state stream',
    source: 'home-assistant.io, integrations/mqtt_statestream',
    topic: 'homeassistant/binary_sensor/bed_occupancy/state',
    filter,
    body: 'off',
    decoded: [{ externalId: idOf('binary_sensor.bed_occupancy'), sensor: 'presence', isOn: false }],
  },
  {
    product: 'a remote control as an event entity in the state stream',
    source: 'home-assistant.io, integrations/event',
    topic: 'homeassistant/event/bedside_button/state',
    filter,
    body: '2026-11-18T11:59:59.120+00:00',
    decoded: [
      {
        externalId: idOf('event.bedside_button'),
        event: 'sos',
        at: '2026-11-18T11:59:59.120Z',
        eventId: 'press:2026-11-18T11:59:59.120Z',
      },
    ],
  },
  {
    product: 'a door by a rest_command',
    source: 'home-assistant.io, integrations/rest_command; the automation of docs/intake.md',
    body: {
      entity_id: 'binary_sensor.room_12_terrace',
      state: 'on',
      device_class: 'door',
      last_changed: '2026-11-18T11:59:58.000000+00:00',
      battery_level: 64,
    },
    decoded: [
      {
        externalId: idOf('binary_sensor.room_12_terrace'),
        sensor: 'contact',
        isOn: true,
        at: '2026-11-18T11:59:58.000Z',
        batteryLevel: 64,
      },
    ],
  },
  {
    product: 'the last action of a Zigbee button by a rest_command',
    source: 'home-assistant.io, integrations/rest_command',
    body: { entity_id: 'sensor.nightstand_action', state: 'double' },
    decoded: [{ externalId: idOf('sensor.nightstand_action'), event: 'sos', detail: 'double' }],
  },
])

test('a press of long ago, which is repeated when Home Assistant starts, calls nobody', () => {
  const body = {
    entity_id: 'event.bedside_button',
    state: '2026-11-18T08:00:00.000+00:00',
    event_type: 'press',
  }
  assert.equal(decode(homeAssistant, { body })[0]?.['event' as never], 'alive')
  const now = { ...body, state: receivedAt.toISOString() }
  assert.equal(decode(homeAssistant, { body: now })[0]?.['event' as never], 'sos')
})

test('lamps, unknown states and what is no entity mean nothing', () => {
  for (const body of [
    { entity_id: 'light.hall', state: 'on' },
    { entity_id: 'binary_sensor.cord', state: 'unavailable' },
    { entity_id: 'binary_sensor.cord', state: { state: 'on' } },
    { entity_id: '../binary_sensor.cord', state: 'on' },
    { state: 'on' },
    {},
  ])
    assert.deepEqual(decode(homeAssistant, { body }), [])
  for (const topic of ['homeassistant/binary_sensor/cord/config', 'homeassistant/light/hall/state'])
    assert.deepEqual(decode(homeAssistant, { topic, filter, body: 'on' }), [])
})
