import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Cleanup } from '../../harness/cleanup.ts'
import type { AttackResult, Target } from './attack.ts'

/** An attack that takes longer than planned is killed after this time. */
const graceMs = 3000

export interface AttackProcess {
  /** Returns undefined if the attack did not end by itself. */
  run(name: string, target: Target): Promise<AttackResult | undefined>
}

/** Starts the process of an attacker and waits until it is ready. */
export async function startAttackProcess(cleanup: Cleanup): Promise<AttackProcess> {
  const child = fork(join(import.meta.dirname, 'attacker.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  cleanup.add(() => child.kill('SIGKILL'))
  await nextMessage(child)
  return {
    async run(name, target) {
      const timeout = setTimeout(() => child.kill('SIGKILL'), target.endsAt - Date.now() + graceMs)
      child.send({ name, target })
      const result = (await nextMessage(child)) as AttackResult | undefined
      clearTimeout(timeout)
      child.kill('SIGKILL')
      return result
    },
  }
}

/** Returns the next message of a process, or undefined if it ends. */
function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    child.once('message', resolve)
    child.once('close', () => resolve(undefined))
  })
}
