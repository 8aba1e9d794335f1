import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, testRecorded } from '../../../test/support/recorded-messages.ts'
import { chirpstack } from './chirpstack.ts'
import { thingsStack } from './things-stack.ts'

const received = '2026-11-18T11:59:57.412053Z'
const at = '2026-11-18T11:59:57.412Z'

/** An uplink as the documentation of The Things Stack has it, with what a decoder made of it. */
const uplink = (decoded_payload: object, more: object = {}) => ({
  end_device_ids: {
    device_id: 'dev1',
    application_ids: { application_id: 'app1' },
    dev_eui: '24E124535B316056',
    join_eui: '24E124C0002A0001',
    dev_addr: '00BCB929',
  },
  correlation_ids: ['as:up:01E0WZGT6Y7657CPFPE5WEYDSQ'],
  received_at: received,
  uplink_message: {
    session_key_id: 'AXBSH1Pk6Z0G166ozpQvUA==',
    f_port: 85,
    f_cnt: 12,
    frm_payload: 'Af8uAQ==',
    decoded_payload,
    rx_metadata: [{ gateway_ids: { gateway_id: 'gtw1' }, rssi: -35, snr: 5.2 }],
    received_at: received,
    ...more,
  },
})
const things = { externalId: '24E124535B316056', at }
const eventId = 'AXBSH1Pk6Z0G166ozpQvUA==:12'

testRecorded(thingsStack, [
  {
    product: 'Milesight WS101 SOS button',
    source: 'TheThingsNetwork/lorawan-devices, vendor/milesight-iot/ws101-codec.yaml',
    body: uplink({ button: 'short' }),
    decoded: [{ ...things, eventId, event: 'sos', detail: 'short' }],
  },
  {
    product: 'Milesight WS101 with the decoder of the maker',
    source: 'Milesight-IoT/SensorDecoders, ws-series/ws101/README.md',
    body: uplink({ battery: 16, button_event: { status: 'short press' } }),
    decoded: [{ ...things, eventId, batteryLevel: 16, event: 'sos', detail: 'short press' }],
  },
  {
    product: 'Milesight WS301 door contact',
    source: 'Milesight-IoT/SensorDecoders, ws-series/ws301/README.md',
    body: uplink({ battery: 100, magnet_status: 'open', tamper_status: 'installed' }),
    decoded: [
      { ...things, eventId: `${eventId}:contact`, batteryLevel: 100, sensor: 'contact', isOn: true },
      { ...things, eventId: `${eventId}:tamper`, batteryLevel: 100, sensor: 'tamper', isOn: false },
    ],
  },
  {
    product: 'Milesight WS202 motion sensor',
    source: 'TheThingsNetwork/lorawan-devices, vendor/milesight-iot/ws202-codec.yaml',
    body: uplink({ pir: 'trigger' }),
    decoded: [{ ...things, eventId, sensor: 'presence', isOn: true }],
  },
  {
    product: 'Milesight VS373 radar: nobody in the room',
    source: 'TheThingsNetwork/lorawan-devices, vendor/milesight-iot/vs373-codec.yaml',
    body: uplink({
      detection_status: 'vacant',
      target_status: 'normal',
      use_time_now: 16,
      use_time_today: 32,
      region_1_occupancy: 'vacant',
      region_2_occupancy: 'occupied',
    }),
    decoded: [{ ...things, eventId, sensor: 'fall', isOn: false }],
  },
  {
    product: 'Milesight VS373 radar: a fall',
    source: 'Milesight-IoT/SensorDecoders, vs-series/vs373/README.md',
    body: uplink({ fall_alarm: { alarm_id: '1', alarm_status: '1' } }),
    decoded: [{ ...things, eventId, sensor: 'fall', isOn: true }],
  },
  {
    product: 'Dragino LDS02 door sensor',
    source: 'TheThingsNetwork/lorawan-devices, vendor/dragino/lds02-codec.yaml',
    body: uplink(
      {
        ALARM: 0,
        BAT_V: 2.952,
        DOOR_OPEN_STATUS: 0,
        DOOR_OPEN_TIMES: 9472,
        LAST_DOOR_OPEN_DURATION: 65536,
        MOD: 1,
      },
      { last_battery_percentage: { f_cnt: 3, value: 87.4, received_at: received } },
    ),
    decoded: [{ ...things, eventId, batteryLevel: 87, sensor: 'contact', isOn: false }],
  },
  {
    product: 'a device that joins',
    source: 'thethingsindustries.com, docs/integrations/data-formats',
    body: {
      end_device_ids: { device_id: 'dev1', dev_eui: '0004A30B001C0530', join_eui: '800000000000000C' },
      received_at: received,
      join_accept: { session_key_id: 'AXBSH1Pk6Z0G166ozpQvUA==', received_at: received },
    },
    decoded: [{ externalId: '0004A30B001C0530', event: 'alive', at }],
  },
])

const chirp = (more: object) => ({
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: '2026-11-18T11:59:57.412023242+00:00',
  deviceInfo: {
    tenantId: '52f14cd4-c6f1-4fbd-8f87-4025e1d49242',
    tenantName: 'ChirpStack',
    applicationId: '17c82e96-be03-4f38-aef3-f83d48582d97',
    applicationName: 'Test application',
    deviceProfileName: 'Test device-profile',
    deviceName: 'Test device',
    devEui: '0101010101010101',
    tags: { key: 'value' },
  },
  ...more,
})
const ofChirp = {
  externalId: '0101010101010101',
  at,
  eventId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
}

testRecorded(chirpstack, [
  {
    product: 'Milesight WS101 SOS button, long press',
    source: 'chirpstack.io, integrations/events; Milesight-IoT/SensorDecoders, ws-series/ws101',
    body: chirp({
      devAddr: '00189440',
      dr: 1,
      fCnt: 4,
      fPort: 85,
      data: 'AXUQ/y4C',
      object: { battery: 16, button_event: { status: 'long press' } },
    }),
    decoded: [{ ...ofChirp, batteryLevel: 16, event: 'sos', detail: 'long press' }],
  },
  {
    product: 'an uplink without a decoder',
    source: 'chirpstack.io, integrations/events',
    body: chirp({ devAddr: '00189440', dr: 1, fPort: 1, data: 'qg==' }),
    decoded: [{ ...ofChirp, event: 'alive' }],
  },
  {
    product: 'the battery of a device',
    source: 'chirpstack.io, integrations/events',
    body: chirp({ margin: 10, batteryLevel: 88.3 }),
    decoded: [{ ...ofChirp, batteryLevel: 88, event: 'alive' }],
  },
])

test('what became of a downlink, and logs, mean nothing', () => {
  for (const body of [
    chirp({ queueItemId: '1bbcab1d-6ec6-4136-b3f5-d63be1dc08de', acknowledged: true }),
    chirp({ level: 'ERROR', code: 'UPLINK_MIC', description: 'MIC of join-request is invalid' }),
  ])
    assert.deepEqual(decode(chirpstack, { body }), [])
  assert.deepEqual(
    decode(thingsStack, { body: { end_device_ids: { dev_eui: '0004A30B001C0530' }, downlink_ack: {} } }),
    [],
  )
})

test('the same frame has the same id, and the next one another', () => {
  const first = decode(thingsStack, { body: uplink({ button: 'short' }) })[0]
  const next = decode(thingsStack, { body: uplink({ button: 'short' }, { f_cnt: 13 }) })[0]
  assert.notEqual(first?.['eventId' as never], next?.['eventId' as never])
})
