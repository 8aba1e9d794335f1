import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClassifier } from '../../src/detection/classifier.ts'
import type { MotionReading } from '../../src/detection/fall-detector.ts'
import { createImpactFeatures, type Look, lookSeconds } from '../../src/detection/impact-features.ts'
import { scanWindow } from '../../src/detection/impact-scan.ts'
import { samplesModel } from '../../src/detection/models/samples-model.ts'
import { extendWindow, type MotionWindow, samplesIn, windowHz } from '../../src/detection/motion-window.ts'
import { readRecordings } from './recordings.ts'
import { readingsOf } from './replay.ts'
import { treesHeader } from './trees-header.ts'

const sources = join(import.meta.dirname, '..', '..', 'examples', 'on-device')

/** The files of the C program, in the folder of its sources. */
const sourceFiles = ['check/replay.c', 'fall_screen.c', 'fall_features.c', 'fall_trees.c']
const compilerOptions = ['-std=c99', '-O2', '-ffp-contract=off', '-Wall', '-Wextra', '-Werror']

const looks: readonly Look[] = ['early', 'late']
const scoreBytes = 16

/** What is scored: the impacts, as a device does, or every sample, to compare more of them. */
export type Scored = 'impacts' | 'every sample'

/** Returns readings as examples/on-device/check/replay.c reads them. */
export function encodeReadings(readings: Iterable<MotionReading>, scored: Scored): Buffer {
  const parts: Buffer[] = []
  for (const { samples } of readings) {
    if (!samples) throw new Error('A reading has no samples')
    const { motions, rateHz } = samples
    const head = Buffer.alloc(16)
    head.writeInt32LE(parts.length === 0 ? 1 : 0, 0)
    head.writeInt32LE(motions.length, 4)
    head.writeDoubleLE(scored === 'impacts' ? rateHz : -rateHz, 8)
    parts.push(head, Buffer.from(Float32Array.from(motions.flatMap(({ accel }) => [...accel])).buffer))
  }
  return Buffer.concat(parts)
}

/** Returns the scores of the same readings by the code of the service, as that program writes them. */
export function createServiceScores(): (readings: Iterable<MotionReading>, scored: Scored) => Buffer {
  const features = createImpactFeatures()
  const { networks: _, ...trees } = samplesModel
  const classifier = createClassifier(trees, features.names)

  return (readings, scored) => {
    const scores: Buffer[] = []
    const add = (look: Look, score: number, samplesAgo: number) => {
      const line = Buffer.alloc(scoreBytes)
      line.writeInt32LE(looks.indexOf(look), 0)
      line.writeInt32LE(samplesAgo, 4)
      line.writeDoubleLE(score, 8)
      scores.push(line)
    }
    let window: MotionWindow | undefined
    let pending: Parameters<typeof scanWindow>[1] = []
    for (const { samples } of readings) {
      if (!samples) throw new Error('A reading has no samples')
      const { motions, rateHz } = samples
      const before = window ? samplesIn(window) : 0
      window = extendWindow(window, {
        motions,
        from: 0,
        until: motions.length,
        rateHz,
        gapSeconds: 0,
        endedAt: 0,
      })
      const current = window
      const count = samplesIn(current)
      const shift = before + current.fresh - count
      if (scored === 'every sample') {
        features.load(current)
        for (const look of looks) {
          const end = count - lookSeconds[look] * windowHz
          for (let at = Math.max(0, end - current.fresh); at < end; at++)
            add(look, classifier.screen(look, features.extract(at, look)), count - 1 - at)
        }
        continue
      }
      const extract: typeof features.extract = (impact, look) => {
        const values = features.extract(impact, look)
        add(look, classifier.screen(look, values), count - 1 - impact)
        return values
      }
      const moved = pending.map(({ index, score }) => ({ index: index - shift, score }))
      pending = scanWindow(
        current,
        moved.filter(({ index }) => index >= 0),
        { ...features, extract },
        classifier,
        { left: 0 },
        () => {},
      ).toSorted((a, b) => a.index - b.index)
    }
    return Buffer.concat(scores)
  }
}

/** The C program in a folder of its own, which the caller removes. */
export interface ReplayProgram {
  remove: () => void
  /** Returns the scores of encoded readings. */
  run: (input: Buffer) => Buffer
}

/** Compiles it for this machine. */
export const compileReplay = (): ReplayProgram => compile('cc', ['-lm'], [], (file) => [file])

/** Compiles it for a Cortex-M4, which QEMU emulates. */
export const compileForCortexM4 = (): ReplayProgram =>
  compile(
    'arm-none-eabi-gcc',
    [
      ...['-mcpu=cortex-m4', '-mthumb', '-mfloat-abi=hard', '-mfpu=fpv4-sp-d16', '-ffunction-sections'],
      ...[
        '-nostartfiles',
        '--specs=rdimon.specs',
        '-Wl,--gc-sections',
        `-T${join(sources, 'check', 'cortex-m4.ld')}`,
        '-lm',
      ],
    ],
    ['check/cortex-m4.c'],
    (file) => [
      ...['qemu-system-arm', '-machine', 'mps2-an386', '-cpu', 'cortex-m4', '-nographic', '-monitor', 'none'],
      ...['-serial', 'none', '-semihosting-config', 'enable=on,target=native', '-kernel', file],
    ],
  )

function compile(
  compiler: string,
  options: readonly string[],
  moreFiles: readonly string[],
  commandOf: (file: string) => string[],
): ReplayProgram {
  const folder = mkdtempSync(join(tmpdir(), 'on-device-'))
  writeFileSync(join(folder, 'fall_trees.h'), treesHeader(samplesModel))
  const file = join(folder, 'replay')
  const files = [...sourceFiles, ...moreFiles].map((name) => join(sources, name))
  execFileSync(compiler, [
    ...compilerOptions,
    `-I${folder}`,
    `-I${sources}`,
    ...files,
    ...options,
    '-o',
    file,
  ])
  const [program, ...args] = commandOf(file) as [string, ...string[]]
  return {
    remove: () => rmSync(folder, { recursive: true }),
    run(input) {
      writeFileSync(join(folder, 'replay.in'), input)
      execFileSync(program, args, { cwd: folder })
      return readFileSync(join(folder, 'replay.out'))
    },
  }
}

export interface OnDeviceComparison {
  scores: number
  differences: number
}

/** Compares the scores of the C program with those of the service, for every recording. */
export async function compareOnDevice(data: string, scored: Scored): Promise<OnDeviceComparison> {
  const program = compileReplay()
  const serviceScores = createServiceScores()
  const found: OnDeviceComparison = { scores: 0, differences: 0 }
  try {
    for await (const recording of readRecordings(data)) {
      const readings = [...readingsOf(recording, 'samples')]
      const { scores, differences } = compareScores(
        serviceScores(readings, scored),
        program.run(encodeReadings(readings, scored)),
      )
      found.scores += scores
      found.differences += differences
    }
  } finally {
    program.remove()
  }
  return found
}

/** Counts the scores that differ in any bit, and those that only one of the two has. */
export function compareScores(expected: Buffer, actual: Buffer): OnDeviceComparison {
  const scores = Math.max(expected.length, actual.length) / scoreBytes
  let differences = 0
  for (let at = 0; at < scores * scoreBytes; at += scoreBytes)
    if (!expected.subarray(at, at + scoreBytes).equals(actual.subarray(at, at + scoreBytes))) differences++
  return { scores, differences }
}
