import { setTimeout as sleep } from 'node:timers/promises'
import type { Place, TestFile } from './files.ts'
import { watchLent } from './lent-processors.ts'
import type { FileResult } from './results.ts'
import { startWorker, type WorkerProcess } from './worker-process.ts'

export interface Run {
  env: NodeJS.ProcessEnv
  /** How many processors there are. */
  cores: number
  onResult(file: TestFile, result: FileResult, milliseconds: number): void
  /** Told of what went wrong outside of the tests. */
  onProblem(paths: string[], problem: string): void
}

export interface Schedule {
  /** Through when all files are, or those that had begun when it was stopped. */
  done: Promise<void>
  stop(signal: NodeJS.Signals): void
}

/** runFiles runs files, several at a time; then those that want little or nothing beside them. */
export function runFiles(files: TestFile[], { env, cores, onResult, onProblem }: Run): Schedule {
  /** Tests mostly wait, for the database and for time to pass. */
  const slotCount = 2 * cores + 1
  const workers = new Set<WorkerProcess>()
  const queues = { own: at('own'), shared: at('shared'), quiet: at('quiet'), alone: at('alone') }
  const lent = watchLent()

  function at(place: Place) {
    return files.filter((file) => file.place === place)
  }

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

  /** next takes a file, later while the machine has less to give; the first slot never waits. */
  async function next(queue: TestFile[], slot: number) {
    const isTooMuch = () => slot > 0 && slot >= Math.ceil(slotCount * (1 - lent.share()))
    while (queue.length > 0 && isTooMuch()) await sleep(200)
    return queue.shift()
  }

  async function runQueue(queue: TestFile[], slot = 0) {
    let shared: ReturnType<typeof start> | undefined
    for (let file = await next(queue, slot); file; file = await next(queue, slot)) {
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
    const slots = (from: number, to: number, run: (slot: number) => Promise<void>) =>
      Array.from({ length: to - from }, (_, i) => run(from + i))
    await Promise.all([
      // The longest are among those with a process of their own: begun first, they are not what is waited for in the end.
      ...slots(0, cores + 1, async (slot) => {
        await runQueue(queues.own, slot)
        await runQueue(queues.shared, slot)
      }),
      // The others mostly wait for the database, so that they use what those leave of the processors.
      ...slots(cores + 1, slotCount, (slot) => runQueue(queues.shared, slot)),
    ])
    await Promise.all(slots(0, cores, (slot) => runQueue(queues.quiet, slot)))
    await runQueue(queues.alone)
  }

  return {
    done: runAll().finally(lent.stop),
    stop(signal) {
      for (const queue of Object.values(queues)) queue.length = 0
      for (const worker of workers) worker.kill(signal)
    },
  }
}
