import { ascending, percentile } from './figures.ts'
import { type Line, openLine } from './wire.ts'

/** Errand is a request and what becomes of it. */
export interface Errand {
  request: Buffer
  /** Called once: with the status and the milliseconds since it was due; status 0 where none came, and then why. */
  done(status: number, took: number, answer: string): void
}

/** Arrivals is what was to be sent by the clock, and what was not sent. */
export interface Arrivals {
  due: number
  /** Every connection was busy. */
  noLine: number
  /** Nobody had an errand. */
  noErrand: number
  /** How late the generator itself was, at worst but for one in a hundred: beyond a few milliseconds it was too slow. */
  lagP99: number
}

export interface Lines {
  /** Sends the next errand over an idle connection, if there is one. */
  send(next: () => Errand | undefined, dueAt: number): 'sent' | 'no line' | 'no errand'
  /** Waits until every errand is done, or has been waited for long enough. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface LineOptions {
  port: number
  /** At most so many connections are open. */
  most: number
  /** Whether they are opened beforehand, and take another errand after the first one. */
  keepAlive: boolean
}

interface Busy {
  line: Line
  errand: Errand | undefined
  dueAt: number
}

/** Whoever waits for longer than this has gone away. */
const patience = 30_000

/** openLines opens connections for errands: an idle one takes the next; where none is there another one is opened. */
export async function openLines({ port, most, keepAlive }: LineOptions): Promise<Lines> {
  const idle: Busy[] = []
  const open = new Set<Busy>()

  function openOne(ready?: () => void): Busy {
    const one = { errand: undefined, dueAt: 0 } as unknown as Busy
    one.line = openLine(port, {
      ready,
      heard(status, text) {
        const answer = text()
        settle(one, status, answer)
        if (!keepAlive || /\r\nconnection: close/i.test(answer)) one.line.close()
        else idle.push(one)
      },
      gone(error) {
        open.delete(one)
        const place = one.errand ? -1 : idle.indexOf(one)
        if (place >= 0) idle.splice(place, 1)
        settle(one, 0, error?.message ?? 'the connection was closed')
      },
    })
    open.add(one)
    return one
  }

  function settle(one: Busy, status: number, answer: string): void {
    const { errand, dueAt } = one
    one.errand = undefined
    errand?.done(status, performance.now() - dueAt, answer)
  }

  // Wearables are connected long before there is a rush; whoever is not has to wait for a free moment of the service.
  for (let i = 0; keepAlive && i < most; i++) {
    await new Promise<void>((resolve) => idle.push(openOne(resolve)))
  }

  return {
    send(next, dueAt) {
      const one = idle.pop() ?? (open.size < most ? openOne() : undefined)
      if (!one) return 'no line'
      const errand = next()
      if (!errand) {
        idle.push(one)
        return 'no errand'
      }
      one.errand = errand
      one.dueAt = dueAt
      one.line.write(errand.request)
      return 'sent'
    },
    async settled() {
      const waitsUntil = performance.now() + patience
      const isWaiting = () => [...open].some(({ errand }) => errand)
      await every(50, () => isWaiting() && performance.now() < waitsUntil)
      for (const { line, errand } of open) if (errand) line.close()
    },
    async close() {
      for (const { line } of open) line.close()
      await every(10, () => open.size > 0)
    },
  }
}

export interface ArrivalOptions {
  lines: Lines
  perSecond: number
  /** Arrivals come for as long as this is true. */
  going: () => boolean
  /** Gives the next errand, or none when nobody has one to run. */
  next: () => Errand | undefined
}

/**
 * keepArriving sends errands by the clock, whether or not earlier ones have been answered: an open loop, as a crowd
 * is that knows nothing of how busy the service is. Time is counted from the moment an errand was due.
 */
export async function keepArriving({ lines, perSecond, going, next }: ArrivalOptions): Promise<Arrivals> {
  const lags: number[] = []
  const outcomes = { sent: 0, 'no line': 0, 'no errand': 0 }
  let due = 0
  const startedAt = performance.now()
  await every(1, () => {
    const now = performance.now()
    for (const goal = Math.floor(((now - startedAt) / 1000) * perSecond); due < goal; due++) {
      const dueAt = startedAt + ((due + 1) / perSecond) * 1000
      lags.push(performance.now() - dueAt)
      outcomes[lines.send(next, dueAt)]++
    }
    return going()
  })
  await lines.settled()
  return {
    due,
    noLine: outcomes['no line'],
    noErrand: outcomes['no errand'],
    lagP99: percentile(ascending(lags), 0.99),
  }
}

/** every does something again and again for as long as it says so. */
function every(milliseconds: number, work: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (work()) return
      clearInterval(timer)
      resolve()
    }, milliseconds)
  })
}
