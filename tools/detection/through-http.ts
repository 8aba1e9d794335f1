import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../harness/random.ts'
import { assessMotion } from '../../src/detection/default-detector.ts'
import type { Mode } from '../../src/detection/detector-state.ts'
import { isFall } from '../../src/detection/levels/fall-level.ts'
import { groupBy } from './groups.ts'
import { modes } from './models.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, replay } from './replay.ts'
import { play, signUp, withService } from './service-client.ts'

const devicesPerPerson = 10

/**
 * Sends trials to a running service, all at the same time and a reading a second, as devices do, and
 * compares the highest confidence in its responses with that of the detector alone. It returns whether all agree.
 */
export async function compareThroughHttp(
  data: string,
  chosen: readonly Mode[],
  count: number,
): Promise<boolean> {
  const recordings: Recording[] = []
  for await (const recording of readRecordings(data))
    if (recording.kind !== 'life') recordings.push(recording)
  const trials = chooseTrials(recordings, count)
  return withService(async (url) => {
    let allAgree = true
    for (const mode of chosen) {
      const agree = await compareMode(mode, url, trials)
      allAgree &&= agree
    }
    return allAgree
  })
}

const kindOf = ({ dataset, kind }: Recording) => `${dataset} ${kind}s`

/** Takes the same share of the falls and of the other trials of each data set. */
function chooseTrials(recordings: Recording[], count: number): Recording[] {
  const random = createRandom(1)
  const groups = [...groupBy(recordings, kindOf).values()]
  const ranked = groups.flatMap((group) =>
    group
      .map((recording) => ({ recording, order: random() }))
      .sort((a, b) => a.order - b.order)
      .map(({ recording }, i) => ({ recording, rank: (i + 0.5) / group.length })),
  )
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ recording }) => recording)
}

async function compareMode(mode: Mode, url: string, trials: Recording[]): Promise<boolean> {
  const people = Math.ceil(trials.length / devicesPerPerson)
  const tokens: string[] = []
  for (let i = 0; i < people; i++) tokens.push(await signUp(url, `${mode}-${i}`))
  const startedAt = Date.now()
  let sent = 0
  const outcomes = await Promise.all(
    trials.map(async (recording, i) => {
      const readings = [...readingsOf(recording, mode)]
      // Devices are spread over the second.
      await sleep((1000 * i) / trials.length)
      const device = { url, mac: macOf(mode, i), token: tokens[Math.floor(i / devicesPerPerson)] ?? '' }
      const actual = await play(device, readings)
      sent += readings.length
      return { recording, actual, expected: highest(replay(assessMotion, readings)) }
    }),
  )
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  const kinds = [...groupBy(trials, kindOf)].map(([kind, group]) => `${group.length} ${kind}`)
  const differing = outcomes.filter(({ actual, expected }) => actual !== expected)
  console.log(`\n# ${mode}: through HTTP\n${kinds.join(', ')}; ${sent} readings in ${seconds} s`)
  for (const { recording, actual, expected } of differing) {
    console.log(`${recording.id}: the service answered ${actual}, the detector alone ${expected}`)
  }
  const alarms = outcomes.filter(({ actual }) => isFall(actual)).length
  console.log(
    `the same in ${trials.length - differing.length} of ${trials.length} trials, ${alarms} of them alarms`,
  )
  return differing.length === 0
}

const highest = (events: { confidence: number }[]) =>
  Math.max(0, ...events.map(({ confidence }) => confidence))

const macOf = (mode: Mode, n: number) =>
  `0A:0${modes.indexOf(mode) + 1}:${(n + 1).toString(16).padStart(8, '0').toUpperCase().match(/../g)?.join(':')}`
