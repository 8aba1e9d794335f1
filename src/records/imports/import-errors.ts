import type { LineMessage } from './import-messages.ts'
import type { LineResult } from './import-plan.ts'

/** One error with all the lines of a file that have it. */
export interface ErrorGroup extends LineMessage {
  file: string
  lines: number[]
}

/** Says the same error once: forty lines with one wrong column are one thing to correct. */
export function groupErrors(results: readonly LineResult[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>()
  for (const { file, line, action, messages } of results) {
    if (action !== 'ERROR') continue
    for (const message of messages) {
      const key = JSON.stringify([file, message.text])
      const known = groups.get(key)
      if (known) known.lines.push(line)
      else groups.set(key, { file, ...message, lines: [line] })
    }
  }
  return [...groups.values()]
}
