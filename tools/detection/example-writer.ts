import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { gravity } from '../../src/detection/motion.ts'

/** Signals are written as 16-bit integers: the finest sensor in use resolves 1/980 g, the widest reaches 16 g. */
const signalUnitsPerG = 1024
const maxSignal = 32_000

const flushBytes = 1 << 22

interface OutputFile {
  fd: number
  buffers: Buffer[]
  bytes: number
}

/** Appends examples to binary files, which are described at writeExamples. */
export interface ExampleWriter {
  features(name: string, values: Float64Array): void
  row(name: string, values: number[]): void
  /** Writes the acceleration of a whole recording, as its sensor measured it. */
  signal(accel: Float32Array): void
  count(): number
  close(): void
}

/** Buffers what it writes, because there are millions of small records. */
export function createExampleWriter(work: string): ExampleWriter {
  const files = new Map<string, OutputFile>()
  let examples = 0

  function write(name: string, bytes: Buffer): void {
    let file = files.get(name)
    if (!file) {
      file = { fd: openSync(join(work, name), 'w'), buffers: [], bytes: 0 }
      files.set(name, file)
    }
    file.buffers.push(bytes)
    file.bytes += bytes.length
    if (file.bytes > flushBytes) flush(file)
  }

  function flush(file: OutputFile): void {
    writeSync(file.fd, Buffer.concat(file.buffers))
    file.buffers = []
    file.bytes = 0
  }

  const toFloats = (values: ArrayLike<number>) => Buffer.from(Float32Array.from(values).buffer)

  return {
    features: (name, values) => write(`${name}.features`, toFloats(values)),
    row(name, values) {
      write(`${name}.rows`, toFloats(values))
      examples++
    },
    signal(accel) {
      const bytes = Buffer.alloc(accel.length * 2)
      for (let i = 0; i < accel.length; i++) {
        const value = Math.round(((accel[i] as number) / gravity) * signalUnitsPerG)
        bytes.writeInt16LE(Math.max(-maxSignal, Math.min(maxSignal, value)), i * 2)
      }
      write('samples.signals', bytes)
    },
    count: () => examples,
    close() {
      for (const file of files.values()) {
        flush(file)
        closeSync(file.fd)
      }
    },
  }
}
