import { compileForCortexM4, encodeReadings } from './on-device.ts'
import { readRecordings } from './recordings.ts'
import { readingsOf } from './replay.ts'

/** How much of each person's daily life is counted. */
const secondsOfEach = 1800

export interface InstructionCount {
  seconds: number
  scores: number
  /** Instructions for a second of motion, for one in which no impact is due, and for the costliest one. */
  mean: number
  quiet: number
  most: number
}

/** Counts the instructions that examples/on-device takes on a Cortex-M4 for the daily life of each person. */
export async function countInstructions(data: string): Promise<InstructionCount> {
  // Each instruction advances the clock by 2^5 = 32 ns, and a tick is 40 ns.
  const program = compileForCortexM4('count.c', ['-icount', 'shift=5'])
  const all: { instructions: number; scores: number }[] = []
  const people = new Set<string>()
  try {
    for await (const recording of readRecordings(data)) {
      if (recording.kind !== 'life' || people.has(recording.subject) || recording.seconds < secondsOfEach)
        continue
      people.add(recording.subject)
      const readings = [...readingsOf(recording, 'samples')].slice(0, secondsOfEach)
      const counted = program.run(encodeReadings(readings, 'impacts'))
      const ticksOfAMillion = counted.readInt32LE(0)
      for (let at = 4; at < counted.length; at += 8)
        all.push({
          instructions: (counted.readInt32LE(at) * 1e6) / ticksOfAMillion,
          scores: counted.readInt32LE(at + 4),
        })
    }
  } finally {
    program.remove()
  }
  if (all.length === 0) throw new Error('There is no daily life among the recordings')
  const meanOf = (part: typeof all) =>
    part.reduce((sum, { instructions }) => sum + instructions, 0) / part.length
  return {
    seconds: all.length,
    scores: all.reduce((sum, { scores }) => sum + scores, 0),
    mean: meanOf(all),
    quiet: meanOf(all.filter(({ scores }) => scores === 0)),
    most: all.reduce((most, { instructions }) => Math.max(most, instructions), 0),
  }
}
