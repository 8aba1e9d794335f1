import { styleText } from 'node:util'
import { emptyResult, type FileResult, testsIn } from './results.ts'

export interface Printer {
  file(path: string, result: FileResult, milliseconds: number): void
  problem(paths: string[], problem: string): void
  /** Prints how many tests there were and what became of them; the answer is whether all is well. */
  summary(): boolean
}

type Style = Parameters<typeof styleText>[0]

const paint = (style: Style, text: string) => (process.stdout.isTTY ? styleText(style, text) : text)
const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')

export function createPrinter(print: (line: string) => void = console.log): Printer {
  const begunAt = performance.now()
  const total = emptyResult()
  let files = 0
  return {
    file(path, result, milliseconds) {
      files++
      for (const kind of ['passed', 'skipped', 'failed', 'cancelled'] as const) total[kind] += result[kind]
      const isWell = result.failures.length === 0 && result.failed + result.cancelled === 0
      const skipped = result.skipped > 0 ? `, ${result.skipped} skipped` : ''
      const line = `${path} (${testsIn(result)} tests${skipped}, ${(milliseconds / 1000).toFixed(1)} s)`
      print(isWell ? `${paint('green', '✔')} ${line}` : paint('red', `✖ ${line}`))
      if (isWell) return
      const failures = result.failures.length > 0 ? result.failures : ['It was cancelled.']
      for (const failure of failures) {
        print(`${indent(`✖ ${failure}`)}\n`)
        total.failures.push(`${path} › ${failure}`)
      }
    },
    problem(paths, problem) {
      const failure = `${paths.join(', ')}\n${problem}`
      total.failures.push(failure)
      print(indent(`${paint('red', '✖')} ${failure}`))
    },
    summary() {
      const { passed, failed, cancelled, skipped, failures } = total
      const seconds = ((performance.now() - begunAt) / 1000).toFixed(1)
      const counts = { files, tests: testsIn(total), pass: passed, fail: failed, cancelled, skipped, seconds }
      for (const [name, value] of Object.entries(counts)) print(paint('blue', `ℹ ${name} ${value}`))
      if (failures.length > 0) print(`\n${paint('red', `✖ ${failures.length} failed:`)}`)
      for (const failure of failures) print(`${indent(`✖ ${failure}`)}\n`)
      return failures.length === 0
    },
  }
}
