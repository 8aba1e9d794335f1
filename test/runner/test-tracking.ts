// Loaded before node:test, which follows every promise and handle of the process, to know to which test an error belongs
// that nobody catches. That takes a fifteenth of the processor time of a run; it is needed only while a file declares its
// suites and tests. Meanwhile errors that nobody catches are those of the file.
import asyncHooks, { type AsyncHook } from 'node:async_hooks'

const hooks: AsyncHook[] = []
const { createHook } = asyncHooks

asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  hooks.push(hook)
  return hook
}
// node:test takes the function now, and calls it with the first test.
await import('node:test')
asyncHooks.createHook = createHook

export function beginTracking(): void {
  for (const hook of hooks) hook.enable()
}

export function endTracking(): void {
  for (const hook of hooks) hook.disable()
}
