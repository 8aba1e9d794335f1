import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page, Request } from 'playwright-core'
import type { Delay } from '../../harness/motion-sensors.ts'
import { assessMotion } from '../../src/detection/default-detector.ts'
import { isFall } from '../../src/detection/levels/fall-level.ts'
import { isWatching, launchBrowser, openPhone, type PhonePlace, phonePlaces } from './phone-page.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, replay, type Signal } from './replay.ts'
import { get, withService } from './service-client.ts'
import { hardestMoment, resample } from './signals.ts'

/**
 * If the machine was late by more than this around the hardest moment, by which the detector judges, or elsewhere, it was
 * another motion, which is played again.
 */
const maxDelayMs = { atImpact: 60, elsewhere: 400 }
const impactMs = 1500
const maxTries = 20
/** Of a page that has sent everything. */
const quietMs = 4000
/** A longer pause begins anew for the detector, so that nothing goes before the recording. */
const pauseMs = 4000
/** How often the page samples; a slower recording would be that of another device. */
const phoneHz = 25
/** How many verdicts may differ: the phase of a sample decides some. */
const mayDiffer = 1

/**
 * Plays recordings of wrists and waists, half of them falls, into the sensors of pages that are phones of a running
 * service, and compares whether it saw a fall with what the detector says of the recording at the rate of the page. It
 * returns whether they agree.
 */
export async function compareThroughPhone(data: string, count: number, only = ''): Promise<boolean> {
  const trials = (await chooseTrials(data, count)).filter(({ id }) => id.includes(only))
  return withService(async (api) => {
    const browser = await launchBrowser()
    try {
      return await compare(browser, api, trials)
    } finally {
      await browser.close()
    }
  })
}

type Trial = Recording & { site: PhonePlace }

const isTrial = (recording: Recording): recording is Trial => {
  const { kind, site, hz, gyro } = recording
  return (
    (kind === 'fall' || kind === 'trial') &&
    phonePlaces.some((place) => place === site) &&
    hz >= phoneHz &&
    gyro !== undefined
  )
}

/** Takes as many falls as trials of daily life, as many of each place, evenly spread over the order of the files. */
async function chooseTrials(data: string, count: number): Promise<Trial[]> {
  const groups = new Map<string, Trial[]>()
  for await (const recording of readRecordings(data)) {
    if (!isTrial(recording)) continue
    const name = `${recording.kind} ${recording.site}`
    const group = groups.get(name) ?? []
    group.push(recording)
    groups.set(name, group)
  }
  const perGroup = Math.ceil(count / groups.size)
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([, group]) => evenlySpread(group, perGroup))
}

/** The middle one of each of so many parts. */
const evenlySpread = <T>(values: readonly T[], count: number): T[] =>
  Array.from({ length: Math.min(count, values.length) }, (_, i) => {
    const parts = Math.min(count, values.length)
    return values[Math.floor(((i + 0.5) * values.length) / parts)] as T
  })

interface Verdict {
  expected: number
  actual: number
}

async function compare(browser: Browser, api: string, trials: Trial[]): Promise<boolean> {
  const verdicts = new Map<Trial, Verdict>()
  // One after the other: a busy machine is late. What was late comes again when all others have had their turn.
  let waiting = trials
  for (let tries = 1; waiting.length > 0 && tries <= maxTries; tries++) {
    const late: Trial[] = []
    for (const trial of waiting) {
      const actual = await playInTime(browser, api, trial)
      if (actual === undefined) late.push(trial)
      else verdicts.set(trial, tell(trial, actual, tries))
    }
    waiting = late
  }
  let differing = 0
  for (const kind of ['fall', 'trial']) {
    const ofKind = [...verdicts].flatMap(([trial, verdict]) => (trial.kind === kind ? verdict : []))
    const count = (of: keyof Verdict) => ofKind.filter((verdict) => isFall(verdict[of])).length
    const others = ofKind.filter(({ expected, actual }) => isFall(expected) !== isFall(actual)).length
    differing += others
    console.log(
      `${ofKind.length} ${kind}s: the detector alone sees ${count('expected')} falls, through the phone ${count('actual')}; ${others} verdicts differ`,
    )
  }
  if (waiting.length > 0)
    console.log(`This machine was too busy for ${waiting.length}: ${waiting.map(({ id }) => id).join(', ')}`)
  return differing <= mayDiffer && waiting.length === 0
}

function tell(trial: Trial, actual: number, tries: number): Verdict {
  const expected = highest(replay(assessMotion, readingsOf(asSampled(trial), 'samples')))
  const recorded = highest(replay(assessMotion, readingsOf(trial, 'samples')))
  const { id, dataset, site, kind, activity } = trial
  const agree = isFall(expected) === isFall(actual)
  console.log(JSON.stringify({ id, dataset, site, kind, activity, recorded, expected, actual, tries, agree }))
  return { expected, actual }
}

/** The motion at the rate of the page: each row is the mean of what was recorded within its time. */
function asSampled(signal: Signal): Signal {
  const { hz, accel, gyro } = signal
  if (hz <= phoneHz) return signal
  const atRate = (values: Float32Array) => resample({ hz, accel: values }, phoneHz, true).accel
  return { hz: phoneHz, accel: atRate(accel), gyro: gyro && atRate(gyro) }
}

const highest = (events: { confidence: number }[]) =>
  Math.max(0, ...events.map(({ confidence }) => confidence))

/** Undefined if the machine was late, which makes it another motion. */
async function playInTime(browser: Browser, api: string, trial: Trial): Promise<number | undefined> {
  const impactAtMs = hardestMoment(trial) * 1000
  const isTooLate = ({ atMs, lastedMs }: Delay) =>
    lastedMs > (Math.abs(atMs - impactAtMs) < impactMs ? maxDelayMs.atImpact : maxDelayMs.elsewhere)
  const { confidence, delays } = await playToPhone(browser, api, trial)
  return delays.some(isTooLate) ? undefined : confidence
}

/** Returns the highest confidence of the falls that the service has recorded, and when the machine was late. */
async function playToPhone(browser: Browser, api: string, { accel, gyro, hz, site }: Trial) {
  const rows = Array.from({ length: accel.length / 3 }, (_, i) =>
    [accel, gyro as Float32Array].flatMap((values) => [...values.subarray(i * 3, i * 3 + 3)]),
  )
  const { page, sensors, token } = await openPhone(browser, api, site, rows[0] ?? [])
  try {
    await isWatching(page)
    const address = page.url()
    await page.addInitScript(hideable)
    await page.goto('about:blank')
    await sleep(pauseMs)
    await page.goto(address)
    await isWatching(page)
    await page.evaluate(watchPauses)
    const startedAtMs = Date.now()
    const late = await sensors.play(rows, hz)
    const pauses = await page.evaluate<Delay[]>('pauses')
    await page.evaluate(hide)
    await untilSent(page)
    const { data } = (await get(`${api}/falls`, token)) as { data: { confidence: number }[] }
    const seen = pauses.map(({ atMs, lastedMs }) => ({ atMs: atMs - startedAtMs, lastedMs }))
    return { confidence: highest(data), delays: [...late, ...seen] }
  } finally {
    await page.context().close()
  }
}

/** The last part of a second is sent a second after the answer to the one before; then nothing more is sent. */
async function untilSent(page: Page): Promise<void> {
  const isSent = (request: Request) => request.url().includes('/sensor-stream')
  for (;;) {
    const sent = await page.waitForRequest(isSent, { timeout: quietMs }).catch(() => undefined)
    if (!sent) return
    await (await sent.response())?.finished()
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

/** Lets a page be hidden: it gets no motion then. Events of motion reach listeners in the order in which they were added. */
const hideable = `{
  globalThis.isAway = false
  Object.defineProperty(document, 'hidden', { get: () => globalThis.isAway })
  addEventListener('devicemotion', (event) => globalThis.isAway && event.stopImmediatePropagation())
}`
/** Ends what the page watches, with the part of a second that has begun. */
const hide = `isAway = true; document.dispatchEvent(new Event('visibilitychange'))`
