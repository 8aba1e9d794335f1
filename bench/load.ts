import { ascending, countIn, percentile } from './figures.ts'
import { setUptime } from './fleet.ts'
import { type Connection, openConnection } from './wire.ts'

/** Load is the outcome of a measurement: responses by status, rate and latencies. */
export interface Load {
  seconds: number
  answers: number
  statuses: Map<number, number>
  rate: number
  p50: number
  p99: number
  p999: number
}

/**
 * LoadGenerator is connections that stay open, each with its own devices: a wearable keeps its connection, so the same
 * process receives all its readings.
 */
export interface LoadGenerator {
  /** Keeps each connection busy with one request at a time: a closed loop, which finds the highest rate. */
  work(seconds: number): Promise<Load>
  close(): void
}

/** openLoadGenerator distributes the requests over the connections, which are opened one after the other. */
export async function openLoadGenerator(
  port: number,
  connections: number,
  requests: Buffer[],
): Promise<LoadGenerator> {
  const loadConnections: LoadConnection[] = []
  for (let i = 0; i < connections; i++) {
    loadConnections.push(
      await openLoadConnection(
        port,
        requests.filter((_, n) => n % connections === i),
      ),
    )
  }
  return {
    async work(seconds) {
      const latencies: number[] = []
      const statuses = new Map<number, number>()
      const startedAt = performance.now()
      const note = (status: number, took: number) => {
        countIn(statuses, status)
        latencies.push(took)
      }
      await Promise.all(
        loadConnections.map((loadConnection) => loadConnection.work(startedAt + seconds * 1000, note)),
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
    },
    close() {
      for (const loadConnection of loadConnections) loadConnection.close()
    },
  }
}

interface LoadConnection {
  work(endsAt: number, note: (status: number, took: number) => void): Promise<void>
  close(): void
}

async function openLoadConnection(port: number, requests: Buffer[]): Promise<LoadConnection> {
  let sentAt = 0
  let turn = 0
  let heard: (status: number) => void = () => {}
  let broken: (error: Error) => void = () => {}
  let isGone = false
  const line = await new Promise<Connection>((resolve, reject) => {
    broken = reject
    const opened = openConnection(port, {
      ready: () => resolve(opened),
      heard: (status) => heard(status),
      gone(error) {
        isGone = true
        broken(error ?? closed())
      },
    })
  })
  function send() {
    sentAt = performance.now()
    const request = requests[turn++ % requests.length] as Buffer
    setUptime(request)
    line.write(request)
  }
  return {
    work: (endsAt, note) =>
      new Promise((resolve, reject) => {
        broken = reject
        if (isGone) reject(closed())
        heard = (status) => {
          const now = performance.now()
          note(status, now - sentAt)
          if (now < endsAt) send()
          else resolve()
        }
        send()
      }),
    close() {
      broken = () => {}
      line.close()
    },
  }
}

const closed = () => new Error('The service closed the connection')

/** warmUp sends one reading of every device: the first one of a device is untypical, because it reads the database. */
export async function warmUp(generator: LoadGenerator, devices: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (let answers = 0; answers < devices; ) {
    const load = await generator.work(1)
    answers += load.answers
    for (const [status, count] of load.statuses) countIn(statuses, status, count)
  }
  return statuses
}
