import { connect } from 'node:net'

/** Line is a connection that carries one request at a time. */
export interface Line {
  write(request: Buffer): void
  close(): void
}

export interface LineEvents {
  /** The connection is there; who writes before is not held back. */
  ready?: (() => void) | undefined
  /** An answer has come, whole; `text` gives all of it. */
  heard(status: number, text: () => string): void
  /** The connection is gone, by our closing or without it. */
  gone(error?: Error): void
}

/** Whoever listens is done with what came before anything else comes, on whichever line: one piece of memory serves all. */
const landing = Buffer.allocUnsafe(64 * 1024)

/**
 * openLine writes prepared bytes and reads no more of an answer than its status and length, to leave the processor
 * to whom it measures. With a `localAddress` the service sees the connection come from there.
 */
export function openLine(port: number, { ready, heard, gone }: LineEvents, localAddress?: string): Line {
  let received: Buffer | undefined
  let reason: Error | undefined
  const socket = connect({
    port,
    host: '127.0.0.1',
    ...(localAddress && { localAddress }),
    onread: { buffer: landing, callback: read },
  })
  if (ready) socket.on('connect', ready)
  socket.setNoDelay(true)
  socket.on('error', (error) => {
    reason = error
  })
  socket.on('close', () => gone(reason))

  function read(length: number): boolean {
    const chunk = landing.subarray(0, length)
    const answer = received ? Buffer.concat([received, chunk]) : chunk
    if (isWhole(answer)) {
      received = undefined
      heard(Number(answer.toString('latin1', 9, 12)), () => answer.toString('latin1'))
    } else received = Buffer.from(answer)
    return true
  }

  return {
    write: (request) => socket.write(request),
    close: () => socket.destroy(),
  }
}

function isWhole(answer: Buffer): boolean {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return false
  const [, length = 0] = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, headEnd)) ?? []
  return answer.length >= headEnd + 4 + Number(length)
}
