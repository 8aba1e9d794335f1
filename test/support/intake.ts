import { randomBytes } from 'node:crypto'
import type { Answer, TestService } from './service.ts'

/** An EUI-64 of a test's own. */
export const randomEui = () => randomBytes(8).toString('hex').toUpperCase()

/** A webhook in, and a way to send to it. */
export interface Webhook {
  id: string
  url: string
  path: string
  send(body: unknown, ip?: string): Promise<Answer>
}

export async function makeWebhook(
  service: TestService,
  token: string,
  adapter: string,
  fields: object = {},
): Promise<Webhook> {
  const body = { name: `Webhook ${randomEui()}`, adapter, ...fields }
  const answer = await service.call('POST', '/admin/intake/sources', { token, body })
  if (answer.status !== 201) throw new Error(answer.text)
  const { id, url } = answer.body.data
  const path = new URL(url).pathname.replace('/api', '')
  return {
    id,
    url,
    path,
    send: (message, ip) => service.call('POST', path, { body: message, ...(ip && { ip }) }),
  }
}

/** An uplink of The Things Stack. */
export const uplink = (devEui: string, payload: object, frame = 1) => ({
  end_device_ids: { device_id: 'dev1', dev_eui: devEui },
  received_at: new Date().toISOString(),
  uplink_message: { session_key_id: 'AXBSH1Pk6Z0G166ozpQvUA==', f_cnt: frame, decoded_payload: payload },
})

/** Lists what was seen nearby, once it is written. */
export async function nearby(service: TestService, token: string) {
  await service.app.intake.nearby.flush()
  return (await service.call('GET', '/admin/nearby', { token })).body.data
}

/** Registers a device, as an admin who has seen it nearby does. */
export async function assignDevice(service: TestService, token: string, fields: object) {
  await service.app.intake.nearby.flush()
  const answer = await service.call('POST', '/admin/devices', { token, body: fields })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

/** What was recorded of a device, the oldest first. */
export const eventsOf = async (service: TestService, deviceId: string): Promise<string[]> => {
  const rows = await service.ctx.db.query<{ type: string }>(
    `select device_events.type from device_events join devices on number = device
     where devices.id = $1 order by received_at, device_events.id`,
    [deviceId],
  )
  return rows.map(({ type }) => type)
}
