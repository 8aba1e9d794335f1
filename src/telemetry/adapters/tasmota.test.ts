import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, testRecorded } from '../../../test/support/recorded-messages.ts'
import { namedId } from './entity-names.ts'
import { tasmota } from './tasmota.ts'

testRecorded(tasmota, [
  {
    product: 'a button with SetOption73 1',
    source: 'tasmota.github.io, Buttons-and-Switches',
    topic: 'stat/bathroom/RESULT',
    filter: 'stat/+/RESULT',
    body: { Button1: { Action: 'SINGLE' } },
    decoded: [{ externalId: namedId('tasmota', 'bathroom/Button1'), event: 'sos', detail: 'Button1 SINGLE' }],
  },
  {
    product: 'a pull cord as a switch with SetOption114 1 and SwitchMode 3',
    source: 'home-assistant/core, tests/components/tasmota',
    topic: 'tasmota_49A3BC/stat/RESULT',
    filter: '+/stat/RESULT',
    body: { Switch1: { Action: 'TOGGLE' } },
    decoded: [
      { externalId: namedId('tasmota', 'tasmota_49A3BC/Switch1'), event: 'sos', detail: 'Switch1 TOGGLE' },
    ],
  },
  {
    product: 'a reed contact with SetOption114 1 and SwitchMode 1',
    source: 'tasmota.github.io, Buttons-and-Switches',
    topic: 'stat/hall_door/RESULT',
    filter: 'stat/#',
    body: { Switch1: { Action: 'ON' } },
    decoded: [
      {
        externalId: namedId('tasmota', 'hall_door/Switch1'),
        sensor: 'contact',
        isOn: true,
        detail: 'Switch1',
      },
    ],
  },
  {
    product: 'a bed mat with SwitchMode 15, and its telemetry every five minutes',
    source: 'tasmota.github.io, Buttons-and-Switches',
    topic: 'tele/tasmota/SENSOR',
    filter: 'tele/#',
    body: { Time: '2021-01-01T00:00:00', Switch1: 'OFF' },
    decoded: [
      { externalId: namedId('tasmota', 'tasmota/Switch1'), sensor: 'switch', isOn: false, detail: 'Switch1' },
    ],
  },
])

test('a relay, a thermometer and the last will of Tasmota mean nothing', () => {
  for (const [topic, body] of [
    ['stat/lamp/RESULT', { POWER: 'ON' }],
    ['tele/lamp/SENSOR', { Time: '2021-01-01T00:00:00', AM2301: { Temperature: 23.4 } }],
    ['tele/lamp/LWT', 'Online'],
    ['tele/lamp/STATE', { Time: '2021-01-01T00:00:00', Switch1: 'ON' }],
    ['lamp/RESULT', { Button1: { Action: 'SINGLE' } }],
  ] as const)
    assert.deepEqual(decode(tasmota, { topic, filter: '#', body }), [])
})

test('each input of a board is a device of its own', () => {
  const body = { Switch1: 'ON', Switch2: 'ON', Switch10: 'OFF' }
  const ids = decode(tasmota, { topic: 'tele/board/SENSOR', filter: 'tele/#', body }).map(
    (one) => one.externalId,
  )
  assert.equal(new Set(ids).size, 3)
})
