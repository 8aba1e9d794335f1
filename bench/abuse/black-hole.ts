import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './attack.ts'
import type { Flood } from './flood.ts'

/**
 * Accepts connections on every local address until the end of the attack and never answers, for whatever
 * protocol, while `act` makes the service connect. Without such connections, nothing was attacked.
 */
export async function hangWhile(
  { holePort, endsAt }: Target,
  { cost, violations }: Flood,
  act: () => Promise<void>,
): Promise<void> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    cost.hangingConnections = Math.max(cost.hangingConnections, open.size)
    socket.resume()
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
  })
  server.listen(holePort, '0.0.0.0')
  await once(server, 'listening')
  await act()
  await sleep(Math.max(0, endsAt - Date.now()))
  if (cost.hangingConnections === 0)
    violations.push('the service connected to no receiver that hangs, so there is no result')
}
