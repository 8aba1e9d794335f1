import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import type { Delay } from '../../harness/motion-sensors.ts'
import { createRandom } from '../../harness/random.ts'
import { assessMotion } from '../../src/detection/default-detector.ts'
import { isFall } from '../../src/detection/levels/fall-level.ts'
import { isWatching, launchBrowser, openPhone } from './phone-page.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, replay } from './replay.ts'
import { get, withService } from './service-client.ts'
import { hardestMoment } from './signals.ts'

/**
 * If the machine was late by more than this around the hardest moment, by which the detector judges, or elsewhere, it was
 * another motion, which is played again.
 */
const maxDelayMs = { atImpact: 60, elsewhere: 400 }
const impactMs = 1500
const maxTries = 20
/** A longer pause begins anew for the detector, so that nothing goes before the recording. */
const pauseMs = 4000
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
  // One after the other: a busy machine is late.
  for (const trial of trials) {
    const expected = highest(replay(assessMotion, readingsOf(trial, 'samples')))
    const { actual, tries } = await playInTime(browser, api, trial)
    verdicts.set(trial, { expected, actual })
    console.log(JSON.stringify({ id: trial.id, kind: trial.kind, expected, actual, tries }))
  }
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

async function playInTime(browser: Browser, api: string, trial: Recording) {
  const impactAtMs = hardestMoment(trial) * 1000
  const isTooLate = ({ atMs, lastedMs }: Delay) =>
    lastedMs > (Math.abs(atMs - impactAtMs) < impactMs ? maxDelayMs.atImpact : maxDelayMs.elsewhere)
  for (let tries = 1; ; tries++) {
    const { confidence, delays } = await playToPhone(browser, api, trial)
    if (!delays.some(isTooLate)) return { actual: confidence, tries }
    if (tries === maxTries) throw new Error(`This machine is too busy: ${JSON.stringify(delays)}`)
  }
}

/** Returns the highest confidence of the falls that the service has recorded, and when the machine was late. */
async function playToPhone(browser: Browser, api: string, { accel, gyro, hz }: Recording) {
  const rows = Array.from({ length: accel.length / 3 }, (_, i) =>
    [accel, gyro as Float32Array].flatMap((values) => [...values.subarray(i * 3, i * 3 + 3)]),
  )
  const { page, sensors, token } = await openPhone(browser, api, rows[0] ?? [])
  try {
    await isWatching(page)
    const address = page.url()
    await page.goto('about:blank')
    await sleep(pauseMs)
    await page.goto(address)
    await isWatching(page)
    await page.evaluate(watchPauses)
    const startedAtMs = Date.now()
    const late = await sensors.play(rows, hz)
    const pauses = await page.evaluate<Delay[]>('pauses')
    await page.evaluate(hide)
    // The last part of a second is sent a second after the one before.
    await sleep(2500)
    const { data } = (await get(`${api}/falls`, token)) as { data: { confidence: number }[] }
    const seen = pauses.map(({ atMs, lastedMs }) => ({ atMs: atMs - startedAtMs, lastedMs }))
    return { confidence: highest(data), delays: [...late, ...seen] }
  } finally {
    await page.context().close()
  }
}

/** A busy browser reports motion late as well. */
const watchPauses = `{
  let lastMs
  globalThis.pauses = []
  addEventListener('devicemotion', ({ timeStamp }) => {
    const lastedMs = timeStamp - (lastMs ?? timeStamp)
    if (lastedMs > 40) pauses.push({ atMs: performance.timeOrigin + timeStamp, lastedMs })
    lastMs = timeStamp
  })
}`

/** Ends what the page watches, as if it were hidden, with the part of a second that has begun. */
const hide = `{
  Object.defineProperty(document, 'hidden', { get: () => true })
  document.dispatchEvent(new Event('visibilitychange'))
  addEventListener('devicemotion', (event) => event.stopImmediatePropagation(), { capture: true })
}`
