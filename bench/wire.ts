import { connect } from 'node:net'

/** Line is a connection that carries one request at a time. */
export interface Line {
  write(request: Buffer): void
  close(): void
}

export interface LineEvents {
  /** The connection is there; who writes before is not held back. */
  ready?: (() => void) | undefined
  /** An answer has come, whole; `text` is all of it. */
  heard(status: number, text: string): void
  /** The connection is gone, by our closing or without it. */
  gone(error?: Error): void
}

/**
 * openLine writes prepared bytes and reads no more of an answer than its status and length, to leave the processor
 * to whom it measures.
 */
export function openLine(port: number, { ready, heard, gone }: LineEvents): Line {
  let received = ''
  let reason: Error | undefined
  const socket = connect(port, '127.0.0.1', ready)
  socket.setNoDelay(true)
  socket.on('error', (error) => {
    reason = error
  })
  socket.on('close', () => gone(reason))
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (received.length < headEnd + 4 + length) return
    const text = received
    received = ''
    heard(Number(text.slice(9, 12)), text)
  })
  return {
    write: (request) => socket.write(request),
    close: () => socket.destroy(),
  }
}
