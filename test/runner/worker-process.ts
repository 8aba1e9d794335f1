import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { builtFile } from './built-file.ts'
import { type FileResult, failedResult, leftOpen } from './results.ts'

/** Runs test files in one process, one at a time. */
export interface WorkerProcess {
  run(path: string): Promise<FileResult>
  /** Lets it end, and gives the reason when it does not end well. */
  end(): Promise<string | undefined>
  kill(signal: NodeJS.Signals): void
  isRunning(): boolean
}

const worker = builtFile('test/runner/worker.ts')
const reporter = builtFile('test/runner/reporter.ts')
const tracking = builtFile('test/runner/test-tracking.ts')

/** What a process may take to end: whatever still keeps it alive after that is a file's that did not close it. */
const endTimeoutMs = 20_000

/** Lets what the tests print through, unless told to leave it away. */
export function startWorker(env: NodeJS.ProcessEnv, output: 'inherit' | 'ignore' = 'inherit'): WorkerProcess {
  const child = fork(worker, {
    execArgv: [
      ...process.execArgv.filter((flag) => !flag.startsWith('--test-reporter')),
      `--import=${pathToFileURL(tracking).href}`,
      `--test-reporter=${pathToFileURL(reporter).href}`,
    ],
    env,
    stdio: ['ignore', output, output, 'ipc'],
  })
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? code)
  let hasFailed = false
  return {
    async run(path) {
      const result = await Promise.race([
        resultOf(child, path),
        ended.then((how) => failedResult(`Its process ended (${how}) before its tests did.`)),
      ])
      hasFailed ||= result.failures.length > 0
      return result
    },
    async end() {
      if (child.connected) child.disconnect()
      const giveUp = setTimeout(() => child.kill('SIGKILL'), endTimeoutMs)
      const how = await ended
      clearTimeout(giveUp)
      // A test that fails often leaves something open, and is the thing to look at.
      if (how === 0 || hasFailed) return undefined
      if (how === leftOpen || how === 'SIGKILL')
        return 'Something that its tests opened kept the process from ending.'
      return `The process ended with ${how} after its tests.`
    },
    kill: (signal) => void child.kill(signal),
    isRunning: () => child.exitCode === null && child.signalCode === null,
  }
}

function resultOf(child: ChildProcess, path: string): Promise<FileResult> {
  return new Promise((resolve) => {
    child.on('message', function take(message: { path?: string; result: FileResult }) {
      if (message.path !== path) return
      child.off('message', take)
      resolve(message.result)
    })
    // It takes messages from when it has loaded its modules; until then they wait in the channel.
    child.send(path, () => {})
  })
}
