import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsMosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import { until } from '../../harness/until.ts'
import { minutesOfDay, writeDay } from '../../tools/simulate/home/day.ts'
import { parseHome } from '../../tools/simulate/home/options.ts'
import { simulateHome } from '../../tools/simulate/home/run.ts'
import { fullTest } from '../support/full.ts'
import { adminAccount, TestService } from '../support/service.ts'

fullTest(
  'a day of a simulated home comes over a real broker: every call is heard, and nothing is left of it',
  { ...needsMosquitto },
  async (t) => {
    const mosquitto = await startMosquitto()
    const service = new TestService({ RATE_LIMIT_GLOBAL: 'off' })
    t.after(async () => {
      await service.stop()
      await mosquitto.stop()
    })
    await service.start()
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
    const options = {
      ...{ url, mqttUrl: mosquitto.url, admin: adminAccount },
      ...{ residents: 8, minutes: 0.05, seed: 859, remove: true },
    }
    const play = () => simulateHome(options, AbortSignal.timeout(180_000), () => {})
    await assert.rejects(play(), /not connected to a broker/)
    const broker = service.app.connectBroker(mosquitto.url)
    await until(() => broker.isUp)
    const count = async (table: string) =>
      (await service.ctx.db.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count
    const counts = () =>
      Promise.all(
        ['users', 'devices where not disabled', 'intake_topics where position is not null'].map(count),
      )
    const before = await counts()
    const { devices, calls, falls, incidents, published } = await play()
    assert.equal(devices, 8 * 4 + 2)
    assert.ok(published > 8 * 60, `${published} messages`)
    assert.ok(calls.made > 0 && falls.made > 0)
    assert.deepEqual([calls.recorded, falls.recorded], [calls.made, falls.made])
    const kinds = incidents.byKind.map(([kind]) => kind)
    for (const kind of ['SOS', 'FALL', 'BED_EXIT', 'WANDERING']) assert.ok(kinds.includes(kind), kinds.join())
    assert.deepEqual(await counts(), before)
    await broker.close()
  },
)

test('a simulated day is the same for the same seed, and lies within the day', () => {
  assert.deepEqual(writeDay(3, 7), writeDay(3, 7))
  assert.notDeepEqual(writeDay(3, 7), writeDay(4, 7))
  for (let resident = 0; resident < 40; resident++) {
    const day = writeDay(resident, 1)
    const out = day.filter(({ what }) => what === 'gets up').length
    assert.equal(day.filter(({ what }) => what === 'lies down').length, out)
    assert.ok(day.every(({ at }) => at >= 0 && at <= minutesOfDay))
  }
})

test('the options of a home are an admin, a broker and small numbers', () => {
  const needed = ['--home', '--email', 'a@example.org', '--password', 'x']
  assert.equal(parseHome(needed, {})?.mqttUrl, 'mqtt://127.0.0.1:1883')
  assert.equal(parseHome(needed, { MQTT_URL: 'mqtt://broker' })?.mqttUrl, 'mqtt://broker')
  assert.equal(parseHome(['--home', '--help'], {}), undefined)
  for (const [args, message] of [
    [['--home'], /needs --email/],
    [[...needed, '--residents', '201'], /--residents must be a whole number from 1 to 200/],
    [[...needed, '--minutes', '0'], /--minutes/],
    [[...needed, '--mqtt-url', 'http://x'], /--mqtt-url must begin with mqtt/],
  ] as const)
    assert.throws(() => parseHome([...args], {}), message)
})
