import { decode } from 'cborg'
import { parseJson } from '../../platform/http/json-body.ts'
import { parseBody } from '../../platform/http/validation.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { deviceAddress } from '../../platform/lib/external-id.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { type DeviceEvent, deviceEventBody, toDeviceEvent } from '../device-events/device-event.ts'
import { type BatchBody, batchBody, type ReadingBody, readingBody } from '../ingest/ingest.schemas.ts'

/** As for HTTP; a batch is limited by the longest packet. */
const maxBytes = 64 * 1024

/** Returns the reading of a payload; its device is that of the topic, and need not be repeated. */
export function readingIn(payload: Buffer, mac: string): ReadingBody {
  if (payload.length > maxBytes) throw refusal('PAYLOAD_TOO_LARGE')
  const body = objectIn(payload)
  expandSamples(body)
  return ofDevice(parseBody(readingBody, withDevice(body, mac)), mac)
}

/** Does the same for a batch. */
export function batchIn(payload: Buffer, mac: string): BatchBody {
  const body = objectIn(payload)
  if (Array.isArray(body.readings)) body.readings.forEach(expandSamples)
  return ofDevice(parseBody(batchBody, withDevice(body, mac)), mac)
}

/** Does the same for an event, whose device may have any id. */
export function eventIn(payload: Buffer, externalId: string): DeviceEvent {
  if (payload.length > maxBytes) throw refusal('PAYLOAD_TOO_LARGE')
  const fields = objectIn(payload)
  expandSamples(fields)
  const body = parseBody(deviceEventBody, withDevice(fields, externalId))
  if (deviceAddress(body.device_id) !== deviceAddress(externalId))
    throw invalidFields({ device_id: fieldMessage('OTHER_DEVICE') })
  return toDeviceEvent(body)
}

type Fields = Record<string, unknown>

/** The first byte of a CBOR map; a JSON object begins with a brace or white space. */
const isCborMap = (byte = 0) => byte >= 0xa0 && byte <= 0xbf

function objectIn(payload: Buffer): Fields {
  return (isCborMap(payload[0]) ? parseCbor(payload) : parseJson(payload)) as Fields
}

const cborOptions = {
  rejectDuplicateMapKeys: true,
  allowUndefined: false,
  allowNaN: false,
  allowInfinity: false,
  allowBigInt: false,
}

function parseCbor(payload: Buffer): unknown {
  try {
    return decode(payload, cborOptions)
  } catch {
    throw refusal('INVALID_CBOR')
  }
}

function withDevice(body: Fields, mac: string): Fields {
  if (body.device_id === undefined) body.device_id = mac
  return body
}

function ofDevice<T extends { device_id: string }>(body: T, mac: string): T {
  if (body.device_id !== mac) throw invalidFields({ device_id: fieldMessage('OTHER_DEVICE') })
  return body
}

/** A row of packed samples: six little-endian 16-bit integers, at the resolution of a sensor for ±16 g and ±2000 °/s. */
const rowBytes = 12
const accelUnit = 0.005
const gyroUnit = 1 / 16

/** Turns packed samples of a CBOR payload into rows of numbers. */
function expandSamples(body: unknown): void {
  if (body === null || typeof body !== 'object') return
  const fields = body as Fields
  const { samples } = fields
  if (!(samples instanceof Uint8Array)) return
  if (samples.length % rowBytes !== 0)
    throw invalidFields({ samples: fieldMessage('NOT_MULTIPLE', { bytes: rowBytes }) })
  const view = new DataView(samples.buffer, samples.byteOffset, samples.length)
  const rows: number[][] = []
  for (let at = 0; at < samples.length; at += rowBytes) {
    const value = (i: number) => view.getInt16(at + 2 * i, true)
    rows.push([
      value(0) * accelUnit,
      value(1) * accelUnit,
      value(2) * accelUnit,
      value(3) * gyroUnit,
      value(4) * gyroUnit,
      value(5) * gyroUnit,
    ])
  }
  fields.samples = rows
}
