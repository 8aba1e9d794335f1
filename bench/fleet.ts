import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { openCluster } from '../src/db/embedded/cluster.ts'

/** Fleet is a crowd of people with ten devices each, and the bytes with which each device sends a reading. */
export interface Fleet {
  requests: Buffer[]
  macs: string[]
}

/**
 * seedFleet puts people and devices into a store that a service runs on, as many as asked for. Signing in would take
 * a password hash each, so their device keys are written as well.
 */
export async function seedFleet(dataDir: string, deviceCount: number): Promise<Fleet> {
  const client = new pg.Client(openCluster(dataDir).connection())
  await client.connect()
  const people = Array.from({ length: Math.ceil(deviceCount / 10) }, (_, i) => {
    const key = `fwk_bench-${i}-${randomUUID()}`
    return { id: randomUUID(), key, hash: `\\x${createHash('sha256').update(key).digest('hex')}`, n: i }
  })
  const now = new Date()
  await client.query(
    `insert into users (id, email, first_name, last_name, role, created_at)
     select id, id || '@bench.example', 'Bench', 'Person', 'PATIENT', $2 from unnest($1::uuid[]) as id`,
    [people.map(({ id }) => id), now],
  )
  await client.query(
    `insert into device_keys (id, user_id, name, key_hash, created_at)
     select gen_random_uuid(), person, 'bench', hash::bytea, $3 from unnest($1::uuid[], $2::text[]) as t (person, hash)`,
    [people.map(({ id }) => id), people.map(({ hash }) => hash), now],
  )
  const devices = Array.from({ length: deviceCount }, (_, i) => ({
    mac: macOf(i),
    owner: people[Math.floor(i / 10)],
  }))
  await client.query(
    `with made as (
       insert into devices (id, user_id, mac, name, created_at, updated_at)
       select gen_random_uuid(), owner, mac, 'Bench', $3, $3 from unnest($1::text[], $2::uuid[]) as t (mac, owner)
       returning number
     )
     insert into device_states (device) select number from made`,
    [devices.map(({ mac }) => mac), devices.map(({ owner }) => owner?.id), now],
  )
  await client.query('analyze')
  await client.end()
  return {
    requests: devices.map(({ mac, owner }, i) => streamRequest(mac, owner?.key ?? '', i)),
    macs: devices.map(({ mac }) => mac),
  }
}

const macOf = (n: number) => `0A:${n.toString(16).padStart(10, '0').toUpperCase().match(/../g)?.join(':')}`

/** A reading as a wearable would send it, vitals and all, ready to be written to a socket. */
export function streamRequest(mac: string, key: string, seed: number): Buffer {
  const body = JSON.stringify({
    device_id: mac,
    accel_x: 0.12,
    accel_y: -0.34,
    accel_z: 9.81,
    gyro_x: 0.5,
    gyro_y: 1.25,
    gyro_z: -0.75,
    uptime_ms: 1_000_000 + seed,
    pressure: 1013.25,
    heart_rate: 60 + (seed % 40),
    spo2: 95 + (seed % 5),
    battery_level: 20 + (seed % 80),
    wifi_connected: true,
    bluetooth_connected: false,
    sensors_initialized: true,
  })
  return Buffer.from(
    `POST /api/device/sensor-stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
