import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import { accountAttacks } from './attacks/accounts.ts'
import { bodyAttacks } from './attacks/bodies.ts'
import { caregiverAttacks } from './attacks/caregivers.ts'
import { connectionAttacks } from './attacks/connections.ts'
import { databaseAttacks } from './attacks/database.ts'
import { liveAttacks } from './attacks/live.ts'
import { mqttAttacks } from './attacks/mqtt.ts'
import { notificationAttacks } from './attacks/notifications.ts'

/** The baseline: the same clients on the same machine, without an attack. */
export const quiet: Attack = {
  name: 'quiet',
  attacker: 'nobody',
  run: ({ seconds }) => sleep(seconds * 1000),
}

/** All attacks, in the order in which they run. To add one, add it to one of these lists. */
export const attacks: Attack[] = [
  ...bodyAttacks,
  ...connectionAttacks,
  ...caregiverAttacks,
  ...databaseAttacks,
  ...accountAttacks,
  ...mqttAttacks,
  ...notificationAttacks,
  ...liveAttacks,
]
