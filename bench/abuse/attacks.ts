import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import { accountAttacks } from './attacks/accounts.ts'
import { bodyAttacks } from './attacks/bodies.ts'
import { caregiverAttacks } from './attacks/caregivers.ts'
import { connectionAttacks } from './attacks/connections.ts'
import { databaseAttacks } from './attacks/database.ts'

/** The yardstick: the same honest clients on the same machine, and nobody who harms them. */
export const quiet: Attack = {
  name: 'quiet',
  who: 'nobody',
  play: ({ seconds }) => sleep(seconds * 1000),
}

/** Every attack, in the order in which they are played. To add one, add it to one of these lists. */
export const attacks: Attack[] = [
  ...bodyAttacks,
  ...connectionAttacks,
  ...caregiverAttacks,
  ...databaseAttacks,
  ...accountAttacks,
]
