import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { Button } from './button.tsx'
import { type Column, Table } from './table.tsx'
import { valueAxis } from './value-axis.ts'
import './bar-chart.css'

export interface Bar {
  key: string
  /** What is counted, in full, for the table. */
  name: string
  /** Below the bar; empty where there is no room for every one. */
  shortName: string
  count: number
  /** How many of them are set off, if the chart has a `partTitle`. */
  part?: number
}

export interface BarChartProps {
  label: string
  /** The heading of the names in the table, and that of the counts. */
  nameTitle: string
  countTitle: string
  /** What the part of a bar is that has another colour. */
  partTitle?: string
  /** The counts in a sentence, for those who do not see the bars. */
  summary: string
  bars: readonly Bar[]
}

/** Draws counts as bars on an axis of whole numbers, with the same numbers as a table. */
export function BarChart({ label, nameTitle, countTitle, partTitle, summary, bars }: BarChartProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [isTable, setTable] = useState(false)
  const id = useId()
  const columns: Column<Bar>[] = [
    { key: 'name', title: nameTitle, cell: ({ name }) => name },
    { key: 'count', title: countTitle, isNumeric: true, cell: ({ count }) => formats.number(count) },
  ]
  const partColumn: Column<Bar>[] = partTitle
    ? [{ key: 'part', title: partTitle, isNumeric: true, cell: ({ part }) => formats.number(part ?? 0) }]
    : []
  return (
    <figure className="bar-chart" aria-labelledby={id}>
      <figcaption id={id}>
        <strong>{label}</strong>
        <span className="muted"> {summary}</span>
      </figcaption>
      {partTitle && (
        <p className="bar-chart-legend" aria-hidden="true">
          <span className="bar-chart-swatch" />
          {countTitle}
          <span className="bar-chart-swatch bar-chart-swatch-part" />
          {partTitle}
        </p>
      )}
      {/* The table says the same. */}
      <div className="bar-chart-plot" aria-hidden="true">
        <Bars bars={bars} />
        <div className="bar-chart-names">
          {bars.map(({ key, shortName }) => (
            <span key={key}>{shortName}</span>
          ))}
        </div>
      </div>
      <p className="bar-chart-toggle">
        <Button look="quiet" aria-expanded={isTable} onPress={() => setTable(!isTable)}>
          {isTable ? t('common.hideTable') : t('common.showTable')}
        </Button>
      </p>
      {isTable && (
        <Table caption={label} columns={[...columns, ...partColumn]} rows={bars} rowKey={({ key }) => key} />
      )}
    </figure>
  )
}

/** The picture has these units from its top to its bottom; it is stretched to the room that there is. */
const height = 100
/** From the left of a bar to that of the next, and how wide it is. */
const [pitch, width] = [10, 8]

/** SVG: a browser prints no backgrounds. */
function Bars({ bars }: { bars: readonly Bar[] }) {
  const formats = useFormats()
  const { max, ticks } = valueAxis(0, Math.max(...bars.map(({ count }) => count)), {
    shown: [0, 2],
    least: 0,
    isWhole: true,
  })
  const up = (count: number) => (count / max) * height
  const end = bars.length * pitch
  return (
    <>
      <div className="bar-chart-ticks">
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{formats.number(tick)}</span>
        ))}
      </div>
      <svg
        aria-hidden="true"
        className="bar-chart-bars"
        viewBox={`0 0 ${end} ${height}`}
        preserveAspectRatio="none"
      >
        {ticks.map((tick) => (
          <path key={tick} className="bar-chart-line" d={`M0 ${height - up(tick)}H${end}`} />
        ))}
        {bars.map(({ key, count, part = 0 }, i) => (
          <g key={key} transform={`translate(${i * pitch + (pitch - width) / 2} 0)`}>
            <rect className="bar-chart-bar" y={height - up(count)} width={width} height={up(count)} />
            <rect className="bar-chart-part" y={height - up(part)} width={width} height={up(part)} />
          </g>
        ))}
      </svg>
    </>
  )
}
