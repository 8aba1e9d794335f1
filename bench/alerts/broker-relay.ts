import { connect, createServer, type Socket } from 'node:net'
import mqttPacket, { type Packet } from 'mqtt-packet'
import type { Cleanup } from '../../harness/cleanup.ts'

/** A relay between the service and a broker, which hears of each acknowledgement of the service when it passes. */
export interface BrokerRelay {
  url: string
}

/** Calls `onAcknowledged` with the topic of each message that the service has acknowledged with PUBACK. */
export async function startBrokerRelay(
  cleanup: Cleanup,
  brokerUrl: string,
  onAcknowledged: (topic: string) => void,
): Promise<BrokerRelay> {
  const { hostname, port } = new URL(brokerUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const broker = connect(Number(port), hostname)
    const topics = new Map<number, string>()
    const fromBroker = follow((packet) => {
      if (packet.cmd === 'publish' && packet.messageId) topics.set(packet.messageId, packet.topic)
    })
    const fromService = follow((packet) => {
      const topic = packet.cmd === 'puback' && topics.get(packet.messageId ?? 0)
      if (topic) onAcknowledged(topic)
    })
    for (const [from, to, read] of [
      [client, broker, fromService],
      [broker, client, fromBroker],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk: Buffer) => {
        // Before it is passed on: what is asked now is asked before anybody knows of the acknowledgement.
        read(chunk)
        if (!to.destroyed) to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.add(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  const address = server.address() as { port: number }
  return { url: `mqtt://127.0.0.1:${address.port}` }
}

function follow(onPacket: (packet: Packet) => void): (chunk: Buffer) => void {
  const parser = mqttPacket.parser({ protocolVersion: 5 })
  parser.on('packet', onPacket)
  return (chunk) => void parser.parse(chunk)
}
