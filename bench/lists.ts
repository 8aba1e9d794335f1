import type { Cleanup } from '../harness/cleanup.ts'
import { startService, unlimited } from '../harness/start-service.ts'
import { ascending, percentile, printTable, rounded } from './figures.ts'
import {
  insertFalls,
  insertPeople,
  type People,
  type Person,
  peopleCount,
  printRowCounts,
} from './list-data.ts'
import { writeResults } from './results.ts'
import { embeddedConnection, withClient } from './stores.ts'

const admin = { email: 'admin@bench.example', password: 'Bench-Admin-1!' }
const calls = 40
const warmUpCalls = 10
const fallCounts = [10_000, 1_000_000]

type Call = [caller: keyof People, path: string]
type Latencies = { p50Ms: number; p99Ms: number }

/**
 * Measures the latency of every list and of the statistics among 100,000 people: with ten thousand falls, and
 * again with a million.
 */
export async function benchLists(cleanup: Cleanup, endsAt = Number.POSITIVE_INFINITY): Promise<void> {
  const dataDir = cleanup.makeFolder()
  const settings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...unlimited }
  const service = await startService(dataDir, settings, cleanup)
  const api = `http://127.0.0.1:${service.port}/api`
  const people = await signUpPeople(api)
  const results: Record<string, Record<string, Latencies>> = {}
  const version = await withClient(embeddedConnection(dataDir), async (client) => {
    await client.query(
      `set statement_timeout = ${Number.isFinite(endsAt) ? Math.max(1, endsAt - Date.now()) : 0}`,
    )
    await insertPeople(client, people)
    let existing = 0
    for (const fallCount of fallCounts) {
      await insertFalls(client, people, existing, fallCount)
      existing = fallCount
      await printRowCounts(client)
      results[`${fallCount} falls`] = await measureAll(api, people, endsAt)
    }
    return (await client.query('show server_version')).rows[0].server_version as string
  })
  const [few = {}, many = {}] = Object.values(results)
  const rows = Object.entries(few).map(([name, { p50Ms, p99Ms }]) => {
    const { p50Ms: p50 = '–', p99Ms: p99 = '–' } = many[name] ?? {}
    return [name, p50Ms, p99Ms, p50, p99]
  })
  printTable(['ms', ...fallCounts.flatMap((count) => [`p50, ${count} falls`, 'p99'])], rows)
  const [slowest] = Object.entries(many).sort(([, a], [, b]) => b.p50Ms - a.p50Ms)
  console.log(
    `\nslowest at the median, with ${fallCounts.at(-1)} falls: ${slowest?.[0]}, ${slowest?.[1].p50Ms} ms`,
  )
  writeResults('lists', { people: peopleCount, calls, ...results }, { postgres: version })
}

async function measureAll(api: string, people: People, endsAt: number): Promise<Record<string, Latencies>> {
  const latencies: Record<string, Latencies> = {}
  for (const [caller, path] of listsOf(people)) {
    if (Date.now() > endsAt) {
      console.log('The time is up: the other lists are left out.')
      break
    }
    // Ids differ from run to run.
    const name = `${caller} GET ${path.replace(/[0-9a-f-]{36}/, ':id')}`
    latencies[name] = await measure(`${api}${path}`, people[caller].token)
  }
  return latencies
}

function listsOf({ patient, caregiver }: People): Call[] {
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
    ['caregiver', `/patients/${patient.id}/falls?days=3650`],
    ['caregiver', `/patients/${patient.id}/devices`],
    ['caregiver', `/patients/${patient.id}/health`],
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
    ['admin', `/admin/falls?patientId=${patient.id}`],
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
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Person & { data: Person }
}

async function measure(url: string, token: string): Promise<Latencies> {
  const latenciesMs: number[] = []
  for (let i = 0; i < calls + warmUpCalls; i++) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${url} returned ${response.status}: ${text}`)
    if (i >= warmUpCalls) latenciesMs.push(performance.now() - startedAt)
  }
  ascending(latenciesMs)
  return { p50Ms: rounded(percentile(latenciesMs, 0.5)), p99Ms: rounded(percentile(latenciesMs, 0.99)) }
}
