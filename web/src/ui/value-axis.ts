/** What the axis of a unit shows in any case, and what no value can exceed. */
export interface ValueRange {
  /** The axis begins here or below, and ends there or above. */
  shown: readonly [low: number, high: number]
  /** The axis never goes beyond these; a limit that is missing is none. */
  least?: number
  most?: number
  /** Only whole numbers are ticks. */
  isWhole?: boolean
}

export interface ValueAxis {
  min: number
  max: number
  /** Every tick, from the beginning of the axis to its end. */
  ticks: number[]
}

/** About so many ticks can be read on the height of a chart. */
const wantedTicks = 6
const stepFactors = [1, 2, 2.5, 5, 10]

/**
 * The smallest step of 1, 2, 2.5 or 5 times a power of ten with which an axis that begins and ends at a tick has
 * no more ticks than wanted. The axis that results has the same step.
 */
function niceStep(from: number, to: number, isWhole = false): number {
  const power = 10 ** Math.floor(Math.log10((to - from) / (wantedTicks - 1)))
  const steps = stepFactors.map((factor) => factor * power)
  const spans = (step: number) => Math.ceil(rounded(to / step)) - Math.floor(rounded(from / step))
  const isAllowed = (step: number) => !isWhole || Number.isInteger(rounded(step))
  return steps.find((step) => isAllowed(step) && spans(step) < wantedTicks) ?? 20 * power
}

/** Without a range, a single value lies in the middle of an axis. */
const around = (low: number, high: number): readonly [number, number] =>
  low === high ? [low - 1, high + 1] : [low, high]

/**
 * An axis on which all values lie, and which begins and ends at a tick. It ends at the highest value that there
 * can be rather than beyond it: a saturation of 100 % is at the top, and there is no 102 %.
 */
export function valueAxis(low: number, high: number, range?: ValueRange): ValueAxis {
  const [from, to] = range
    ? [Math.min(low, range.shown[0]), Math.max(high, range.shown[1])]
    : around(low, high)
  const step = niceStep(from, to, range?.isWhole)
  const least = range?.least ?? Number.NEGATIVE_INFINITY
  const most = range?.most ?? Number.POSITIVE_INFINITY
  // A value beyond a limit, such as one of a faulty sensor, is still drawn.
  const min = Math.min(low, Math.max(least, Math.floor(rounded(from / step)) * step))
  const max = Math.max(high, Math.min(most, Math.ceil(rounded(to / step)) * step))
  const first = Math.ceil(rounded(min / step))
  const count = Math.floor(rounded((max - min) / step + (min / step - first))) + 1
  const ticks = Array.from({ length: count }, (_, i) => rounded((first + i) * step))
  return { min: rounded(min), max: rounded(max), ticks }
}

/** Drops what floating point adds in the ninth decimal. */
const rounded = (value: number) => Math.round(value * 1e9) / 1e9
