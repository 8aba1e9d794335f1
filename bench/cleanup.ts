import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Action = () => unknown
const actions: Action[] = []

/** atEnd has something done when the run is over, however it ends: what was begun last is undone first. */
export function atEnd(action: Action): void {
  actions.push(action)
}

export async function cleanUp(): Promise<void> {
  for (let action = actions.pop(); action; action = actions.pop()) await action()
}

/** makeFolder gives an empty folder that is gone when the run is over. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-bench-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
