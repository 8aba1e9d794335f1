import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { Button } from './button.tsx'
import { Table } from './table.tsx'
import './bar-chart.css'

export interface Bar {
  key: string
  /** What is counted, in full, for the table. */
  name: string
  /** Below the bar; empty where there is no room for every one. */
  shortName: string
  count: number
}

export interface BarChartProps {
  label: string
  /** The heading of the names in the table, and that of the counts. */
  nameTitle: string
  countTitle: string
  /** The counts in a sentence, for those who do not see the bars. */
  summary: string
  bars: readonly Bar[]
}

/** BarChart draws small counts as bars of HTML, with the same numbers as a table. */
export function BarChart({ label, nameTitle, countTitle, summary, bars }: BarChartProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [isTable, setTable] = useState(false)
  const id = useId()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <figure className="bar-chart" aria-labelledby={id}>
      <figcaption id={id}>
        <strong>{label}</strong>
        <span className="muted"> {summary}</span>
      </figcaption>
      {/* The table says the same. */}
      <div className="bar-chart-bars" aria-hidden="true">
        {bars.map(({ key, shortName, count }) => (
          <div key={key} className="bar-chart-column">
            <span className="bar-chart-count">{count > 0 && formats.number(count)}</span>
            {/* A meter cannot stand upright; the height is set through the object model, which the policy allows. */}
            <span className="bar-chart-bar" style={{ height: `${(count / most) * 100}%` }} />
            <span className="bar-chart-name">{shortName}</span>
          </div>
        ))}
      </div>
      <p>
        <Button look="quiet" aria-expanded={isTable} onPress={() => setTable(!isTable)}>
          {isTable ? t('common.hideTable') : t('common.showTable')}
        </Button>
      </p>
      {isTable && (
        <Table
          caption={label}
          columns={[
            { key: 'name', title: nameTitle, cell: ({ name }: Bar) => name },
            {
              key: 'count',
              title: countTitle,
              isNumeric: true,
              cell: ({ count }: Bar) => formats.number(count),
            },
          ]}
          rows={bars}
          rowKey={({ key }) => key}
        />
      )}
    </figure>
  )
}
