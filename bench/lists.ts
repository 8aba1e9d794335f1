import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openCluster } from '../src/db/embedded/cluster.ts'
import { startService } from './processes.ts'

const admin = { email: 'admin@bench.example', password: 'Bench-Admin-1!' }
const calls = 40
const warmUp = 10

type Call = [who: 'admin' | 'caregiver' | 'patient', path: string]

/** benchLists asks for every list and the statistics among 100,000 people and a million falls. */
export async function benchLists(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-bench-'))
  const unlimited = { RATE_LIMIT_GLOBAL: 'off', RATE_LIMIT_SIGNUP: 'off', RATE_LIMIT_LOGIN: 'off' }
  const settings = {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
    ...unlimited,
  }
  const service = await startService(dataDir, settings)
  const client = new pg.Client(openCluster(dataDir).connection())
  try {
    await client.connect()
    const api = `http://127.0.0.1:${service.port}/api`
    const people = await signUpPeople(api)
    await generate(client, people.patient.id, people.caregiver.id)
    await report(client)
    const times: [string, number][] = []
    for (const [who, path] of listsOf(people)) {
      const [p50, p99] = await ask(`${api}${path}`, people[who].token)
      times.push([`${who} GET ${path}`, p50])
      console.log(
        `${who.padEnd(9)} GET ${path.padEnd(62)} p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`,
      )
    }
    const [slowest] = times.sort((a, b) => b[1] - a[1])
    console.log(`\nslowest at the median: ${slowest?.[0]}, ${slowest?.[1].toFixed(1)} ms`)
  } finally {
    await client.end()
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
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

/** One patient has 2,000 falls, one caregiver 1,000 patients, and one in 500 is in acute trouble. */
async function generate(client: pg.Client, patient: string, caregiver: string): Promise<void> {
  const run = (sql: string) => client.query(sql)
  await run(`insert into users (id, email, first_name, last_name, role, status, created_at, last_login)
    select gen_random_uuid(), 'p' || i || '@bench.example', 'First' || i % 500, 'Last' || i % 5000,
      case when i % 5 = 0 then 'CAREGIVER' else 'PATIENT' end, case when i % 50 = 0 then 'inactive' else 'active' end,
      now() - i * interval '5 minutes', case when i % 3 > 0 then now() - i * interval '1 minute' end
    from generate_series(1, 100000) as i`)
  await run(
    `create temporary table patients as select id, row_number() over (order by email) as n from users where role = 'PATIENT'`,
  )
  await run(
    `create temporary table caregivers as select id, row_number() over (order by email) as n from users where role = 'CAREGIVER'`,
  )
  await run(`insert into assignments (caregiver_id, patient_id, created_at)
    select c.id, p.id, now() from patients p join caregivers c on c.n = 1 + p.n % 19000 where p.n <= 20000 on conflict do nothing`)
  await run(`insert into assignments (caregiver_id, patient_id, created_at)
    select '${caregiver}', id, now() - n * interval '1 minute' from patients where n <= 1000 or id = '${patient}' on conflict do nothing`)
  await run(`insert into devices (id, user_id, mac, name, created_at, updated_at)
    select gen_random_uuid(), id, lpad(to_hex(n), 12, '0'), 'Bench', now(), now() from patients where n <= 60000`)
  await run(`insert into device_states (device, last_seen, heart_rate_at, spo2_at, heart_rate, spo2, battery, health_score)
    select number, at, at, at, case when number % 500 = 0 then 150 else 60 + number % 50 end, case when number % 500 = 0 then 85 else 94 + number % 6 end, 50, 100 from (select number, now() - number % 5000 * interval '1 minute' as at from devices) as d`)
  await run(`insert into falls (id, user_id, confidence, status, created_at, updated_at)
    select gen_random_uuid(), p.id, c, case when c <= 0.3 then 'NO_FALL' when c <= 0.5 then 'SUSPICIOUS' when c <= 0.7 then 'POTENTIAL' when c <= 0.89 then 'HIGH' else 'CONFIRMED' end, at, at
    from (select i, random() as c, now() - i * interval '31 seconds' as at from generate_series(1, 998000) as i) f
    join patients p on p.n = 1 + f.i % 79000`)
  await run(`insert into falls (id, user_id, confidence, status, created_at, updated_at)
    select gen_random_uuid(), '${patient}', 0.8, 'HIGH', now() - i * interval '4 hours', now() from generate_series(1, 2000) as i`)
  await run(`insert into alerts (id, fall_id, caregiver_id, patient_id, created_at, acknowledged_at)
    select gen_random_uuid(), falls.id, caregiver_id, patient_id, falls.created_at, case when random() < 0.9 then falls.created_at + interval '2 minutes' end
    from falls join assignments on patient_id = user_id where status in ('POTENTIAL', 'HIGH', 'CONFIRMED')`)
  await run(`insert into messages (id, sender_id, recipient_id, content, type, created_at, read_at)
    select gen_random_uuid(), a.id, b.id, 'Hello', 'TEXT', now() - i * interval '20 seconds', case when i % 4 > 0 then now() end
    from generate_series(1, 500000) as i join patients a on a.n = 1 + i % 79000 join caregivers b on b.n = 1 + i % 19000`)
  await run(`insert into messages (id, sender_id, recipient_id, content, type, created_at)
    select gen_random_uuid(), id, '${patient}', 'Hello', 'TEXT', now() - n * interval '1 minute' from caregivers where n <= 10000 or id = '${caregiver}'`)
  await run(`insert into audit_log (level, action, message, at)
    select case when i % 10 = 0 then 'WARNING' else 'INFO' end, 'record.viewed', 'GET /patients/:id', now() - i * interval '1 minute' from generate_series(1, 200000) as i`)
  await run('vacuum analyze')
}

async function report(client: pg.Client): Promise<void> {
  const tables = ['users', 'assignments', 'devices', 'falls', 'alerts', 'messages', 'audit_log']
  for (const table of tables) {
    const { rows } = await client.query(`select count(*)::int as count from ${table}`)
    console.log(`${String(rows[0].count).padStart(8)} ${table}`)
  }
}

async function ask(url: string, token: string): Promise<[p50: number, p99: number]> {
  const times: number[] = []
  for (let i = 0; i < calls + warmUp; i++) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`)
    if (i >= warmUp) times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return [at(0.5), at(0.99)]
}
