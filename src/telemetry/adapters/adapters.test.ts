import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, receivedAt } from '../../../test/support/recorded-messages.ts'
import type { Adapter, Decoded } from './adapter.ts'
import { adapters, decodeMessage, suggestedKind } from './adapters.ts'
import { isTopicFilter, matchesFilter } from './topic-filter.ts'

const saying = (decoded: unknown): Adapter => ({
  name: 'test',
  ways: ['topic'],
  decode: () => decoded as Decoded[],
})
const message = { topic: 'a', filter: '#', body: {}, receivedAt }

test('an adapter that fails has understood nothing', () => {
  const failing: Adapter = {
    ...saying([]),
    decode() {
      throw new TypeError('broken')
    },
  }
  assert.deepEqual(decodeMessage(failing, message), [])
})

test('what an adapter returns can be stored', () => {
  const one = { externalId: 'A1', event: 'sos' }
  const [stored] = decodeMessage(
    saying([
      {
        ...one,
        at: new Date(receivedAt.getTime() + 60_000),
        eventId: 'with space',
        detail: `\0${'x'.repeat(500)}\ud800`,
        batteryLevel: 900,
      },
    ]),
    message,
  )
  assert.deepEqual(stored, {
    ...one,
    at: undefined,
    eventId: undefined,
    detail: 'x'.repeat(200),
    batteryLevel: undefined,
  })
  for (const externalId of ['', ' ', '-', 'a b', 'ä', 'x'.repeat(65), '00:00:00:00:00:00'])
    assert.deepEqual(decodeMessage(saying([{ ...one, externalId }]), message), [], externalId)
  assert.equal(decodeMessage(saying(Array(500).fill(one)), message).length, 20)
})

/** Whatever the type of each member: a string of a number, a list of an object, nothing. */
const odd: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  'x',
  '💥',
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  new Date(Number.NaN),
]

const names = [
  ...[
    'action',
    'contact',
    'battery',
    'last_seen',
    'device',
    'Switch1',
    'Button1',
    'src',
    'method',
    'params',
    'events',
  ],
  ...[
    'end_device_ids',
    'uplink_message',
    'decoded_payload',
    'deviceInfo',
    'object',
    'event',
    'position',
    'entity_id',
  ],
  ...['state', 'deviceId', 'payload', 'time', 'attributes', 'fall_alarm', 'button_event', 'detection_status'],
]

/** A small generator, so that a failure can be repeated. */
function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
}

test('no adapter throws, whatever is sent', () => {
  const below = random(7)
  const value = (depth: number): unknown =>
    depth === 0 || below(3) === 0
      ? odd[below(odd.length)]
      : Object.fromEntries(
          Array.from({ length: below(8) }, () => [names[below(names.length)], value(depth - 1)]),
        )
  for (let i = 0; i < 3000; i++) {
    const body = value(4)
    for (const adapter of adapters)
      for (const topic of ['a/b/state', 'tele/a/SENSOR', null])
        assert.doesNotThrow(
          () => adapter.decode({ ...message, topic, filter: topic && '#', body }),
          `${adapter.name}: ${JSON.stringify(body)}`,
        )
  }
})

test('members of prototypes are no members', () => {
  const body = JSON.parse('{"__proto__": {"action": "emergency"}, "constructor": {"action": "emergency"}}')
  for (const adapter of adapters)
    for (const one of decode(adapter, { topic: 'zigbee2mqtt/a', filter: 'zigbee2mqtt/#', body }))
      assert.equal('event' in one && one.event, 'alive')
})

test('the kind of a device is guessed by its name, or by what it says', () => {
  const kindOf = (externalId: string, one: object) =>
    suggestedKind(saying([]), externalId, [{ externalId, ...one } as Decoded])
  assert.equal(kindOf('00124B0024C8F1A7', { event: 'sos' }), 'BUTTON')
  assert.equal(kindOf('00124B0024C8F1A7', { sensor: 'contact', isOn: true }), 'DOOR')
  assert.equal(
    kindOf('esphome:room12_binary_sensor_bed_occupancy-0a1b2c3d', { sensor: 'presence', isOn: true }),
    'BED',
  )
  assert.equal(kindOf('esphome:bedroom_motion-0a1b2c3d', { sensor: 'presence', isOn: true }), 'MOTION')
  assert.equal(kindOf('00124B0024C8F1A7', { event: 'alive' }), 'OTHER')
})

test('topics are matched as a broker does', () => {
  const matches: [string, string, boolean][] = [
    ['zigbee2mqtt/#', 'zigbee2mqtt/a/b', true],
    ['zigbee2mqtt/#', 'zigbee2mqtt', true],
    ['zigbee2mqtt/+', 'zigbee2mqtt/a/b', false],
    ['+/events/rpc', 'shelly1/events/rpc', true],
    ['+/events/rpc', 'a/b/events/rpc', false],
    ['a/+/c', 'a//c', true],
    ['a/b', 'a/b', true],
    ['a/b', 'a/b/c', false],
    ['#', '$SYS/uptime', false],
    ['+/uptime', '$SYS/uptime', false],
  ]
  for (const [filter, topic, expected] of matches)
    assert.equal(matchesFilter(filter, topic), expected, `${filter} ${topic}`)
  for (const text of ['a/#', '+/b', '#', 'a', 'a//b']) assert.ok(isTopicFilter(text), text)
  for (const text of ['a/#/b', 'a#', 'a+/b', '+a']) assert.ok(!isTopicFilter(text), text)
})
