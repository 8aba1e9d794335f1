import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TestFile } from './files.ts'

/** Where the wall time of each file in the last run is kept, in milliseconds. */
const durationsFile = 'node_modules/.cache/test-durations.json'

/** How often a line about the progress is printed where it cannot be written over. */
const lineEveryMs = 30_000

export interface Progress {
  /** Files in the order in which they should start: the longest first. */
  order(files: TestFile[]): TestFile[]
  /** Prints a line above that of the progress. */
  print(line: string): void
  done(file: TestFile, milliseconds: number): void
  end(): void
}

/** Shows how many of the files are done, and how long the rest will take by what they took the last time. */
export function trackProgress(files: TestFile[], slots: number): Progress {
  const known = readDurations()
  const remaining = new Set(files.map(({ path }) => path))
  const begunAt = performance.now()
  let [knownDoneMs, tookMs, printedAt] = [0, 0, begunAt]
  const isTerminal = process.stdout.isTTY

  function line(): string {
    const done = files.length - remaining.size
    const left = [...remaining].map((path) => known[path])
    const isKnown = left.every((milliseconds) => milliseconds !== undefined)
    const leftMs = left.reduce((sum: number, milliseconds) => sum + (milliseconds ?? 0), 0) / slots
    // A machine that is slower today than the last time will be for the rest.
    const pace = knownDoneMs > 20_000 ? tookMs / knownDoneMs : 1
    const about = isKnown && leftMs > 0 ? `, about ${minutes(leftMs * pace)} left` : ''
    return `… ${done} of ${files.length} files, ${minutes(performance.now() - begunAt)}${about}`
  }
  function clear() {
    if (isTerminal) process.stdout.write('\r\x1b[K')
  }
  function show() {
    if (isTerminal) process.stdout.write(`\r\x1b[K${line()}`)
    else if (performance.now() - printedAt >= lineEveryMs) {
      printedAt = performance.now()
      console.log(line())
    }
  }
  const timer = setInterval(show, 1000)

  return {
    order: (all) => all.toSorted((a, b) => (known[b.path] ?? b.weight) - (known[a.path] ?? a.weight)),
    print(text) {
      clear()
      console.log(text)
      show()
    },
    done({ path }, milliseconds) {
      remaining.delete(path)
      const before = known[path]
      if (before !== undefined) {
        knownDoneMs += before
        tookMs += milliseconds
      }
      known[path] = milliseconds
    },
    end() {
      clearInterval(timer)
      clear()
      writeDurations(known)
    },
  }
}

function minutes(milliseconds: number): string {
  const all = Math.round(milliseconds / 1000)
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')} min`
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8'))
  } catch {
    return {}
  }
}

function writeDurations(durations: Record<string, number>): void {
  mkdirSync(dirname(durationsFile), { recursive: true })
  writeFileSync(durationsFile, JSON.stringify(durations))
}
