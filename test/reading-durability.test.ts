import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openCluster } from '../src/db/embedded/cluster.ts'
import { type Acknowledged, findLost } from './support/lost-readings.ts'
import {
  account,
  answerTimeoutMs,
  killNow,
  processesOf,
  removeFolder,
  startProcess,
} from './support/process.ts'
import { makeStore } from './support/store.ts'
import { until } from './support/until.ts'

const dataDir = await makeStore()
after(() => removeFolder(dataDir))

const people = 7
const devicesEach = 10
const connections = 64

const settings = { DATA_DIR: dataDir, RATE_LIMIT_SENSOR: 'off' }

test('ten times service and database are killed under 64 connections: no acknowledged reading is missing', async () => {
  const acknowledged: Acknowledged[] = []
  const tokens = await signUpAll()

  async function sendUntilKilled(url: string, worker: number, alive: () => boolean) {
    const token = tokens[Math.floor(worker / devicesEach)] ?? ''
    for (let i = 0; alive(); i++) {
      try {
        const answer = await send(url, token, macOf(worker), i)
        if (answer) acknowledged.push(answer)
      } catch {
        // The connection broke: nothing was acknowledged.
      }
    }
  }

  for (let round = 0; round < 10; round++) {
    const service = await startProcess(settings)
    let alive = true
    const before = acknowledged.length
    const load = Array.from({ length: connections }, (_, worker) =>
      sendUntilKilled(service.url, worker, () => alive),
    )
    await until(() => acknowledged.length > before, 20_000)
    await sleep(200 + round * 40)
    for (const pid of processesOf(dataDir)) killNow(pid)
    killNow(-service.pid)
    alive = false
    await Promise.all(load)
    await service.end('SIGKILL')
  }

  const service = await startProcess(settings)
  const client = new pg.Client(openCluster(dataDir).connection())
  await client.connect()
  assert.deepEqual(await findLost(client, acknowledged), [])
  // Readings and what their devices reported last are written together or not at all.
  const halves = await client.query(
    `select device_states.device from device_states
     where last_seen is distinct from (select max(at) from readings where readings.device = device_states.device)`,
  )
  assert.deepEqual(halves.rows, [])
  await client.end()
  assert.equal(await service.end('SIGTERM'), 0)
})

async function signUpAll(): Promise<string[]> {
  const service = await startProcess(settings)
  const tokens: string[] = []
  for (let n = 0; n < people; n++) {
    const response = await fetch(`${service.url}/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account(n)),
    })
    tokens.push(((await response.json()) as { token: string }).token)
  }
  await service.end('SIGTERM')
  return tokens
}

const macOf = (n: number) => `0A0000000${n.toString().padStart(3, '0')}`

async function send(url: string, token: string, mac: string, i: number): Promise<Acknowledged | undefined> {
  const response = await fetch(`${url}/device/sensor-stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      device_id: mac,
      accel_x: 0,
      accel_y: 0,
      accel_z: 9.81,
      gyro_x: 0,
      gyro_y: 0,
      gyro_z: 0,
      uptime_ms: i * 1000,
    }),
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  const { data } = (await response.json()) as { data?: Acknowledged }
  return data
}
