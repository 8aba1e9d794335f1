import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode, testRecorded } from '../../../test/support/recorded-messages.ts'
import { traccar } from './traccar.ts'

const eventTime = '2026-11-18T11:59:55.992+00:00'
const at = '2026-11-18T11:59:55.992Z'
const device = (uniqueId: string, name = uniqueId) => ({
  id: 5,
  attributes: {},
  groupId: 0,
  name,
  uniqueId,
  status: 'online',
  lastUpdate: eventTime,
  positionId: 1420,
  phone: '',
  model: '',
  category: null,
  disabled: false,
})
const event = (type: string, attributes: object = {}, positionId = 0) => ({
  id: 173,
  attributes,
  deviceId: 5,
  type,
  eventTime,
  positionId,
  geofenceId: 0,
  maintenanceId: 0,
})
const position = (attributes: object) => ({
  id: 1421,
  attributes,
  deviceId: 5,
  protocol: 'eelink',
  serverTime: eventTime,
  deviceTime: eventTime,
  fixTime: eventTime,
  valid: true,
  latitude: 40.4,
  longitude: -3.7,
})

testRecorded(traccar, [
  {
    product: 'a Meitrack tracker, SOS',
    source:
      'an event recorded with a Meitrack in a PHP client of Traccar, Event.php; traccar/traccar, EventData.java',
    body: {
      event: event('alarm', { alarm: 'sos' }),
      device: device('861585043200862', 'Meitrack: 861585043200862'),
    },
    decoded: [{ externalId: '861585043200862', at, event: 'sos', detail: 'sos', eventId: 'event:173' }],
  },
  {
    product: 'a pendant of the protocol MiniFinder, fall',
    source: 'traccar/traccar, MiniFinderProtocolDecoder.java and Position.java',
    body: {
      event: event('alarm', { alarm: 'fallDown' }, 1421),
      position: position({ alarm: 'fallDown', batteryLevel: 64, sat: 7 }),
      device: device('860016020783556'),
    },
    decoded: [
      {
        externalId: '860016020783556',
        at,
        batteryLevel: 64,
        event: 'fall',
        detail: 'fallDown',
        eventId: 'position:1421',
      },
    ],
  },
  {
    product: 'a GPS watch of the protocol Watch, taken off',
    source: 'traccar/traccar, WatchProtocolDecoder.java: alarm 20',
    body: { event: event('alarm', { alarm: 'removing' }, 1421), device: device('3915035870') },
    decoded: [
      { externalId: '3915035870', at, event: 'tamper', detail: 'removing', eventId: 'position:1421' },
    ],
  },
  {
    product: 'a tracker of the protocol Eelink, SOS with a low battery',
    source: 'traccar/traccar, EelinkProtocolDecoder.java; several alarms are joined by Position.java',
    body: {
      event: event('alarm', { alarm: 'sos,lowBattery' }, 1421),
      position: position({ alarm: 'sos,lowBattery', batteryLevel: 9 }),
      device: device('354188046426000'),
    },
    decoded: [
      {
        externalId: '354188046426000',
        at,
        batteryLevel: 9,
        event: 'sos',
        detail: 'sos',
        eventId: 'position:1421:sos',
      },
      {
        externalId: '354188046426000',
        at,
        batteryLevel: 9,
        event: 'battery',
        detail: 'lowBattery',
        eventId: 'position:1421:battery',
      },
    ],
  },
  {
    product: 'Traccar Client on a phone, moving',
    source: 'traccar.org, events and forward; traccar/traccar, Event.java',
    body: {
      event: event('deviceMoving', {}, 1421),
      position: position({ batteryLevel: 85, motion: true }),
      device: device('48241179'),
    },
    decoded: [{ externalId: '48241179', at, batteryLevel: 85, event: 'alive' }],
  },
  {
    product: 'Traccar Client on a phone, SOS as a forwarded position',
    source: 'traccar.org, forward with forward.type json; OsmAndProtocolDecoder.java',
    body: { position: position({ alarm: 'sos', batteryLevel: 79 }), device: device('48241179') },
    decoded: [
      { externalId: '48241179', at, batteryLevel: 79, event: 'sos', detail: 'sos', eventId: 'position:1421' },
    ],
  },
])

test('a device that went silent says nothing', () => {
  // As recorded in the forum of Traccar, topic "why attributes is empty when forward data".
  const body = { event: event('deviceOffline'), device: { ...device('868618052108909'), status: 'offline' } }
  assert.deepEqual(decode(traccar, { body }), [])
})

test('an alarm that is forwarded as an event and with its position is one', () => {
  const alarm = { alarm: 'sos' }
  const asEvent = decode(traccar, { body: { event: event('alarm', alarm, 1421), device: device('1') } })[0]
  const asPosition = decode(traccar, { body: { position: position(alarm), device: device('1') } })[0]
  assert.equal(asEvent?.['eventId' as never], asPosition?.['eventId' as never])
})

test('alarms of vehicles call nobody', () => {
  for (const alarm of ['overspeed', 'powerCut', 'toString', '__proto__', ''])
    assert.equal(
      decode(traccar, { body: { event: event('alarm', { alarm }), device: device('1') } })[0]?.[
        'event' as never
      ],
      'alive',
    )
})
