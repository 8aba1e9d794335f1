// The reporter of node:test in a worker: it puts the events of a file's tests together to the file's result.
import { inspect, stripVTControlCharacters } from 'node:util'
import { emptyResult, type FileResult } from './results.ts'
import { inSources } from './source-positions.ts'

interface Details {
  duration_ms: number
  type?: string
  error?: (Error & { failureType?: string; cause?: unknown }) | undefined
}

/** As much of the events of node:test as is used here. */
interface TestEvent {
  type: string
  data: { name: string; nesting: number; message: string; skip?: string | boolean; details: Details }
}

/** A test that takes longer is named: it may wait for something that does not come. Who looks at times wants to see more. */
const slowMs = process.env.TEST_TIMES === '1' ? 2000 : 20_000

type Listener = (file: string, result: FileResult) => void

let listener: Listener = () => {}

/** Names who is told when the suite of a file is through. */
export function onFileEnd(listen: Listener): void {
  listener = listen
}

// biome-ignore lint/style/noDefaultExport: node:test takes the default export of the module that it is given
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  let result = emptyResult()
  for await (const { type, data } of events) {
    if (type === 'test:start') {
      path.splice(data.nesting, path.length, data.name)
    } else if (type === 'test:pass' || type === 'test:fail') {
      path.splice(data.nesting + 1)
      count(result, type, data)
      const failure = type === 'test:fail' && describeFailure(path, data.details)
      if (failure) result.failures.push(failure)
      if (data.nesting > 0 && data.details.type !== 'suite' && data.details.duration_ms > slowMs)
        yield `  slow: ${path.join(' › ')} (${(data.details.duration_ms / 1000).toFixed(1)} s)\n`
      if (data.nesting > 0) continue
      listener(data.name, result)
      result = emptyResult()
    } else if (type === 'test:diagnostic' && /^(Warning|Error):/.test(data.message)) {
      // What happens after the last test of a file ended belongs to none; the exit code then tells of it, too.
      yield `${data.message}\n`
    }
  }
}

function count(result: FileResult, type: string, { skip, details }: TestEvent['data']): void {
  if (details.type === 'suite') return
  if (type === 'test:fail') {
    if (isCancelled(details)) result.cancelled++
  } else if (skip === undefined || skip === false) result.passed++
  else result.skipped[String(skip)] = (result.skipped[String(skip)] ?? 0) + 1
}

const isCancelled = ({ error }: Pick<Details, 'error'>) => error?.failureType === 'cancelledByParent'

function describeFailure(path: string[], { error }: Details): string | undefined {
  // The test inside, or what is around it, has said why.
  if (error?.failureType === 'subtestsFailed' || isCancelled({ error })) return undefined
  const cause = error?.cause ?? error
  const text = inSources(inspect(cause, { colors: process.stdout.isTTY, depth: 5 }))
  return `${path.slice(1).join(' › ') || 'the file itself'}\n${process.stdout.isTTY ? text : stripVTControlCharacters(text)}`
}
