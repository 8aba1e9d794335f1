import { createHash, randomUUID } from 'node:crypto'
import mqttPacket from 'mqtt-packet'
import type pg from 'pg'
import { createTokens } from '../src/accounts/auth/tokens.ts'
import { secondsPerDay } from '../src/platform/lib/duration.ts'
import { rounded } from './figures.ts'
import { withClient } from './stores.ts'

export interface Person {
  id: string
  key: string
}

/** People with ten devices each, and the request with which each device sends a reading. */
export interface Fleet {
  people: Person[]
  devices: { mac: string; owner: Person }[]
  requests: Buffer[]
  /** The same over MQTT: what connects each device, and publishes its reading. */
  mqtt: MqttDevice[]
}

export interface MqttDevice {
  connect: Buffer
  publish: Buffer
}

/** Returns this many devices and their owners; a reading has this many samples. */
export function createFleet(deviceCount: number, sampleCount = 0): Fleet {
  const people = Array.from({ length: Math.ceil(deviceCount / 10) }, (_, i) => ({
    id: randomUUID(),
    key: `fwk_bench-${i}-${randomUUID()}`,
  }))
  const devices = Array.from({ length: deviceCount }, (_, i) => ({
    mac: macOf(i),
    owner: people[Math.floor(i / 10)] as Person,
  }))
  return {
    people,
    devices,
    requests: devices.map(({ mac, owner }, i) => readingRequest(mac, owner.key, i, sampleCount)),
    mqtt: devices.map(({ mac, owner }, i) => mqttDevice(mac, owner.key, i, sampleCount)),
  }
}

/**
 * Inserts a fleet into the database of a started service, with device keys, because signing in would take a
 * password hash for each person.
 */
export function seedFleet(connection: string | pg.ClientConfig, { people, devices }: Fleet): Promise<void> {
  const hashes = people.map(({ key }) => `\\x${createHash('sha256').update(key).digest('hex')}`)
  const now = new Date()
  return withClient(connection, async (client) => {
    await client.query(
      `insert into users (id, email, first_name, last_name, role, created_at)
       select id, id || '@bench.example', 'Bench', 'Person', 'PATIENT', $2 from unnest($1::uuid[]) as id`,
      [people.map(({ id }) => id), now],
    )
    await client.query(
      `insert into device_keys (id, user_id, name, key_hash, created_at)
       select gen_random_uuid(), person, 'bench', hash::bytea, $3 from unnest($1::uuid[], $2::text[]) as t (person, hash)`,
      [people.map(({ id }) => id), hashes, now],
    )
    await client.query(
      `insert into devices (id, user_id, mac, name, created_at, updated_at)
       select gen_random_uuid(), owner, mac, 'Bench', $3, $3 from unnest($1::text[], $2::uuid[]) as t (mac, owner)`,
      [devices.map(({ mac }) => mac), devices.map(({ owner }) => owner.id), now],
    )
    await client.query(
      'insert into device_states (device) select number from devices where mac = any ($1::text[]) order by number',
      [devices.map(({ mac }) => mac)],
    )
    await client.query('analyze')
  })
}

/** Inserts a session for each person, and returns their tokens for a service with that secret. */
export function createSessions(
  connection: string | pg.ClientConfig,
  secret: string,
  people: Person[],
): Promise<string[]> {
  const tokens = createTokens(secret)
  const iat = Math.floor(Date.now() / 1000)
  const exp = iat + secondsPerDay
  const sessions = people.map(({ id }) => ({ sub: id, sid: randomUUID(), iat, exp }))
  return withClient(connection, async (client) => {
    await client.query(
      `insert into sessions (id, user_id, created_at, expires_at)
       select id, person, now(), to_timestamp($3) from unnest($1::uuid[], $2::uuid[]) as t (id, person)`,
      [sessions.map(({ sid }) => sid), sessions.map(({ sub }) => sub), exp],
    )
    return sessions.map((session) => tokens.sign(session))
  })
}

/** Assigns a caregiver to these people, so that their falls raise alerts. */
export function assignCaregiver(connection: string | pg.ClientConfig, people: Person[]): Promise<void> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query(
      // A caregiver without a password is no recipient.
      `insert into users (id, email, password_hash, first_name, last_name, role, created_at)
       values (gen_random_uuid(), 'caregiver@bench.example', 'unused', 'Bench', 'Caregiver', 'CAREGIVER', now()) returning id`,
    )
    await client.query(
      `insert into assignments (caregiver_id, patient_id, created_at) select $1, person, now() from unnest($2::uuid[]) as person`,
      [rows[0].id, people.map(({ id }) => id)],
    )
  })
}

/** The address of the n-th device. */
export const macOf = (n: number) =>
  `0A:${n.toString(16).padStart(10, '0').toUpperCase().match(/../g)?.join(':')}`

/** Returns a reading with vital signs, as a wearable sends it. */
export const readingRequest = (mac: string, key: string, seed: number, sampleCount: number) =>
  postRequest('/device/sensor-stream', key, {
    device_id: mac,
    ...samplesOf(seed, sampleCount),
    ...readingFields(seed),
  })

/** Those of a second at rest, with some noise; nothing without any. */
function samplesOf(seed: number, count: number) {
  if (count === 0) return {}
  const noise = (n: number) => rounded(Math.sin((seed + 1) * (n + 1)) / 10, 3)
  const motion = (i: number) =>
    [0.12, -0.34, 9.81, 0.5, 1.25, -0.75].map((value, axis) => rounded(value + noise(6 * i + axis), 3))
  return { sample_rate_hz: count, samples: Array.from({ length: count }, (_, i) => motion(i)) }
}

/** Publishes the same with QoS 1; the topic has the device. */
export function mqttDevice(mac: string, key: string, seed: number, sampleCount = 0): MqttDevice {
  const payload = JSON.stringify({ ...samplesOf(seed, sampleCount), ...readingFields(seed) })
  const topic = `fallwatch/${mac}/readings`
  const base = { dup: false, retain: false, messageId: 1 } as const
  return {
    connect: mqttPacket.generate({
      cmd: 'connect',
      clientId: mac,
      username: mac,
      password: Buffer.from(key),
      clean: true,
      keepalive: 0,
    }),
    publish: mqttPacket.generate({ cmd: 'publish', topic, payload, qos: 1, ...base }),
  }
}

/** The numbers of a reading at rest. */
export function readingFields(seed: number) {
  return {
    accel_x: 0.12,
    accel_y: -0.34,
    accel_z: 9.81,
    gyro_x: 0.5,
    gyro_y: 1.25,
    gyro_z: -0.75,
    pressure: 1013.25,
    heart_rate: 60 + (seed % 40),
    spo2: 95 + (seed % 5),
    battery_level: 21 + (seed % 79),
    wifi_connected: true,
    bluetooth_connected: false,
    sensors_initialized: true,
    uptime_ms: uptimeOffset,
  }
}

/** The uptime has a fixed number of digits and is the last field, so that it can be overwritten in place. */
const uptimeOffset = 1_000_000_000
const uptimeBytes = String(uptimeOffset).length + 1

/** Updates the uptime of a reading before it is sent, because the service handles a stalled clock differently. */
export function setUptime(request: Buffer): void {
  request.write(String(uptimeOffset + Math.round(performance.now())), request.length - uptimeBytes, 'latin1')
}

/** Returns a reported fall that raises an alert, with a new idempotency key. */
export function fallRequest(token: string): Buffer {
  const key = `Idempotency-Key: ${randomUUID()}\r\n`
  return postRequest('/falls', token, { confidence: 0.8, location: 'Kitchen' }, key)
}

export function postRequest(path: string, token: string, body: object, headers = ''): Buffer {
  const text = JSON.stringify(body)
  return Buffer.from(
    `POST /api${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${headers}` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

export function getRequest(path: string, token?: string): Buffer {
  const authorization = token ? `Authorization: Bearer ${token}\r\n` : ''
  return Buffer.from(`GET /api${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n`)
}
