import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { watchDevices } from '../../src/alerting/monitoring/watch-devices.ts'
import { logSilentDevices } from '../../src/telemetry/devices/silence-log.ts'
import { setMonitoring } from '../support/device-alarms.ts'
import {
  addDevice,
  assertFields,
  countRows,
  deviceNumber,
  fallSequence,
  sendReading,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const logsOf = (id: string, token: string, query: Record<string, string | string[]> = {}) =>
  service.call('GET', `/device/${id}/logs`, { token, query })

/** Gives the log from its beginning, as "TYPE message". */
async function entriesOf(id: string, token: string): Promise<string[]> {
  const { data } = (await logsOf(id, token, { limit: '100' })).body
  return data.map((entry: { type: string; message: string }) => `${entry.type} ${entry.message}`).reverse()
}

/** Compares the entries after the registration by type and a word of the message. */
async function assertLog(id: string, token: string, expected: RegExp[]) {
  const [registered, ...entries] = await entriesOf(id, token)
  assert.match(registered ?? '', /^INFO .*registered/i)
  assert.equal(entries.length, expected.length, entries.join('; '))
  for (const [i, pattern] of expected.entries()) assert.match(entries[i] ?? '', pattern)
}

/** Puts so many entries into a log, the n-th with the text "entry n". */
async function fill(id: string, count: number) {
  const types = ['INFO', 'WARNING', 'ERROR']
  await service.ctx.db.query(
    `insert into device_logs (device, type, message, at)
     select $1, ($2::text[])[1 + n % 3], 'entry ' || n, $3 from generate_series(1, $4) as n`,
    [await deviceNumber(service, id), types, service.ctx.now(), count],
  )
}

describe('the log of a device records', () => {
  test('that it was registered, with exactly the fields of an entry', async () => {
    const { token } = await service.signUp()
    const { id, first } = await addDevice(service, token)
    const answer = await logsOf(id, token)
    assert.equal(answer.status, 200)
    assertFields(answer.body, ['success', 'data', 'pagination'])
    assert.deepEqual(answer.body.pagination, { page: 1, limit: 20, total: 1, totalPages: 1 })
    const [entry] = answer.body.data
    assertFields(entry, ['id', 'deviceId', 'type', 'message', 'timestamp'])
    assert.deepEqual([typeof entry.id, entry.deviceId, entry.type], ['string', id, 'INFO'])
    assert.match(entry.message, /registered/i)
    assert.ok(Math.abs(Date.parse(entry.timestamp) - Date.parse(first.timestamp)) < 1000)
  })

  test('of a low battery once per drop below 20 %, and again after charging', async () => {
    const { token } = await service.signUp()
    const { id, send } = await addDevice(service, token, { battery_level: 20 })
    const drop = /^WARNING .*battery/i
    await assertLog(id, token, [])
    for (const battery_level of [19.9, 15, undefined, 3]) await send({ battery_level })
    await assertLog(id, token, [drop])
    for (const battery_level of [60, 100, 20, 19.5, 19]) await send({ battery_level })
    await assertLog(id, token, [drop, drop])
  })

  test('of a battery that is low from the start', async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token, { battery_level: 4 })
    await assertLog(id, token, [/^WARNING .*battery/i])
  })

  test('of sensors that are not initialized, once until they are again', async () => {
    const { token } = await service.signUp()
    const { id, send } = await addDevice(service, token, { sensors_initialized: true })
    const broken = /^ERROR .*sensors/i
    for (const sensors_initialized of [false, false, undefined, false]) await send({ sensors_initialized })
    await assertLog(id, token, [broken])
    await send({ sensors_initialized: true })
    await send({ sensors_initialized: false })
    await assertLog(id, token, [broken, broken])
  })

  test('of a possible fall, once for each', async () => {
    const { token } = await service.signUp()
    const { id, send } = await addDevice(service, token)
    for (const [i, motion] of fallSequence.entries()) await send({ ...motion, uptime_ms: 10_000 + i * 1000 })
    await assertLog(id, token, [/^WARNING .*fall/i])
  })

  test('that it went silent, also when the line could not be written at first', async () => {
    const { token } = await service.signUp()
    const [device, other] = [await addDevice(service, token), await addDevice(service, token)]
    service.advance('30m')
    await service.ctx.db.query('alter table device_logs rename to device_logs_away')
    await assert.rejects(logSilentDevices(service.ctx))
    await service.ctx.db.query('alter table device_logs_away rename to device_logs')
    assert.ok((await logSilentDevices(service.ctx)) >= 2)
    for (const { id } of [device, other]) await assertLog(id, token, [/^WARNING No data since/])
    assert.equal(await logSilentDevices(service.ctx), 0)
  })

  const canRefuse = process.env.TEST_DISTRIBUTED
    ? { skip: 'Citus has no triggers on distributed tables' }
    : {}
  test(
    'that it went silent, of each of many and of all but one whose line cannot be written',
    canRefuse,
    async () => {
      // Those of other tests are silent by then and marked.
      service.advance('30m')
      await logSilentDevices(service.ctx)
      const { id: userId } = await service.signUp()
      const numbers = await service.ctx.db.query<{ number: number }>(
        `insert into devices (id, user_id, mac, name, created_at, updated_at)
       select gen_random_uuid(), $1, 'many ' || n, 'Many', $2, $2 from generate_series(1, 120) as n
       returning number`,
        [userId, service.ctx.now()],
      )
      await service.ctx.db.query(
        'insert into device_states (device, last_seen) select number, $2 from unnest($1::int[]) as number',
        [numbers.map(({ number }) => number), service.ctx.now()],
      )
      const { token } = await service.signUp()
      const { id } = await addDevice(service, token)
      service.advance('30m')
      await service.ctx.db.query(
        `create function refuse_line() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger refused before insert on device_logs for each row
         when (new.device = ${await deviceNumber(service, id)}) execute function refuse_line()`,
      )
      const lines = () =>
        countRows(service, `device_logs where message like 'No data since%' and device = any ($1)`, [
          numbers.map(({ number }) => number),
        ])
      const marked = () =>
        countRows(service, 'device_states where silent and device = any ($1)', [
          numbers.map(({ number }) => number),
        ])
      await assert.rejects(logSilentDevices(service.ctx))
      assert.equal(await lines(), await marked(), 'none is marked without its line')
      assert.equal(await lines(), 100)
      await service.ctx.db.query('drop function refuse_line cascade')
      assert.equal(await logSilentDevices(service.ctx), 21)
      assert.deepEqual([await lines(), await marked()], [120, 120])
      await assertLog(id, token, [/^WARNING No data since/])
    },
  )

  test('that it went silent, once per silence, and that it is back', async () => {
    const { token } = await service.signUp()
    const { id, mac, first } = await addDevice(service, token)
    const [silent, back] = [/^WARNING /, /^INFO .*back online/i]
    service.advance('4m')
    await logSilentDevices(service.ctx)
    await assertLog(id, token, [])
    service.advance('1m')
    assert.ok((await logSilentDevices(service.ctx)) >= 1)
    assert.equal(await logSilentDevices(service.ctx), 0)
    await assertLog(id, token, [silent])
    const { data } = (await logsOf(id, token)).body
    assert.equal(Date.parse(data[0].timestamp) - Date.parse(first.timestamp), 5 * 60_000)
    service.advance('1m')
    await logSilentDevices(service.ctx)
    await sendReading(service, token, mac)
    await assertLog(id, token, [silent, back])
    // More than three times its usual interval, which is six minutes by now.
    service.advance('19m')
    await logSilentDevices(service.ctx)
    await sendReading(service, token, mac)
    await assertLog(id, token, [silent, back, silent, back])
  })

  test('by the limits of its patient, which alarms, the overview and the log share', async () => {
    const admin = await service.adminToken()
    const patient = await service.signUp()
    const { id, mac, send } = await addDevice(service, patient.token, { battery_level: 90 })
    await setMonitoring(service, patient, { silentAfterMinutes: 45, batteryLow: 40, batteryUrgent: 15 })
    for (const battery_level of [41, 40, 39]) await send({ battery_level })
    const low = /^WARNING Low battery: 39 %/
    await assertLog(id, patient.token, [low])
    const overview = async () => {
      const { body } = await service.call('GET', '/patients/overview', { token: admin })
      return body.data.find(({ patientId }: { patientId: string }) => patientId === patient.id).status
    }
    assert.equal(await overview(), 'LOW_BATTERY')
    const look = async () => {
      await watchDevices(service.ctx)
      await logSilentDevices(service.ctx)
      return overview()
    }
    await look()
    for (let minute = 0; minute < 44; minute += 2) {
      // Looking less often than every three minutes would be a gap in which the service was down.
      service.advance('2m')
      await watchDevices(service.ctx)
    }
    assert.equal(await look(), 'LOW_BATTERY')
    await assertLog(id, patient.token, [low])
    service.advance('1m')
    assert.equal(await look(), 'SILENT')
    await assertLog(id, patient.token, [low, /^WARNING No data since/])
    await sendReading(service, patient.token, mac)
    await assertLog(id, patient.token, [low, /^WARNING No data since/, /^INFO .*back online/i])
  })

  test('of a battery never, if its alarm is switched off', async () => {
    const patient = await service.signUp()
    const { id, send } = await addDevice(service, patient.token, { battery_level: 90 })
    await setMonitoring(service, patient, { batteryLow: null })
    await send({ battery_level: 3 })
    await assertLog(id, patient.token, [])
  })

  test('nothing of readings in which nothing changes', async () => {
    const { token } = await service.signUp()
    const { id, send } = await addDevice(service, token, { battery_level: 80, sensors_initialized: true })
    for (let i = 0; i < 5; i++) await send({ battery_level: 80 - i, sensors_initialized: true })
    await assertLog(id, token, [])
  })
})

describe('the log is read', () => {
  test('newest first, a page at a time, 20 entries by default', async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token)
    await fill(id, 44)
    const pages = []
    for (const page of ['1', '2', '3', '4']) pages.push((await logsOf(id, token, { page })).body)
    assert.deepEqual(
      pages.map(({ data }) => data.length),
      [20, 20, 5, 0],
    )
    assert.deepEqual(pages[2].pagination, { page: 3, limit: 20, total: 45, totalPages: 3 })
    assert.deepEqual(pages[3].pagination, { page: 4, limit: 20, total: 45, totalPages: 3 })
    const messages = pages.flatMap(({ data }) => data.map((entry: { message: string }) => entry.message))
    assert.deepEqual(
      messages.slice(0, 44),
      Array.from({ length: 44 }, (_, i) => `entry ${44 - i}`),
    )
  })

  test('newest first even where the identifiers of the entries gain a digit', async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token)
    await service.ctx.db.query(`select setval('device_logs_id_seq', 99994)`)
    await fill(id, 10)
    const { data } = (await logsOf(id, token, { limit: '10' })).body
    const messages = data.map((entry: { message: string }) => entry.message)
    assert.deepEqual(
      messages,
      Array.from({ length: 10 }, (_, i) => `entry ${10 - i}`),
    )
  })

  for (const logType of ['error', 'warning', 'info']) {
    test(`for only the entries of type ${logType}`, async () => {
      const { token } = await service.signUp()
      const { id } = await addDevice(service, token)
      await fill(id, 30)
      const { data, pagination } = (await logsOf(id, token, { logType, limit: '5' })).body
      assert.deepEqual(
        new Set(data.map(({ type }: { type: string }) => type)),
        new Set([logType.toUpperCase()]),
      )
      const total = logType === 'info' ? 11 : 10
      assert.deepEqual(pagination, { page: 1, limit: 5, total, totalPages: logType === 'info' ? 3 : 2 })
    })
  }

  test('at most 100 at a time: a larger limit is lowered', async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token)
    await fill(id, 119)
    for (const limit of ['100', '101', '5000']) {
      const { data, pagination } = (await logsOf(id, token, { limit })).body
      assert.equal(data.length, 100)
      assert.deepEqual(pagination, { page: 1, limit: 100, total: 120, totalPages: 2 })
    }
  })

  const bad: [string, string | string[]][] = [
    ...['page', 'limit'].flatMap((name) =>
      ['0', '-1', '1.5', 'abc', '', '1e1', ' 1', ['1', '2']].map((value): [string, string | string[]] => [
        name,
        value,
      ]),
    ),
    ['logType', 'debug'],
    ['logType', 'INFO'],
    ['logType', ''],
    ['logType', ['info', 'error']],
  ]
  for (const [name, value] of bad) {
    test(`but not with ${name}=${JSON.stringify(value)}`, async () => {
      const { token } = await service.signUp()
      const { id } = await addDevice(service, token)
      const answer = await logsOf(id, token, { [name]: value })
      assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, [name]])
    })
  }
})

test('the newest 1000 entries of a device stay, and those of others are left alone', async () => {
  const { token } = await service.signUp()
  const { id, send } = await addDevice(service, token, { battery_level: 80 })
  const other = await addDevice(service, token)
  await fill(other.id, 3)
  await fill(id, 999)
  const number = await deviceNumber(service, id)
  assert.equal(await countRows(service, 'device_logs where device = $1', [number]), 1000)
  await send({ battery_level: 10, sensors_initialized: false })
  const { data, pagination } = (await logsOf(id, token, { limit: '3' })).body
  assert.equal(pagination.total, 1000)
  assert.deepEqual(
    data.map(({ type }: { type: string }) => type),
    ['ERROR', 'WARNING', 'INFO'],
  )
  const oldest = (await logsOf(id, token, { limit: '1', page: '1000' })).body.data[0]
  assert.equal(oldest.message, 'entry 2')
  assert.equal((await logsOf(other.id, token)).body.pagination.total, 4)
})
