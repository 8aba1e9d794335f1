import type pg from 'pg'
import { makeFolder } from './cleanup.ts'
import { ascending, percentile, printTable, rounded } from './figures.ts'
import { startService, unlimited } from './processes.ts'
import { writeResults } from './results.ts'
import { embeddedConnection, withClient } from './stores.ts'

const admin = { email: 'admin@bench.example', password: 'Bench-Admin-1!' }
const calls = 40
const warmUp = 10
const sizes = [10_000, 1_000_000]

type Call = [who: 'admin' | 'caregiver' | 'patient', path: string]
type Times = { p50Ms: number; p99Ms: number }

/**
 * benchLists asks for every list and the statistics among 100,000 people: first with ten thousand falls, then with a
 * million. What it costs to have more of them is seen side by side.
 */
export async function benchLists(endsAt = Number.POSITIVE_INFINITY): Promise<void> {
  const dataDir = makeFolder()
  const settings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...unlimited }
  const service = await startService(dataDir, settings)
  const api = `http://127.0.0.1:${service.port}/api`
  const people = await signUpPeople(api)
  const found: Record<string, Record<string, Times>> = {}
  const version = await withClient(embeddedConnection(dataDir), async (client) => {
    await client.query(
      `set statement_timeout = ${Number.isFinite(endsAt) ? Math.max(1, endsAt - Date.now()) : 0}`,
    )
    await generatePeople(client, people)
    let falls = 0
    for (const size of sizes) {
      await addFalls(client, people, falls, size)
      falls = size
      await report(client)
      found[`${size} falls`] = await askAll(api, people, endsAt)
    }
    return (await client.query('show server_version')).rows[0].server_version as string
  })
  const [few = {}, many = {}] = Object.values(found)
  const rows = Object.entries(few).map(([name, { p50Ms, p99Ms }]) => {
    const { p50Ms: p50 = '–', p99Ms: p99 = '–' } = many[name] ?? {}
    return [name, p50Ms, p99Ms, p50, p99]
  })
  printTable(['ms', ...sizes.flatMap((size) => [`p50, ${size} falls`, 'p99'])], rows)
  const [slowest] = Object.entries(many).sort(([, a], [, b]) => b.p50Ms - a.p50Ms)
  console.log(
    `\nslowest at the median, with ${sizes.at(-1)} falls: ${slowest?.[0]}, ${slowest?.[1].p50Ms} ms`,
  )
  writeResults('lists', { people: peopleCount, calls, ...found }, { postgres: version })
}

async function askAll(api: string, people: People, endsAt: number): Promise<Record<string, Times>> {
  const times: Record<string, Times> = {}
  for (const [who, path] of listsOf(people)) {
    if (Date.now() > endsAt) {
      console.log('The time is up: the other lists are left out.')
      break
    }
    // Ids differ from run to run, and say nothing.
    const name = `${who} GET ${path.replace(/[0-9a-f-]{36}/, ':id')}`
    times[name] = await ask(`${api}${path}`, people[who].token)
  }
  return times
}

interface Person {
  id: string
  token: string
}
type People = Record<Call[0], Person>

function listsOf({ patient, caregiver }: People): Call[] {
  const me = patient.id
  return [
    ['patient', '/falls?days=3650'],
    ['patient', '/messages'],
    ['patient', '/messages?unreadOnly=true'],
    ['patient', `/messages?conversationWith=${caregiver.id}`],
    ['caregiver', '/falls/recent'],
    ['caregiver', '/patients?limit=100'],
    ['caregiver', `/caregivers/${caregiver.id}/patients?limit=100`],
    ['caregiver', `/caregivers/${caregiver.id}/patients?sort=last_name&order=asc`],
    ['caregiver', '/caregivers/alerts'],
    ['caregiver', '/caregivers/alerts?status=all'],
    ['caregiver', `/patients/${me}/falls?days=3650`],
    ['caregiver', `/patients/${me}/devices`],
    ['caregiver', `/patients/${me}/health`],
    ['admin', '/falls/recent?hours=168'],
    ['admin', '/patients'],
    ['admin', '/patients?status=inactive'],
    ['admin', '/patients?sort=last_name&order=asc&limit=100'],
    ['admin', '/caregivers?limit=100'],
    ['admin', '/admin/users'],
    ['admin', '/admin/users?role=CAREGIVER&limit=100'],
    ['admin', '/admin/users?sort=last_login'],
    ['admin', '/admin/users?page=5000'],
    ['admin', '/admin/falls'],
    ['admin', '/admin/falls?severity=HIGH&limit=100'],
    ['admin', '/admin/falls?status=CONFIRMED'],
    ['admin', `/admin/falls?patientId=${me}`],
    ['admin', '/admin/falls?dateFrom=2026-01-01'],
    ['admin', '/admin/falls?sort=confidence'],
    ['admin', '/admin/logs'],
    ['admin', '/admin/logs?level=warning'],
    ['admin', '/admin/stats'],
  ]
}

async function signUpPeople(api: string): Promise<People> {
  const signUp = async (role: string) => {
    const email = `${role.toLowerCase()}@bench.example`
    const body = { email, password: 'Bench-Person-1!', firstName: 'Bench', lastName: 'Person', role }
    const { data, token } = await post(`${api}/auth/signup`, body)
    return { id: data.id, token }
  }
  const { data, token } = await post(`${api}/auth/login`, admin)
  return {
    patient: await signUp('PATIENT'),
    caregiver: await signUp('CAREGIVER'),
    admin: { id: data.id, token },
  }
}

async function post(url: string, body: object): Promise<Person & { data: Person }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Person & { data: Person }
}

const peopleCount = 100_000

/** One patient has 2,000 falls, one caregiver 1,000 patients, and one in 500 is in acute trouble. */
async function generatePeople(client: pg.Client, { patient, caregiver }: People): Promise<void> {
  const run = (sql: string) => client.query(sql)
  await run(`insert into users (id, email, first_name, last_name, role, status, created_at, last_login)
    select gen_random_uuid(), 'p' || i || '@bench.example', 'First' || i % 500, 'Last' || i % 5000,
      case when i % 5 = 0 then 'CAREGIVER' else 'PATIENT' end, case when i % 50 = 0 then 'inactive' else 'active' end,
      now() - i * interval '5 minutes', case when i % 3 > 0 then now() - i * interval '1 minute' end
    from generate_series(1, ${peopleCount}) as i`)
  await run(
    `create temporary table patients as select id, row_number() over (order by email) as n from users where role = 'PATIENT'`,
  )
  await run(
    `create temporary table caregivers as select id, row_number() over (order by email) as n from users where role = 'CAREGIVER'`,
  )
  await run(`insert into assignments (caregiver_id, patient_id, created_at)
    select c.id, p.id, now() from patients p join caregivers c on c.n = 1 + p.n % 19000 where p.n <= 20000 on conflict do nothing`)
  await run(`insert into assignments (caregiver_id, patient_id, created_at)
    select '${caregiver.id}', id, now() - n * interval '1 minute' from patients where n <= 1000 or id = '${patient.id}' on conflict do nothing`)
  await run(`insert into devices (id, user_id, mac, name, created_at, updated_at)
    select gen_random_uuid(), id, lpad(to_hex(n), 12, '0'), 'Bench', now(), now() from patients where n <= 60000`)
  await run(`insert into device_states (device, last_seen, heart_rate_at, spo2_at, heart_rate, spo2, battery, health_score)
    select number, at, at, at, case when number % 500 = 0 then 150 else 60 + number % 50 end, case when number % 500 = 0 then 85 else 94 + number % 6 end, 50, 100 from (select number, now() - number % 5000 * interval '1 minute' as at from devices) as d`)
  await run(`insert into messages (id, sender_id, recipient_id, content, type, created_at, read_at)
    select gen_random_uuid(), a.id, b.id, 'Hello', 'TEXT', now() - i * interval '20 seconds', case when i % 4 > 0 then now() end
    from generate_series(1, 500000) as i join patients a on a.n = 1 + i % 79000 join caregivers b on b.n = 1 + i % 19000`)
  await run(`insert into messages (id, sender_id, recipient_id, content, type, created_at)
    select gen_random_uuid(), id, '${patient.id}', 'Hello', 'TEXT', now() - n * interval '1 minute' from caregivers where n <= 10000 or id = '${caregiver.id}'`)
  await run(`insert into audit_log (level, action, message, at)
    select case when i % 10 = 0 then 'WARNING' else 'INFO' end, 'record.viewed', 'GET /patients/:id', now() - i * interval '1 minute' from generate_series(1, 200000) as i`)
}

/** addFalls makes more of them, up to `to`, each half a minute older than the last. The first 2,000 are of one patient. */
async function addFalls(client: pg.Client, { patient }: People, from: number, to: number): Promise<void> {
  const level = `case when c <= 0.3 then 'NO_FALL' when c <= 0.5 then 'SUSPICIOUS' when c <= 0.7 then 'POTENTIAL'
    when c <= 0.89 then 'HIGH' else 'CONFIRMED' end`
  await client.query(`with made as (
      insert into falls (id, user_id, confidence, status, created_at, updated_at)
      select gen_random_uuid(), person, c, ${level}, at, at
      from (select '${patient.id}'::uuid as person, 0.8 as c, now() - i * interval '4 hours' as at
              from generate_series(${from + 1}, least(${to}, ${fallsOfOne})) as i
            union all
            select id, random(), now() - i * interval '31 seconds'
              from generate_series(${Math.max(from, fallsOfOne) + 1}, ${to}) as i join patients on n = 1 + i % 79000) as f
      returning id, user_id, status, created_at
    )
    insert into alerts (id, fall_id, caregiver_id, patient_id, created_at, acknowledged_at)
    select gen_random_uuid(), made.id, caregiver_id, patient_id, made.created_at,
      case when random() < 0.9 then made.created_at + interval '2 minutes' end
    from made join assignments on patient_id = user_id where status in ('POTENTIAL', 'HIGH', 'CONFIRMED')`)
  await client.query('vacuum analyze')
}

const fallsOfOne = 2000

async function report(client: pg.Client): Promise<void> {
  const tables = ['users', 'assignments', 'devices', 'falls', 'alerts', 'messages', 'audit_log']
  for (const table of tables) {
    const { rows } = await client.query(`select count(*)::int as count from ${table}`)
    console.log(`${String(rows[0].count).padStart(8)} ${table}`)
  }
}

async function ask(url: string, token: string): Promise<Times> {
  const times: number[] = []
  for (let i = 0; i < calls + warmUp; i++) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
    if (i >= warmUp) times.push(performance.now() - startedAt)
  }
  ascending(times)
  return { p50Ms: rounded(percentile(times, 0.5)), p99Ms: rounded(percentile(times, 0.99)) }
}
