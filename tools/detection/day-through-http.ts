import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../../bench/processes.ts'
import type { Mode, MotionReading } from '../../src/detection/fall-detector.ts'
import { assessMotion } from '../../src/detection/shipped-detector.ts'
import { createRandom } from './random.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, replay } from './replay.ts'
import { get, send, signUp } from './service-client.ts'

/** The day is played faster than it was lived: the device's own clock tells the detector how much time has passed. */
const settings = { LOG_LEVEL: 'warn', RATE_LIMIT_SENSOR: 'off', RATE_LIMIT_GLOBAL: 'off' }

const trialCount = 24
const trialEverySeconds = 1200

/** What is SUSPICIOUS or more is recorded as a fall. */
const recordedAbove = 0.305

/**
 * compareDayThroughHttp plays a working day to a running service, with trials spliced into it, half of them falls, and
 * compares the falls that it records with the events of the detector alone. It answers whether each event is one fall.
 */
export async function compareDayThroughHttp(data: string, chosen: readonly Mode[]): Promise<boolean> {
  const { shifts, trials } = await chooseRecordings(data)
  const dataDir = mkdtempSync(join(tmpdir(), 'fallwatch-evaluate-'))
  const service = await startService(dataDir, settings)
  let allAgree = true
  try {
    for (const [i, mode] of chosen.entries()) {
      const url = `http://127.0.0.1:${service.port}/api`
      const device = { url, mac: `0A:0F:00:00:00:0${i + 1}`, token: await signUp(url, `day-${mode}`) }
      const readings = splice(shifts, trials, mode)
      for (const reading of readings) await send(device, reading)
      const expected = replay(assessMotion, readings)
        .map(({ confidence }) => confidence)
        .filter((confidence) => confidence > recordedAbove)
      const recorded = await listConfidences(url, device.token)
      const agrees = expected.join() === recorded.join()
      console.log(
        `${mode}: ${readings.length} readings, ${shifts.length} recordings of work and ${trials.length} trials; ` +
          `${expected.length} events of the detector alone, ${recorded.length} falls of the service: ` +
          (agrees ? 'the same' : `they differ\n${expected.join(' ')}\n${recorded.join(' ')}`),
      )
      allAgree &&= agrees
    }
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return allAgree
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

/** listConfidences gives the confidence of each recorded fall, oldest first. */
async function listConfidences(url: string, token: string): Promise<number[]> {
  const found: number[] = []
  for (let page = 1; ; page++) {
    const { data, pagination } = await get(`${url}/falls?order=asc&limit=100&page=${page}`, token)
    found.push(...(data as { confidence: number }[]).map(({ confidence }) => confidence))
    if (page >= (pagination as { totalPages: number }).totalPages) return found
  }
}
