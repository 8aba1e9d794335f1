import type { ValueRange } from './value-axis.ts'

/** One line of a chart; a value of null is a gap, and is never drawn over. */
export interface ChartSeries {
  name: string
  unit: string
  values: readonly (number | null)[]
  /** The band around the line, if each value stands for several. */
  min?: readonly (number | null)[] | undefined
  max?: readonly (number | null)[] | undefined
  /** What the axis of the unit shows; series of one unit have the same. */
  range?: ValueRange
}

/** A moment that is marked by a line. */
export interface ChartMarker {
  /** Unix seconds. */
  at: number
  label: string
}

export interface ChartProps {
  /** What the chart shows, for those who do not see it and as its heading. */
  label: string
  series: readonly ChartSeries[]
  /** Unix seconds, in ascending order, one for each value. */
  times: readonly number[]
  markers?: readonly ChartMarker[]
  /** How a time is written along the axis and in the table, if not as the time of the day. */
  timeText?: ((at: number) => string) | undefined
}
