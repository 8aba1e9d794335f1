import type { Page } from 'playwright-core'
import type { Cleanup } from '../harness/cleanup.ts'
import { startService, unlimited } from '../harness/start-service.ts'
import { type Figure, latencyFigure, printFigures } from './alerts/figure.ts'
import { randomMac } from './alerts/latency.ts'
import { assign, createPeople, type SignedIn } from './alerts/people.ts'
import { runWearers, type Wearer } from './alerts/wearers.ts'
import { openConsole, startBrowser, waitUntilLive, watchIncidents } from './console/browser.ts'
import { measureFirstScreen } from './console/first-screen.ts'
import { measureHeap } from './console/heap.ts'
import { seedFleet } from './fleet.ts'
import { secret } from './processes.ts'
import { writeResults } from './results.ts'
import { startPostgres, withClient } from './stores.ts'

const fallCount = Number(process.env.BENCH_FALLS) || 100
const fallsPerSecond = 2
/** Wearers stand for a while before they fall, and lie until the fall is noticed. */
const standMs = 9000
const lieMs = 9000

/**
 * Measures the console in a browser: how fast what happens is seen, how fast the first screen can be used,
 * and whether the memory of an open page stays the same. The exit code is 1 if a goal is missed.
 */
export async function benchConsole(cleanup: Cleanup): Promise<void> {
  const postgres = await startPostgres(cleanup)
  const url = await postgres.createDatabase('console')
  const settings = { DATABASE_URL: url, JWT_SECRET: secret, RATE_LIMIT_CONNECTIONS: 'off', ...unlimited }
  const { port } = await startService(cleanup.makeFolder(), settings, cleanup)
  const [ana, eva] = (await createPeople(url, secret, 2, 'CAREGIVER')) as [SignedIn, SignedIn]
  const wearers = await createWearers(url, [ana, eva])
  const browser = await startBrowser(cleanup)
  const [{ page: first }, { page: second }] = [
    await openConsole(browser, port, ana),
    await openConsole(browser, port, eva),
  ]
  for (const page of [first, second]) {
    await page.goto('/')
    await waitUntilLive(page)
  }
  const seenByFirst = await watchIncidents(first)
  const seenBySecond = await watchIncidents(second)

  console.log(`${fallCount} falls …`)
  const startedAtMs = performance.now()
  const fallsAtMs = (i: number) => startedAtMs + standMs + (i / fallsPerSecond) * 1000
  await runWearers(port, wearers, fallsAtMs, fallsAtMs(wearers.length) + lieMs)
  const incidents = await readIncidents(url)
  const { shown } = await seenByFirst()
  const fallTimes = incidents.flatMap(({ id, patientId }) => {
    const completedAtMs = wearers.find((wearer) => wearer.patientId === patientId)?.completedAtMs
    const atMs = shown[id]
    return completedAtMs === undefined || atMs === undefined
      ? []
      : [atMs - (performance.timeOrigin + completedAtMs)]
  })

  console.log('acknowledgements …')
  const acknowledgedAtMs = new Map<string, number>()
  for (const { id } of incidents) {
    acknowledgedAtMs.set(id, await acknowledge(first, id))
    await second.locator(`#incident-card-${id}`).and(second.locator('li:has(.who-handler) a')).waitFor()
  }
  const { handled } = await seenBySecond()
  const answerTimes = [...acknowledgedAtMs].flatMap(([id, atMs]) =>
    handled[id] === undefined ? [] : [handled[id] - atMs],
  )

  console.log('memory …')
  const heap = await measureHeap(second, url, incidents.slice(0, 5))
  // Pages that go on reading the stream would take the processor from the one that is measured.
  for (const page of [first, second]) await page.close()
  console.log('first screen …')
  await reopen(url, incidents)
  const figures: Figure[] = [
    latencyFigure('fall → visible on an open page', fallTimes, 500, fallCount),
    latencyFigure('acknowledgement → visible to others', answerTimes, 1000, fallCount),
    ...(await measureFirstScreen(browser, port, ana)),
    heap,
  ]
  console.log()
  printFigures(figures)
  if (figures.some(({ isMet }) => !isMet)) process.exitCode = 1
  const results = figures.map(({ name, goal, isMet, values }) => [name, { goal, isMet, ...values }])
  writeResults('console', Object.fromEntries(results), {
    postgres: postgres.version,
    chromium: browser.version(),
  })
}

async function createWearers(url: string, caregivers: SignedIn[]): Promise<Wearer[]> {
  const patients = await createPeople(url, secret, fallCount, 'PATIENT')
  const devices = patients.map((owner) => ({ mac: randomMac(), owner }))
  await seedFleet(url, { people: [], devices, requests: [], mqtt: [] })
  await assign(url, caregivers, patients)
  return devices.map(({ mac, owner }) => ({ patientId: owner.id, key: owner.key, mac }))
}

const readIncidents = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ id: string; patientId: string }>(
      `select id, patient_id as "patientId" from incidents where kind = 'FALL' order by opened_at`,
    )
    return rows
  })

/** Answers an incident from a page, and returns when it began to, by the clock of the page. */
const acknowledge = (page: Page, id: string) =>
  page.evaluate<number>(`(async () => {
    const at = performance.timeOrigin + performance.now()
    const response = await fetch('/api/incidents/${id}/acknowledge', {
      method: 'POST',
      headers: { 'x-requested-with': 'bench', 'content-type': 'application/json' },
      body: '{}',
    })
    if (!response.ok) throw new Error(await response.text())
    return at
  })()`)

/** Leaves one unanswered incident, and ends the others: so is the first screen of somebody who is called. */
const reopen = (url: string, incidents: { id: string }[]) =>
  withClient(url, async (client) => {
    const [first, ...others] = incidents.map(({ id }) => id)
    await client.query('delete from incidents where id = any($1)', [others])
    await client.query(
      `update incidents set state = 'OPEN', acknowledged_at = null, acknowledged_by = null where id = $1`,
      [first],
    )
  })
