import { setTimeout as sleep } from 'node:timers/promises'
import { createReturns } from '../../src/alerting/monitoring/silence.service.ts'
import type { Job } from '../../src/app/jobs/jobs.ts'
import { schedule } from '../../src/app/jobs/schedule.ts'
import { readPatientUpdates } from '../../src/care/patients/patient-overview.service.ts'
import { incidentsChannel } from '../../src/platform/db/channels.ts'
import { msPerMinute, msPerSecond } from '../../src/platform/lib/duration.ts'
import type { Cost, Measure } from './costs.ts'
import type { Installation } from './installation.ts'
import { type MeasuredService, metricsToken } from './process.ts'

/** Something that the service does on a schedule, or when something happens to many devices. */
export interface Work {
  name: string
  /** How often it is done; undefined for what is done only when something happens. */
  everyMs: number | undefined
  cost: Cost
  /** How many readings or devices one run had. */
  items?: number
  /** Notifications that a process received. */
  notifications?: number
  /** It waits on purpose, so that how long it takes is no limit. */
  waits?: boolean
}

/** How long a device has been silent that is looked for, and how many of all are at a usual time. */
const silentMinutes = 20
const silentShare = 0.01

/** Runs each job of the schedule, and what else a process does regularly. */
export async function measureWork(
  service: MeasuredService,
  measure: Measure,
  installation: Installation,
): Promise<Work[]> {
  const works: Work[] = []
  const { background } = service
  const summarise = findJob('summarise_readings')
  const pack = findJob('pack_readings')
  works.push({
    name: 'summarise_readings: five minutes',
    everyMs: 5 * msPerMinute,
    cost: await measure(() => summarise.run(background), { maxRuns: 1 }),
    items: installation.devices * installation.readingsEach,
  })
  works.push(await measurePacking(service, measure, pack))
  works.push({
    name: 'pack_readings: nothing is due',
    everyMs: pack.everyMs,
    cost: await measure(() => pack.run(background)),
  })
  for (const job of schedule.filter((other) => other !== pack)) {
    const run = () => job.run(background)
    // The first run after the rows were made up may have more to do than those that follow.
    await run()
    const name = job === summarise ? `${job.name}: nothing is due` : job.name
    works.push({ name, everyMs: job.everyMs, cost: await measure(run, { maxRuns: 50 }) })
  }
  works.push(...(await measureProcess(service, measure)))
  works.push(...(await measureSilences(service, measure, installation)))
  return works
}

/** Longer than the engine looks for what is due. */
const wakeMs = 40

const findJob = (name: string): Job => schedule.find((job) => job.name === name) as Job

async function measurePacking({ background }: MeasuredService, measure: Measure, pack: Job): Promise<Work> {
  let items = 0
  function readingsPacked(count: number) {
    items += count
  }
  const metrics = { ...background.metrics, readingsPacked }
  const cost = await measure(
    async () => {
      let before = -1
      while (items > before) {
        before = items
        await pack.run({ ...background, metrics })
      }
    },
    { maxRuns: 1 },
  )
  return { name: 'pack_readings: readings', everyMs: undefined, cost, items }
}

/** What a process does while nothing happens, when its metrics are read, and for open streams of everybody. */
async function measureProcess(service: MeasuredService, measure: Measure): Promise<Work[]> {
  const { ctx, app, clock } = service
  const caregivers = await ctx.db.query<{ id: string }>(`select id from users where role = 'CAREGIVER'`)
  const ids = caregivers.map(({ id }) => id)
  const streams = await measure(() => readPatientUpdates(ctx, ids, true), { maxRuns: 10 })
  const { at } = clock
  const headers = { authorization: `Bearer ${metricsToken}` }
  const scrape = await measure(
    async () => {
      // The gauges from the database are read every five seconds.
      clock.at = new Date(clock.at.getTime() + 6 * msPerSecond)
      const { statusCode } = await app.inject({ url: '/metrics', headers })
      if (statusCode !== 200) throw new Error(`The metrics were answered with ${statusCode}`)
    },
    { maxRuns: 20 },
  )
  clock.at = at
  app.engine.start()
  await sleep(msPerSecond)
  const idle = await measure(() => sleep(msPerSecond), { minMs: 8000, maxRuns: 8 })
  const woken = await measure(
    async () => {
      await ctx.db.query(`select pg_notify($1, '')`, [incidentsChannel])
      await sleep(wakeMs)
    },
    { minMs: 4000, maxRuns: 1000 },
  )
  await app.engine.stop()
  return [
    { name: 'streams: all caregivers and an admin', everyMs: msPerMinute, cost: streams },
    { name: 'metrics: a scrape', everyMs: 15 * msPerSecond, cost: scrape },
    { name: 'engine and heartbeat: nothing happens', everyMs: msPerSecond, cost: idle, waits: true },
    { name: `engine: a notification every ${wakeMs} ms`, everyMs: wakeMs, cost: woken, waits: true },
  ]
}

/** Some devices fall silent and come back, and then all of them. */
async function measureSilences(
  service: MeasuredService,
  measure: Measure,
  { devices, at }: Installation,
): Promise<Work[]> {
  const { ctx, background, store } = service
  const returns = createReturns(ctx)
  const watch = findJob('watch_devices')
  const note = findJob('note_silent_devices')
  let notifications = 0
  store.heartbeat.onNotification(() => void notifications++)
  const works: Work[] = []
  async function once(name: string, items: number, work: () => Promise<unknown>): Promise<void> {
    notifications = 0
    const cost = await measure(work, { maxRuns: 1 })
    await ctx.db.query('select 1')
    works.push({ name, everyMs: undefined, cost, items, notifications })
  }
  const everySome = Math.round(1 / silentShare)
  for (const [what, step] of [
    ['a hundredth', everySome],
    ['all', 1],
  ] as const) {
    const items = Math.floor(devices / step)
    await setLastSeen(service, step, new Date(at.getTime() - silentMinutes * msPerMinute))
    await once(`watch_devices: ${what} become silent`, items, () => watch.run(background))
    await once(`note_silent_devices: ${what} become silent`, items, () => note.run(background))
    await background.db.query('analyze device_alarms')
    await background.db.query('analyze incidents')
    await once(`watch_devices: ${what} are silent`, items, () => watch.run(background))
    const silent = await ctx.db.query<{ id: string; number: number; userId: string }>(
      `select id, number, user_id as "userId" from devices where number % $1 = 0 order by number`,
      [step],
    )
    await setLastSeen(service, step, at)
    await once(`${what} of the devices send again`, items, async () => {
      for (let i = 0; i < silent.length; i += 500)
        await Promise.all(silent.slice(i, i + 500).map((device) => returns(device)))
    })
    // An outage counts those that have become silent before it.
    await background.db.query('delete from device_alarms')
  }
  return works
}

/** Of each device whose number is a multiple. */
async function setLastSeen({ background }: MeasuredService, step: number, at: Date): Promise<void> {
  await background.db.query('update device_states set last_seen = $2 where device % $1 = 0', [step, at])
  // As autovacuum does, which would run beside what is measured.
  for (const table of ['device_states', 'device_alarms', 'incidents'])
    await background.db.query(`vacuum analyze ${table}`)
}
