import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../harness/random.ts'
import { assessMotion } from '../../src/detection/default-detector.ts'
import type { Mode } from '../../src/detection/detector-state.ts'
import type { MotionReading } from '../../src/detection/fall-detector.ts'
import { isWorthRecording } from '../../src/detection/levels/fall-level.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, replay } from './replay.ts'
import { get, type PlayedDevice, play, signUp, withService } from './service-client.ts'

const trialCount = 24
const trialEverySeconds = 1200

/** A day takes too long, so it is divided into pieces of this length, which devices send at the same time. */
const pieceSeconds = 300

/** The service records events that are no further apart as one fall. */
const sameFallSeconds = 30

/**
 * Sends a working day to a running service, with trials inserted, half of them falls, and compares
 * the falls that it records with the events of the detector alone. It returns whether each event is one fall.
 */
export async function compareDayThroughHttp(data: string, mode: Mode): Promise<boolean> {
  const { shifts, trials } = await chooseRecordings(data)
  const pieces = divide(insertTrials(shifts, trials, mode))
  return withService(async (url) => {
    const devices: PlayedDevice[] = []
    for (const i of pieces.keys()) devices.push({ url, mac: macOf(i), token: await signUp(url, `day-${i}`) })
    let [events, differing] = [0, 0]
    await Promise.all(
      devices.map(async (device, i) => {
        const readings = pieces[i] as MotionReading[]
        // Devices are spread over the second.
        await sleep((1000 * i) / devices.length)
        await play(device, readings)
        const expected = expectedConfidences(readings)
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

function divide(readings: MotionReading[]): MotionReading[][] {
  const count = Math.ceil(readings.length / pieceSeconds)
  return Array.from({ length: count }, (_, i) => readings.slice(i * pieceSeconds, (i + 1) * pieceSeconds))
}

/** Returns the confidence of each event of the detector alone that is recorded as a fall. */
function expectedConfidences(readings: MotionReading[]): number[] {
  const falls: { at: number; confidence: number }[] = []
  for (const { at, confidence } of replay(assessMotion, readings)) {
    const last = falls.at(-1)
    if (!isWorthRecording(confidence)) continue
    if (last && at - last.at <= sameFallSeconds) last.confidence = Math.max(last.confidence, confidence)
    else falls.push({ at, confidence })
  }
  return falls.map(({ confidence }) => confidence)
}

/** Returns enough work of one person for all trials, and trials that were also recorded at a wrist. */
async function chooseRecordings(data: string): Promise<{ shifts: Recording[]; trials: Recording[] }> {
  const neededSeconds = trialCount * trialEverySeconds
  const workBySubject = new Map<string, Recording[]>()
  const falls: Recording[] = []
  const others: Recording[] = []
  for await (const recording of readRecordings(data)) {
    const { kind, site, subject, seconds } = recording
    if (
      kind === 'life' &&
      durationSeconds(workBySubject.get(subject) ?? []) < neededSeconds &&
      seconds > trialEverySeconds
    )
      workBySubject.set(subject, [...(workBySubject.get(subject) ?? []), recording])
    else if (site === 'wrist' && kind === 'fall') falls.push(recording)
    else if (site === 'wrist' && kind === 'trial') others.push(recording)
  }
  const shifts = [...workBySubject.values()].find(
    (recordings) => durationSeconds(recordings) >= neededSeconds,
  )
  if (!shifts) throw new Error('Nobody was recorded at work for long enough')
  const random = createRandom(1)
  const choose = (from: Recording[]) =>
    Array.from({ length: trialCount / 2 }, () => from[Math.floor(random() * from.length)] as Recording)
  const [chosenFalls, chosenOthers] = [choose(falls), choose(others)]
  return { shifts, trials: chosenFalls.flatMap((fall, i) => [fall, chosenOthers[i] as Recording]) }
}

const durationSeconds = (recordings: Recording[]) => recordings.reduce((sum, { seconds }) => sum + seconds, 0)

/** Returns the readings of the day with a trial at a fixed interval, on the clock of one device. */
function insertTrials(shifts: Recording[], trials: Recording[], mode: Mode): MotionReading[] {
  const readings: MotionReading[] = []
  const add = (reading: MotionReading) =>
    readings.push({ ...reading, uptimeMs: (readings.length + 1) * 1000 })
  const remaining = [...trials]
  let workSeconds = 0
  for (const shift of shifts) {
    for (const reading of readingsOf(shift, mode)) {
      add(reading)
      workSeconds++
      const trial = workSeconds % trialEverySeconds === 0 ? remaining.shift() : undefined
      if (trial) for (const trialReading of readingsOf(trial, mode)) add(trialReading)
    }
  }
  return readings
}

/** Returns the confidence of each recorded fall of a device's owner, oldest first. */
async function listConfidences({ url, token }: PlayedDevice): Promise<number[]> {
  const { data } = await get(`${url}/falls?order=asc&limit=100`, token)
  return (data as { confidence: number }[]).map(({ confidence }) => confidence)
}

const macOf = (n: number) => `0A:0F:00:00:00:${n.toString(16).padStart(2, '0').toUpperCase()}`
