import type { Attack } from '../attack.ts'
import { hangWhile } from '../black-hole.ts'
import type { Flood } from '../flood.ts'
import { requestOf } from '../requests.ts'

/** Lets each patient call for help once, as fast as ten connections allow. */
async function callAll(tokens: string[], flood: Flood): Promise<void> {
  const requests = tokens.map((token) => requestOf('POST', '/api/sos', { token, body: {} }))
  await flood.repeat({ connections: 10, next: () => requests.shift() })
  const accepted = flood.cost.responses[201] ?? 0
  if (accepted < tokens.length)
    flood.violations.push(`only ${accepted} of ${tokens.length} calls were accepted, too few for a result`)
}

/** Attacks that keep the senders of messages busy with receivers that hang. */
export const notificationAttacks: Attack[] = [
  {
    name: 'five accounts whose fifty contacts hang, 100 calls',
    attacker: 'account',
    alsoOnTwoProcesses: true,
    run: (target, flood) => hangWhile(target, flood, () => callAll(target.hanging.holes, flood)),
  },
  {
    name: 'ten accounts whose hundred contacts hang, 100 calls',
    attacker: 'account',
    alsoOnTwoProcesses: true,
    run: (target, flood) => hangWhile(target, flood, () => callAll(target.hanging.manyHoles, flood)),
  },
  {
    name: 'an account with ten names that are not resolved',
    attacker: 'account',
    alsoOnTwoProcesses: true,
    run: ({ hanging }, flood) => callAll(hanging.names, flood),
  },
  {
    name: 'a push service, an ntfy server and the mail server hang',
    attacker: 'receivers',
    alsoOnTwoProcesses: true,
    run: (target, flood) => hangWhile(target, flood, () => callAll(target.hanging.services, flood)),
  },
]
