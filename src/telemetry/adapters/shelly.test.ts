import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, testRecorded } from '../../../test/support/recorded-messages.ts'
import { shelly } from './shelly.ts'

const topic = 'shellyplusi4-a8032ab1fe78/events/rpc'
const filter = '+/events/rpc'
/** Within an hour before the messages are received. */
const ts = 1_795_001_421.41
const at = new Date(ts * 1000).toISOString()

const notification = (method: string, params: object) => ({
  src: 'shellyplusi4-a8032ab1fe78',
  dst: 'shellyplusi4-a8032ab1fe78/events',
  method,
  params: { ts, ...params },
})
const event = (value: object) => notification('NotifyEvent', { events: [{ ts, ...value }] })
const blu = (data: object) => event({ component: 'script:1', id: 1, event: 'shelly-blu', data })

testRecorded(shelly, [
  {
    product: 'Shelly Plus i4 with a push-button at its second input',
    source: 'shelly-api-docs.shelly.cloud, Gen2 Input; a log in ALLTERCO/shelly-script-examples',
    topic,
    filter,
    body: event({ component: 'input:1', id: 1, event: 'single_push' }),
    decoded: [{ externalId: 'shellyplusi4-a8032ab1fe78:input:1', event: 'sos', detail: 'single_push', at }],
  },
  {
    product: 'Shelly Plus i4 with a reed contact at an input',
    source: 'shelly-api-docs.shelly.cloud, Gen2 Input; a log in ALLTERCO/shelly-script-examples',
    topic,
    filter,
    body: event({ component: 'input:100', id: 100, event: 'toggle', state: true }),
    decoded: [{ externalId: 'shellyplusi4-a8032ab1fe78:input:100', sensor: 'switch', isOn: true, at }],
  },
  {
    product: 'Shelly BLU Wall Switch 4 through a Plug M Gen3',
    source: 'shelly-api-docs.shelly.cloud, BTHomeDevice',
    topic,
    filter,
    body: event({ component: 'bthomedevice:202', id: 202, event: 'single_push', idx: 1 }),
    decoded: [
      { externalId: 'shellyplusi4-a8032ab1fe78:bthomedevice:202', event: 'sos', detail: 'single_push 1', at },
    ],
  },
  {
    product: 'Shelly BLU Motion through a gateway',
    source: 'shelly-api-docs.shelly.cloud, BTHomeSensor',
    topic,
    filter,
    body: notification('NotifyStatus', {
      'bthomesensor:201': { id: 201, value: true, last_updated_ts: 1_785_961_497 },
    }),
    decoded: [{ externalId: 'shellyplusi4-a8032ab1fe78:bthomesensor:201', sensor: 'switch', isOn: true, at }],
  },
  {
    product: 'Shelly BLU Button 1 through the script ble-shelly-blu.js',
    source: 'iobroker-community-adapters/ioBroker.shelly, docs/en/ble-devices.md',
    topic,
    filter,
    body: blu({
      encryption: false,
      BTHome_version: 2,
      pid: 6,
      battery: 70,
      button: 1,
      rssi: -76,
      address: '5c:c7:c1:f2:e4:7c',
    }),
    decoded: [{ externalId: '5c:c7:c1:f2:e4:7c', event: 'sos', batteryLevel: 70, at }],
  },
  {
    product: 'Shelly BLU Door/Window through the script ble-shelly-blu.js',
    source: 'iobroker-community-adapters/ioBroker.shelly, docs/en/ble-devices.md',
    topic,
    filter,
    body: blu({
      encryption: false,
      BTHome_version: 2,
      pid: 12,
      battery: 100,
      illuminance: 13,
      window: 0,
      rotation: 0,
      rssi: -55,
      address: '60:ef:ab:42:ed:25',
    }),
    decoded: [{ externalId: '60:ef:ab:42:ed:25', sensor: 'contact', isOn: false, batteryLevel: 100, at }],
  },
  {
    product: 'Shelly BLU Motion through the script ble-shelly-blu.js',
    source: 'iobroker-community-adapters/ioBroker.shelly, docs/en/ble-devices.md',
    topic,
    filter,
    body: blu({
      encryption: false,
      BTHome_version: 2,
      pid: 182,
      battery: 100,
      illuminance: 232,
      motion: 1,
      rssi: -66,
      address: 'bc:02:6e:c3:93:c3',
    }),
    decoded: [{ externalId: 'bc:02:6e:c3:93:c3', sensor: 'presence', isOn: true, batteryLevel: 100, at }],
  },
])

test('pressing down, letting go, updates and relays mean nothing', () => {
  for (const body of [
    event({ component: 'input:0', id: 0, event: 'btn_down' }),
    event({ component: 'input:0', id: 0, event: 'btn_up' }),
    event({ component: 'sys', event: 'ota_progress', msg: 'Waiting for data', progress_percent: 99 }),
    event({ component: 'switch:0', id: 0, event: 'single_push' }),
    notification('NotifyStatus', { 'switch:0': { id: 0, output: true } }),
    { id: 1, src: 'shellyplusi4-a8032ab1fe78', result: {} },
  ])
    assert.deepEqual(decode(shelly, { topic, filter, body }), [])
})

test('a gateway whose clock was never set still calls', () => {
  const body = event({ component: 'input:0', id: 0, event: 'long_push', ts: 12.4 })
  const [call] = decode(shelly, { topic, filter, body })
  assert.equal(call?.['event' as never], 'sos')
  assert.equal(call?.['at' as never], undefined)
})
