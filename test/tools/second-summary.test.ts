import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { needsPrograms } from '../../harness/programs.ts'
import { createRandom } from '../../harness/random.ts'
import { randomActivity } from '../../tools/detection/synthetic-activities.ts'
import { randomFall, readingsOfMotion } from '../../tools/detection/synthetic-motion.ts'

const sources = join(import.meta.dirname, '..', '..', 'examples', 'on-device')

/** Single precision, and numbers that are given in decimals. */
const tolerance = 2e-3

test('the C code of a device summarizes a second as the detector was trained on', needsPrograms('cc'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'second-summary-'))
  try {
    const program = join(folder, 'summarize')
    const files = ['check/summarize.c', 'second_summary.c'].map((name) => join(sources, name))
    const options = ['-std=c99', '-O2', '-Wall', '-Wextra', '-Werror']
    execFileSync('cc', [...options, ...files, '-lm', '-o', program])
    const random = createRandom(1)
    const motions = Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0 ? randomFall(random) : randomActivity(random),
    )
    const samples = motions.flatMap((motion) => readingsOfMotion(motion, 13, 'samples'))
    const summaries = motions.flatMap((motion) => readingsOfMotion(motion, 13, 'full-summary'))
    const input = samples
      .map((reading) => reading.samples?.motions.flatMap(({ accel }) => accel).join(' '))
      .join('\n')
    const lines = execFileSync(program, { input: `${input}\n`, encoding: 'utf8' })
      .trim()
      .split('\n')
    assert.equal(lines.length, summaries.length)
    let withLow = 0
    for (const [i, { summary }] of summaries.entries()) {
      if (!summary?.details) throw new Error('A reading has no full summary')
      const { peak, mean, spread, details } = summary
      const expected = [...peak, ...mean, spread, details.lowShare, details.peakAt, details.firstSpread]
      const actual = lines[i]?.split(' ').map(Number) ?? []
      assert.equal(actual.length, expected.length)
      for (const [k, value] of expected.entries())
        assert.ok(
          Math.abs((actual[k] ?? Number.NaN) - value) < tolerance,
          `second ${i}, number ${k}: ${actual[k]} instead of ${value}`,
        )
      if (details.lowShare > 0) withLow++
    }
    assert.ok(withLow > 10, `only ${withLow} seconds have a low acceleration`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
