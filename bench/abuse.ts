import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../harness/cleanup.ts'
import { msPerMinute } from '../src/platform/lib/duration.ts'
import type { Attack } from './abuse/attack.ts'
import { startAttackProcess } from './abuse/attack-process.ts'
import { attacks, quiet } from './abuse/attacks.ts'
import { createTemplate, openEnvironment, type Template } from './abuse/environment.ts'
import { startLegitimateClients } from './abuse/legitimate-clients.ts'
import { type MessageReceiver, startMessageReceiver } from './abuse/message-receiver.ts'
import { type NameServer, startNameServer } from './abuse/name-server.ts'
import { printRows } from './abuse/report.ts'
import { otherCauseOf, type Row, violationsOf } from './abuse/verdict.ts'
import { writeResults } from './results.ts'
import { type RedisServer, startRedis } from './stores.ts'
import { canMeasure } from './usage.ts'

/** No further attack is started after this time. */
const maxDurationMs = 25 * msPerMinute
/** Legitimate clients start before the attack, because wearers must stand for a while before they fall. */
const clientsBeforeMs = 2000
/** They continue after the attack, to observe its after-effects and to detect the last falls. */
const clientsAfterMs = 3000

/**
 * Runs attacks, each against a new service with legitimate clients. The goal: no stranger, no account and no
 * device key makes anybody's reading slower than half a second, their call or fall fail, or the message about it later than
 * five seconds.
 */
export async function benchAbuse(cleanup: Cleanup, seconds: number, names: string[]): Promise<void> {
  if (!canMeasure)
    return console.log('This benchmark needs Linux, where each client can have its own address.')
  const chosen = attacks.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)))
  const nameServer = await startNameServer(cleanup)
  const receiver = await startMessageReceiver(cleanup)
  const template = await createTemplate(cleanup, nameServer.settings, receiver.topicUrl)
  const parts = { cleanup, template, nameServer, receiver, seconds }
  const shared = chosen.filter(({ alsoOnTwoProcesses }) => alsoOnTwoProcesses)
  const runs = [
    ...[quiet, ...chosen].map((attack) => ({ attack, processes: 1 })),
    ...shared.map((attack) => ({ attack, processes: 2 })),
  ]
  const rows: Row[] = []
  const startedAt = Date.now()
  let isTimeUp = false
  for (const { attack, processes } of runs) {
    isTimeUp = Date.now() - startedAt > maxDurationMs
    if (isTimeUp) {
      console.log('The time is up: the other attacks are left out. This machine is too slow or too busy.')
      break
    }
    const row = await runWithRepeats(parts, attack, processes)
    if (!row) break
    rows.push(row)
    console.log(`${row.name}: ${violationsOf(row).join('; ') || 'pass'}`)
  }
  console.log()
  printRows(rows)
  const passed = rows.filter((row) => violationsOf(row).length === 0).length
  console.log(`\n${passed} of ${rows.length} passed`)
  // Only the results of all attacks together are written.
  if (isTimeUp || chosen.length < attacks.length) return
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

interface RunParts {
  cleanup: Cleanup
  template: Template
  nameServer: NameServer
  receiver: MessageReceiver
  seconds: number
}

/** How often an attack is repeated whose failure may have another cause. */
const maxRepeats = 2

/** Returns undefined if there is no Redis, which several processes need. */
async function runWithRepeats(parts: RunParts, attack: Attack, processes: number): Promise<Row | undefined> {
  const repeated: string[] = []
  for (;;) {
    // A new one each time, because it has the limits and locks of the service.
    const redis = processes > 1 ? await startRedis(parts.cleanup) : undefined
    if (processes > 1 && !redis) return undefined
    const row = await runAttack(parts, attack, redis)
    const violations = violationsOf(row)
    const otherCause = otherCauseOf(row)
    if (violations.length === 0 || !otherCause || repeated.length === maxRepeats)
      return { ...row, ...(repeated.length > 0 && { repeated }) }
    repeated.push(`${violations.join('; ')} (${otherCause})`)
    console.log(`${row.name}: repeated: ${repeated.at(-1)}`)
  }
}

/** Runs an attack on one process or, with a Redis, on two. */
async function runAttack(
  { cleanup, template, nameServer, receiver, seconds }: RunParts,
  { name, attacker }: Attack,
  redis?: RedisServer,
): Promise<Row> {
  const [environment, attackProcess] = await Promise.all([
    openEnvironment(cleanup, template, redis),
    startAttackProcess(cleanup),
  ])
  const { port, mqttPort, population } = environment
  const clients = startLegitimateClients(cleanup, environment, receiver)
  await sleep(clientsBeforeMs)
  const endUsage = environment.watchUsage()
  const unansweredBefore = nameServer.unanswered()
  clients.begin((seconds - 1) * 1000)
  const target = { ...population.target, port, mqttPort, seconds, endsAt: Date.now() + seconds * 1000 }
  const attack = await attackProcess.run(name, target)
  // Some attacks are short, and wearers fall until the planned end.
  await sleep(Math.max(0, target.endsAt - Date.now()) + clientsAfterMs)
  const hasExited = !environment.isAlive()
  const figures = await clients.end()
  const row: Row = {
    name: redis ? `${name}, two processes` : name,
    attacker: name === quiet.name ? '' : attacker,
    attack,
    clients: figures,
    usage: await endUsage(),
    unansweredNames: nameServer.unanswered() - unansweredBefore,
    hasExited,
  }
  await environment.remove()
  return row
}
