import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Job, runIfDue } from '../../src/app/jobs/jobs.ts'
import { schedule } from '../../src/app/jobs/schedule.ts'
import type { Context } from '../../src/platform/context.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { purgeReadings } from '../../src/telemetry/ingest/deleted-device-readings.ts'
import { dropOldPartitions } from '../../src/telemetry/ingest/reading-retention.ts'
import { summariseReadings } from '../../src/telemetry/ingest/vital-summaries.ts'
import { packReadings } from '../../src/telemetry/packing/pack-readings.ts'
import { releaseEmptyPartitions } from '../../src/telemetry/packing/release-partitions.ts'
import { countFresh, countPackedRows, packAll, storeHistory } from '../support/packing.ts'
import {
  addDevice,
  addUnregisteredDevice,
  batchReading,
  countRows,
  deviceNumber,
  type Fields,
} from '../support/readings.ts'
import { useService } from '../support/service.ts'
import { unzip } from '../support/unzip.ts'

const service = useService({ RATE_LIMIT_BACKFILL: 'off', METRICS_TOKEN: 'a-token-for-the-metrics' })

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const ago = (ms: number) => new Date(service.ctx.now().getTime() - ms)

/** Noon of a past day, so that a few hours before it are of the same day. */
const noonBefore = (ms: number) => new Date(Math.floor(ago(ms).getTime() / day) * day + 12 * hour)

/** The readings of the last minutes, which stay fresh. */
const recentCount = 31

/** Has so many readings up to a time in the past, ten seconds apart, and some of now. */
async function aWearer(count: number, end = ago(2 * day)) {
  const person = await service.signUp()
  const device = await addDevice(service, person.token)
  const number = await deviceNumber(service, device.id)
  await storeHistory(service, number, ago(minute), recentCount - 1)
  await storeHistory(service, number, end, count)
  return { ...person, device, number, end }
}
type Wearer = Awaited<ReturnType<typeof aWearer>>

async function get(path: string, token: string, query: Record<string, string> = {}) {
  const answer = await service.call('GET', path, { token, query })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** All readings of a device, page by page. */
async function pagesOf({ device, token }: Wearer, query: Record<string, string>) {
  const pages: Fields[][] = []
  let to: string | undefined
  do {
    const page = await get(`/device/${device.id}/readings`, token, { ...query, ...(to && { to }) })
    pages.push(page.data)
    to = page.pagination.next
  } while (to)
  return pages
}

/** The readings of an export, and the times of its samples, which packing makes more exact. */
async function exported({ token }: Wearer): Promise<{ csv: string; sampled: string[] }> {
  const { rawPayload } = await service.app.inject({
    url: '/api/profile/me/export',
    headers: { authorization: `Bearer ${token}` },
  })
  const files = unzip(rawPayload)
  const lines = (files.get('samples.ndjson') ?? '').trim().split('\n')
  return { csv: files.get('readings.csv') ?? '', sampled: lines.map((line) => JSON.parse(line).timestamp) }
}

const sendBatch = async ({ token, device }: Wearer, readings: Fields[]) => {
  const body = { device_id: device.mac, readings }
  const answer = await service.call('POST', '/device/sensor-stream/batch', { token, body })
  assert.equal(answer.status, 200, answer.text)
  service.advance('1s')
  return answer.body.data
}

describe('packed readings', () => {
  test('are seen like fresh ones, in every view', async () => {
    const wearer = await aWearer(1500, new Date(noonBefore(2 * day).getTime() - 1))
    const { id, token, number, end } = wearer
    const range = { from: new Date(end.getTime() - 4 * hour).toISOString(), to: end.toISOString() }
    const week = { from: ago(6 * day).toISOString(), to: ago(hour).toISOString() }
    const look = async () => ({
      pages: await pagesOf(wearer, { limit: '97' }),
      part: await pagesOf(wearer, { limit: '50', from: range.from }),
      vitals: await get(`/patients/${id}/vitals`, token, { ...range, bucket: '7m' }),
      day: await get(`/patients/${id}/vitals/series`, token, range),
      week: await get(`/patients/${id}/vitals/series`, token, week),
      exported: await exported(wearer),
    })
    const before = await look()
    assert.equal(await packAll(service.ctx), 1500)
    const hourOf = (time: number) => Math.floor(time / hour)
    const hours = hourOf(end.getTime()) - hourOf(end.getTime() - 1499 * 10_000) + 1
    assert.deepEqual(
      [await countFresh(service, number), await countPackedRows(service, number)],
      [recentCount, hours],
    )
    const after = await look()
    assert.equal(after.pages.flat().length, 1500 + recentCount)
    assert.ok(after.exported.sampled.length > 700)
    for (const name of Object.keys(before) as (keyof typeof before)[])
      assert.deepEqual(after[name], before[name], name)
  })

  test('have their samples, as exact as the device sent them', async () => {
    const wearer = await aWearer(100)
    await packAll(service.ctx)
    assert.ok((await countPackedRows(service, wearer.number, 'packed_samples')) > 0)
    const to = new Date(wearer.end.getTime() + 1).toISOString()
    const page = await get(`/device/${wearer.device.id}/readings`, wearer.token, { samples: 'true', to })
    const [first, second] = page.data as { samples: { rateHz: number; values: number[][] } | null }[]
    assert.equal(second?.samples, null)
    assert.equal(first?.samples?.rateHz, 2)
    const values = first?.samples?.values.map((row) => row.map((value) => Number(value.toFixed(6))))
    assert.deepEqual(values, [
      [0.12, -3.4, 9.81, 1.5, -20.1, 0],
      [0.02, -3.3, 9.7, 1.2, 33.3, 0.1],
    ])
  })

  test('of a device that sends unevenly are not passed over', async () => {
    const end = noonBefore(2 * day)
    const wearer = await aWearer(0, end)
    const at = (ms: number) => new Date(end.getTime() - ms)
    // The last hour has many readings at its end and three at its beginning; the hour before has enough.
    await storeHistory(service, wearer.number, at(1000), 60)
    await storeHistory(service, wearer.number, at(58 * minute), 3)
    await storeHistory(service, wearer.number, at(70 * minute), 50)
    await packAll(service.ctx)
    // These came late, and are not packed yet.
    await storeHistory(service, wearer.number, at(10 * hour), 100)
    const query = { limit: '10', to: at(11 * minute).toISOString() }
    const page = await get(`/device/${wearer.device.id}/readings`, wearer.token, query)
    const times = page.data.map(({ timestamp }: Fields) => timestamp)
    const expected = [...[0, 1, 2].map((n) => 58 * 6 + n), ...[0, 1, 2, 3, 4, 5, 6].map((n) => 70 * 6 + n)]
    assert.deepEqual(
      times,
      expected.map((tens) => at(tens * 10_000).toISOString()),
    )
  })

  test('are packed once: packing again changes nothing', async () => {
    const { number } = await aWearer(400)
    await packAll(service.ctx)
    const rows = () =>
      service.ctx.db.query('select * from packed_readings where device = $1 order by at', [number])
    const before = await rows()
    assert.equal(await packAll(service.ctx), 0)
    assert.deepEqual(await rows(), before)
  })

  test('go with their device, and with their day', async () => {
    const gone = await aWearer(200)
    const kept = await aWearer(200, ago(5 * day))
    await packAll(service.ctx)
    await service.call('DELETE', `/device/${gone.device.id}`, { token: gone.token })
    assert.ok((await purgeReadings(service.ctx)) >= 200 + recentCount)
    for (const table of ['packed_readings', 'packed_samples'])
      assert.equal(await countPackedRows(service, gone.number, table), 0)
    assert.ok((await countPackedRows(service, kept.number)) > 0)
    const dropped = await dropOldPartitions(service.ctx.db, new Date(kept.end.getTime() + 92 * day))
    assert.ok(dropped.some((name) => name.startsWith('packed_readings_')))
    assert.ok(dropped.some((name) => name.startsWith('packed_samples_')))
    assert.equal(await countPackedRows(service, kept.number), 0)
  })
})

describe('several processes', () => {
  const packJob = schedule.find(({ name }) => name === 'pack_readings') as Job

  /** Another process on the same database, with what it has packed. */
  async function aProcess(): Promise<{ ctx: Context; packed(): number; close(): Promise<void> }> {
    const db = openDatabase({ connectionString: service.databaseUrl }, () => {}, service.ctx.db)
    let packed = 0
    const readingsPacked = (count: number) => {
      packed += count
    }
    const ctx = { ...service.ctx, db, metrics: { ...service.ctx.metrics, readingsPacked } }
    return { ctx, packed: () => packed, close: () => db.close() }
  }

  test('pack the readings of disjoint devices at the same time', async () => {
    await packAll(service.ctx)
    const person = await service.signUp()
    const end = ago(2 * day)
    const devices: number[] = []
    for (let i = 0; i < 100; i++) {
      const { id } = await addUnregisteredDevice(service, person.id)
      const number = await deviceNumber(service, id)
      devices.push(number)
      await storeHistory(service, number, end, 30)
    }
    await summariseReadings(service.ctx)
    const processes = [await aProcess(), await aProcess()]
    await Promise.all(processes.map(({ ctx }) => runIfDue(ctx, packJob)))
    const packed = processes.map((one) => one.packed())
    assert.equal(
      packed.reduce((sum, count) => sum + count),
      3000,
    )
    assert.ok(
      packed.every((count) => count >= 600),
      `${packed}`,
    )
    for (const device of devices) assert.equal(await countFresh(service, device), 0)
    await Promise.all(processes.map(({ close }) => close()))
  })

  test('look at all devices again a few minutes after nothing was due', async () => {
    await packAll(service.ctx)
    assert.equal(await packReadings(service.ctx), 0)
    const { number } = await aWearer(30)
    await summariseReadings(service.ctx)
    assert.equal(await packReadings(service.ctx), 0)
    assert.equal(await countFresh(service, number), recentCount + 30)
    service.advance('5m')
    assert.equal(await packReadings(service.ctx), 30)
  })
})

describe('a batch for a packed time', () => {
  test('is merged: known readings are duplicates, the others are found in order at once and later', async () => {
    const wearer = await aWearer(720)
    await packAll(service.ctx)
    const rows = await countPackedRows(service, wearer.number)
    const end = wearer.end.getTime()
    const readings = [0, 5000, 10_000, 15_000].map((ms) =>
      batchReading(new Date(end - ms), { heart_rate: 199, accel_x: 7 }),
    )
    const answer = await sendBatch(wearer, readings)
    assert.deepEqual([answer.stored, answer.duplicates], [2, 2])
    const look = async () => (await pagesOf(wearer, { limit: '100' })).flat()
    const before = await look()
    assert.deepEqual(
      before.slice(recentCount, recentCount + 4).map(({ heartRate }) => heartRate),
      [null, 199, 61, 199],
    )
    await packAll(service.ctx)
    assert.deepEqual(
      [await countFresh(service, wearer.number), await countPackedRows(service, wearer.number)],
      [recentCount, rows],
    )
    assert.deepEqual(await look(), before)
    const again = await sendBatch(wearer, readings)
    assert.deepEqual([again.stored, again.duplicates], [0, 4])
  })

  test('changes the summaries of its time', async () => {
    const wearer = await aWearer(720)
    await packAll(service.ctx)
    await sendBatch(wearer, [
      batchReading(new Date(wearer.end.getTime() - 5000), { heart_rate: 200, spo2: 80 }),
    ])
    await packAll(service.ctx)
    await summariseReadings(service.ctx)
    const week = { from: ago(6 * day).toISOString(), to: ago(hour).toISOString() }
    const { points } = (await get(`/patients/${wearer.id}/vitals/series`, wearer.token, week)).data
    const values = points.flatMap(({ heartRate, spo2 }: { heartRate: Fields; spo2: Fields }) => [
      heartRate.max,
      spo2.min,
    ])
    assert.ok(values.includes(200) && values.includes(80))
  })
})

describe('readings stay fresh', () => {
  test('while they are younger than the setting says, or their hour is not over', async () => {
    const { number } = await aWearer(30, ago(30 * minute))
    await packAll(service.ctx)
    assert.equal(await countFresh(service, number), recentCount + 30)
  })

  test('if packing is switched off', async () => {
    const { number } = await aWearer(30)
    const config = { ...service.ctx.config, packReadingsAfterSeconds: undefined }
    assert.equal(await packReadings({ ...service.ctx, config }), 0)
    assert.equal(await countFresh(service, number), recentCount + 30)
  })

  test('while they tell whether a silent device is charging or has its usual interval', async () => {
    const { number } = await aWearer(2000)
    const silent = 'update device_states set last_seen = $2 where device = $1'
    await service.ctx.db.query('delete from readings where device = $1 and at > $2', [number, ago(day)])
    await service.ctx.db.query(silent, [number, ago(2 * day)])
    await packAll(service.ctx)
    const newest = await countRows(
      service,
      `readings where device = $1 and at > $2::timestamptz - interval '40 minutes'`,
      [number, ago(2 * day)],
    )
    assert.ok(newest >= 230, `${newest}`)
    assert.ok((await countPackedRows(service, number)) > 0)
    await service.ctx.db.query(silent, [number, ago(8 * day)])
    await packAll(service.ctx)
    assert.equal(await countFresh(service, number), 0)
  })
})

describe('a past day', () => {
  const sizeOf = async (partition: string) => {
    // A device has one shard.
    const size = service.ctx.db.isDistributed
      ? 'max(shard_size)::float8 as bytes from citus_shards where table_name = to_regclass($1)'
      : 'pg_total_relation_size(to_regclass($1))::float8 as bytes'
    const [row] = await service.ctx.db.query<{ bytes: number | null }>(`select ${size}`, [partition])
    return row?.bytes ?? null
  }
  const partitionOf = (time: Date) => `readings_${time.toISOString().slice(0, 10).replaceAll('-', '')}`

  test('gives its space back when all of it is packed, and is dropped when nothing can be added', async () => {
    const [recent, old] = [noonBefore(4 * day), noonBefore(20 * day)]
    await aWearer(1000, recent)
    await aWearer(1000, old)
    await releaseEmptyPartitions(service.ctx)
    assert.ok(Number(await sizeOf(partitionOf(recent))) > 100_000)
    assert.ok(Number(await sizeOf(partitionOf(old))) > 100_000)
    await packAll(service.ctx)
    await releaseEmptyPartitions(service.ctx)
    assert.ok(Number(await sizeOf(partitionOf(recent))) < 65_536)
    assert.equal(await sizeOf(partitionOf(old)), null)
  })
})

test('the metrics tell what was packed, and what should have been', async () => {
  const metric = async (name: string) => {
    const { payload } = await service.app.inject({
      url: '/metrics',
      headers: { authorization: 'Bearer a-token-for-the-metrics' },
    })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(payload)?.[1])
  }
  await packAll(service.ctx)
  await aWearer(100)
  const before = await metric('fallwatch_readings_packed_total')
  assert.equal(await packAll(service.ctx), 100)
  assert.equal((await metric('fallwatch_readings_packed_total')) - before, 100)
  assert.equal(await metric('fallwatch_packing_backlog_oldest_age_seconds'), 0)
  await service.ctx.db.query('update packing_progress set unpacked_from = $1', [ago(5 * hour)])
  service.advance('6s')
  assert.ok((await metric('fallwatch_packing_backlog_oldest_age_seconds')) >= 5 * 3600)
})
