import { type Chance, createChance } from './chance.ts'
import { type Draft, measure, type Posture, type Second } from './clip.ts'
import { type ActivityName, activityNames, dailyLife } from './daily-life.ts'
import { createFall, type FallKind, fallKinds } from './falls.ts'
import { roughDay } from './rough-day.ts'
import { createWearer } from './wearer.ts'

/** A clip ready to be sent: thousands of devices pick from few, so each is worked out and written once. */
export interface WireClip {
  seconds: readonly WireSecond[]
  impactAt: number | undefined
}

export interface WireSecond {
  /** The fields of the motion, as they stand in a request. */
  motion: string
  posture: Posture
  effort: number
}

export interface WireFall {
  fall: WireClip
  lie: WireClip
  rise: WireClip
}

export interface LibraryOptions {
  seed: number
  hz: number
  /** Send only the peak of each second, without samples. */
  peakOnly?: boolean
}

export type Library = ReturnType<typeof createLibrary>

/** There are so many different people, and of each so many takes of everything they do. */
export const maxWearers = 16
const takes = 3

/** Keeps the clips of a few people; whoever asks for the same one again gets it at once. */
export function createLibrary({ seed, hz, peakOnly = false }: LibraryOptions) {
  const clips = new Map<string, WireClip>()
  const falls = new Map<string, WireFall>()

  function write(draft: Draft, wearer: number, part: number): WireClip {
    const { seconds, impactAt } = measure(draft, wearerOf(wearer), hz, createChance(seed, wearer, part))
    return { impactAt, seconds: seconds.map(writeSecond) }
  }

  const writeSecond = ({ samples, posture, effort }: Second): WireSecond => ({
    motion: peakOnly ? moment(hardest(samples)) : withSamples(samples, hz),
    posture,
    effort,
  })

  const wearerOf = (wearer: number) => createWearer(seed * 1000 + wearer)

  return {
    /** Works out all that a person may do, so that nobody waits for it later. */
    prepare(wearer: number): void {
      for (let take = 0; take < takes; take++) {
        for (const name of activityNames) this.activity(wearer, name, take)
        for (const kind of fallKinds) this.fall(wearer, kind, take)
      }
    },
    activity(wearer: number, name: ActivityName, take: number): WireClip {
      const part = activityNames.indexOf(name) * 100 + take
      return remember(clips, `${wearer} ${part}`, () => {
        const draft = dailyLife[name](wearerOf(wearer), createChance(seed, wearer, part, 1))
        return write(draft, wearer, part)
      })
    },
    fall(wearer: number, kind: FallKind, take: number): WireFall {
      const part = 10_000 + fallKinds.indexOf(kind) * 100 + take
      return remember(falls, `${wearer} ${part}`, () => {
        const { fall, lie, rise } = createFall(kind, wearerOf(wearer), createChance(seed, wearer, part, 1))
        const written = (draft: Draft, n: number) => write(draft, wearer, part + n * 10_000)
        return { fall: written(fall, 0), lie: written(lie, 1), rise: written(rise, 2) }
      })
    },
    /** Not kept: a day is long, and no two are alike. */
    *roughDay(wearer: number, chance: Chance): Generator<WireSecond, never> {
      const day = roughDay(wearerOf(wearer), hz, chance)
      for (;;) yield writeSecond(day.next().value)
    },
    wearerFor: (device: number) => device % maxWearers,
    takes,
  }
}

function remember<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key)
  if (found) return found
  const made = make()
  known.set(key, made)
  return made
}

function withSamples(samples: readonly (readonly number[])[], hz: number): string {
  const last = samples.at(-1) ?? []
  return `${moment(last)},"sample_rate_hz":${hz},"samples":${JSON.stringify(samples)}`
}

const names = ['accel_x', 'accel_y', 'accel_z', 'gyro_x', 'gyro_y', 'gyro_z']

const moment = (row: readonly number[]) => names.map((name, i) => `"${name}":${row[i]}`).join(',')

const hardest = (samples: readonly (readonly number[])[]) =>
  samples.reduce((best, next) => (force(next) > force(best) ? next : best))

const force = ([x = 0, y = 0, z = 0]: readonly number[]) => Math.hypot(x, y, z)
