import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Zcl } from 'zigbee-herdsman'
import { findByDevice, setLogger } from 'zigbee-herdsman-converters'
import type { Decoded } from './adapter.ts'
import { decodeMessage } from './adapters.ts'
import { meaningOf } from './binary-report.ts'
import { zigbee2mqtt } from './zigbee2mqtt.ts'

const quiet = () => undefined
setLogger({ debug: quiet, info: quiet, warning: quiet, error: quiet })

/**
 * What goes over the air, decoded by the code of Zigbee2MQTT itself: a ZCL frame as the device sends it, by
 * `zigbee-herdsman`, and the message that Zigbee2MQTT makes of it, by `zigbee-herdsman-converters`.
 */
interface Frame {
  product: string
  modelID: string
  manufacturerName?: string
  cluster: number
  bytes: string
  /** What Zigbee2MQTT publishes of it, apart from the link quality. */
  published: Record<string, unknown>
  decoded: Partial<Decoded>[]
}

const eui = '0x00124b0024c8f1a7'
const externalId = '00124B0024C8F1A7'

const frames: Frame[] = [
  {
    product: 'Woox R7052 smart SOS button (TS0215A): IAS ACE, emergency',
    modelID: 'TS0215A',
    manufacturerName: '_TZ3000_ssp0maqm',
    cluster: 0x0501,
    bytes: '01 2a 02',
    published: { action: 'emergency' },
    decoded: [{ externalId, event: 'sos', detail: 'emergency' }],
  },
  {
    product: 'Aqara MCCGQ11LM door contact: report of on/off, open',
    modelID: 'lumi.sensor_magnet.aq2',
    cluster: 0x0006,
    bytes: '18 1f 0a 00 00 10 01',
    published: { contact: false },
    decoded: [{ externalId, sensor: 'contact', isOn: true }],
  },
  {
    product: 'Aqara RTCGQ11LM motion sensor: report of occupancy',
    modelID: 'lumi.sensor_motion.aq2',
    cluster: 0x0406,
    bytes: '18 2c 0a 00 00 18 01',
    published: { occupancy: true },
    decoded: [{ externalId, sensor: 'presence', isOn: true }],
  },
  {
    product: 'Aqara DJT11LM vibration sensor, as on a bed: report of its own attribute 0x0055',
    modelID: 'lumi.vibration.aq1',
    cluster: 0x0101,
    bytes: '18 57 0a 55 00 21 01 00',
    published: { action: 'vibration', vibration: true },
    decoded: [{ externalId, event: 'motion' }],
  },
  {
    product: 'Sonoff SNZB-01 button, as a pendant: command toggle, one press',
    modelID: 'WB01',
    manufacturerName: 'eWeLink',
    cluster: 0x0006,
    bytes: '01 05 02',
    published: { action: 'single' },
    decoded: [{ externalId, event: 'sos', detail: 'single' }],
  },
  {
    product: 'Sonoff SNZB-04 contact, as the input of a pressure mat: IAS zone status change, alarm 1',
    modelID: 'DS01',
    manufacturerName: 'eWeLink',
    cluster: 0x0500,
    bytes: '09 31 00 01 00 00 00 00 00',
    published: { contact: false, battery_low: false },
    decoded: [
      { externalId, sensor: 'contact', isOn: true },
      { externalId, sensor: 'batteryLow', isOn: false },
    ],
  },
]

/** The converters tell endpoints from groups by the name of the class. */
class Endpoint {
  ID = 1
  deviceIeeeAddress = eui
}

/** The part of Zigbee2MQTT between its two libraries. */
async function publish({
  modelID,
  manufacturerName,
  cluster,
  bytes,
}: Frame): Promise<Record<string, unknown>> {
  const device = { modelID, manufacturerName, ieeeAddr: eui, type: 'EndDevice', endpoints: [], meta: {} }
  // biome-ignore lint/suspicious/noExplicitAny: the libraries want a device that was interviewed over the air.
  const definition = await findByDevice(device as any)
  assert.ok(definition, modelID)
  const buffer = Buffer.from(bytes.replaceAll(' ', ''), 'hex')
  const frame = Zcl.Frame.fromBuffer(cluster, Zcl.Header.fromBuffer(buffer), buffer, {})
  const isReport = frame.header.isGlobal && frame.command.name === 'report'
  const type = isReport
    ? 'attributeReport'
    : `command${frame.command.name[0]?.toUpperCase()}${frame.command.name.slice(1)}`
  const data = isReport ? attributesOf(frame) : frame.payload
  const endpoint = new Endpoint()
  const message = { type, cluster: frame.cluster.name, data, device, endpoint, linkquality: 120, meta: {} }
  const published = {}
  for (const converter of definition.fromZigbee) {
    const types = [converter.type].flat()
    if (converter.cluster !== message.cluster || !types.includes(type as never)) continue
    const options = { vibration_timeout: 0, occupancy_timeout: 0 }
    const meta = { device, state: {}, deviceExposesChanged: () => undefined }
    Object.assign(
      published,
      // biome-ignore lint/suspicious/noExplicitAny: the same.
      await converter.convert(definition, message as any, () => undefined, options, meta as any),
    )
  }
  return published
}

/** Attributes by their names, as herdsman's controller passes them on; those of no standard keep their number. */
function attributesOf(frame: Zcl.Frame): Record<string, unknown> {
  return Object.fromEntries(
    (frame.payload as { attrId: number; attrData: unknown }[]).map(({ attrId, attrData }) => {
      const known = Object.values(frame.cluster.attributes).find(({ ID }) => ID === attrId)
      return [known?.name ?? String(attrId), attrData]
    }),
  )
}

for (const frame of frames) {
  test(`a Zigbee frame of ${frame.product}`, async () => {
    const body = await publish(frame)
    assert.deepEqual(body, frame.published)
    const decoded = decodeMessage(zigbee2mqtt, {
      topic: `zigbee2mqtt/${eui}`,
      filter: 'zigbee2mqtt/#',
      body,
      receivedAt: new Date(),
    })
    assert.equal(decoded.length, frame.decoded.length)
    for (const [i, expected] of frame.decoded.entries())
      for (const [name, value] of Object.entries(expected))
        assert.deepEqual(decoded[i]?.[name as keyof Decoded], value, name)
  })
}

test('a contact that is a pressure mat says when somebody leaves the bed', () => {
  assert.equal(meaningOf({ sensor: 'contact', isOn: true }, 'BED'), 'bed_exit')
  assert.equal(meaningOf({ sensor: 'contact', isOn: false }, 'BED'), 'bed_return')
  assert.equal(meaningOf({ sensor: 'contact', isOn: true }, 'DOOR'), 'door_opened')
  assert.equal(meaningOf({ sensor: 'contact', isOn: true }, 'PENDANT'), 'sos')
})
