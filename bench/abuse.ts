import { setTimeout as sleep } from 'node:timers/promises'
import { msPerMinute } from '../src/platform/lib/duration.ts'
import type { Attack } from './abuse/attack.ts'
import { startAttackProcess } from './abuse/attack-process.ts'
import { attacks, quiet } from './abuse/attacks.ts'
import { createTemplate, openEnvironment, type Template } from './abuse/environment.ts'
import { startLegitimateClients } from './abuse/legitimate-clients.ts'
import { printRows } from './abuse/report.ts'
import { type Row, violationsOf } from './abuse/verdict.ts'
import type { Cleanup } from './cleanup.ts'
import { writeResults } from './results.ts'
import { canMeasure } from './usage.ts'

/** No further attack is started after this time. */
const maxDurationMs = 9 * msPerMinute
/** Legitimate clients start before the attack, because wearers must stand for a while before they fall. */
const clientsBeforeMs = 2000
/** They continue after the attack, to observe its after-effects and to detect the last falls. */
const clientsAfterMs = 3000

/**
 * benchAbuse runs attacks, each against a new service with legitimate clients. The goal: nobody without an account, and no
 * single account, makes the reading of another client slower than half a second or any fall fail.
 */
export async function benchAbuse(cleanup: Cleanup, seconds: number, names: string[]): Promise<void> {
  if (!canMeasure)
    return console.log('This benchmark needs Linux, where each client can have its own address.')
  const chosen = attacks.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
  const template = await createTemplate(cleanup)
  const rows: Row[] = []
  const startedAt = Date.now()
  for (const attack of [quiet, ...chosen]) {
    if (Date.now() - startedAt > maxDurationMs) {
      console.log('The time is up: the other attacks are left out. This machine is too slow or too busy.')
      break
    }
    const row = await runAttack(cleanup, template, attack, seconds)
    rows.push(row)
    console.log(`${attack.name}: ${violationsOf(row).join('; ') || 'pass'}`)
  }
  console.log()
  printRows(rows)
  const passed = rows.filter((row) => violationsOf(row).length === 0).length
  console.log(`\n${passed} of ${rows.length} passed`)
  // Only the results of all attacks together are written.
  if (rows.length <= attacks.length) return
  writeResults(
    'abuse',
    {
      seconds,
      ...Object.fromEntries(
        rows.map(({ name, ...row }) => [name, { violations: violationsOf({ name, ...row }), ...row }]),
      ),
    },
    { postgres: template.postgresVersion },
  )
}

async function runAttack(
  cleanup: Cleanup,
  template: Template,
  { name, attacker }: Attack,
  seconds: number,
): Promise<Row> {
  const [environment, attackProcess] = await Promise.all([
    openEnvironment(cleanup, template),
    startAttackProcess(cleanup),
  ])
  const clients = startLegitimateClients(environment.port, environment.population)
  await sleep(clientsBeforeMs)
  const endUsage = environment.watchUsage()
  clients.begin((seconds - 1) * 1000)
  const target = {
    ...environment.population.target,
    port: environment.port,
    seconds,
    endsAt: Date.now() + seconds * 1000,
  }
  const attack = await attackProcess.run(name, target)
  // Some attacks are short, and wearers fall until the planned end.
  await sleep(Math.max(0, target.endsAt - Date.now()) + clientsAfterMs)
  const hasExited = !environment.isAlive()
  const figures = (await clients.end()).summary()
  const row: Row = {
    name,
    attacker: name === quiet.name ? '' : attacker,
    attack,
    clients: figures,
    usage: endUsage(),
    hasExited,
  }
  await environment.remove()
  return row
}
