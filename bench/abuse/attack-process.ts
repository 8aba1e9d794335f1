import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { atEnd } from '../cleanup.ts'
import type { AttackResult, Target } from './attack.ts'

/** An attack that takes longer than it was given is cut off after so many more milliseconds. */
const graceMs = 3000

export interface AttackProcess {
  /** Runs the attack; undefined if it did not end by itself. */
  play(name: string, target: Target): Promise<AttackResult | undefined>
}

/** startAttackProcess starts the process of an attacker, so that it is ready when the attack begins. */
export async function startAttackProcess(): Promise<AttackProcess> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  atEnd(() => child.kill('SIGKILL'))
  await told(child)
  return {
    async play(name, target) {
      const cutOff = setTimeout(() => child.kill('SIGKILL'), target.endsAt - Date.now() + graceMs)
      child.send({ name, target })
      const played = (await told(child)) as AttackResult | undefined
      clearTimeout(cutOff)
      child.kill('SIGKILL')
      return played
    },
  }
}

/** told returns the next message of a process, or undefined when it ends. */
function told(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.once('close', () => resolve(undefined))
  })
}
