import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, testRecorded } from '../../../test/support/recorded-messages.ts'
import { zigbee2mqtt } from './zigbee2mqtt.ts'

const topic = 'zigbee2mqtt/0x00124b0024c8f1a7'
const filter = 'zigbee2mqtt/#'
const externalId = '00124B0024C8F1A7'

testRecorded(zigbee2mqtt, [
  {
    product: 'Woox R7052 SOS button',
    source: 'zigbee2mqtt.io, devices/TS0215A_sos',
    topic,
    filter,
    body: { action: 'emergency', battery: 100, linkquality: 138, voltage: 3000 },
    decoded: [{ externalId, event: 'sos', detail: 'emergency', batteryLevel: 100 }],
  },
  {
    product: 'MultIR MIR-SO100 SOS button',
    source: 'zigbee2mqtt.io, devices/MIR-SO100',
    topic,
    filter,
    body: { battery: 97, battery_low: false, linkquality: 87, sos: true, tamper: false },
    decoded: [
      { externalId, event: 'sos', batteryLevel: 97 },
      { externalId, sensor: 'tamper', isOn: false, detail: 'tamper', batteryLevel: 97 },
      { externalId, sensor: 'batteryLow', isOn: false, detail: 'battery_low', batteryLevel: 97 },
    ],
  },
  {
    product: 'Xiaomi WXKG01LM wireless switch',
    source: 'zigbee2mqtt.io, guide/usage/mqtt_topics_and_messages',
    topic,
    filter,
    body: { action: 'single' },
    decoded: [{ externalId, event: 'sos', detail: 'single' }],
  },
  {
    product: 'Xiaomi RTCGQ01LM motion sensor',
    source: 'zigbee2mqtt.io, guide/usage/mqtt_topics_and_messages',
    topic,
    filter,
    body: { occupancy: true },
    decoded: [{ externalId, sensor: 'presence', isOn: true, detail: 'occupancy' }],
  },
  {
    product: 'Aqara MCCGQ11LM door contact with a name',
    source: 'zigbee-herdsman-converters, devices/lumi',
    topic: 'home/zigbee2mqtt/Zimmer 12/Tür',
    filter: 'home/zigbee2mqtt/#',
    body: {
      battery: 91,
      contact: false,
      device: { ieeeAddr: '0x00158d0002c4a1b2', friendlyName: 'Zimmer 12/Tür' },
      device_temperature: 24,
      last_seen: '2026-11-18T11:59:58.000Z',
      linkquality: 102,
      trigger_count: 7,
      voltage: 2995,
    },
    decoded: [
      {
        externalId: '00158D0002C4A1B2',
        sensor: 'contact',
        isOn: true,
        detail: 'contact',
        batteryLevel: 91,
        at: '2026-11-18T11:59:58.000Z',
      },
    ],
  },
  {
    product: 'MultIR MIR-HE200-TY_fall radar',
    source: 'zigbee-herdsman-converters, devices/tuya',
    topic,
    filter,
    body: { fall_down_status: 'fall', linkquality: 255, presence: true, static_dwell_alarm: 'no_alarm' },
    decoded: [
      { externalId, sensor: 'fall', isOn: true },
      { externalId, sensor: 'presence', isOn: true, detail: 'presence' },
    ],
  },
  {
    product: 'Xiaomi WSDCGQ01LM thermometer',
    source: 'zigbee2mqtt.io, guide/usage/mqtt_topics_and_messages',
    topic,
    filter,
    body: { temperature: 27.34, humidity: 44.72 },
    decoded: [{ externalId, event: 'alive' }],
  },
])

test('what the bridge says, what others say to a device, and single values mean nothing', () => {
  for (const below of [
    'bridge/state',
    'bridge/devices',
    'lamp/set',
    'lamp/set/state',
    'lamp/get',
    'lamp/availability',
  ])
    assert.deepEqual(decode(zigbee2mqtt, { topic: `zigbee2mqtt/${below}`, filter, body: { sos: true } }), [])
  assert.deepEqual(decode(zigbee2mqtt, { topic: `${topic}/action`, filter, body: 'emergency' }), [])
})

test('letting a button go, and what dims a lamp, calls nobody', () => {
  for (const action of [
    'release',
    'hold_release',
    'brightness_move_up',
    'rotate_left',
    'disarm',
    'recall_1',
    'tilt',
  ])
    assert.deepEqual(
      decode(zigbee2mqtt, { topic, filter, body: { action } }).map((one) => 'event' in one && one.event),
      ['alive'],
      action,
    )
  for (const action of ['1_single', 'on', 'off', 'hold', 'double', 'up_press', 'panic'])
    assert.equal(
      decode(zigbee2mqtt, { topic, filter, body: { action } })[0]?.['event' as never],
      'sos',
      action,
    )
})

test('names that differ only in separators or case are different devices', () => {
  const names = ['room 1/12', 'room 11/2', 'Room 1/12', 'room_1_12', 'room1/12', 'raum 1/12']
  const ids = names.map(
    (name) => decode(zigbee2mqtt, { topic: `zigbee2mqtt/${name}`, filter, body: {} })[0]?.externalId,
  )
  assert.equal(
    new Set(ids.map((id) => id?.replace(/\W|_/g, '').toLowerCase())).size,
    names.length,
    String(ids),
  )
})
