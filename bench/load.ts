import { connect, type Socket } from 'node:net'

/** Load is what came of asking: how many answers of each status, how fast, and how long they took. */
export interface Load {
  seconds: number
  statuses: Map<number, number>
  rate: number
  p50: number
  p99: number
}

export interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** Gives the next request as it goes over the wire; it is asked for every one that is sent. */
  next: () => Buffer
}

/**
 * applyLoad keeps each connection busy with one request at a time. It writes prepared bytes and reads no more of an
 * answer than its status and length, to leave the processor to whom it measures.
 */
export async function applyLoad({ port, connections, seconds, next }: LoadOptions): Promise<Load> {
  const latencies: number[] = []
  const statuses = new Map<number, number>()
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, () =>
      keepBusy(port, next, endsAt, (status, took) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        latencies.push(took)
      }),
    ),
  )
  const elapsed = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
  return { seconds: elapsed, statuses, rate: latencies.length / elapsed, p50: at(0.5), p99: at(0.99) }
}

function keepBusy(
  port: number,
  next: () => Buffer,
  endsAt: number,
  note: (status: number, took: number) => void,
) {
  return new Promise<void>((resolve, reject) => {
    let sentAt = 0
    let received = ''
    const socket: Socket = connect(port, '127.0.0.1', send)
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (received.length < headEnd + 4 + length) return
      note(Number(received.slice(9, 12)), performance.now() - sentAt)
      received = ''
      if (performance.now() < endsAt) send()
      else socket.end(resolve)
    })
    function send() {
      sentAt = performance.now()
      socket.write(next())
    }
  })
}
