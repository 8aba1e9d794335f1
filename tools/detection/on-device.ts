import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../harness/random.ts'
import { createClassifier } from '../../src/detection/classifier.ts'
import type { MotionReading } from '../../src/detection/fall-detector.ts'
import { createImpactFeatures, type Look, lookSeconds } from '../../src/detection/impact-features.ts'
import { scanWindow } from '../../src/detection/impact-scan.ts'
import { samplesModel } from '../../src/detection/models/samples-model.ts'
import { gravity } from '../../src/detection/motion.ts'
import { extendWindow, type MotionWindow, samplesIn, windowHz } from '../../src/detection/motion-window.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { readingsOf, type Signal } from './replay.ts'
import { randomRotation } from './rotations.ts'
import { clip, resample } from './signals.ts'
import { treesHeader } from './trees-header.ts'

const sources = join(import.meta.dirname, '..', '..', 'examples', 'on-device')

/** The files of the C programs, in the folder of their sources. */
const screenFiles = ['fall_screen.c', 'fall_features.c', 'fall_trees.c']
const compilerOptions = ['-std=c99', '-O2', '-ffp-contract=off', '-Wall', '-Wextra', '-Werror']

const looks: readonly Look[] = ['early', 'late']
const scoreBytes = 16

/** What is scored: the impacts, as a device does, or every sample, to compare more of them. */
export type Scored = 'impacts' | 'every sample'

/** Returns readings as examples/on-device/check/recorded_reading.h reads them. */
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

/** A C program in a folder of its own, which the caller removes. */
interface Program {
  remove: () => void
}

export interface ReplayProgram extends Program {
  /** Returns the scores of encoded readings. */
  run: (input: Buffer) => Buffer
}

/** Compiles it for this machine. */
export const compileReplay = (): ReplayProgram =>
  replayOf(compile('cc', ['-lm'], ['check/replay.c']), (file) => [file])

/** Compiles one of the programs in examples/on-device/check for a Cortex-M4, which QEMU emulates with these options. */
export const compileForCortexM4 = (name = 'replay.c', options: readonly string[] = []): ReplayProgram =>
  replayOf(
    compile(
      'arm-none-eabi-gcc',
      [
        ...['-mcpu=cortex-m4', '-mthumb', '-mfloat-abi=hard', '-mfpu=fpv4-sp-d16', '-ffunction-sections'],
        ...['-nostartfiles', '--specs=rdimon.specs', '-Wl,--gc-sections'],
        `-T${join(sources, 'check', 'cortex-m4.ld')}`,
        '-lm',
      ],
      [`check/${name}`, 'check/cortex-m4.c'],
    ),
    (file) => [
      ...['qemu-system-arm', '-machine', 'mps2-an386', '-cpu', 'cortex-m4', '-nographic', '-monitor', 'none'],
      ...['-serial', 'none', '-semihosting-config', 'enable=on,target=native', '-kernel', file, ...options],
    ],
  )

export interface AloneProgram extends Program {
  /** Returns the events that a device sends of the readings, each with the second in which it does. */
  run: (readings: Iterable<MotionReading>, deviceId: string) => { second: number; body: string }[]
}

/** Compiles a device that decides alone, for this machine. */
export function compileAlone(): AloneProgram {
  const { folder, file, remove } = compile('cc', ['-lm'], ['check/decide.c', 'impact_event.c'])
  return {
    remove,
    run(readings, deviceId) {
      const input = encodeReadings(readings, 'impacts')
      const lines = execFileSync(file, [deviceId], { cwd: folder, input, maxBuffer: 2 ** 28 }).toString()
      return lines
        .trimEnd()
        .split('\n')
        .filter(Boolean)
        .map((line) => ({ second: Number.parseInt(line, 10), body: line.slice(line.indexOf('{')) }))
    },
  }
}

function compile(compiler: string, options: readonly string[], moreFiles: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'on-device-'))
  writeFileSync(join(folder, 'fall_trees.h'), treesHeader(samplesModel))
  const file = join(folder, 'program')
  const files = [...screenFiles, ...moreFiles].map((name) => join(sources, name))
  const includes = [`-I${folder}`, `-I${sources}`]
  execFileSync(compiler, [...compilerOptions, ...includes, ...files, ...options, '-o', file])
  return { folder, file, remove: () => rmSync(folder, { recursive: true }) }
}

function replayOf(
  { folder, file, remove }: ReturnType<typeof compile>,
  commandOf: (file: string) => string[],
): ReplayProgram {
  const [program, ...args] = commandOf(file) as [string, ...string[]]
  return {
    remove,
    run(input) {
      writeFileSync(join(folder, 'replay.in'), input)
      execFileSync(program, args, { cwd: folder })
      return readFileSync(join(folder, 'replay.out'))
    },
  }
}

export interface OnDeviceComparison {
  /** How many impacts were scored, or samples if all were: each at one look or at both. */
  moments: number
  scores: number
  differences: number
}

/**
 * Compares the scores of the C program with those of the service for every recording as it is, and for so many variants of
 * it: rotated, with the range of another sensor and at another rate.
 */
export async function compareOnDevice(
  data: string,
  scored: Scored,
  variants: number,
): Promise<OnDeviceComparison> {
  const program = compileReplay()
  const serviceScores = createServiceScores()
  const random = createRandom(1)
  const found: OnDeviceComparison = { moments: 0, scores: 0, differences: 0 }
  try {
    for await (const recording of readRecordings(data)) {
      for (let variant = 0; variant <= variants; variant++) {
        const readings = [...readingsOf(variant === 0 ? recording : varied(recording, random), 'samples')]
        const compared = compareScores(
          serviceScores(readings, scored),
          program.run(encodeReadings(readings, scored)),
        )
        found.moments += compared.moments
        found.scores += compared.scores
        found.differences += compared.differences
      }
    }
  } finally {
    program.remove()
  }
  return found
}

const ratesHz = [10, 12.5, 16, 20, 25, 26, 32, 40, 50]
const rangesG = [2, 4, 8, 16]

function varied(recording: Recording, random: () => number): Signal {
  const oneOf = (values: readonly number[]) => values[Math.floor(random() * values.length)] as number
  const rate = oneOf(ratesHz.filter((hz) => hz <= recording.hz))
  const rotate = randomRotation(random)
  const turned = resample(recording, rate, random() < 0.5, random())
  for (let i = 0; i < turned.accel.length; i += 3) {
    const [x = 0, y = 0, z = 0] = turned.accel.subarray(i, i + 3)
    turned.accel.set(rotate([x, y, z]), i)
  }
  return clip(turned, oneOf(rangesG) * gravity)
}

/** Counts the scores that differ in any bit, and those that only one of the two has. */
export function compareScores(expected: Buffer, actual: Buffer): OnDeviceComparison {
  const found = { moments: 0, scores: Math.max(expected.length, actual.length) / scoreBytes, differences: 0 }
  for (let at = 0; at < found.scores * scoreBytes; at += scoreBytes) {
    if (!expected.subarray(at, at + scoreBytes).equals(actual.subarray(at, at + scoreBytes)))
      found.differences++
    if (at < expected.length && expected.readInt32LE(at) === looks.indexOf('early')) found.moments++
  }
  return found
}
