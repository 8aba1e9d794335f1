import { bareFeatureCounts } from '../../src/detection/bare-features.ts'
import { createDetector } from '../../src/detection/fall-detector.ts'
import type { Judge } from '../../src/detection/judge.ts'
import { sampleFeatureCounts } from '../../src/detection/sample-features.ts'
import type { Table } from './boosting.ts'
import { createRandom } from './random.ts'
import type { Recording } from './recordings.ts'
import { type Mode, readingsOf, replay } from './replay.ts'
import { impactTime, type Variant, variantsOf } from './variants.ts'

/** Lesson is one impact that the detector found in a recording, and whether it was the fall. */
interface Lesson {
  recording: number
  features: Float32Array
  fall: boolean
}

/** Lessons are those for the early forest and those for the late one. */
export type Lessons = Record<'early' | 'late', Lesson[]>

/** How far from the hardest moment of a fall an impact still belongs to it, in seconds. */
const reach = { samples: 0.75, bare: 0.51 }

const noLevels = [1, 2, 3, 4] as const

/** gatherLessons lets the detector itself find the impacts, so that the model learns from what it will be asked about. */
export function gatherLessons(recordings: Recording[], mode: Mode, seed: number): Lessons {
  const lessons: Lessons = { early: [], late: [] }
  const random = createRandom(seed)
  for (const [index, recording] of recordings.entries()) {
    const { fall, hz, motion } = recording
    const original = { hz, motion }
    const fallAt = impactTime(original)
    const kind = { fall, clipped: isClipped(recording), bare: mode === 'bare' }
    for (const variant of variantsOf(original, kind, random)) {
      for (const { at, late, features } of impactsIn(variant, mode)) {
        const isTheFall = fall && Math.abs(at - fallAt) < reach[mode]
        // What else happens around a fall is neither a fall nor daily life.
        if (fall && !isTheFall) continue
        lessons[late ? 'late' : 'early'].push({ recording: index, features, fall: isTheFall })
      }
    }
  }
  return lessons
}

const isClipped = ({ site }: Recording) => site === 'wrist'

function impactsIn({ stretch, skipped }: Variant, mode: Mode) {
  const impacts: { at: number; late: boolean; features: Float32Array }[] = []
  let now = 0
  const widths = mode === 'samples' ? sampleFeatureCounts : bareFeatureCounts
  // A bare second stands for the whole of it.
  const timeOf = (ago: number) => now - ago - (mode === 'bare' ? 0.5 : 0) + skipped
  const listen: Judge = {
    early(features, ago, isLate) {
      if (!isLate)
        impacts.push({
          at: timeOf(ago),
          late: false,
          features: Float32Array.from(features.subarray(0, widths.early)),
        })
      return 0
    },
    late(features, ago) {
      impacts.push({ at: timeOf(ago), late: true, features: Float32Array.from(features) })
      return -9
    },
  }
  const opinion = { judge: listen, levels: noLevels }
  replay(createDetector({ samples: opinion, bare: opinion }), readingsOf(stretch, mode), (reading) => {
    now = reading.uptimeMs / 1000
  })
  return impacts
}

/** tableOf gives the lessons of some recordings, each with the weight of its recording. */
export function tableOf(lessons: Lesson[], weightOf: (recording: number) => number): Table {
  const kept = lessons.filter(({ recording }) => weightOf(recording) > 0)
  const columns = kept[0]?.features.length ?? 0
  const rows = new Float32Array(kept.length * columns)
  for (const [i, { features }] of kept.entries()) rows.set(features, i * columns)
  return {
    columns,
    rows,
    labels: Uint8Array.from(kept, ({ fall }) => (fall ? 1 : 0)),
    weights: Float32Array.from(kept, ({ recording }) => weightOf(recording)),
  }
}
