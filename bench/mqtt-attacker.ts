// The process of an attack on the MQTT listener: it receives its name and target, and attacks until it is killed.
import { setPriority } from 'node:os'
import { attacks, type MqttAttackName } from './mqtt-attacks.ts'

// A real attacker has another machine, so the attack gets a lower priority than the service and its devices.
setPriority(10)

/** What the process is told; the packets of the device are in base64. */
export interface AttackOrder {
  name: MqttAttackName
  port: number
  device: { connect: string; publish: string }
}

process.once('message', ({ name, port, device }: AttackOrder) => {
  const decode = (text: string) => Buffer.from(text, 'base64')
  attacks[name](port, { connect: decode(device.connect), publish: decode(device.publish) })
})
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
