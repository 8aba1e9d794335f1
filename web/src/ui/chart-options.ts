import type uPlot from 'uplot'
import type { Formats } from '../i18n/create-formats.ts'
import type { ChartMarker, ChartProps, ChartSeries } from './chart-series.ts'
import { type ValueRange, valueAxis } from './value-axis.ts'

export interface ChartColours {
  swatches: { line: string; band: string }[]
  text: string
  grid: string
  marker: string
}

interface Latest {
  series: readonly ChartSeries[]
  markers: readonly ChartMarker[]
  timeText: ChartProps['timeText']
  formats: Formats
  language: string
}

export interface ChartOptions {
  width: number
  height: number
  /** What the chart was last told, so that it need not be made anew for each change. */
  latest(): Latest
  colours(): ChartColours
  onIndex(index: number | null): void
}

const font = '13px system-ui, sans-serif'
const daySeconds = 86_400
const dayFormat = { day: 'numeric', month: 'short' } as const
const clockFormat = { timeStyle: 'short' } as const
const dashes = [[], [6, 4], [2, 3]]

/** isMidnight of the reader, whose hours may begin at any quarter of an hour. */
function isMidnight(at: number): boolean {
  const time = new Date(at * 1000)
  return time.getHours() === 0 && time.getMinutes() === 0
}

const hasBand = ({ min, max }: ChartSeries) => min !== undefined && max !== undefined

/** One column of times, then each line, followed by the edges of its band if it has one. */
export const toChartData = (times: readonly number[], series: readonly ChartSeries[]): uPlot.AlignedData =>
  [
    times,
    ...series.flatMap(({ values, min, max }) => (min && max ? [values, max, min] : [values])),
  ] as unknown as uPlot.AlignedData

/** Values between two gaps, which a line alone would not show. */
function isolatedPoints(plot: uPlot, column: number): number[] {
  const values = plot.data[column] ?? []
  return [...values.keys()].filter((i) => values[i] != null && values[i - 1] == null && values[i + 1] == null)
}

export function createChartOptions(options: ChartOptions): uPlot.Options {
  const { latest, colours } = options
  const { series } = latest()
  const ranges = new Map(series.map(({ unit, range }) => [unit, range]))
  const columns: uPlot.Series[] = [{}]
  const bands: uPlot.Band[] = []
  for (const [i, one] of series.entries()) {
    const stroke = () => colours().swatches[i]?.line ?? ''
    columns.push({
      label: one.name,
      scale: one.unit,
      stroke,
      width: 2,
      dash: dashes[i] ?? [],
      points: { show: false, filter: isolatedPoints, size: 5, fill: stroke },
    })
    if (!hasBand(one)) continue
    const edge: uPlot.Series = { scale: one.unit, stroke: 'transparent', width: 0, points: { show: false } }
    bands.push({
      series: [columns.length, columns.length + 1],
      fill: () => colours().swatches[i]?.band ?? '',
    })
    columns.push(edge, { ...edge })
  }
  return {
    width: options.width,
    height: options.height,
    series: columns,
    bands,
    scales: Object.fromEntries([...ranges].map(([unit, range]) => [unit, valueScale(range)])),
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    axes: [timeAxis(options), ...[...ranges].slice(0, 2).map((unit, i) => unitAxis(options, unit, i))],
    hooks: {
      setCursor: [({ cursor }) => options.onIndex(cursor.idx ?? null)],
      draw: [(plot) => drawMarkers(plot, latest().markers, colours())],
    },
  }
}

function timeAxis({ latest, colours }: ChartOptions): uPlot.Axis {
  return {
    ...look(colours),
    space: 60,
    size: 36,
    values: (_plot, splits, _axis, _space, step) => {
      const { timeText, language } = latest()
      if (timeText) return splits.map(timeText)
      const day = new Intl.DateTimeFormat(language, dayFormat)
      const clock = new Intl.DateTimeFormat(language, clockFormat)
      // There is no room for both; a day begins at its date.
      return splits.map((at) => (step >= daySeconds || isMidnight(at) ? day : clock).format(at * 1000))
    },
  }
}

/** Ends at ticks; without a value, it is that of the range. */
function valueScale(range: ValueRange | undefined): uPlot.Scale {
  return {
    range: (_plot, low, high) => {
      const [from = 0, to = 1] = range?.shown ?? []
      const { min, max } = valueAxis(low ?? from, high ?? to, range)
      return [min, max]
    },
  }
}

type Unit = readonly [unit: string, range: ValueRange | undefined]

function unitAxis({ latest, colours }: ChartOptions, [unit, range]: Unit, i: number): uPlot.Axis {
  return {
    ...look(colours),
    scale: unit,
    side: i === 0 ? 3 : 1,
    size: 52,
    label: unit,
    labelFont: font,
    labelSize: 20,
    // Two grids over each other cannot be read.
    grid: { show: i === 0, stroke: () => colours().grid, width: 1 },
    splits: (_plot, _axis, min, max) => valueAxis(min, max, range).ticks,
    values: (_plot, splits) => splits.map((value) => latest().formats.number(value)),
  }
}

const look = (colours: () => ChartColours): uPlot.Axis => ({
  font,
  stroke: () => colours().text,
  grid: { stroke: () => colours().grid, width: 1 },
  ticks: { stroke: () => colours().grid, width: 1 },
})

function drawMarkers(plot: uPlot, markers: readonly ChartMarker[], { marker }: ChartColours): void {
  const { ctx, bbox } = plot
  const ratio = devicePixelRatio
  ctx.save()
  ctx.strokeStyle = marker
  ctx.fillStyle = marker
  ctx.lineWidth = 2 * ratio
  ctx.setLineDash([4 * ratio, 3 * ratio])
  ctx.font = `600 ${13 * ratio}px system-ui, sans-serif`
  ctx.textBaseline = 'top'
  for (const { at, label } of markers) {
    const x = plot.valToPos(at, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
    const isRight = x > bbox.left + bbox.width / 2
    ctx.textAlign = isRight ? 'right' : 'left'
    ctx.fillText(label, x + (isRight ? -6 : 6) * ratio, bbox.top + 2 * ratio)
  }
  ctx.restore()
}
