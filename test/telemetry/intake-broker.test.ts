import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { type Mosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import { needsPrograms } from '../../harness/programs.ts'
import { until } from '../../harness/until.ts'
import { incidentsOf } from '../support/incidents.ts'
import { assignDevice, eventsOf, nearby, randomEui } from '../support/intake.ts'
import { type RedisServer, startRedis } from '../support/redis.ts'
import { TestService } from '../support/service.ts'

const qos = 1

describe('topics of a real broker, read by two processes', needsPrograms('mosquitto', 'redis-server'), () => {
  let redis: RedisServer
  let service: TestService
  let other: TestService
  let mosquitto: Mosquitto
  let publisher: MqttClient
  let admin: string
  const brokers: ReturnType<TestService['app']['connectBroker']>[] = []

  const name = async (topics: object[]) => {
    const answer = await service.call('PUT', '/admin/intake/topics', { token: admin, body: { topics } })
    assert.equal(answer.status, 200, answer.text)
  }
  const press = (eui: string, action = 'emergency', topic = `zigbee2mqtt/0x${eui.toLowerCase()}`) =>
    publisher.publishAsync(topic, JSON.stringify({ action, battery: 90, linkquality: 100 }), { qos })
  /** How often a device was seen, by all processes together. */
  const seen = async (externalId: string): Promise<number> => {
    await other.app.intake.nearby.flush()
    const list: { externalId: string; count: number }[] = await nearby(service, admin)
    return list.find((device) => device.externalId === externalId)?.count ?? 0
  }

  before(async () => {
    mosquitto = await startMosquitto()
    redis = await startRedis()
    const settings = { REDIS_URL: redis.url }
    service = new TestService({ ...settings, MQTT_CLIENT_ID: 'fallwatch-one' })
    await service.start()
    const { databaseUrl } = service
    other = new TestService({ ...settings, MQTT_CLIENT_ID: 'fallwatch-two' }, { databaseUrl })
    await other.start()
    admin = await service.adminToken()
    brokers.push(service.app.connectBroker(mosquitto.url), other.app.connectBroker(mosquitto.url))
    await until(() => brokers.every((broker) => broker.isUp))
    publisher = await connectAsync(mosquitto.url)
    await name([
      { topic: 'zigbee2mqtt/#', adapter: 'zigbee2mqtt' },
      { topic: '+/binary_sensor/+/state', adapter: 'esphome' },
    ])
    // A subscription has no sign of its own: the first message that is seen shows it.
    const probe = randomEui()
    await until(async () => {
      await press(probe)
      return (await seen(probe)) > 0
    })
  })
  after(async () => {
    await publisher.endAsync(true)
    await other.stop()
    await service.stop()
    await redis.stop()
    await mosquitto.stop()
  })

  test('a button lights up in the list, and each press is seen by one process', async () => {
    const eui = randomEui()
    for (let i = 0; i < 40; i++) await press(eui)
    await until(async () => (await seen(eui)) >= 40)
    assert.equal(await seen(eui), 40)
    const list = await nearby(service, admin)
    const device = list.find(({ externalId }: { externalId: string }) => externalId === eui)
    assert.deepEqual(device.source, { id: '00000000-0000-0000-0000-000000000000', name: null })
    assert.equal(device.suggestedKind, 'BUTTON')
    assert.match(device.lastMessage, /^zigbee2mqtt\/0x[0-9a-f]{16} \{"action":"emergency"/)
  })

  test('a button that was assigned calls, once for each press', async () => {
    const person = await service.signUp()
    const eui = randomEui()
    await press(eui)
    await until(async () => (await seen(eui)) > 0)
    const device = await assignDevice(service, admin, { userId: person.id, externalId: eui, kind: 'BUTTON' })
    await until(async () => {
      await press(eui)
      return (await incidentsOf(service, person)).length > 0
    })
    const [incident] = await incidentsOf(service, person)
    assert.equal(incident.kind, 'SOS')
    assert.ok((await eventsOf(service, device.id)).includes('sos'))
  })

  test('pictures, broken JSON, floods and what was retained do not hold up a call', async () => {
    const person = await service.signUp()
    const eui = randomEui()
    await press(eui)
    await until(async () => (await seen(eui)) > 0)
    await assignDevice(service, admin, { userId: person.id, externalId: eui, kind: 'BUTTON' })
    const odd: (string | Buffer)[] = [
      Buffer.alloc(3_000_000, 1),
      Buffer.alloc(70_000, 0x7b),
      '{"a":'.repeat(10_000),
      Buffer.from([0xff, 0xfe, 0x00]),
      '',
      'null',
      '[]',
      '{"__proto__":{"action":"emergency"}}',
    ]
    for (const payload of odd) await publisher.publishAsync('zigbee2mqtt/camera', payload, { qos })
    await publisher.publishAsync('zigbee2mqtt/retained', '{"action":"emergency"}', { qos, retain: true })
    const flood = JSON.stringify({ contact: true })
    for (let i = 0; i < 3000; i++) publisher.publish(`zigbee2mqtt/flood/${i % 1500}`, flood, { qos: 0 })
    for (let i = 0; i < 2000; i++) publisher.publish('zigbee2mqtt/one', flood, { qos: 0 })
    await until(async () => {
      await press(eui)
      return (await incidentsOf(service, person)).length > 0
    })
    assert.ok(brokers.every((broker) => broker.isUp))
    // While the flood lasts, what nobody has assigned may be dropped.
    const another = randomEui()
    await until(async () => {
      await press(another)
      return (await seen(another)) > 0
    })
  })

  test('a button calls among what a chatty sensor says too often on the same topic', async () => {
    const person = await service.signUp()
    const [eui, sensor] = [randomEui(), randomEui()]
    await press(eui)
    await until(async () => (await seen(eui)) > 0)
    await assignDevice(service, admin, { userId: person.id, externalId: eui, kind: 'BUTTON' })
    const say = (of: string, state: object) => {
      const device = { ieeeAddr: `0x${of.toLowerCase()}` }
      return publisher.publishAsync('zigbee2mqtt/ward', JSON.stringify({ ...state, device }), { qos })
    }
    const chatter = Array.from({ length: 600 }, (_, i) => say(sensor, { occupancy: i % 2 === 0 }))
    await Promise.all([...chatter, say(eui, { action: 'emergency' })])
    await until(async () => (await incidentsOf(service, person)).length > 0)
  })

  test('a press while the service is away calls once it is back, once', async () => {
    const person = await service.signUp()
    const eui = randomEui()
    await press(eui)
    await until(async () => (await seen(eui)) > 0)
    const device = await assignDevice(service, admin, { userId: person.id, externalId: eui, kind: 'BUTTON' })
    for (const broker of brokers.splice(0)) await broker.close()
    await press(eui, 'hold')
    assert.deepEqual(await incidentsOf(service, person), [])
    brokers.push(service.app.connectBroker(mosquitto.url), other.app.connectBroker(mosquitto.url))
    await until(async () => (await incidentsOf(service, person)).length > 0)
    // A later message of the same device is recorded after all earlier ones.
    await publisher.publishAsync(`zigbee2mqtt/0x${eui.toLowerCase()}`, '{"tamper":true}', { qos })
    await until(async () => (await eventsOf(service, device.id)).includes('tamper'))
    assert.deepEqual(await eventsOf(service, device.id), ['sos', 'tamper'])
  })

  test('what is no longer named is no longer read, also after a restart', async () => {
    const [eui, later] = [randomEui(), randomEui()]
    await name([{ topic: 'home/z2m/#', adapter: 'zigbee2mqtt' }])
    await until(async () => {
      await press(later, 'single', `home/z2m/0x${later.toLowerCase()}`)
      return (await seen(later)) > 0
    })
    await brokers[0]?.close()
    await press(eui)
    brokers[0] = service.app.connectBroker(mosquitto.url)
    await until(() => brokers[0]?.isUp ?? false)
    const count = await seen(later)
    for (let i = 0; i < 10; i++) await press(later, 'single', `home/z2m/0x${later.toLowerCase()}`)
    await until(async () => (await seen(later)) >= count + 10)
    assert.equal(await seen(eui), 0)
  })
})
