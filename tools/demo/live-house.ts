import { fallLevel } from '../../src/detection/levels/fall-level.ts'
import { type Api, Refused } from '../simulate/api.ts'
import { createChance } from '../simulate/chance.ts'
import { createDetectionRecord, type FallNews } from '../simulate/detection-record.ts'
import { type Field, runDevice } from '../simulate/device.ts'
import type { Library } from '../simulate/library.ts'
import { fullName } from '../simulate/names.ts'
import { createPace } from '../simulate/pace.ts'
import { createTally } from '../simulate/tally.ts'
import { createVitals } from '../simulate/vitals.ts'
import { wearing } from '../simulate/wearable.ts'
import { followIncidents } from './caretaker.ts'
import { createDirector } from './director.ts'
import { type House, type HousePatient, sends } from './house/house.ts'

export interface LiveOptions {
  library: Library
  /** Undefined if nobody falls. */
  fallEverySeconds: number | undefined
  say(line: string): void
  signal: AbortSignal
}

/** Lets everybody's wearable send a reading a second until the signal. */
export async function liveInHouse(api: Api, house: House, options: LiveOptions): Promise<void> {
  const { say, signal } = options
  const director = createDirector({
    ...options,
    chance: createChance(house.seed, 7),
    pullCord: (patient) => void pullCord(api, patient, options),
  })
  const field: Field = {
    ...{ api, signal, pace: createPace(), tally: createTally(), detections: createDetectionRecord() },
    interval: 1000,
    endsAt: Number.POSITIVE_INFINITY,
  }
  const wearers = house.patients.filter(sends)
  const startsAt = Date.now() + 1000
  await Promise.all([
    followIncidents(api, house, { say, signal }),
    ...wearers.map((patient, i) =>
      runDevice(field, {
        identity: patient.wearable,
        record: field.detections.open((news) => {
          const line = newsLine(patient, news)
          if (line) say(line)
        }),
        next: wear(patient, house, options, director),
        // Spread over the second, as in life.
        startsAt: startsAt + (1000 * i) / wearers.length,
      }).catch((error) => {
        if (signal.aborted) return
        say(
          `the wearable of ${fullName(patient)} gives up: ${error instanceof Refused ? error.message : error}`,
        )
      }),
    ),
  ])
}

/** The cord sends an event: it has no motion to send. */
async function pullCord(
  api: Api,
  { cord, wearable, ...patient }: HousePatient,
  { say, signal }: LiveOptions,
): Promise<void> {
  const body = { device_id: cord?.externalId, event: 'sos', battery_level: 95, detail: 'bathroom cord' }
  await api.ask('POST', '/device/events', { token: wearable.key, body, signal }).catch((error) => {
    if (!signal.aborted) say(`the cord of ${fullName(patient)} is not heard: ${error}`)
  })
}

function wear(
  patient: HousePatient,
  { seed }: House,
  { library }: LiveOptions,
  director: ReturnType<typeof createDirector>,
) {
  const { number, wearable } = patient
  const steps = director.live(patient, { device: number, library, chance: createChance(seed, number, 1) })
  // The same person as in the history, and an hour's worth of battery lasts an hour.
  const vitals = createVitals(createChance(seed, number, 2), { level: wearable.battery, drain: 0.001 })
  return wearing(steps, vitals, 3000)
}

function newsLine(patient: HousePatient, news: FallNews): string | undefined {
  const name = fullName(patient)
  switch (news.outcome) {
    case 'detected':
      return `detected: ${news.confidence === undefined ? 'a fall' : fallLevel(news.confidence)}, ${name}`
    case 'missed':
      return `not detected: the fall of ${name}`
    case 'false alarm':
      return `false alarm: ${name} did not fall`
  }
}
