import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { type Mosquitto, needsMosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import { until } from '../../harness/until.ts'
import { addDevice } from '../support/readings.ts'
import { useService } from '../support/service.ts'

describe('Home Assistant at a real broker', needsMosquitto, () => {
  const service = useService({ MQTT_CLIENT_ID: 'fallwatch-test' })
  let mosquitto: Mosquitto
  let home: MqttClient
  let broker: ReturnType<typeof service.app.connectBroker>
  /** What the broker has, as Home Assistant knows it. */
  const known = new Map<string, string>()

  const show = async ({ id, token }: { id: string; token: string }, body: object) => {
    const answer = await service.call('PUT', `/patients/${id}/home-assistant`, { token, body })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  const stateOf = (id: string) => JSON.parse(known.get(`fallwatch/home-assistant/patients/${id}`) ?? 'null')
  const configsOf = (id: string) =>
    [...known]
      .filter(([topic]) => topic.includes(`/fallwatch_${id.replaceAll('-', '')}/`))
      .map(([, text]) => JSON.parse(text))

  before(async () => {
    mosquitto = await startMosquitto()
    home = await connectAsync(mosquitto.url)
    home.on('message', (topic, payload) => {
      if (payload.length > 0) known.set(topic, payload.toString())
      else known.delete(topic)
    })
    await home.subscribeAsync(['homeassistant/#', 'fallwatch/home-assistant/#'])
    broker = service.app.connectBroker(mosquitto.url)
    await until(() => known.get('fallwatch/home-assistant/status') === 'online')
  })
  after(async () => {
    await home.endAsync(true)
    await mosquitto.stop()
  })

  test('somebody who allows it needs help there, and then no more', async () => {
    const person = await service.signUp()
    const { id: deviceId } = await addDevice(service, person.token, { battery_level: 64.4, heart_rate: 131 })
    assert.equal(stateOf(person.id), null)
    assert.equal((await show(person, { shown: true })).showName, false)
    await until(() => stateOf(person.id) !== null)
    assert.deepEqual(stateOf(person.id), { needs_help: 'OFF', kind: null, state: null })
    const [entity] = configsOf(person.id)
    assert.equal(entity.device_class, 'safety')
    assert.equal(entity.state_topic, `fallwatch/home-assistant/patients/${person.id}`)
    assert.equal(configsOf(deviceId).length, 2)
    const device = JSON.parse(known.get(`fallwatch/home-assistant/devices/${deviceId}`) ?? '')
    assert.equal(device.battery, 64)
    assert.match(device.last_seen, /^\d{4}-.*:00\.000Z$/)
    await service.call('POST', '/sos', { token: person.token, body: {} })
    await until(() => stateOf(person.id).needs_help === 'ON')
    assert.deepEqual(stateOf(person.id), { needs_help: 'ON', kind: 'SOS', state: 'OPEN' })
    const admin = await service.adminToken()
    const [incident] = (await service.call('GET', '/incidents', { token: person.token })).body.data
    const body = { outcome: 'HELP_GIVEN' }
    await service.call('POST', `/incidents/${incident.id}/resolve`, { token: admin, body })
    await until(() => stateOf(person.id).needs_help === 'OFF')
    // Neither a name nor a vital sign has left the service.
    const all = [...known.values()].join('\n')
    // As a number of its own: an id may have these digits, too.
    assert.doesNotMatch(all, /Rosa|Marín|heart|\b131\b/)
  })

  test('a name is shown only if that is allowed, and not any longer', async () => {
    const person = await service.signUp({ firstName: 'Eulalia', lastName: 'Ferrer' })
    await show(person, { shown: true, showName: true })
    await until(() => configsOf(person.id).length > 0)
    assert.equal(configsOf(person.id)[0].device.name, 'Eulalia Ferrer')
    await show(person, { shown: true })
    await until(() => configsOf(person.id)[0].device.name !== 'Eulalia Ferrer')
    const hidden = { shown: false, showName: false, since: null, available: false }
    assert.deepEqual(await show(person, { shown: false }), hidden)
    await until(() => configsOf(person.id).length === 0 && stateOf(person.id) === null)
  })

  test('somebody who was deleted while the service was away is removed when it is back', async () => {
    const person = await service.signUp()
    await show(person, { shown: true })
    await until(() => configsOf(person.id).length > 0)
    await broker.close()
    await until(() => known.get('fallwatch/home-assistant/status') === 'offline')
    await service.ctx.db.query('delete from home_assistant_shares where patient_id = $1', [person.id])
    broker = service.app.connectBroker(mosquitto.url)
    await until(() => configsOf(person.id).length === 0 && stateOf(person.id) === null)
  })
})
