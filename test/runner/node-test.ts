// Takes the place of node:test in test files. Each test of a suite that is skipped is counted: of such a suite node:test
// never hears the tests, so that one line would stand for all of them. And each test has a limit, so that one which waits
// for ever fails by its name, and not with its file.
import * as node from 'node:test'

// biome-ignore lint/suspicious/noExplicitAny: the overloads of node:test are passed on as they are
type Args = any[]

/** No test takes this long, even on a busy machine. */
const timeout = 240_000

/** Why the suite that is being loaded is skipped, if it is. */
let skipped: string | undefined

function loadSkipped(reason: string, load: () => unknown): void {
  const outer = skipped
  skipped = reason
  try {
    load()
  } finally {
    skipped = outer
  }
}

function describeTests(name: string, ...args: Args) {
  const [options, load] = args.length > 1 ? args : [{}, args[0]]
  const reason = skipped ?? (typeof options.skip === 'string' ? options.skip : undefined)
  if (reason === undefined) return node.describe(name, options, load)
  return node.describe(name, () => loadSkipped(reason, load))
}

function declareTest(name: string, ...args: Args) {
  const [options, run] = args.length > 1 ? args : [{}, args[0]]
  if (skipped === undefined) return node.test(name, { timeout, ...options }, run)
  return node.test(name, { skip: skipped }, () => {})
}

const hook =
  (add: (...args: Args) => void) =>
  (...args: Args) => {
    if (skipped === undefined) add(...args)
  }

export const describe = describeTests as typeof node.describe
export const test = declareTest as typeof node.test
export const it = test
export const before = hook(node.before) as typeof node.before
export const after = hook(node.after) as typeof node.after
export const beforeEach = hook(node.beforeEach) as typeof node.beforeEach
export const afterEach = hook(node.afterEach) as typeof node.afterEach
export const mock = node.mock
