// The process in which one attack is played: told its name and the target, it answers with what it took.
import { setPriority } from 'node:os'
import type { AttackResult, Target } from './attack.ts'
import { attacks, quiet } from './attacks.ts'
import { createFlood } from './flood.ts'

// An attacker has a machine of their own out there; here it gets what the service and the honest clients leave.
setPriority(10)

process.once('message', async ({ name, target }: { name: string; target: Target }) => {
  const attack = [quiet, ...attacks].find((one) => one.name === name)
  if (!attack) throw new Error(`There is no attack called ${name}`)
  const flood = createFlood(target)
  await attack.play(target, flood)
  const played: AttackResult = { spent: flood.spent, harms: flood.harms }
  process.send?.(played, () => process.exit())
})
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
