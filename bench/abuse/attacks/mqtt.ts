import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import mqttPacket from 'mqtt-packet'
import { mqttDevice } from '../../fleet.ts'
import { attacks, type MqttAttackName } from '../../mqtt-attacks.ts'
import type { Attack, AttackCost } from '../attack.ts'

/** Counts a connection, what was sent on it, and the packets that came back. */
function watchCost(cost: AttackCost): (socket: Socket) => void {
  const open = new Set<Socket>()
  return (socket) => {
    const parser = mqttPacket.parser({ protocolVersion: 4 })
    parser.on('packet', ({ cmd }) => {
      cost.responses[cmd] = (cost.responses[cmd] ?? 0) + 1
    })
    parser.on('error', () => {})
    socket.on('connect', () => {
      open.add(socket)
      cost.requests++
      cost.connections = Math.max(cost.connections, open.size)
    })
    socket.on('error', () => {
      if (!open.has(socket)) cost.refusedConnections++
    })
    socket.on('data', (chunk) => parser.parse(chunk))
    socket.on('close', () => {
      open.delete(socket)
      cost.sentBytes += socket.bytesWritten
    })
  }
}

/** One of the attacks that are also measured by themselves. */
const mqttAttack = (name: MqttAttackName, attacker: Attack['attacker']): Attack => ({
  name: `MQTT: ${name}`,
  attacker,
  alsoOnTwoProcesses: true,
  async run({ mqttPort, device, endsAt }, { cost, violations }) {
    attacks[name](mqttPort, mqttDevice(device.mac, device.key, 0), watchCost(cost))
    await sleep(Math.max(0, endsAt - Date.now()))
    if (cost.requests === 0) violations.push('nothing was connected, so there is no result')
  },
})

/** Attacks on the port for MQTT, with packets that cost the service something and the attacker nothing. */
export const mqttAttacks: Attack[] = [
  mqttAttack('PINGREQ without CONNECT', 'nobody'),
  mqttAttack('PINGREQ after a refused CONNECT', 'nobody'),
  mqttAttack('PINGREQ of a device', 'device'),
  mqttAttack('SUBSCRIBE of a device', 'device'),
  mqttAttack('65,000 filters of a device', 'device'),
  mqttAttack('2,000 statuses a second of a device', 'device'),
  mqttAttack('status of a device', 'device'),
  mqttAttack('connections of a device', 'device'),
  mqttAttack('wrong batches of a device', 'device'),
]
