import { styleText } from 'node:util'
import { type FileResult, testsIn } from './results.ts'

export interface Printer {
  /** Prints what became of a file; the result of one that was run again takes the place of the first. */
  file(path: string, result: FileResult, milliseconds: number): void
  problem(paths: string[], problem: string): void
  /** The paths of the files that failed. */
  failedFiles(): string[]
  /** Prints how many tests there were and what became of them; the answer is whether all is well. */
  summary(): boolean
}

type Style = Parameters<typeof styleText>[0]

const paint = (style: Style, text: string) => (process.stdout.isTTY ? styleText(style, text) : text)
const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')

export function createPrinter(print: (line: string) => void = console.log): Printer {
  const begunAt = performance.now()
  const results = new Map<string, FileResult>()
  const problems: string[] = []
  const flaky: string[] = []

  function printAll(style: Style, title: string, failures: string[]) {
    if (failures.length > 0) print(`\n${paint(style, title)}`)
    for (const failure of failures) print(`${indent(`✖ ${failure}`)}\n`)
  }

  return {
    file(path, result, milliseconds) {
      const earlier = results.get(path)
      results.set(path, result)
      const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : ''
      const line = `${path} (${testsIn(result)} tests${skipped}, ${(milliseconds / 1000).toFixed(1)} s)`
      if (isWell(result)) {
        print(`${paint('green', '✔')} ${line}`)
        if (earlier) flaky.push(...failuresOf(path, earlier))
      } else {
        print(paint('red', `✖ ${line}`))
        for (const failure of reasonsOf(result)) print(`${indent(`✖ ${failure}`)}\n`)
      }
    },
    problem(paths, problem) {
      const failure = `${paths.join(', ')}\n${problem}`
      problems.push(failure)
      print(indent(`${paint('red', '✖')} ${failure}`))
    },
    failedFiles: () => [...results].filter(([, result]) => !isWell(result)).map(([path]) => path),
    summary() {
      const sum = (count: (result: FileResult) => number) =>
        [...results.values()].reduce((total, result) => total + count(result), 0)
      const failures = [...[...results].flatMap(([path, result]) => failuresOf(path, result)), ...problems]
      const counts = {
        files: results.size,
        tests: sum(testsIn),
        pass: sum(({ passed }) => passed),
        fail: sum(({ failed }) => failed),
        cancelled: sum(({ cancelled }) => cancelled),
        skipped: sum(({ skipped }) => skipped),
        flaky: flaky.length,
        seconds: ((performance.now() - begunAt) / 1000).toFixed(1),
      }
      for (const [name, value] of Object.entries(counts)) print(paint('blue', `ℹ ${name} ${value}`))
      printAll('yellow', `⚠ ${flaky.length} failed, and passed when run again:`, flaky)
      printAll('red', `✖ ${failures.length} failed:`, failures)
      return failures.length === 0
    },
  }
}

const isWell = ({ failures, failed, cancelled }: FileResult) =>
  failures.length === 0 && failed + cancelled === 0

function reasonsOf(result: FileResult): string[] {
  if (isWell(result)) return []
  return result.failures.length > 0 ? result.failures : ['It was cancelled.']
}

const failuresOf = (path: string, result: FileResult) =>
  reasonsOf(result).map((reason) => `${path} › ${reason}`)
