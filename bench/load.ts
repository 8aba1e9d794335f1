import { ascending, countIn, percentile } from './figures.ts'
import { openLine } from './wire.ts'

/** Load is what came of asking: how many answers of each status, how fast, and how long they took. */
export interface Load {
  seconds: number
  answers: number
  statuses: Map<number, number>
  rate: number
  p50: number
  p99: number
  p999: number
}

export interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** Gives the next request as it goes over the wire; it is asked for every one that is sent. */
  next: () => Buffer
}

/** applyLoad keeps each connection busy with one request at a time: a closed loop, which finds the highest rate. */
export async function applyLoad({ port, connections, seconds, next }: LoadOptions): Promise<Load> {
  const latencies: number[] = []
  const statuses = new Map<number, number>()
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, () =>
      keepBusy(port, next, endsAt, (status, took) => {
        countIn(statuses, status)
        latencies.push(took)
      }),
    ),
  )
  const elapsed = (performance.now() - startedAt) / 1000
  ascending(latencies)
  return {
    seconds: elapsed,
    answers: latencies.length,
    statuses,
    rate: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    p999: percentile(latencies, 0.999),
  }
}

function keepBusy(
  port: number,
  next: () => Buffer,
  endsAt: number,
  note: (status: number, took: number) => void,
) {
  return new Promise<void>((resolve, reject) => {
    let sentAt = 0
    const line = openLine(port, {
      ready: send,
      heard(status) {
        note(status, performance.now() - sentAt)
        if (performance.now() < endsAt) return send()
        resolve()
        line.close()
      },
      gone: (error) => reject(error ?? new Error('The service closed the connection')),
    })
    function send() {
      sentAt = performance.now()
      line.write(next())
    }
  })
}

/** hearAll has every request asked once (or more often), so that what is measured is a day like any other. */
export async function hearAll(port: number, requests: Buffer[], passes = 1): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  let turn = 0
  while (turn < requests.length * passes) {
    const next = () => requests[turn++ % requests.length] as Buffer
    const load = await applyLoad({ port, connections: 64, seconds: 1, next })
    for (const [status, count] of load.statuses) countIn(statuses, status, count)
  }
  return statuses
}
