import type { Adapter } from './adapter.ts'
import { at, numberOf, objectOf, percentOf, textOf, timeOf } from './fields.ts'
import { decodeLorawan } from './lorawan-payload.ts'

/** The Things Stack v3: what its webhooks and its MQTT server send of an uplink. Fields that are 0 are left out. */
export const thingsStack: Adapter = {
  name: 'things-stack',
  ways: ['topic', 'webhook'],
  decode({ body }) {
    const externalId = textOf(at(body, 'end_device_ids', 'dev_eui'))
    const uplink = objectOf(at(body, 'uplink_message'))
    if (!externalId) return []
    const time = timeOf(at(uplink, 'received_at')) ?? timeOf(at(body, 'received_at'))
    const session = textOf(at(uplink, 'session_key_id'))
    const origin = {
      externalId,
      at: time,
      // The frames of a session are numbered.
      eventId: uplink && session ? `${session}:${numberOf(uplink.f_cnt) ?? 0}` : undefined,
      batteryLevel: percentOf(
        Math.round(numberOf(at(uplink, 'last_battery_percentage', 'value')) ?? Number.NaN),
      ),
    }
    if (uplink) return decodeLorawan(uplink.decoded_payload, origin)
    return objectOf(at(body, 'join_accept')) ? [{ externalId, event: 'alive', at: time }] : []
  },
}
