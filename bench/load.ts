import { ascending, increment, percentile } from './figures.ts'
import { setUptime } from './fleet.ts'
import { type Connection, openConnection } from './wire.ts'

/** LoadResult is the outcome of a measurement: responses by status, rate and latenciesMs. */
export interface LoadResult {
  seconds: number
  responses: number
  statuses: Map<number, number>
  perSecond: number
  p50Ms: number
  p99Ms: number
  p999Ms: number
}

/**
 * LoadGenerator is connections that stay open, each with its own devices: a wearable keeps its connection, so the same
 * process receives all its readings.
 */
export interface LoadGenerator {
  /** Keeps each connection busy with one request at a time: a closed loop, which finds the highest rate. */
  run(seconds: number): Promise<LoadResult>
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
    async run(seconds) {
      const latenciesMs: number[] = []
      const statuses = new Map<number, number>()
      const startedAt = performance.now()
      const record = (status: number, latencyMs: number) => {
        increment(statuses, status)
        latenciesMs.push(latencyMs)
      }
      await Promise.all(
        loadConnections.map((loadConnection) => loadConnection.run(startedAt + seconds * 1000, record)),
      )
      const elapsedSeconds = (performance.now() - startedAt) / 1000
      ascending(latenciesMs)
      return {
        seconds: elapsedSeconds,
        responses: latenciesMs.length,
        statuses,
        perSecond: latenciesMs.length / elapsedSeconds,
        p50Ms: percentile(latenciesMs, 0.5),
        p99Ms: percentile(latenciesMs, 0.99),
        p999Ms: percentile(latenciesMs, 0.999),
      }
    },
    close() {
      for (const loadConnection of loadConnections) loadConnection.close()
    },
  }
}

interface LoadConnection {
  run(endsAt: number, record: (status: number, latencyMs: number) => void): Promise<void>
  close(): void
}

async function openLoadConnection(port: number, requests: Buffer[]): Promise<LoadConnection> {
  let sentAt = 0
  let sent = 0
  let onResponse: (status: number) => void = () => {}
  let onError: (error: Error) => void = () => {}
  let isClosed = false
  const connection = await new Promise<Connection>((resolve, reject) => {
    onError = reject
    const opened = openConnection(port, {
      onOpen: () => resolve(opened),
      onResponse: (status) => onResponse(status),
      onClose(error) {
        isClosed = true
        onError(error ?? closedError())
      },
    })
  })
  function send() {
    sentAt = performance.now()
    const request = requests[sent++ % requests.length] as Buffer
    setUptime(request)
    connection.write(request)
  }
  return {
    run: (endsAt, record) =>
      new Promise((resolve, reject) => {
        onError = reject
        if (isClosed) reject(closedError())
        onResponse = (status) => {
          const now = performance.now()
          record(status, now - sentAt)
          if (now < endsAt) send()
          else resolve()
        }
        send()
      }),
    close() {
      onError = () => {}
      connection.close()
    },
  }
}

const closedError = () => new Error('The service closed the connection')

/** warmUp sends at least one reading of every device: the first of a device is untypical, because it reads the database. */
export async function warmUp(generator: LoadGenerator, devices: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (let responses = 0; responses < devices; ) {
    const result = await generator.run(1)
    responses += result.responses
    for (const [status, count] of result.statuses) increment(statuses, status, count)
  }
  return statuses
}
