import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, testRecorded } from '../../../test/support/recorded-messages.ts'
import { namedId } from './entity-names.ts'
import { esphome } from './esphome.ts'

testRecorded(esphome, [
  {
    product: 'a pull cord at a pin',
    source: 'esphome.io, components/binary_sensor and components/mqtt',
    topic: 'bathroom/binary_sensor/pull_cord/state',
    filter: '+/binary_sensor/+/state',
    body: 'ON',
    decoded: [
      { externalId: namedId('esphome', 'bathroom/binary_sensor/pull_cord'), sensor: 'switch', isOn: true },
    ],
  },
  {
    product: 'a pressure mat in a bed',
    source: 'esphome.io, components/binary_sensor and components/mqtt',
    topic: 'home/room12/binary_sensor/bed_occupancy/state',
    filter: 'home/#',
    body: 'OFF',
    decoded: [
      {
        externalId: namedId('esphome', 'home/room12/binary_sensor/bed_occupancy'),
        sensor: 'presence',
        isOn: false,
      },
    ],
  },
  {
    product: 'an LD2410 radar',
    source: 'esphome.io, components/sensor/ld2410',
    topic: 'room12/binary_sensor/presence/state',
    filter: '+/binary_sensor/+/state',
    body: 'ON',
    decoded: [
      { externalId: namedId('esphome', 'room12/binary_sensor/presence'), sensor: 'presence', isOn: true },
    ],
  },
  {
    product: 'a button as an event entity',
    source: 'esphome.io, components/event',
    topic: 'room12/event/button/state',
    filter: '+/event/+/state',
    body: { event_type: 'single_click' },
    decoded: [
      { externalId: namedId('esphome', 'room12/event/button'), event: 'sos', detail: 'single_click' },
    ],
  },
])

test('numbers, lamps and whether a node is online mean nothing', () => {
  for (const [topic, body] of [
    ['room12/sensor/temperature/state', '21.5'],
    ['room12/switch/lamp/state', 'ON'],
    ['room12/status', 'online'],
    ['room12/binary_sensor/presence/state', ''],
    ['room12/binary_sensor/presence/state', { state: 'ON' }],
  ] as const)
    assert.deepEqual(decode(esphome, { topic, filter: '#', body }), [])
})
