/** Acceleration in m/s², gravity included, and rotation in °/s: x, y, z of each. */
export type Row = readonly [number, number, number, number, number, number]

/** What moved in a second, evenly sampled; a shorter one is the last before a pause. */
export interface MotionSecond {
  /** The time of the last row, on the clock of the samples. */
  endedAtMs: number
  rows: Row[]
}

export const sampleRateHz = 25
const stepMs = 1000 / sampleRateHz
/** Browsers skip events now and then; beyond this the motion in between is unknown. */
export const maxGapMs = 500
/** Fewer rows say nothing. */
const minRows = 5
const axes = 6

/** The first decimals that a sensor of a phone can know. */
const rounded = (value: number, axis: number) =>
  axis < axes / 2 ? Math.round(value * 1000) / 1000 : Math.round(value * 10) / 10

/**
 * Turns the motion that a browser reports, at its own and uneven rate, into rows at an even one: each is the mean of what
 * was reported within its time, weighted by how long. `emit` gets them by the second.
 */
export function createMotionSampler(emit: (second: MotionSecond) => void) {
  let lastMs: number | undefined
  let binEndMs = 0
  let rows: Row[] = []
  const sums = new Float64Array(axes)
  let filledMs = 0

  function addToBin(row: Row, ms: number): void {
    for (let axis = 0; axis < axes; axis++) sums[axis] = (sums[axis] as number) + (row[axis] as number) * ms
    filledMs += ms
  }

  function closeBin(): void {
    rows.push(Array.from(sums, (sum, axis) => rounded(sum / filledMs, axis)) as unknown as Row)
    sums.fill(0)
    filledMs = 0
    if (rows.length === sampleRateHz) give(binEndMs)
    binEndMs += stepMs
  }

  function give(endedAtMs: number): void {
    if (rows.length >= minRows) emit({ endedAtMs, rows })
    rows = []
  }

  function pause(): void {
    give(binEndMs - stepMs)
    sums.fill(0)
    filledMs = 0
    lastMs = undefined
  }

  return {
    /** Takes what was reported at a time, which does not go back. */
    add(atMs: number, row: Row): void {
      if (lastMs !== undefined && atMs - lastMs > maxGapMs) pause()
      if (lastMs === undefined) {
        lastMs = atMs
        binEndMs = atMs + stepMs
        return
      }
      if (atMs <= lastMs) return
      let fromMs = lastMs
      while (atMs >= binEndMs) {
        const untilMs = binEndMs
        addToBin(row, untilMs - fromMs)
        closeBin()
        fromMs = untilMs
      }
      addToBin(row, atMs - fromMs)
      lastMs = atMs
    },
    /** Gives what there is of the second that has begun: nothing more is reported for a while. */
    pause,
  }
}
