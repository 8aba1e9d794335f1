type Cleanup = () => unknown

const cleanups: Cleanup[] = []
const endings: Cleanup[] = []

// A process that ends early, or that is no worker of the tests, does at least what can be done at once.
process.once('exit', () => {
  for (const cleanup of [...endings, ...cleanups].reverse()) cleanup()
})

/** Has something removed when the test file that runs is through, whatever became of its tests. */
export function atFileEnd(cleanup: Cleanup): void {
  cleanups.push(cleanup)
}

/** Has something removed when the process has run its last file: what files share, such as a browser. */
export function atWorkerEnd(cleanup: Cleanup): void {
  endings.push(cleanup)
}

export const endFile = (): Promise<void> => runAll(cleanups)
export const endWorker = (): Promise<void> => runAll(endings)

/** Begins with what was added last: it may use what was there before. */
async function runAll(list: Cleanup[]): Promise<void> {
  for (const cleanup of list.splice(0).reverse()) await cleanup()
}
