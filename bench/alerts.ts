import type { Cleanup } from '../harness/cleanup.ts'
import { needsMosquitto, startMosquitto } from '../harness/mosquitto.ts'
import { measureEventWays } from './alerts/event-ways.ts'
import { countFigure, type Figure, printFigures } from './alerts/figure.ts'
import { allKills, runKills } from './alerts/kills.ts'
import { measureLateSends } from './alerts/late-sends.ts'
import { measureLatencies } from './alerts/latency.ts'
import { runPressKills } from './alerts/press-kills.ts'
import { measureRestarts } from './alerts/restarts.ts'
import { measureTwoProcesses } from './alerts/two-processes.ts'
import { writeResults } from './results.ts'
import { type PostgresServer, startPostgres } from './stores.ts'

const killCount = Number(process.env.BENCH_KILLS) || 200

type Part = (cleanup: Cleanup, postgres: PostgresServer, seconds: number) => Promise<Figure[]>

const parts: Record<string, Part> = {
  latency: measureLatencies,
  events: measureEventWays,
  restarts: async (cleanup, postgres) => [await measureRestarts(cleanup, postgres)],
  acknowledgements: measureLateSends,
  processes: async (cleanup, postgres) => {
    const figure = await measureTwoProcesses(cleanup, postgres)
    return figure ? [figure] : []
  },
  kills: (cleanup) => measureKills(cleanup),
  presses: (cleanup) => measurePresses(cleanup),
}

/**
 * Measures how fast and how surely people are told of a fall, each figure beside its goal. The exit code is 1
 * if one is missed.
 */
export async function benchAlerts(cleanup: Cleanup, seconds: number, names: string[]): Promise<void> {
  const unknown = names.filter((name) => !parts[name])
  if (unknown.length > 0) throw new Error(`There are only the parts ${Object.keys(parts).join(', ')}`)
  const postgres = await startPostgres(cleanup)
  const figures: Figure[] = []
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length > 0 && !names.includes(name)) continue
    console.log(`${name} …`)
    figures.push(...(await measure(cleanup, postgres, seconds)))
  }
  console.log()
  printFigures(figures)
  const missed = figures.filter(({ isMet }) => !isMet)
  console.log(`\n${figures.length - missed.length} of ${figures.length} goals met`)
  if (missed.length > 0) process.exitCode = 1
  // Only the results of all parts together are written.
  if (names.length > 0) return
  const results = figures.map(({ name, goal, isMet, values }) => [name, { goal, isMet, ...values }])
  writeResults('alerts', Object.fromEntries(results), { postgres: postgres.version })
}

async function measureKills(cleanup: Cleanup): Promise<Figure[]> {
  const run = await runKills(cleanup, {
    kills: allKills(killCount),
    onKill: (done) => done % 20 === 0 && console.log(`${done} of ${killCount} kills`),
  })
  for (const problem of [...run.lost, ...run.doubled].slice(0, 20)) console.log(problem)
  const of = `${run.kills} kills, ${run.incidents} incidents`
  return [
    countFigure('lost', run.lost.length, 0, of),
    countFigure('doubled', run.doubled.length, 0, `${run.replaced} repeated under the same identity`),
    countFigure('mails that came again', run.repeatedMails, run.kills, of),
  ]
}

async function measurePresses(cleanup: Cleanup): Promise<Figure[]> {
  const broker = needsMosquitto.skip ? undefined : await startMosquitto()
  if (broker) cleanup.add(broker.stop)
  const run = await runPressKills(cleanup, {
    kills: killCount,
    brokerUrl: broker?.url,
    onKill: (done) =>
      done % 20 === 0 && console.log(`${done} of ${killCount} kills while buttons are pressed`),
  })
  console.log(JSON.stringify({ ...run, lost: run.lost.slice(0, 20), doubled: run.doubled.slice(0, 20) }))
  const pressed = Object.values(run.acknowledged).reduce((sum, count) => sum + count, 0)
  const of = `${run.kills} kills, ${pressed} presses, ${run.whileDead} of them while the service was dead`
  return [
    countFigure('presses lost', run.lost.length, 0, of),
    countFigure(
      'presses doubled',
      run.doubled.length,
      0,
      `${run.replaced} messages repeated under the same identity`,
    ),
  ]
}
