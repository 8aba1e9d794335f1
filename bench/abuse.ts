import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './abuse/attack.ts'
import { startAttackProcess } from './abuse/attack-process.ts'
import { attacks, quiet } from './abuse/attacks.ts'
import { createTemplate, openEnvironment, type Template } from './abuse/environment.ts'
import { startHonest } from './abuse/honest.ts'
import { printRows } from './abuse/report.ts'
import { type Row, violationsOf } from './abuse/verdict.ts'
import { writeResults } from './results.ts'
import { canMeasure } from './usage.ts'

/** After this no other attack is begun. */
const mostMs = 9 * 60_000
/** Honest clients are there before the attack, and their wearers stand for a while before they fall. */
const beforeMs = 2000
/** What an attack leaves behind is noticed for a while, and the last to fall lie still. */
const afterMs = 3000

/**
 * benchAbuse plays attacks, each against a fresh service with honest clients. What is asked for: nobody without an
 * account, and no single account, makes anybody else's reading slower than half a second or any fall fail.
 */
export async function benchAbuse(seconds: number, names: string[]): Promise<void> {
  if (!canMeasure) return console.log('It needs Linux, where each party can have an address of its own.')
  const chosen = attacks.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
  const template = await createTemplate()
  const rows: Row[] = []
  const startedAt = Date.now()
  for (const attack of [quiet, ...chosen]) {
    if (Date.now() - startedAt > mostMs) {
      console.log('The time is up: the other attacks are left out. This machine is too slow, or too busy.')
      break
    }
    const row = await playAgainstFresh(template, attack, seconds)
    rows.push(row)
    console.log(`${attack.name}: ${violationsOf(row).join('; ') || 'pass'}`)
  }
  console.log()
  printRows(rows)
  const passed = rows.filter((row) => violationsOf(row).length === 0).length
  console.log(`\n${passed} of ${rows.length} passed`)
  // Only a table of all attacks is kept.
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

async function playAgainstFresh(template: Template, { name, who }: Attack, seconds: number): Promise<Row> {
  const [environment, player] = await Promise.all([openEnvironment(template), startAttackProcess()])
  const honest = startHonest(environment.port, environment.population)
  await sleep(beforeMs)
  const usedSince = environment.watchUsage()
  honest.begin((seconds - 1) * 1000)
  const target = {
    ...environment.population.target,
    port: environment.port,
    seconds,
    endsAt: Date.now() + seconds * 1000,
  }
  const played = await player.play(name, target)
  // Some attacks are short, and those who are to fall during the attack are not all on the floor yet.
  await sleep(Math.max(0, target.endsAt - Date.now()) + afterMs)
  const hasDied = !environment.isAlive()
  const noticed = (await honest.end()).summary()
  const row: Row = { name, who: name === quiet.name ? '' : who, played, noticed, used: usedSince(), hasDied }
  await environment.end()
  return row
}
