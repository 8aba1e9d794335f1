import type pg from 'pg'
import { highestConfidences, likelyLevels } from '../src/detection/levels/fall-level.ts'

export interface Person {
  id: string
  token: string
}

/** The accounts that requests are sent with. */
export type People = Record<'admin' | 'caregiver' | 'patient', Person>

export const peopleCount = 100_000
const fallsOfOnePatient = 2000

/** Inserts accounts; one caregiver has 1,000 patients, and one patient in 500 has bad vital signs. */
export async function insertPeople(client: pg.Client, { patient, caregiver }: People): Promise<void> {
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

/** Adds falls up to a total, each half a minute older than the last. The first 2,000 are of one patient. */
export async function insertFalls(
  client: pg.Client,
  { patient }: People,
  existing: number,
  total: number,
): Promise<void> {
  const limits = highestConfidences.map(([level, highest]) => `when c <= ${highest} then '${level}'`)
  const likely = likelyLevels.map((level) => `'${level}'`)
  const level = `case ${limits.join(' ')} else 'CONFIRMED' end`
  await client.query(`with inserted as (
      insert into falls (id, user_id, confidence, status, created_at, updated_at)
      select gen_random_uuid(), person, c, ${level}, at, at
      from (select '${patient.id}'::uuid as person, 0.8 as c, now() - i * interval '4 hours' as at
              from generate_series(${existing + 1}, least(${total}, ${fallsOfOnePatient})) as i
            union all
            select id, random(), now() - i * interval '31 seconds'
              from generate_series(${Math.max(existing, fallsOfOnePatient) + 1}, ${total}) as i join patients on n = 1 + i % 79000) as f
      returning id, user_id, status, created_at
    )
    insert into alerts (id, fall_id, caregiver_id, patient_id, created_at, acknowledged_at)
    select gen_random_uuid(), inserted.id, caregiver_id, patient_id, inserted.created_at,
      case when random() < 0.9 then inserted.created_at + interval '2 minutes' end
    from inserted join assignments on patient_id = user_id where status in (${likely.join(', ')})`)
  await client.query('vacuum analyze')
}

export async function printRowCounts(client: pg.Client): Promise<void> {
  const tables = ['users', 'assignments', 'devices', 'falls', 'alerts', 'messages', 'audit_log']
  for (const table of tables) {
    const { rows } = await client.query(`select count(*)::int as count from ${table}`)
    console.log(`${String(rows[0].count).padStart(8)} ${table}`)
  }
}
