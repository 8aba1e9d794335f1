// Runs the test files, on a PostgreSQL of their own. Words choose those whose path contains one of them, --quick those to
// run between two changes, and --full adds what only repeats the others. --times prints what the processors were used for.
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { findCitus, howToInstallCitus } from '../harness/citus.ts'
import { chooseFiles, findTestFiles, quickFiles, type TestFile } from './runner/files.ts'
import { createPrinter } from './runner/print.ts'
import { databaseTime, machineTime } from './runner/processor-time.ts'
import { trackProgress } from './runner/progress.ts'
import { runFiles } from './runner/schedule.ts'
import { makeScratchFolder } from './runner/scratch-folder.ts'
import { onServer, type ServerEnvironment } from './runner/server.ts'

const args = process.argv.slice(2)
const has = (flag: string) => args.includes(`--${flag}`)
const words = args.filter((arg) => !arg.startsWith('--'))

/** Tests wait for the database and for time to pass: with two files more than there are processors, few of them rest. */
const slots = availableParallelism() + 2

process.exitCode = await run()

async function run(): Promise<number> {
  try {
    const unknown = args.filter((arg) => arg.startsWith('--') && !/^--(quick|full|times)$/.test(arg))
    if (unknown.length > 0)
      throw new Error(`There is no option ${unknown.join(' ')}; there are --quick, --full, --times.`)
    const missing = missingForDistribution()
    if (missing) {
      console.error(missing)
      return process.env.CI === 'true' ? 1 : 0
    }
    const files = choose()
    return (await inScratchFolder((folder) => onServer(folder, (env) => runOn(env, files)))) ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

/** Says what is missing if the tests are to run on a Citus cluster. */
function missingForDistribution(): string | undefined {
  const wanted = process.env.TEST_DISTRIBUTED
  if (!wanted) return undefined
  if (wanted !== 'citus') throw new Error(`TEST_DISTRIBUTED=${wanted} is unknown; there is citus.`)
  if (findCitus()) return undefined
  return `The tests did not run on several servers. There is no PostgreSQL with Citus: ${howToInstallCitus}`
}

/** Leaves out the files that only repeat others, unless they are asked for. */
function choose(): TestFile[] {
  const all = findTestFiles()
  if (words.length > 0) return chooseFiles(all, words)
  if (has('quick')) return quickFiles(all)
  return has('full') ? all : all.filter(({ isFullOnly }) => !isFullOnly)
}

/** Makes a folder that holds all temporary files of the work. */
async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeScratchFolder()
  process.env.TMPDIR = folder
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runOn({ postmaster, ...server }: ServerEnvironment, files: TestFile[]): Promise<boolean> {
  const progress = trackProgress(files, slots)
  const printer = createPrinter(progress.print)
  const machineBefore = machineTime()
  let isStopped = false
  const schedule = runFiles(progress.order(files), {
    env: {
      ...process.env,
      ...server,
      ...(has('full') && { TEST_FULL: '1' }),
      ...(has('times') && { TEST_TIMES: '1' }),
    },
    slots,
    onResult(file, result) {
      progress.done(file, result.milliseconds)
      printer.file(file.path, result)
    },
    onProblem: printer.problem,
  })
  // The server is stopped after the tests, which are therefore waited for.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isStopped = true
      schedule.stop(signal)
    })
  }
  await schedule.done
  progress.end()
  if (has('times')) {
    printer.times({ database: postmaster === undefined ? 0 : databaseTime(postmaster) })
    console.log(
      `All that ran on this machine meanwhile: ${((machineTime() - machineBefore) / 1000).toFixed(1)} s`,
    )
  }
  return printer.summary() && !isStopped
}
