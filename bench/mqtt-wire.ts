import { connect } from 'node:net'
import { type Connection, type ConnectionEvents, receiveBuffer } from './wire.ts'

const connack = 0x20
const puback = 0x40
const ackBytes = 4

/**
 * Connects a device over MQTT 3.1.1 and publishes prepared bytes; an acknowledgement counts as 200. Only
 * the type of a packet is read, to leave the processor to the service.
 */
export function openMqttConnection(
  port: number,
  connectPacket: Buffer,
  { onOpen, onResponse, onClose }: ConnectionEvents,
): Connection {
  let closeReason: Error | undefined
  let received = 0
  let type = 0
  const socket = connect({ port, host: '127.0.0.1', onread: { buffer: receiveBuffer, callback: read } })
  socket.setNoDelay(true)
  socket.on('connect', () => socket.write(connectPacket))
  socket.on('error', (error) => {
    closeReason = error
  })
  socket.on('close', () => onClose(closeReason))

  function read(length: number): boolean {
    for (let i = 0; i < length; i++) {
      const byte = receiveBuffer[i] as number
      if (received === 0) type = byte
      if (++received < ackBytes) continue
      received = 0
      // The last byte of CONNACK is its return code.
      if (type === connack && byte === 0) onOpen?.()
      else onResponse(type === puback ? 200 : 400, () => '')
    }
    return true
  }

  return {
    write: (packet) => socket.write(packet),
    transferredBytes: () => socket.bytesWritten + socket.bytesRead,
    close: () => socket.destroy(),
  }
}
