/** FileResult is what became of the tests of one file. */
export interface FileResult {
  passed: number
  skipped: number
  failed: number
  cancelled: number
  /** The failures in full, as text to print. */
  failures: string[]
}

export const emptyResult = (): FileResult => ({
  passed: 0,
  skipped: 0,
  failed: 0,
  cancelled: 0,
  failures: [],
})

/** failedResult is that of a file which could not say itself what became of it. */
export const failedResult = (reason: string): FileResult => ({
  ...emptyResult(),
  failed: 1,
  failures: [reason],
})

export const testsIn = ({ passed, skipped, failed, cancelled }: FileResult) =>
  passed + skipped + failed + cancelled

/** The exit code of a worker that something kept from ending. */
export const leftOpen = 7
