import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import {
  account,
  answerTimeoutMs,
  healthOf,
  killNow,
  post,
  processesOf,
  removeFolder,
  type ServiceProcess,
  serverPid,
  startProcess,
} from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { isFull } from '../support/full.ts'
import { type Acknowledged, findLost } from '../support/lost-readings.ts'
import { goodReading } from '../support/readings.ts'
import { makeStore } from '../support/store.ts'

const dataDir = await makeStore()
after(() => removeFolder(dataDir))

/** Who is killed in each round: its PostgreSQL alone, both at once, or the service alone. */
const victims = ['database', 'both', 'service'] as const
type Victim = (typeof victims)[number]
const rounds = isFull
  ? Array.from({ length: 12 }, (_, i) => victims[i % 3] as Victim)
  : // Other tests kill a service alone: alert-kills.test.ts and mqtt-kills.test.ts.
    (['database', 'both'] as const)

const devices = 32
const devicesEach = 10
const settings = { DATA_DIR: dataDir, RATE_LIMIT_SENSOR: 'off' }

const accounts: string[] = []
const readings: Acknowledged[] = []
const tokens: string[] = []
let nextAccount = 0

test('service and database are killed under load: every acknowledged account and reading is there', async () => {
  let service = await startProcess(settings)
  for (let n = 0; n < devices / devicesEach; n++) tokens.push(await signUp(service))
  for (const [round, victim] of rounds.entries()) {
    const { url } = service
    let isOver = false
    const load = [
      ...Array.from({ length: 2 }, () => repeatUntil(() => isOver, keepSigningUp(url))),
      ...Array.from({ length: devices }, (_, n) => repeatUntil(() => isOver, keepSending(url, n))),
    ]
    // At a different moment in each round.
    await untilAcknowledged(2 + (round % 4), (100 * round) % 450)
    await kill(service, victim)
    // It starts its PostgreSQL again, and goes on.
    if (victim === 'database') await untilAcknowledged(1, 100)
    isOver = true
    await Promise.all(load)
    if (victim === 'database') assert.equal(await healthOf(url), 200)
    else {
      await service.end('SIGKILL')
      service = await startProcess(settings)
    }
  }
  await assertKept(service)
  assert.equal(await service.end('SIGTERM'), 0)
})

async function untilAcknowledged(newAccounts: number, newReadings: number): Promise<void> {
  const [wantedAccounts, wantedReadings] = [accounts.length + newAccounts, readings.length + newReadings]
  await until(
    () => accounts.length >= wantedAccounts && readings.length >= wantedReadings,
    60_000,
    'acknowledged accounts and readings',
  )
}

async function kill(service: ServiceProcess, victim: Victim): Promise<void> {
  const server = serverPid(dataDir)
  if (victim !== 'service') for (const pid of processesOf(dataDir)) killNow(pid)
  if (victim !== 'database') return killNow(-service.pid)
  await until(() => isAnother(server), 60_000, 'another PostgreSQL')
}

function isAnother(server: number): boolean {
  try {
    return serverPid(dataDir) !== server
  } catch {
    // There is no file at that moment.
    return false
  }
}

async function repeatUntil(isOver: () => boolean, act: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    try {
      await act()
    } catch {
      // The connection broke: nothing was acknowledged.
    }
  }
}

async function signUp({ url }: { url: string }): Promise<string> {
  const { token } = (await send(`${url}/auth/signup`, account(nextAccount++))) as { token: string }
  return token
}

const keepSigningUp = (url: string) => async () => {
  const person = account(nextAccount++)
  const { status } = await post(`${url}/auth/signup`, person)
  if (status === 201) accounts.push(person.email)
  await post(`${url}/auth/login`, person)
}

function keepSending(url: string, n: number): () => Promise<void> {
  const token = tokens[Math.floor(n / devicesEach)]
  const mac = `0A0000000${n.toString().padStart(3, '0')}`
  let uptime_ms = 0
  return async () => {
    uptime_ms += 1000
    const reading = goodReading(mac, { uptime_ms })
    const { data } = (await send(`${url}/device/sensor-stream`, reading, token)) as { data?: Acknowledged }
    if (data) readings.push(data)
  }
}

async function send(url: string, body: object, token?: string): Promise<object> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  return (await response.json()) as object
}

async function assertKept({ url }: ServiceProcess): Promise<void> {
  for (const email of accounts) {
    const { status } = await post(`${url}/auth/login`, { ...account(0), email })
    assert.equal(status, 200, `${email} was acknowledged and cannot log in`)
  }
  const client = new pg.Client(openCluster(dataDir).connection())
  await client.connect()
  assert.ok(readings.length > 0)
  assert.deepEqual(await findLost(client, readings), [])
  // Readings and what their devices reported last are written together or not at all.
  const halves = await client.query(
    `select device_states.device from device_states
     where last_seen is distinct from (select max(at) from readings where readings.device = device_states.device)`,
  )
  assert.deepEqual(halves.rows, [])
  await client.end()
}
