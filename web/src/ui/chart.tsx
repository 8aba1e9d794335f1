import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { localeOf, useFormats } from '../i18n/formats.ts'
import './chart.css'
import { type ChartColours, createChartOptions, toChartData } from './chart-options.ts'
import type { ChartProps } from './chart-series.ts'
import { ChartTable } from './chart-table.tsx'

/** The same list each time: a new one would draw the chart again. */
const noMarkers: NonNullable<ChartProps['markers']> = []

/** Draws series over time; series of the same unit share a scale, and at most two units have an axis. */
export function Chart({ label, series, times, markers = noMarkers, timeText }: ChartProps) {
  const formats = useFormats()
  const { i18n } = useTranslation()
  const language = localeOf(i18n.resolvedLanguage)
  const frame = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLUListElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [index, setIndex] = useState<number | null>(null)
  const data = useMemo(() => toChartData(times, series), [times, series])
  const latest = useRef({ data, series, markers, timeText, formats, language })
  latest.current = { data, series, markers, timeText, formats, language }
  // The plot is made anew only when other things are drawn; new values are set.
  const shape = series.map(({ name, unit, min, max }) => [name, unit, Boolean(min && max)].join()).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the plot is made anew when the shape changes
  useEffect(() => {
    let isEnded = false
    let stop: (() => void) | undefined
    void import('uplot').then(({ default: UPlot }) => {
      const element = frame.current
      if (isEnded || !element) return
      const options = createChartOptions({
        width: element.clientWidth,
        height: element.clientHeight,
        latest: () => latest.current,
        colours: () => readColours(element, legend.current),
        onIndex: setIndex,
      })
      const drawn = new UPlot(options, latest.current.data, element)
      plot.current = drawn
      const resized = new ResizeObserver(() =>
        drawn.setSize({ width: element.clientWidth, height: element.clientHeight }),
      )
      resized.observe(element)
      const dark = matchMedia('(prefers-color-scheme: dark)')
      const redraw = () => drawn.redraw()
      dark.addEventListener('change', redraw)
      stop = () => {
        dark.removeEventListener('change', redraw)
        resized.disconnect()
        drawn.destroy()
        plot.current = undefined
      }
    })
    return () => {
      isEnded = true
      stop?.()
    }
  }, [shape])

  useEffect(() => plot.current?.setData(data), [data])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written on the canvas has changed
  useEffect(() => plot.current?.redraw(false, true), [formats, markers, timeText])

  return (
    <figure className="chart">
      <figcaption className="chart-caption">
        <span className="chart-label">{label}</span>
        <ul className="chart-legend" ref={legend}>
          {series.map(({ name, unit, values, min }, i) => {
            const value = index === null ? null : values[index]
            const swatch = `chart-swatch chart-swatch-${i + 1}${min ? ' chart-swatch-band' : ''}`
            return (
              <li key={name}>
                <span className={swatch} aria-hidden="true" />
                {name} ({unit})
                {value !== null && value !== undefined && <strong>{formats.number(round(value))}</strong>}
              </li>
            )
          })}
        </ul>
      </figcaption>
      <div className="chart-frame" ref={frame} role="img" aria-label={label} />
      <ChartTable label={label} series={series} times={times} timeText={timeText} />
    </figure>
  )
}

const round = (value: number) => Math.round(value * 100) / 100

/** Asks the browser for colours that a canvas understands; the theme decides them. */
function readColours(frame: HTMLElement, legend: HTMLElement | null): ChartColours {
  const swatches = [...(legend?.querySelectorAll('.chart-swatch') ?? [])].map((swatch) => {
    const { color, backgroundColor } = getComputedStyle(swatch)
    return { line: color, band: backgroundColor }
  })
  const { color, borderTopColor, outlineColor } = getComputedStyle(frame)
  return { swatches, text: color, grid: borderTopColor, marker: outlineColor }
}
