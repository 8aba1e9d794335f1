import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode } from '../../../test/support/recorded-messages.ts'
import { json } from './json.ts'
import { jsonRuleSchema, valueAt } from './json-rule.ts'

const rule = { path: 'object.keys.0.state', equals: 'pressed', event: 'sos' as const }
const body = { device: { id: 7 }, serial: 'A-77', object: { keys: [{ state: 'pressed' }] } }

test('a value at a path is an event, and another one a sign of life', () => {
  const events = (message: object) =>
    decode(json, { rule, body: message }).map((one) => [one.externalId, 'event' in one && one.event])
  assert.deepEqual(events(body), [['A-77', 'sos']])
  assert.deepEqual(events({ ...body, object: { keys: [{ state: 'released' }] } }), [['A-77', 'alive']])
  assert.deepEqual(events({ object: body.object }), [])
  assert.equal(decode(json, { rule: { ...rule, device: 'device.id' }, body })[0]?.externalId, '7')
})

test('on a topic, the wildcard is the device, and the whole message can be the value', () => {
  const whole = { path: '$', equals: 'ON', event: 'assist' as const }
  const [decoded] = decode(json, { rule: whole, topic: 'ward/3/button', filter: 'ward/+/button', body: 'ON' })
  assert.equal(decoded?.['event' as never], 'assist')
  assert.match(decoded?.externalId ?? '', /^json:3_button-/)
})

test('types are compared, and nothing is converted', () => {
  const flag = { ...rule, path: 'on', equals: true }
  const eventOf = (on: unknown) =>
    decode(json, { rule: flag, body: { serial: '1', on } })[0]?.['event' as never]
  assert.equal(eventOf(true), 'sos')
  for (const other of [1, 'true', { valueOf: true }, [true], null]) assert.equal(eventOf(other), 'alive')
})

test('a path is a list of names: no expressions, and no way to a prototype', () => {
  for (const path of ['a.b', '$', 'params.events.0.event', 'switch:0', 'a-b.c_d'])
    assert.ok(jsonRuleSchema.safeParse({ ...rule, path }).success, path)
  for (const path of [
    '',
    '.',
    'a..b',
    '$..*',
    'a[?(@.x)]',
    '(a+)+$',
    'a b',
    'a/b',
    'a.'.repeat(11),
    `${'a.'.repeat(10)}a`,
    '*',
  ])
    assert.ok(!jsonRuleSchema.safeParse({ ...rule, path }).success, path)
  for (const path of [
    '__proto__',
    'constructor',
    'toString',
    'object.keys.length',
    'object.__proto__',
    'serial.length',
  ])
    assert.equal(valueAt(body, path), undefined, path)
})
