// A process that runs test files, one after the other: those whose paths its parent sends.
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { builtFile } from './built-file.ts'
import { watchLeftovers } from './leftovers.ts'
import { onFileEnd } from './reporter.ts'
import { leftOpen, testsIn } from './results.ts'

/** No file takes this long, even on a busy machine; it is for tests that wait for something that does not come. */
const timeout = 900_000

process.on('message', (path: string) => {
  const findLeftovers = watchLeftovers()
  onFileEnd((_, result) => {
    const problems = findLeftovers().map((leftover) => `After its tests ${leftover}.`)
    if (testsIn(result) === 0 && result.failures.length === 0) problems.push('There is no test in it.')
    result.failures.push(...problems)
    process.send?.({ path, result })
  })
  // The hooks that a file adds at its top level are those of this suite, because it is loaded inside of it.
  describe(path, { timeout }, async () => {
    await import(pathToFileURL(builtFile(path)).href)
  })
})

// By itself it ends when nothing is open any more. Leaving it to a signal would leave behind what is tidied up at the exit.
process.on('disconnect', () => setTimeout(() => process.exit(leftOpen), 15_000).unref())
