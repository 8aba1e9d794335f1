// The trees in C must score motion exactly as the service does: natively, and on a Cortex-M4 in QEMU.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsPrograms } from '../../harness/programs.ts'
import { createRandom } from '../../harness/random.ts'
import type { MotionReading } from '../../src/detection/fall-detector.ts'
import {
  compareScores,
  compileForCortexM4,
  compileReplay,
  createServiceScores,
  encodeReadings,
  type ReplayProgram,
  type Scored,
} from '../../tools/detection/on-device.ts'
import { randomActivity } from '../../tools/detection/synthetic-activities.ts'
import { randomFall, readingsOfMotion } from '../../tools/detection/synthetic-motion.ts'
import { isFull, often } from '../support/full.ts'

/** The rates of devices: averaged, as they are, and repeated. */
const rates = [104, 62.5, 50, 32, 25, 20, 12]

/** Returns falls and activities of random people, worn and sampled in different ways. */
function randomMotions(count: number): MotionReading[][] {
  const random = createRandom(7)
  return Array.from({ length: count }, (_, i) => {
    const motion = i % 2 === 0 ? randomFall(random) : randomActivity(random)
    return readingsOfMotion(motion, 20, 'samples', rates[i % rates.length])
  })
}

function assertSameScores(program: ReplayProgram, motions: MotionReading[][], scored: Scored): void {
  const serviceScores = createServiceScores()
  const expected = Buffer.concat(motions.map((readings) => serviceScores(readings, scored)))
  const actual = program.run(Buffer.concat(motions.map((readings) => encodeReadings(readings, scored))))
  const { scores, differences } = compareScores(expected, actual)
  assert.ok(scores > motions.length, `${scores} scores`)
  assert.equal(differences, 0, `${differences} of ${scores}`)
}

test('a device with the C code scores impacts as the service does', needsPrograms('cc'), (t) => {
  const program = compileReplay()
  t.after(program.remove)
  const motions = randomMotions(often(60, 600))
  assertSameScores(program, motions, 'impacts')
  assertSameScores(program, motions.slice(0, 10), 'every sample')
})

// Asked for only where the test runs: in CI a missing program is an error.
if (isFull)
  test('a Cortex-M4 does as well', needsPrograms('arm-none-eabi-gcc', 'qemu-system-arm'), (t) => {
    const program = compileForCortexM4()
    t.after(program.remove)
    assertSameScores(program, randomMotions(60), 'impacts')
    assertSameScores(program, randomMotions(2), 'every sample')
  })
