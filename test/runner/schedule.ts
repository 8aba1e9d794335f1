import type { TestFile } from './files.ts'
import type { FileResult } from './results.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

export interface Run {
  env: NodeJS.ProcessEnv
  /** How many files run at a time. */
  slots: number
  onResult(file: TestFile, result: FileResult): void
  /** Told of what went wrong outside of the tests. */
  onProblem(paths: string[], problem: string): void
}

export interface Schedule {
  /** Through when all files are, or those that had begun when it was stopped. */
  done: Promise<void>
  stop(signal: NodeJS.Signals): void
}

type Worker = WorkerProcess & { paths: string[] }

/**
 * Runs files in their order, several at a time; then those that want nothing beside them. Half of the processes
 * take those with a browser first, and the others last: each that takes one starts a browser and loads what controls it.
 */
export function runFiles(files: TestFile[], { env, slots, onResult, onProblem }: Run): Schedule {
  const workers = new Set<Worker>()
  const alone = files.filter(({ place }) => place === 'alone')
  const others = files.filter(({ place }) => place !== 'alone')

  function start(): Worker {
    const worker = { ...startWorker(env), paths: [] }
    workers.add(worker)
    return worker
  }

  async function end(worker: Worker | undefined) {
    if (!worker) return
    const problem = await worker.end()
    workers.delete(worker)
    if (problem) onProblem(worker.paths, problem)
  }

  async function runIn(worker: Worker, file: TestFile): Promise<FileResult> {
    worker.paths.push(file.path)
    const result = await worker.run(file.path)
    onResult(file, result)
    return result
  }

  async function runQueue(queue: TestFile[], prefers: (file: TestFile) => boolean = () => true) {
    let shared: Worker | undefined
    for (let file = take(queue, prefers); file; file = take(queue, prefers)) {
      const worker = file.place === 'shared' ? (shared ?? start()) : start()
      const { failures } = await runIn(worker, file)
      // What a file that failed has left behind shall not be the next one's trouble.
      if (file.place === 'shared' && failures.length === 0 && worker.isRunning()) shared = worker
      else {
        if (worker === shared) shared = undefined
        await end(worker)
      }
    }
    await end(shared)
  }

  async function runAll() {
    await Promise.all(
      Array.from({ length: slots }, (_, slot) =>
        runQueue(others, ({ usesBrowser }) => usesBrowser === slot < slots / 2),
      ),
    )
    await runQueue(alone)
  }
  return {
    done: runAll(),
    stop(signal) {
      for (const queue of [others, alone]) queue.length = 0
      for (const worker of workers) worker.kill(signal)
    },
  }
}

/** Gives the first file that is preferred, else the first one. */
function take(queue: TestFile[], prefers: (file: TestFile) => boolean): TestFile | undefined {
  const [file] = queue.splice(Math.max(0, queue.findIndex(prefers)), 1)
  return file
}
