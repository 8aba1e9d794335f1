import type { TestFile } from './files.ts'
import type { FileResult } from './results.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

export interface Run {
  env: NodeJS.ProcessEnv
  /** How many processes run tests at a time. */
  width: number
  onResult(file: TestFile, result: FileResult, milliseconds: number): void
  /** Told of what went wrong outside of the tests. */
  onProblem(paths: string[], problem: string): void
}

export interface Schedule {
  /** Through when all files are, or those that had begun when it was stopped. */
  done: Promise<void>
  stop(signal: NodeJS.Signals): void
}

/** runFiles runs files in so many processes at a time; then those that want nothing beside them. */
export function runFiles(files: TestFile[], { env, width, onResult, onProblem }: Run): Schedule {
  const workers = new Set<WorkerProcess>()
  // The longest are among those with a process of their own: begun first, they are not what is waited for in the end.
  const queue = ['own', 'shared'].flatMap((place) => files.filter((file) => file.place === place))
  const alone = files.filter(({ place }) => place === 'alone')

  function start(): WorkerProcess & { paths: string[] } {
    const worker = { ...startWorker(env), paths: [] }
    workers.add(worker)
    return worker
  }

  async function end(worker: ReturnType<typeof start> | undefined) {
    if (!worker) return
    const problem = await worker.end()
    workers.delete(worker)
    if (problem) onProblem(worker.paths, problem)
  }

  async function runIn(worker: ReturnType<typeof start>, file: TestFile) {
    const begunAt = performance.now()
    worker.paths.push(file.path)
    onResult(file, await worker.run(file.path), performance.now() - begunAt)
  }

  async function runQueue(queue: TestFile[]) {
    let shared: ReturnType<typeof start> | undefined
    for (let file = queue.shift(); file; file = queue.shift()) {
      if (file.place === 'shared') {
        if (!shared?.isRunning()) shared = start()
        await runIn(shared, file)
      } else {
        const own = start()
        await runIn(own, file)
        await end(own)
      }
    }
    await end(shared)
  }

  async function runAll() {
    await Promise.all(Array.from({ length: width }, () => runQueue(queue)))
    await runQueue(alone)
  }

  return {
    done: runAll(),
    stop(signal) {
      queue.length = 0
      alone.length = 0
      for (const worker of workers) worker.kill(signal)
    },
  }
}
