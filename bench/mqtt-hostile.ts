import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Cleanup } from '../harness/cleanup.ts'
import { median, printTable, rounded } from './figures.ts'
import { createFleet, type MqttDevice } from './fleet.ts'
import { type LoadGenerator, openMqttLoadGenerator } from './load.ts'
import type { AttackOrder } from './mqtt-attacker.ts'
import { attacks, type MqttAttackName } from './mqtt-attacks.ts'
import { startBareListener } from './processes.ts'
import { connectedTargets } from './targets.ts'
import { canMeasure, usageOf } from './usage.ts'

const honestDevices = 64
const rounds = 3

/** Figures of a round: how fast the honest devices were, and what their readings and the attack cost the service. */
interface Figures {
  perSecond: number
  p99Ms: number
  cpuPerSecond: number
}

/**
 * Compares honest devices with and without an attack, in alternating rounds. The attacker has a process
 * and an address of its own, which is that of a client and not of a trusted proxy. It shares the processors with the service,
 * which a real one does not; so the same attack also goes against another process, and the ratio is to that.
 */
export async function benchMqttHostile(cleanup: Cleanup, seconds: number): Promise<void> {
  if (!canMeasure)
    return console.log('This benchmark needs Linux, where each client can have its own address.')
  const fleet = createFleet(honestDevices + 1)
  const { mqtt } = await connectedTargets(cleanup, fleet, { TRUST_PROXY: 'off' })
  const attacker = fleet.mqtt.at(-1) as MqttDevice
  const generator = await openMqttLoadGenerator(mqtt.port, fleet.mqtt.slice(0, honestDevices))
  await generator.run(seconds)
  const elsewhere = await startBareListener(cleanup)
  const measure = () => measureRound(generator, mqtt.pids.service, seconds)
  const measureAttacked = async (name: MqttAttackName, port: number) => {
    const stop = await startAttack(cleanup, name, port, attacker)
    await generator.run(seconds)
    const figures = await measure()
    await stop()
    await generator.run(1)
    return figures
  }
  const rows: (string | number)[][] = []
  for (const name of Object.keys(attacks) as MqttAttackName[]) {
    const [without, besides, attacked]: [Figures[], Figures[], Figures[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      without.push(await measure())
      besides.push(await measureAttacked(name, elsewhere.port))
      attacked.push(await measureAttacked(name, mqtt.port))
    }
    rows.push([name, ...compare(without, besides, attacked)])
  }
  const header = [
    'attack',
    'readings/s',
    'elsewhere',
    'with',
    'ratio',
    'p99 ms',
    'elsewhere',
    'with',
    'cost, % of a core',
  ]
  printTable(header, rows)
  generator.close()
}

/**
 * Divides the rate during the attack by that during the same attack on another process. It also says what the attack
 * costs the service: the processor time beyond that of as many readings without it.
 */
function compare(without: Figures[], besides: Figures[], attacked: Figures[]): number[] {
  const middle = (all: Figures[], figure: keyof Figures) => median(all.map((one) => one[figure]))
  const rates = [without, besides, attacked].map((figures) => middle(figures, 'perSecond')) as [
    number,
    number,
    number,
  ]
  const perReading = median(without.map(({ cpuPerSecond, perSecond }) => cpuPerSecond / perSecond))
  const costs = attacked.map(({ cpuPerSecond, perSecond }) => cpuPerSecond - perReading * perSecond)
  return [
    ...rates.map(Math.round),
    rounded(rates[2] / rates[1], 2),
    ...[without, besides, attacked].map((figures) => rounded(middle(figures, 'p99Ms'), 1)),
    rounded(median(costs) / 10_000, 1),
  ]
}

async function measureRound(generator: LoadGenerator, service: number, seconds: number): Promise<Figures> {
  const before = usageOf(service).cpuMicros
  const result = await generator.run(seconds)
  const cpuPerSecond = (usageOf(service).cpuMicros - before) / result.seconds
  return { ...result, cpuPerSecond }
}

/** Returns a function that ends it. */
async function startAttack(
  cleanup: Cleanup,
  name: MqttAttackName,
  port: number,
  { connect, publish }: MqttDevice,
) {
  const child = fork(join(import.meta.dirname, 'mqtt-attacker.ts'))
  cleanup.add(() => child.kill('SIGKILL'))
  await once(child, 'message')
  const device = { connect: connect.toString('base64'), publish: publish.toString('base64') }
  child.send({ name, port, device } satisfies AttackOrder)
  return async () => {
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }
}
