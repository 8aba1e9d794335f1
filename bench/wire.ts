import { connect } from 'node:net'

/** Connection carries one request at a time. */
export interface Connection {
  write(request: Buffer): void
  close(): void
}

export interface ConnectionEvents {
  /** The connection is open; earlier writes are buffered. */
  ready?: (() => void) | undefined
  /** A response is complete; `text` returns all of it. */
  heard(status: number, text: () => string): void
  /** The connection is closed, by either side. */
  gone(error?: Error): void
}

/** Listeners run before the next data arrive on any connection, so all share one buffer. */
const landing = Buffer.allocUnsafe(64 * 1024)

/**
 * openConnection writes prepared bytes and reads only status and length of a response, to leave the processor to the
 * service. `localAddress` is the address that the service sees.
 */
export function openConnection(
  port: number,
  { ready, heard, gone }: ConnectionEvents,
  localAddress?: string,
): Connection {
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
