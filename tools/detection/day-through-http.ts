import { setTimeout as sleep } from 'node:timers/promises'
import type { Mode } from '../../src/detection/detector-state.ts'
import type { MotionReading } from '../../src/detection/fall-detector.ts'
import { assessMotion } from '../../src/detection/shipped-detector.ts'
import { isWorthRecording } from '../../src/falls/falls.service.ts'
import { createRandom } from './random.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, replay } from './replay.ts'
import { get, type PlayedDevice, play, signUp, withService } from './service-client.ts'

const trialCount = 24
const trialEverySeconds = 1200

/** In seconds: a day takes too long, so as many devices as it has pieces of this length play it side by side. */
const pieceSeconds = 300

/** In seconds: events that are no further apart are the same fall to the service. */
const sameFallSeconds = 30

/**
 * compareDayThroughHttp plays a working day to a running service, with trials spliced into it, half of them falls, and
 * compares the falls that it records with the events of the detector alone. It answers whether each event is one fall.
 */
export async function compareDayThroughHttp(data: string, mode: Mode): Promise<boolean> {
  const { shifts, trials } = await chooseRecordings(data)
  const pieces = cutIntoPieces(splice(shifts, trials, mode))
  return withService(async (url) => {
    const devices: PlayedDevice[] = []
    for (const i of pieces.keys()) devices.push({ url, mac: macOf(i), token: await signUp(url, `day-${i}`) })
    let [events, differing] = [0, 0]
    await Promise.all(
      devices.map(async (device, i) => {
        const readings = pieces[i] as MotionReading[]
        // Not all in the same instant of the second.
        await sleep((1000 * i) / devices.length)
        await play(device, readings)
        const expected = fallsExpected(readings)
        const recorded = await listConfidences(device)
        events += expected.length
        if (expected.join() === recorded.join()) return
        differing++
        console.log(`piece ${i}: events ${expected.join(' ') || '–'}, falls ${recorded.join(' ') || '–'}`)
      }),
    )
    console.log(
      `${mode}: ${pieces.flat().length} readings of ${shifts.length} recordings of work and ${trials.length} trials, in ` +
        `${pieces.length} pieces; ${events} events, each one fall in all but ${differing} pieces`,
    )
    return differing === 0 && events > 0
  })
}

function cutIntoPieces(readings: MotionReading[]): MotionReading[][] {
  const count = Math.ceil(readings.length / pieceSeconds)
  return Array.from({ length: count }, (_, i) => readings.slice(i * pieceSeconds, (i + 1) * pieceSeconds))
}

/** fallsExpected gives the confidence of each event of the detector alone that is to be a fall. */
function fallsExpected(readings: MotionReading[]): number[] {
  const falls: { at: number; confidence: number }[] = []
  for (const { at, confidence } of replay(assessMotion, readings)) {
    const last = falls.at(-1)
    if (!isWorthRecording(confidence)) continue
    if (last && at - last.at <= sameFallSeconds) last.confidence = Math.max(last.confidence, confidence)
    else falls.push({ at, confidence })
  }
  return falls.map(({ confidence }) => confidence)
}

/** chooseRecordings gives a person's working day of at least as long as the trials need, and trials worn as it was. */
async function chooseRecordings(data: string): Promise<{ shifts: Recording[]; trials: Recording[] }> {
  const needed = trialCount * trialEverySeconds
  const work = new Map<string, Recording[]>()
  const falls: Recording[] = []
  const others: Recording[] = []
  for await (const recording of readRecordings(data)) {
    const { kind, site, subject, seconds } = recording
    if (kind === 'life' && lengthOf(work.get(subject) ?? []) < needed && seconds > trialEverySeconds)
      work.set(subject, [...(work.get(subject) ?? []), recording])
    else if (site === 'wrist' && kind === 'fall') falls.push(recording)
    else if (site === 'wrist' && kind === 'trial') others.push(recording)
  }
  const shifts = [...work.values()].find((own) => lengthOf(own) >= needed)
  if (!shifts) throw new Error('Nobody was recorded at work for long enough')
  const random = createRandom(1)
  const some = (of: Recording[]) =>
    Array.from({ length: trialCount / 2 }, () => of[Math.floor(random() * of.length)] as Recording)
  const [chosenFalls, chosenOthers] = [some(falls), some(others)]
  return { shifts, trials: chosenFalls.flatMap((fall, i) => [fall, chosenOthers[i] as Recording]) }
}

const lengthOf = (recordings: Recording[]) => recordings.reduce((sum, { seconds }) => sum + seconds, 0)

/** splice puts the trials into the day, one after the other, on the clock of one device. */
function splice(shifts: Recording[], trials: Recording[], mode: Mode): MotionReading[] {
  const readings: MotionReading[] = []
  const add = (reading: MotionReading) =>
    readings.push({ ...reading, uptimeMs: (readings.length + 1) * 1000 })
  const coming = [...trials]
  let lived = 0
  for (const shift of shifts) {
    for (const reading of readingsOf(shift, mode)) {
      add(reading)
      lived++
      const trial = lived % trialEverySeconds === 0 ? coming.shift() : undefined
      if (trial) for (const part of readingsOf(trial, mode)) add(part)
    }
  }
  return readings
}

/** listConfidences gives the confidence of each recorded fall of a device's owner, oldest first. */
async function listConfidences({ url, token }: PlayedDevice): Promise<number[]> {
  const { data } = await get(`${url}/falls?order=asc&limit=100`, token)
  return (data as { confidence: number }[]).map(({ confidence }) => confidence)
}

const macOf = (n: number) => `0A:0F:00:00:00:${n.toString(16).padStart(2, '0').toUpperCase()}`
