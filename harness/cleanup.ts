import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Action = () => unknown

/** Stops and removes what a benchmark has started and created. */
export interface Cleanup {
  add(action: Action): void
  /** Creates an empty folder that is removed at the end. */
  makeFolder(): string
  /** Runs the actions, the last one first, however the benchmark ended. */
  run(): Promise<void>
}

export function createCleanup(): Cleanup {
  const actions: Action[] = []
  return {
    add: (action) => actions.push(action),
    makeFolder() {
      const folder = mkdtempSync(join(tmpdir(), 'fallwatch-bench-'))
      actions.push(() => rmSync(folder, { recursive: true, force: true }))
      return folder
    },
    async run() {
      for (let action = actions.pop(); action; action = actions.pop()) await action()
    },
  }
}
