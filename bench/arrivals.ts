import { ascending, percentile } from './figures.ts'
import { type Line, openLine } from './wire.ts'

/** Errand is a request and what becomes of it. */
export interface Errand {
  request: Buffer
  /** Called once: with the status and the milliseconds since it was due; status 0 where none came, and then why. */
  done(status: number, took: number, answer: string): void
}

export interface ArrivalOptions {
  port: number
  perSecond: number
  /** Arrivals come for as long as this is true. */
  going: () => boolean
  /** Gives the next errand, or none when nobody has one to run. */
  next: () => Errand | undefined
  /** At most so many connections are open. */
  mostLines: number
  /** Whether a connection takes another errand after the first one. */
  keepAlive: boolean
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

/** Whoever waits for longer than this has gone away. */
const patience = 30_000

/**
 * keepArriving sends errands by the clock, whether or not earlier ones have been answered: an open loop, as a crowd
 * is that knows nothing of how busy the service is. An idle connection takes the next errand; where none is there
 * another one is opened, up to the bound. Time is counted from the moment an errand was due.
 */
export async function keepArriving(options: ArrivalOptions): Promise<Arrivals> {
  const { port, perSecond, going, next, mostLines, keepAlive } = options
  const idle: Busy[] = []
  const open = new Set<Busy>()
  const lags: number[] = []
  const arrivals = { due: 0, noLine: 0, noErrand: 0 }

  interface Busy {
    line: Line
    errand: Errand | undefined
    dueAt: number
  }

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

  function send(dueAt: number): void {
    arrivals.due++
    lags.push(performance.now() - dueAt)
    const one = idle.pop() ?? (open.size < mostLines ? openOne() : undefined)
    if (!one) {
      arrivals.noLine++
      return
    }
    const errand = next()
    if (!errand) {
      arrivals.noErrand++
      idle.push(one)
      return
    }
    one.errand = errand
    one.dueAt = dueAt
    one.line.write(errand.request)
  }

  // Wearables are connected long before there is a rush; whoever is not has to wait for a free moment of the service.
  for (let i = 0; keepAlive && i < mostLines; i++) {
    await new Promise<void>((resolve) => idle.push(openOne(resolve)))
  }
  const startedAt = performance.now()
  await every(1, () => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond)
    while (arrivals.due < due) send(startedAt + (arrivals.due / perSecond) * 1000)
    return going()
  })
  const waitsUntil = performance.now() + patience
  const isWaiting = () => [...open].some(({ errand }) => errand)
  await every(50, () => isWaiting() && performance.now() < waitsUntil)
  for (const { line } of open) line.close()
  await every(10, () => open.size > 0)
  return { ...arrivals, lagP99: percentile(ascending(lags), 0.99) }
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
