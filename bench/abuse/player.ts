import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { atEnd } from '../cleanup.ts'
import type { Played, Target } from './attack.ts'

/** An attack that takes longer than it was given is cut off after so many more milliseconds. */
const graceMs = 3000

export interface Player {
  /** Plays the attack; undefined where it did not come to an end by itself. */
  play(name: string, target: Target): Promise<Played | undefined>
}

/** startPlayer starts the process of an attacker, so that it is there when the attack begins. */
export async function startPlayer(): Promise<Player> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  atEnd(() => child.kill('SIGKILL'))
  await told(child)
  return {
    async play(name, target) {
      const cutOff = setTimeout(() => child.kill('SIGKILL'), target.endsAt - Date.now() + graceMs)
      child.send({ name, target })
      const played = (await told(child)) as Played | undefined
      clearTimeout(cutOff)
      child.kill('SIGKILL')
      return played
    },
  }
}

/** told gives the next thing that a process tells, or nothing when it ends without a word. */
function told(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.once('close', () => resolve(undefined))
  })
}
