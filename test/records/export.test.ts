import assert from 'node:assert/strict'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'
import { until } from '../../harness/until.ts'
import { createExports } from '../../src/records/profile/export.service.ts'
import { ensurePartitionsOf } from '../../src/telemetry/packing/reading-partitions.ts'
import { isFull, often } from '../support/full.ts'
import { makeCircle, reportFall, writeTo } from '../support/people.ts'
import { addDevice, deviceNumber, everythingElse, type Person, sampledSecond } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'
import { setPin } from '../support/stations.ts'
import { createTeam } from '../support/teams.ts'
import { unzip } from '../support/unzip.ts'

const topic = 'https://ntfy.sh/rosa-secret-topic-4711'
const service = useSteadyService()

const names = [
  'profile.json',
  'devices.json',
  'readings.csv',
  'samples.ndjson',
  'deviceEvents.json',
  'falls.json',
  'incidents.json',
  'pastIncidents.json',
  'notes.json',
  'alerts.json',
  'teams.json',
  'handovers.json',
  'messages.json',
  'contacts.json',
  'deliveries.json',
  'assignments.json',
  'shares.json',
  'sessions.json',
  'audit.json',
]

async function download({ token }: Pick<Person, 'token'>) {
  const { statusCode, headers, rawPayload } = await service.app.inject({
    url: '/api/profile/me/export',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: statusCode, headers, archive: rawPayload }
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into files of every shape
const json = (files: Map<string, string>, name: string): any => JSON.parse(files.get(`${name}.json`) ?? '')

const callerOf = ({ id }: Person) => ({
  actor: { id, role: 'PATIENT' as const },
  sessionId: id,
  address: null,
  requestId: null,
})

/** Adds a reading for each second of a past time. */
async function insertReadings(device: number, count: number): Promise<void> {
  const end = service.ctx.now().getTime() - 60_000
  const start = new Date(end - count * 1000)
  const days = Array.from({ length: 4 }, (_, i) => new Date(start.getTime() + i * 86_400_000))
  await ensurePartitionsOf(service.ctx.db, days)
  await service.ctx.db.background.query(
    `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
                           health_score, heart_rate)
     select $1, $2::timestamptz + n * interval '1 second', n, random(), -random(), random(), random(), random(),
            random(), random(), 90, 70
     from generate_series(0, $3::int - 1) as n`,
    [device, start, count],
  )
}

test('an export has everything about the person, and nothing that lets others in', async () => {
  const { patient, caregiver, neighbour, stranger } = await makeCircle(service)
  const device = await addDevice(service, patient.token, everythingElse)
  const name = '=HYPERLINK("http://example.org")'
  await service.call('PUT', `/device/${device.id}`, { token: patient.token, body: { name } })
  await service.call('POST', '/device/keys', { token: patient.token, body: { name: 'Watch' } })
  const fall = await reportFall(service, patient)
  const sent = await writeTo(service, patient, caregiver)
  const received = await writeTo(service, caregiver, patient)
  await writeTo(service, stranger, neighbour)
  await service.call('POST', `/patients/${patient.id}/notes`, {
    token: caregiver.token,
    body: { text: 'Hears badly' },
  })
  await service.call('POST', '/notifications/contacts', {
    token: patient.token,
    body: { channel: 'ntfy', url: topic },
  })
  await service.call('GET', `/patients/${patient.id}`, { token: caregiver.token, ip: '203.0.113.77' })
  const share = await service.call('POST', `/patients/${patient.id}/shares`, {
    token: patient.token,
    body: { label: 'Dr. Vega' },
  })
  await service.call('PUT', `/patients/${patient.id}/sharing`, {
    token: patient.token,
    body: { vitals: false },
  })
  await service.ctx.db.query(`insert into residences (patient_id, site, room) values ($1, 'North', '=12')`, [
    patient.id,
  ])

  const { status, headers, archive } = await download(patient)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'application/zip')
  const day = service.ctx.now().toISOString().slice(0, 10)
  assert.equal(headers['content-disposition'], `attachment; filename="fallwatch-export-${day}.zip"`)
  assert.match(String(headers['cache-control']), /no-store/)
  const files = unzip(archive)
  assert.deepEqual([...files.keys()], names)

  const { email, lastName, deviceKeys, residence } = json(files, 'profile')
  assert.deepEqual(residence, { site: 'North', ward: null, room: '=12' })
  const { representative, vitalsPausedAt } = json(files, 'profile')
  assert.ok(representative === null && vitalsPausedAt !== null)
  assert.deepEqual(
    json(files, 'shares').map(({ id, label }: { id: string; label: string }) => [id, label]),
    [[share.body.data.id, 'Dr. Vega']],
  )
  assert.deepEqual([email, lastName, deviceKeys.length], [patient.email, 'Marín', 1])
  const [stored] = json(files, 'devices')
  assert.deepEqual([stored.id, stored.macAddress, stored.heartRate], [device.id, device.mac, 72])
  assert.ok(stored.logs.length > 0)
  const [header = '', reading = ''] = files.get('readings.csv')?.split('\r\n') ?? []
  assert.ok(header.startsWith('deviceId,deviceName,timestamp,uptimeMs,accelX'))
  const begin = `${device.id},"'=HYPERLINK(""http://example.org"")",`
  assert.ok(reading.startsWith(begin), reading)
  const values = reading.slice(begin.length).split(',').slice(1, -2)
  assert.deepEqual(
    values,
    [5000, 0.25, -0.5, 9.81, 1.5, -2, 0.125, 1013.25, 0.5, 72, 97, 81.5, true, false, true].map(String),
  )
  assert.deepEqual(
    json(files, 'falls').map(({ id, location }: { id: string; location: string }) => [id, location]),
    [[fall.id, 'Kitchen']],
  )
  const [incident] = json(files, 'incidents')
  assert.deepEqual([incident.fallId, incident.timeline[0].type], [fall.id, 'opened'])
  assert.deepEqual(incident.timeline[0].data, { code: 'FALL_REPORTED', level: fall.status })
  assert.equal(incident.timeline[0].text, `A person reported a fall: ${fall.status}`)
  assert.match(incident.timeline[0].at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(
    json(files, 'notes').map(({ text, authorId }: { text: string; authorId: string }) => [text, authorId]),
    [['Hears badly', caregiver.id]],
  )
  const messages = json(files, 'messages').map(({ id }: { id: string }) => id)
  assert.deepEqual(messages.sort(), [sent.id, received.id].sort())
  assert.deepEqual(json(files, 'assignments')[0].caregiverName, 'Ana Gil')
  assert.deepEqual([json(files, 'contacts').length, json(files, 'alerts')], [1, []])
  assert.equal(json(files, 'sessions').length, 1)
  const actions = json(files, 'audit').map(({ action }: { action: string }) => action)
  for (const action of ['auth.signed_up', 'record.viewed', 'profile.exported'])
    assert.ok(actions.includes(action), action)

  const secrets = [
    share.body.data.token,
    share.body.data.code,
    'argon2',
    'rosa-secret-topic',
    'key_hash',
    '203.0.113.77',
    neighbour.id,
    stranger.id,
  ]
  for (const secret of secrets) {
    for (const [file, content] of files) assert.ok(!content.includes(secret), `${secret} in ${file}`)
  }
})

test('that of a caregiver has their teams, handover notes and when the PIN was set', async () => {
  const token = await service.adminToken()
  const ana = await service.signUp({ role: 'CAREGIVER' })
  const { id, name } = await createTeam(service, token, { ward: 'North' }, [ana])
  await service.call('POST', `/teams/${id}/handovers`, { token: ana.token, body: { text: 'All quiet.' } })
  await setPin(service, ana)
  const files = unzip((await download(ana)).archive)
  const [team] = json(files, 'teams')
  assert.deepEqual([team.id, team.name, team.ward, team.role], [id, name, 'North', 'MEMBER'])
  assert.deepEqual(
    json(files, 'handovers').map(({ teamId, text }: { teamId: string; text: string }) => [teamId, text]),
    [[id, 'All quiet.']],
  )
  assert.ok(json(files, 'profile').pinUpdatedAt)
  for (const content of files.values()) assert.ok(!content.includes('argon2'))
})

test('the samples of readings are in it, as exact as they are stored', async () => {
  const rosa = await service.signUp()
  const device = await addDevice(service, rosa.token)
  const sampled = sampledSecond(0)
  service.advance('1s')
  await device.send(sampled)
  const files = unzip((await download(rosa)).archive)
  const lines = files.get('samples.ndjson')?.trimEnd().split('\n') ?? []
  assert.equal(lines.length, 1, 'the first reading has none')
  const { deviceId, timestamp, rateHz, samples } = JSON.parse(String(lines[0]))
  assert.deepEqual([deviceId, rateHz, samples.length], [device.id, 25, 25])
  assert.ok(files.get('readings.csv')?.includes(timestamp))
  const sent = sampled.samples as number[][]
  const errors = sent.flatMap((motion, i) => motion.map((value, axis) => Math.abs(value - samples[i][axis])))
  assert.ok(Math.max(...errors) < 0.05, `${Math.max(...errors)}`)
})

test('that of a caregiver has their alerts, and nothing of their patients', async () => {
  const { patient, caregiver } = await makeCircle(service)
  await addDevice(service, patient.token)
  const fall = await reportFall(service, patient, { injuries: 'A secret bruise' })
  const files = unzip((await download(caregiver)).archive)
  assert.deepEqual(
    json(files, 'alerts').map(({ fallId }: { fallId: string }) => fallId),
    [fall.id],
  )
  for (const name of ['devices', 'falls', 'incidents', 'notes']) assert.deepEqual(json(files, name), [])
  assert.equal(files.get('readings.csv')?.split('\r\n').length, 2)
  assert.ok(![...files.values()].some((content) => content.includes('A secret bruise')))
})

test('a list that takes several batches is complete and in order', async () => {
  const [rosa, luis] = [await service.signUp(), await service.signUp()]
  // Many at the same time, so that a batch ends between two of them.
  await service.ctx.db.query(
    `insert into messages (id, sender_id, recipient_id, content, type, created_at)
     select gen_random_uuid(), case when n % 2 = 0 then $1::uuid else $2::uuid end,
            case when n % 2 = 0 then $2::uuid else $1::uuid end, n::text, 'TEXT', $3::timestamptz + (n / 90) * interval '1 ms'
     from generate_series(0, 999) as n`,
    [rosa.id, luis.id, service.ctx.now()],
  )
  const messages = json(unzip((await download(rosa)).archive), 'messages')
  assert.equal(new Set(messages.map(({ content }: { content: string }) => content)).size, 1000)
  assert.equal(messages.length, 1000)
  const times = messages.map(({ createdAt }: { createdAt: string }) => createdAt)
  assert.deepEqual(times, times.toSorted())
})

/** Counts the statements that read readings. */
function countBatches() {
  const { db } = service.ctx
  const { query } = db
  const counted = { batches: 0, stop: () => void Object.assign(db, { query }) }
  const counting: typeof query = (sql, ...rest) => {
    if (/from readings\s/.test(sql)) counted.batches++
    return query(sql, ...rest)
  }
  Object.assign(db, { query: counting })
  return counted
}

const count = often(40_000, 100_000)
describe(`${count} readings`, () => {
  async function wearer() {
    const rosa = await service.signUp()
    const { id } = await addDevice(service, rosa.token)
    await insertReadings(await deviceNumber(service, id), count)
    return rosa
  }

  test('are exported once each, in order', async () => {
    const rosa = await wearer()
    const csv = unzip((await download(rosa)).archive).get('readings.csv') ?? ''
    const lines = csv.trimEnd().split('\r\n').slice(1)
    assert.equal(lines.length, count + 1)
    const times = lines.map((line) => line.split(',')[2] ?? '')
    assert.equal(new Set(times).size, count + 1)
    assert.ok(times.every((time, i) => i === 0 || time > String(times[i - 1])))
  })

  // A smaller export is lost among what else lives in this process.
  if (isFull)
    test('are exported without being kept in memory', async () => {
      v8.setFlagsFromString('--expose-gc')
      const collectGarbage = vm.runInNewContext('gc') as () => void
      const used = () => {
        collectGarbage()
        const { heapUsed, arrayBuffers } = process.memoryUsage()
        return heapUsed + arrayBuffers
      }
      const rosa = await wearer()
      const folder = mkdtempSync(join(tmpdir(), 'fallwatch-export-'))
      const file = join(folder, 'export.zip')
      const archive = await createExports(service.ctx).start(callerOf(rosa))
      const before = used()
      let peak = before
      let chunks = 0
      await pipeline(
        archive,
        async function* (source: Readable) {
          for await (const chunk of source) {
            if (++chunks % 20 === 0) peak = Math.max(peak, used())
            yield chunk
          }
        },
        createWriteStream(file),
      )
      const csv = unzip(readFileSync(file)).get('readings.csv') ?? ''
      rmSync(folder, { recursive: true })
      assert.ok(csv.length > 15_000_000, `${csv.length}`)
      assert.ok(chunks > 100, `${chunks} chunks`)
      // What else lives in this process varies by some megabytes; an export that is kept is at least as large as its file.
      assert.ok(peak - before < csv.length * 0.75, `${peak - before} bytes`)
    })

  test('are read no faster than the client reads, and no longer', async () => {
    const rosa = await wearer()
    const exports = createExports(service.ctx)
    const counted = countBatches()
    try {
      const archive = await exports.start(callerOf(rosa))
      archive.on('error', () => {})
      let settled = -1
      await until(async () => {
        const same = counted.batches === settled && settled > 0
        settled = counted.batches
        await sleep(200)
        return same
      }, 20_000)
      // 91 days without readings come first, and a batch has 4,000 readings.
      assert.ok(settled < 91 + count / 4000, `${settled} batches`)
      await assert.rejects(exports.start(callerOf(rosa)), { status: 409 })
      const atEnd = counted.batches
      archive.destroy()
      await sleep(300)
      assert.ok(counted.batches <= atEnd + 1, `${counted.batches} batches after ${atEnd}`)
      const second = await exports.start(callerOf(rosa))
      second.destroy()
    } finally {
      counted.stop()
    }
  })
})

test('the work for a client that has gone ends, and the person can export again', async () => {
  const rosa = await service.signUp()
  await addDevice(service, rosa.token)
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  const request = (signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}/api/profile/me/export`, {
      headers: { authorization: `Bearer ${rosa.token}` },
      ...(signal && { signal }),
    })
  const gone = new AbortController()
  const counted = countBatches()
  try {
    // The first export waits for its second file.
    const second = await service.ctx.db.transaction(async (tx) => {
      await tx.query('lock table device_logs in access exclusive mode')
      assert.equal((await request(gone.signal)).status, 200)
      assert.equal((await request()).status, 409)
      gone.abort()
      return until(async () => {
        const answer = await request()
        return answer.status === 200 && answer
      }, 20_000)
    })
    const files = unzip(Buffer.from(await second.arrayBuffer()))
    assert.deepEqual([...files.keys()], names)
    const both = counted.batches
    await download(rosa)
    assert.equal(counted.batches - both, both, 'only the second has read readings')
  } finally {
    counted.stop()
  }
})

test('an export that fails breaks off, and another can begin', async () => {
  const rosa = await service.signUp()
  const exports = createExports(service.ctx)
  await service.ctx.db.query('alter table alerts rename to alerts_elsewhere')
  try {
    const archive = await exports.start(callerOf(rosa))
    await assert.rejects(async () => {
      for await (const _ of archive);
    }, /alerts/)
  } finally {
    await service.ctx.db.query('alter table alerts_elsewhere rename to alerts')
  }
  for await (const _ of await exports.start(callerOf(rosa)));
})

test('the method HEAD exports nothing', async () => {
  const { token } = await service.signUp()
  assert.equal((await service.call('HEAD', '/profile/me/export', { token })).status, 404)
})
