import { styleText } from 'node:util'
import { addTimes, type ProcessorTime, totalOf, type Use } from './processor-time.ts'
import { type FileResult, isWell, skippedIn, testsIn } from './results.ts'

export interface Printer {
  /** Prints what became of a file. */
  file(path: string, result: FileResult): void
  problem(paths: string[], problem: string): void
  /** Prints the processor time of the files that took most, and of all. */
  times(ofRun: ProcessorTime): void
  /** Prints how many tests there were and what became of them; the answer is whether all is well. */
  summary(): boolean
}

type Style = Parameters<typeof styleText>[0]

export const paint = (style: Style, text: string) => (process.stdout.isTTY ? styleText(style, text) : text)
const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

/** How many files the table of times has. */
const rowsOfTimes = 40

export function createPrinter(print: (line: string) => void = console.log): Printer {
  const begunAt = performance.now()
  const results = new Map<string, FileResult>()
  const problems: string[] = []
  const failures = () => [
    ...[...results].flatMap(([path, result]) => result.failures.map((failure) => `${path} › ${failure}`)),
    ...problems,
  ]
  const sum = (count: (result: FileResult) => number) =>
    [...results.values()].reduce((total, result) => total + count(result), 0)

  function printSkipped() {
    const counts = new Map<string, number>()
    for (const { skipped } of results.values())
      for (const [reason, count] of Object.entries(skipped))
        counts.set(reason, (counts.get(reason) ?? 0) + count)
    if (counts.size > 0) print(`\n${paint('yellow', '﹣ Skipped:')}`)
    for (const [reason, count] of counts) print(indent(`${count} tests: ${reason}`))
  }

  return {
    file(path, result) {
      results.set(path, result)
      const counts = [
        `${testsIn(result)} tests`,
        skippedIn(result) > 0 && `${skippedIn(result)} skipped`,
        result.cancelled > 0 && `${result.cancelled} not run`,
        `${seconds(result.milliseconds)} s`,
      ]
      const line = `${path} (${counts.filter(Boolean).join(', ')})`
      if (isWell(result)) return print(`${paint('green', '✔')} ${line}`)
      print(paint('red', `✖ ${line}`))
      for (const failure of result.failures) print(`${indent(`✖ ${failure}`)}\n`)
    },
    problem(paths, problem) {
      const failure = `${paths.join(', ')}\n${problem}`
      problems.push(failure)
      print(indent(`${paint('red', '✖')} ${failure}`))
    },
    times(ofRun) {
      const uses: Use[] = ['load', 'start', 'tests', 'programs', 'database', 'browser']
      const row = (title: string, time: ProcessorTime, wallMs?: number) =>
        print(
          [
            title.padEnd(48),
            ...uses.map((use) => seconds(time[use] ?? 0).padStart(9)),
            seconds(totalOf(time)).padStart(9),
            (wallMs === undefined ? '' : seconds(wallMs)).padStart(9),
          ].join(''),
        )
      const files = [...results].sort(([, a], [, b]) => totalOf(b.processorTime) - totalOf(a.processorTime))
      print(`\nProcessor time in seconds, and wall time`)
      print([''.padEnd(48), ...[...uses, 'all', 'wall'].map((word) => word.padStart(9))].join(''))
      for (const [path, { processorTime, milliseconds }] of files.slice(0, rowsOfTimes))
        row(path, processorTime, milliseconds)
      const ofFiles = addTimes(files.map(([, { processorTime }]) => processorTime))
      row(
        'all files, and the PostgreSQL that they share',
        addTimes([ofFiles, ofRun]),
        performance.now() - begunAt,
      )
    },
    summary() {
      const failed = failures()
      const counts = {
        files: results.size,
        tests: sum(testsIn),
        pass: sum(({ passed }) => passed),
        fail: failed.length,
        'not run': sum(({ cancelled }) => cancelled),
        skipped: sum(skippedIn),
        seconds: seconds(performance.now() - begunAt),
      }
      if (failed.length > 0) print('')
      for (const failure of failed) print(`${indent(`${paint('red', '✖')} ${failure}`)}\n`)
      printSkipped()
      for (const [name, value] of Object.entries(counts)) print(paint('blue', `ℹ ${name} ${value}`))
      return failed.length === 0 && counts['not run'] === 0
    },
  }
}
