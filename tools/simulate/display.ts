import { clock, type Terminal } from '../terminal.ts'
import type { FallCounts } from './detection-record.ts'
import type { Tally } from './tally.ts'

export interface Status {
  devices: number
  /** Readings a second, if nobody were late. */
  wanted: number
  secondsLeft: number
  falls: FallCounts
  alerts: number
}

/** Shows how a run goes: redrawn in place on a terminal, a plain line now and then elsewhere. */
export interface Display {
  say(line: string): void
  /** Replaces what was drawn last. */
  draw(lines: string[]): void
  /** Leaves what was drawn last where it is. */
  finish(): void
  isLive: boolean
  paint: Terminal['paint']
}

export function createDisplay(terminal: Terminal, out: NodeJS.WriteStream = process.stdout): Display {
  const { isLive, paint } = terminal
  let drawn = 0
  // Up to the first line that was drawn, and everything below it away.
  const clear = () => {
    if (drawn > 0) out.write(`\x1b[${drawn}A\x1b[J`)
    drawn = 0
  }
  return {
    isLive,
    paint,
    say(line) {
      clear()
      out.write(`${line}\n`)
    },
    draw(lines) {
      clear()
      const width = out.columns || 120
      const shown = isLive
        ? lines.map((line) => paint('dim', line.slice(0, width - 1)))
        : [lines.map(squeeze).join('  |  ')]
      out.write(`${shown.join('\n')}\n`)
      drawn = isLive ? shown.length : 0
    },
    finish() {
      drawn = 0
    },
  }
}

const squeeze = (line: string) => line.trim().replace(/\s{2,}/g, ' ')

export function statusLines(status: Status, { readings, seconds, p50, p99 }: ReturnType<Tally['look']>) {
  const { devices, wanted, secondsLeft, falls, alerts } = status
  const rate = seconds > 0 ? readings / seconds : 0
  return [
    `  left      ${clock(secondsLeft)}   devices ${devices}   readings ${rate.toFixed(1)}/s of ${wanted.toFixed(1)}/s`,
    `  latency   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms`,
    `  falls     injected ${falls.injected}   detected ${falls.detected}   missed ${falls.missed}   pending ${falls.pending}`,
    `  alarms    false ${falls.falseAlarms}   alerts ${alerts}`,
  ]
}
