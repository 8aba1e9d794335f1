// A process that runs test files, one after the other: those whose paths its parent sends.
import { describe } from 'node:test'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { endFile, endWorker } from '../../harness/file-end.ts'
import { inPhase, takePhases } from '../support/phases.ts'
import { builtFile } from './built-file.ts'
import { watchLeftovers } from './leftovers.ts'
import { addTimes, type ProcessorTime, watchPrograms } from './processor-time.ts'
import { onFileEnd } from './reporter.ts'
import { leftOpen, testsIn } from './results.ts'
import { inSources } from './source-positions.ts'
import { beginTracking, endTracking } from './test-tracking.ts'

/**
 * No file takes this long, even on a busy machine; it is for tests that wait for something that does not come. Hundreds of
 * kills and the weeks of a home, in all tests only, take longer.
 */
const timeout = process.env.TEST_FULL === '1' ? 3_600_000 : 600_000

const programs = process.env.TEST_TIMES === '1' ? watchPrograms() : undefined

/** Errors of the file that runs which none of its tests caught. */
const uncaught: string[] = []
const noteUncaught = (error: unknown) => {
  const text = error instanceof Error ? String(error.stack) : inspect(error)
  uncaught.push(`No test caught this:\n${inSources(text)}`)
}
process.on('uncaughtExceptionMonitor', noteUncaught)
process.on('unhandledRejection', noteUncaught)

process.on('message', (path: string) => {
  beginTracking()
  const findLeftovers = watchLeftovers()
  const [begunAt, usedBefore] = [performance.now(), process.cpuUsage()]
  onFileEnd(async (_, result) => {
    try {
      await endFile()
    } catch (error) {
      result.failures.push(`After its tests: ${error instanceof Error ? error.stack : error}`)
    }
    const problems = findLeftovers().map((leftover) => `After its tests ${leftover}.`)
    if (testsIn(result) === 0 && result.failures.length === 0) problems.push('There is no test in it.')
    result.failures.push(...problems, ...uncaught.splice(0))
    result.milliseconds = performance.now() - begunAt
    result.processorTime = addTimes([timeInHere(usedBefore), programs?.take() ?? {}])
    process.send?.({ path, result })
  })
  // The hooks that a file adds at its top level are those of this suite, because it is loaded inside of it.
  describe(path, { timeout }, async () => {
    await inPhase('load', () => import(pathToFileURL(builtFile(path)).href))
    endTracking()
  })
})

function timeInHere(usedBefore: NodeJS.CpuUsage): ProcessorTime {
  const { user, system } = process.cpuUsage(usedBefore)
  const { load, start } = takePhases()
  return { load, start, tests: (user + system) / 1000 - load - start }
}

// By itself it ends when nothing is open any more. Leaving it to a signal would leave behind what is tidied up at the exit.
process.on('disconnect', async () => {
  setTimeout(() => process.exit(leftOpen), 15_000).unref()
  await endWorker()
})
