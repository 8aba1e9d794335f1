import type { Adapter } from './adapter.ts'
import { at, numberOf, objectOf, percentOf, textOf, timeOf } from './fields.ts'
import { decodeLorawan } from './lorawan-payload.ts'

/** ChirpStack v4: the JSON of its HTTP and MQTT integrations. */
export const chirpstack: Adapter = {
  name: 'chirpstack',
  ways: ['topic', 'webhook'],
  decode({ body }) {
    const externalId = textOf(at(body, 'deviceInfo', 'devEui'))
    const fields = objectOf(body)
    // Logs and what became of a downlink say nothing of the device.
    if (!externalId || !fields || 'level' in fields || 'queueItemId' in fields) return []
    const origin = {
      externalId,
      at: timeOf(fields.time),
      eventId: textOf(fields.deduplicationId),
      batteryLevel: percentOf(Math.round(numberOf(fields.batteryLevel) ?? Number.NaN)),
    }
    return decodeLorawan('integrationName' in fields ? undefined : fields.object, origin)
  },
}
