// Runs the test files, on a PostgreSQL of their own. Words choose those whose path contains one of them, --quick those to
// run between two changes; without either, all of them run. With --retry the files that fail run once more.
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { chooseFiles, findTestFiles, quickFiles, type TestFile } from './runner/files.ts'
import { createPrinter } from './runner/print.ts'
import { runFiles } from './runner/schedule.ts'
import { makeScratchFolder } from './runner/scratch-folder.ts'
import { onServer, type ServerEnvironment } from './runner/server.ts'

const args = process.argv.slice(2)
const words = args.filter((arg) => !['--quick', '--retry'].includes(arg))
const all = args.includes('--quick') ? quickFiles(findTestFiles()) : findTestFiles()

/** More files than this do not fail by chance. */
const retriedAtMost = 3

process.exitCode = await run(all)

async function run(files: TestFile[]): Promise<number> {
  try {
    const chosen = chooseFiles(files, words)
    return (await inScratchFolder((folder) => onServer(folder, (env) => runOn(env, chosen)))) ? 0 : 1
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

/** inScratchFolder makes a folder that holds all temporary files of the work. */
async function inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeScratchFolder()
  process.env.TMPDIR = folder
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runOn(server: ServerEnvironment, files: TestFile[]): Promise<boolean> {
  const printer = createPrinter()
  let isStopped = false
  const runAll = (chosen: TestFile[]) =>
    runFiles(chosen, {
      env: { ...process.env, ...server },
      cores: availableParallelism(),
      onResult: ({ path }, result, milliseconds) => printer.file(path, result, milliseconds),
      onProblem: printer.problem,
    })
  let schedule = runAll(files)
  // The server is stopped after the tests, which are therefore waited for.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isStopped = true
      schedule.stop(signal)
    })
  }
  await schedule.done
  const failed = printer.failedFiles()
  if (args.includes('--retry') && !isStopped && failed.length <= retriedAtMost) {
    schedule = runAll(failed.map((path) => ({ path, place: 'alone' })))
    await schedule.done
  }
  return printer.summary() && !isStopped
}
