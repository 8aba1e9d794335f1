import type { ProcessorTime } from './processor-time.ts'

/** What became of the tests of one file. */
export interface FileResult {
  passed: number
  /** How many tests were skipped, by the reason. */
  skipped: Record<string, number>
  /** Tests that did not run to their end, because what is around them failed. */
  cancelled: number
  /** The failures in full, as text to print: one for each test that failed, or for a set-up that did. */
  failures: string[]
  milliseconds: number
  processorTime: ProcessorTime
}

export const emptyResult = (): FileResult => ({
  passed: 0,
  skipped: {},
  cancelled: 0,
  failures: [],
  milliseconds: 0,
  processorTime: {},
})

/** That of a file which could not say itself what became of it. */
export const failedResult = (reason: string): FileResult => ({ ...emptyResult(), failures: [reason] })

export const skippedIn = ({ skipped }: FileResult) =>
  Object.values(skipped).reduce((total, count) => total + count, 0)

export const testsIn = (result: FileResult) =>
  result.passed + skippedIn(result) + result.cancelled + result.failures.length

export const isWell = ({ failures, cancelled }: FileResult) => failures.length + cancelled === 0

/** The exit code of a worker that something kept from ending. */
export const leftOpen = 7
