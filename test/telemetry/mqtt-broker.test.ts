import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { type Mosquitto, needsMosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import { until } from '../../harness/until.ts'
import { parseExposition } from '../support/exposition.ts'
import {
  addUnregisteredDevice,
  goodReading,
  randomMac,
  readingsOfUser,
  sendReading,
} from '../support/readings.ts'
import { useService } from '../support/service.ts'

const qos = 1
const reading = (fields: object = {}) => {
  const { device_id: _, ...body } = goodReading('')
  return JSON.stringify({ ...body, ...fields })
}

describe('behind a broker', needsMosquitto, () => {
  const service = useService({
    RATE_LIMIT_SENSOR: '20/1s',
    MQTT_CLIENT_ID: 'fallwatch-test',
    METRICS_TOKEN: 'a-token-for-the-metrics',
  })
  const brokerGauge = async () => {
    const headers = { authorization: 'Bearer a-token-for-the-metrics' }
    const { body } = await service.app.inject({ url: '/metrics', headers })
    return parseExposition(body).value('fallwatch_mqtt_broker_up')
  }
  let mosquitto: Mosquitto
  let publisher: MqttClient
  let broker: ReturnType<typeof service.app.connectBroker>

  before(async () => {
    mosquitto = await startMosquitto()
    broker = service.app.connectBroker(mosquitto.url)
    await until(() => broker.isUp)
    publisher = await connectAsync(mosquitto.url)
  })
  after(async () => {
    await publisher.endAsync(true)
    await mosquitto.stop()
  })

  test('a registered device is stored, and answered on its response topic', async () => {
    const { id: userId } = await service.signUp()
    const { mac } = await addUnregisteredDevice(service, userId)
    // biome-ignore lint/suspicious/noExplicitAny: answers have several shapes
    const answers: any[] = []
    publisher.on('message', (_topic, payload) => answers.push(JSON.parse(payload.toString())))
    await publisher.subscribeAsync(`fallwatch/${mac}/responses`)
    await publisher.publishAsync(`fallwatch/${mac}/readings`, reading({ uptime_ms: 1000 }), { qos })
    await publisher.publishAsync(`fallwatch/${mac}/readings`, reading({ spo2: 101 }), { qos })
    await until(() => answers.length === 2)
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
    assert.equal(await readingsOfUser(service, userId), 1)
  })

  test('an unknown device is refused, and does not hold up others', async () => {
    const mac = randomMac()
    const answered = new Promise<Buffer>((resolve) =>
      publisher.on('message', (topic, payload) => topic === `fallwatch/${mac}/responses` && resolve(payload)),
    )
    await publisher.subscribeAsync(`fallwatch/${mac}/responses`)
    await publisher.publishAsync(`fallwatch/${mac}/readings`, reading(), { qos })
    assert.equal(JSON.parse(String(await answered)).status, 403)
  })

  test('what arrives while the service is away is stored afterwards with its own times, once', async () => {
    const { id: userId, token } = await service.signUp()
    const mac = randomMac()
    assert.equal((await sendReading(service, token, mac)).status, 200)
    await service.ctx.db.query('delete from readings')
    await broker.close()
    const at = Date.now() - 60_000
    const times = Array.from({ length: 30 }, (_, i) => new Date(at + 1000 * i).toISOString())
    const publish = (client_timestamp: string, i: number) =>
      publisher.publishAsync(
        `fallwatch/${mac}/readings`,
        reading({ client_timestamp, uptime_ms: 60_000 + 1000 * i }),
        { qos },
      )
    for (const [i, time] of times.entries()) await publish(time, i)
    broker = service.app.connectBroker(mosquitto.url)
    await until(async () => (await readingsOfUser(service, userId)) === times.length, 20_000)
    const rows = await service.ctx.db.query<{ at: Date }>(
      'select at from readings join devices on number = device where user_id = $1 order by at',
      [userId],
    )
    assert.deepEqual(
      rows.map((row) => row.at.toISOString()),
      times,
    )
  })

  test('a broker that comes back is connected again', async () => {
    const { id: userId } = await service.signUp()
    const { mac } = await addUnregisteredDevice(service, userId)
    await mosquitto.kill()
    await until(async () => (await brokerGauge()) === 0)
    await mosquitto.restart()
    await until(async () => (await brokerGauge()) === 1 && publisher.connected, 20_000)
    await publisher.publishAsync(`fallwatch/${mac}/readings`, reading({ uptime_ms: 1000 }), { qos })
    await until(async () => (await readingsOfUser(service, userId)) === 1)
  })
})
