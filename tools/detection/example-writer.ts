import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { windowHz } from '../../src/detection/motion-window.ts'

/** The samples around an impact that are written as its window. */
export const windowSamples = { before: 3 * windowHz, after: 5 * windowHz }

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
  /** Writes the motion around the impact at this sample; zeros where it is unknown. */
  window(values: Float32Array, impact: number): void
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
    window(values, impact) {
      const count = windowSamples.before + windowSamples.after
      const bytes = Buffer.alloc(count * 3)
      for (let i = 0; i < count; i++) {
        const sample = impact - windowSamples.before + i
        if (sample < 0 || sample * 3 >= values.length) continue
        for (let k = 0; k < 3; k++) {
          const value = Math.round((values[sample * 3 + k] as number) * 64)
          bytes.writeInt8(Math.max(-127, Math.min(127, value)), i * 3 + k)
        }
      }
      write('samples.windows', bytes)
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
