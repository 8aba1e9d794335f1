import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { createRandom } from '../../harness/random.ts'
import { assessMotion } from '../../src/detection/default-detector.ts'
import { isFall } from '../../src/detection/levels/fall-level.ts'
import { isWatching, launchBrowser, openPhone } from './phone-page.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, replay } from './replay.ts'
import { get, withService } from './service-client.ts'

/** A busy machine is late for motion, which is left out then. */
const pagesAtOnce = 2
/** Phones measure at least so often; a slower recording would be that of another device. */
const minHz = 25
/** How many verdicts may differ: the phase of a sample decides some. */
const mayDiffer = 1

/**
 * Plays recordings of wrists, half of them falls, into the sensors of pages that are phones of a running service, and
 * compares whether it saw a fall with what the detector says of the recording itself. It returns whether they agree.
 */
export async function compareThroughPhone(data: string, count: number): Promise<boolean> {
  const trials = await chooseTrials(data, count)
  return withService(async (api) => {
    const browser = await launchBrowser()
    try {
      return await compare(browser, api, trials)
    } finally {
      await browser.close()
    }
  })
}

/** Takes half of the trials from falls and half from daily life. */
async function chooseTrials(data: string, count: number): Promise<Recording[]> {
  const random = createRandom(1)
  const found: Record<string, { recording: Recording; order: number }[]> = { fall: [], trial: [] }
  for await (const recording of readRecordings(data))
    if (recording.site === 'wrist' && recording.hz >= minHz && recording.gyro)
      found[recording.kind]?.push({ recording, order: random() })
  return Object.values(found).flatMap((group) =>
    group
      .sort((a, b) => a.order - b.order)
      .slice(0, Math.ceil(count / 2))
      .map(({ recording }) => recording),
  )
}

interface Verdict {
  expected: number
  actual: number
}

async function compare(browser: Browser, api: string, trials: Recording[]): Promise<boolean> {
  const verdicts = new Map<Recording, Verdict>()
  const waiting = [...trials]
  await Promise.all(
    Array.from({ length: pagesAtOnce }, async () => {
      for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
        const expected = highest(replay(assessMotion, readingsOf(trial, 'samples')))
        const verdict = { expected, actual: await playToPhone(browser, api, trial) }
        verdicts.set(trial, verdict)
        console.log(JSON.stringify({ id: trial.id, kind: trial.kind, ...verdict }))
      }
    }),
  )
  let differing = 0
  for (const kind of ['fall', 'trial']) {
    const ofKind = trials
      .filter((trial) => trial.kind === kind)
      .map((trial) => verdicts.get(trial) as Verdict)
    const count = (of: keyof Verdict) => ofKind.filter((verdict) => isFall(verdict[of])).length
    const others = ofKind.filter(({ expected, actual }) => isFall(expected) !== isFall(actual)).length
    differing += others
    console.log(
      `${ofKind.length} ${kind}s: the detector alone sees ${count('expected')} falls, through the phone ${count('actual')}; ${others} verdicts differ`,
    )
  }
  return differing <= mayDiffer
}

const highest = (events: { confidence: number }[]) =>
  Math.max(0, ...events.map(({ confidence }) => confidence))

/** Returns the highest confidence of the falls that the service has recorded. */
async function playToPhone(browser: Browser, api: string, { accel, gyro, hz }: Recording): Promise<number> {
  const rows = Array.from({ length: accel.length / 3 }, (_, i) =>
    [accel, gyro as Float32Array].flatMap((values) => [...values.subarray(i * 3, i * 3 + 3)]),
  )
  const { page, sensors, token } = await openPhone(browser, api, rows[0] ?? [])
  await isWatching(page)
  // What went before belongs to no recording: a page that is loaded again begins with an empty window.
  await sleep(1500)
  await page.reload()
  await isWatching(page)
  await sensors.play(rows, hz)
  await hide(page)
  // The last part of a second is sent a second after the one before.
  await sleep(2500)
  await page.context().close()
  const { data } = (await get(`${api}/falls`, token)) as { data: { confidence: number }[] }
  return highest(data)
}

/** Ends what the page watches, as if it were hidden, with the part of a second that has begun. */
const hide = (page: Page) =>
  page.evaluate(`{
    Object.defineProperty(document, 'hidden', { get: () => true })
    document.dispatchEvent(new Event('visibilitychange'))
    addEventListener('devicemotion', (event) => event.stopImmediatePropagation(), { capture: true })
  }`)
