// The process of an attack: it receives the name and the target, and sends the result.
import { setPriority } from 'node:os'
import type { AttackResult, Target } from './attack.ts'
import { attacks, quiet } from './attacks.ts'
import { createFlood } from './flood.ts'

// A real attacker has another machine, so the attack gets a lower priority than the service and its clients.
setPriority(10)

process.once('message', async ({ name, target }: { name: string; target: Target }) => {
  const attack = [quiet, ...attacks].find((one) => one.name === name)
  if (!attack) throw new Error(`There is no attack called ${name}`)
  const flood = createFlood(target)
  await attack.run(target, flood)
  const result: AttackResult = { cost: flood.cost, violations: flood.violations }
  process.send?.(result, () => process.exit())
})
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
