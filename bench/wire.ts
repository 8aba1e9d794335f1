import { connect } from 'node:net'

/** Carries one request at a time. */
export interface Connection {
  write(request: Buffer): void
  /** The bytes sent and received so far, without the headers of TCP and IP. */
  transferredBytes(): number
  close(): void
}

export interface ConnectionEvents {
  /** The connection is open; earlier writes are buffered. */
  onOpen?: (() => void) | undefined
  /** A response is complete; `text` returns all of it. */
  onResponse(status: number, text: () => string): void
  /** The connection was closed, by either side. */
  onClose(error?: Error): void
}

/** All connections share one buffer: its content is processed or copied before any of them receives more. */
export const receiveBuffer = Buffer.allocUnsafe(64 * 1024)

/**
 * Writes prepared bytes and reads only status and length of a response, to leave the processor to the
 * service. `localAddress` is the address that the service sees.
 */
export function openConnection(
  port: number,
  { onOpen, onResponse, onClose }: ConnectionEvents,
  localAddress?: string,
): Connection {
  let received: Buffer | undefined
  let closeReason: Error | undefined
  const socket = connect({
    port,
    host: '127.0.0.1',
    ...(localAddress && { localAddress }),
    onread: { buffer: receiveBuffer, callback: read },
  })
  if (onOpen) socket.on('connect', onOpen)
  socket.setNoDelay(true)
  socket.on('error', (error) => {
    closeReason = error
  })
  socket.on('close', () => onClose(closeReason))

  function read(length: number): boolean {
    const chunk = receiveBuffer.subarray(0, length)
    const response = received ? Buffer.concat([received, chunk]) : chunk
    if (isComplete(response)) {
      received = undefined
      onResponse(Number(response.toString('latin1', 9, 12)), () => response.toString('latin1'))
    } else received = Buffer.from(response)
    return true
  }

  return {
    write: (request) => socket.write(request),
    transferredBytes: () => socket.bytesWritten + socket.bytesRead,
    close: () => socket.destroy(),
  }
}

function isComplete(response: Buffer): boolean {
  const headEnd = response.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const [, length = 0] = /\r\ncontent-length: *(\d+)/i.exec(response.toString('latin1', 0, headEnd)) ?? []
  return response.length >= headEnd + 4 + Number(length)
}
