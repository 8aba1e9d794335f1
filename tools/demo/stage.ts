import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Stage is where the demo shows what happens, and how to ask for the same with curl. */
export interface Stage {
  say(line: string): void
  step(title: string): void
  detail(line: string): void
  /** Prints the command that gives what was just shown; it works as printed, from any terminal of this machine. */
  curl(url: string, options?: { as?: string; post?: string }): void
  /** Keeps somebody's Authorization header in a file, so that a command needs no token of three lines. */
  introduce(name: string, token: string): void
  /** Minutes and seconds since the play began. */
  clock(): string
  begin(): void
}

export function createStage(folder: string): Stage {
  let steps = 0
  let begunAt = Date.now()
  const detail = (line: string) => console.log(`   ${line}`)
  return {
    say: (line) => console.log(line),
    step: (title) => console.log(`\n${++steps}. ${title}`),
    detail,
    curl(url, { as, post } = {}) {
      const header = as ? ` -H @${join(folder, as)}` : ''
      const body =
        post === undefined
          ? ''
          : post === ''
            ? ' -X POST'
            : ` -H 'Content-Type: application/json' -d '${post}'`
      detail(`curl -s '${url}'${header}${body}`)
    },
    introduce(name, token) {
      writeFileSync(join(folder, name), `Authorization: Bearer ${token}\n`, { mode: 0o600 })
    },
    begin() {
      begunAt = Date.now()
    },
    clock() {
      const seconds = Math.round((Date.now() - begunAt) / 1000)
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    },
  }
}
