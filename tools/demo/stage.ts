import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clock, type Terminal } from '../terminal.ts'

/** Where the demo shows what happens and, if wanted, how to ask for the same with curl. */
export interface Stage {
  say(text: string): void
  step(title: string): void
  /** A step that happens at a time of the play. */
  timedStep(title: string): void
  detail(text: string): void
  /** What happens at this moment of the play. */
  event(text: string): void
  /** Prints the command that gives what was just shown; it works as printed, from any terminal of this machine. */
  curl(url: string, options?: { as?: string; post?: string }): void
  /** Keeps somebody's Authorization header in a file, so that a command needs no token of three lines. */
  introduce(name: string, token: string): void
  /** Starts the clock. */
  begin(): void
  paint: Terminal['paint']
}

/** Details stand below the title of their step. */
const indent = 3

/** Shows no commands without a folder for the headers that they need. */
export function createStage(terminal: Terminal, curlFolder?: string): Stage {
  const { paint, print, printLine } = terminal
  let steps = 0
  let begunAt = Date.now()
  const now = () => clock((Date.now() - begunAt) / 1000)
  const step = (title: string) => {
    printLine('')
    print(`${++steps}. ${paint('bold', title)}`, { hanging: indent })
  }
  return {
    paint,
    step,
    timedStep: (title) => step(`${now()}  ${title}`),
    say: (text) => print(text),
    detail: (text) => print(text, { indent }),
    event(text) {
      const time = now()
      print(`${paint('dim', time)}  ${text}`, { indent, hanging: indent + time.length + 2 })
    },
    curl(url, { as, post } = {}) {
      if (!curlFolder) return
      const header = as ? ` -H @${join(curlFolder, as)}` : ''
      const json = post ? ` -H 'Content-Type: application/json' -d '${post}'` : ' -X POST'
      const body = post === undefined ? '' : json
      printLine(' '.repeat(indent) + paint('dim', `curl -s '${url}'${header}${body}`))
    },
    introduce(name, token) {
      if (!curlFolder) return
      writeFileSync(join(curlFolder, name), `Authorization: Bearer ${token}\n`, { mode: 0o600 })
    },
    begin() {
      begunAt = Date.now()
    },
  }
}
