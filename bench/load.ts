import { ascending, increment, percentile } from './figures.ts'
import { type MqttDevice, setUptime } from './fleet.ts'
import { openMqttConnection } from './mqtt-wire.ts'
import { type Connection, type ConnectionEvents, openConnection } from './wire.ts'

/** The outcome of a measurement: responses by status, rate and latenciesMs. */
export interface LoadResult {
  seconds: number
  responses: number
  statuses: Map<number, number>
  perSecond: number
  p50Ms: number
  p99Ms: number
  p999Ms: number
  /** The bytes on all connections, sent and received, without the headers of TCP and IP. */
  transferredBytes: number
}

/**
 * Connections that stay open, each with its own devices: a wearable keeps its connection, so the same
 * process receives all its readings.
 */
export interface LoadGenerator {
  /** Keeps each connection busy with one request at a time: a closed loop, which finds the highest rate. */
  run(seconds: number): Promise<LoadResult>
  close(): void
}

/** Distributes the requests over the connections, which are opened one after the other. */
export function openLoadGenerator(
  port: number,
  connections: number,
  requests: Buffer[],
): Promise<LoadGenerator> {
  return openGenerator(
    Array.from({ length: connections }, (_, i) => ({
      requests: requests.filter((_, n) => n % connections === i),
      open: (events) => openConnection(port, events),
    })),
  )
}

/** Gives each device a connection of its own. */
export function openMqttLoadGenerator(port: number, devices: MqttDevice[]): Promise<LoadGenerator> {
  return openGenerator(
    devices.map((device) => ({
      requests: [device.publish],
      open: (events) => openMqttConnection(port, device.connect, events),
    })),
  )
}

/** A connection to open, and what is sent on it. */
interface Line {
  requests: Buffer[]
  open: (events: ConnectionEvents) => Connection
}

async function openGenerator(lines: Line[]): Promise<LoadGenerator> {
  const loadConnections: LoadConnection[] = []
  for (const line of lines) loadConnections.push(await openLoadConnection(line))
  return {
    async run(seconds) {
      const latenciesMs: number[] = []
      const statuses = new Map<number, number>()
      const transferred = () => loadConnections.reduce((sum, one) => sum + one.transferredBytes(), 0)
      const transferredBefore = transferred()
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
        transferredBytes: transferred() - transferredBefore,
      }
    },
    close() {
      for (const loadConnection of loadConnections) loadConnection.close()
    },
  }
}

interface LoadConnection {
  run(endsAt: number, record: (status: number, latencyMs: number) => void): Promise<void>
  transferredBytes(): number
  close(): void
}

async function openLoadConnection({ requests, open }: Line): Promise<LoadConnection> {
  let sentAt = 0
  let sent = 0
  let onResponse: (status: number) => void = () => {}
  let onError: (error: Error) => void = () => {}
  let isClosed = false
  const connection = await new Promise<Connection>((resolve, reject) => {
    onError = reject
    const opened = open({
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
    transferredBytes: connection.transferredBytes,
    close() {
      onError = () => {}
      connection.close()
    },
  }
}

const closedError = () => new Error('The service closed the connection')

/** Sends at least one reading of every device: the first of a device is untypical, because it reads the database. */
export async function warmUp(generator: LoadGenerator, devices: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (let responses = 0; responses < devices; ) {
    const result = await generator.run(1)
    responses += result.responses
    for (const [status, count] of result.statuses) increment(statuses, status, count)
  }
  return statuses
}
