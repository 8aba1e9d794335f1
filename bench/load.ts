import { ascending, countIn, percentile } from './figures.ts'
import { setUptime } from './fleet.ts'
import { type Line, openLine } from './wire.ts'

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

/**
 * Crew is a number of connections that stay open, each for devices of its own: a wearable keeps its connection, and so
 * is heard by the same process from one reading to the next.
 */
export interface Crew {
  /** Keeps each connection busy with one request at a time: a closed loop, which finds the highest rate. */
  work(seconds: number): Promise<Load>
  close(): void
}

/** openCrew deals the requests out to the connections, which are opened one after the other. */
export async function openCrew(port: number, connections: number, requests: Buffer[]): Promise<Crew> {
  const hands: Hand[] = []
  for (let i = 0; i < connections; i++) {
    hands.push(
      await openHand(
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
      await Promise.all(hands.map((hand) => hand.work(startedAt + seconds * 1000, note)))
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
      for (const hand of hands) hand.close()
    },
  }
}

interface Hand {
  work(endsAt: number, note: (status: number, took: number) => void): Promise<void>
  close(): void
}

async function openHand(port: number, requests: Buffer[]): Promise<Hand> {
  let sentAt = 0
  let turn = 0
  let heard: (status: number) => void = () => {}
  let broken: (error: Error) => void = () => {}
  let isGone = false
  const line = await new Promise<Line>((resolve, reject) => {
    broken = reject
    const opened = openLine(port, {
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

/** hearAll has every device heard once: its first reading takes a look at the database, which is no day like any other. */
export async function hearAll(crew: Crew, devices: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  for (let answers = 0; answers < devices; ) {
    const load = await crew.work(1)
    answers += load.answers
    for (const [status, count] of load.statuses) countIn(statuses, status, count)
  }
  return statuses
}
