import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import type { ChartProps } from './chart-series.ts'
import { Table } from './table.tsx'

const maxRows = 50

const present = (values: readonly (number | null | undefined)[] = []) =>
  values.filter((value) => value !== null && value !== undefined)

/** What a chart shows, in numbers, with as many points in a row as make it readable. */
export function ChartTable({ label, series, times, timeText }: Omit<ChartProps, 'markers'>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const every = Math.max(1, Math.ceil(times.length / maxRows))
  const rows = [...times.keys()].filter((i) => i % every === 0)
  const write = (value: number) => formats.number(Math.round(value * 100) / 100)
  const columns = [
    {
      key: 'time',
      title: t('chart.time'),
      cell: (i: number) => {
        const at = times[i] ?? 0
        return timeText ? timeText(at) : formats.exact(new Date(at * 1000))
      },
    },
    ...series.map(({ name, unit, values, min, max }) => ({
      key: name,
      title: `${name} (${unit})`,
      isNumeric: true,
      cell: (i: number) => {
        const here = present(values.slice(i, i + every))
        if (here.length === 0) return '–'
        const value = write(here.reduce((sum, one) => sum + one, 0) / here.length)
        // What a row stands for keeps its extremes: the impact of a fall is one point of a thousand.
        const low = write(Math.min(...here, ...present(min?.slice(i, i + every))))
        const high = write(Math.max(...here, ...present(max?.slice(i, i + every))))
        return low === high ? value : t('chart.range', { value, min: low, max: high })
      },
    })),
  ]
  return (
    <details className="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t(isOpen ? 'common.hideTable' : 'common.showTable')}</summary>
      {isOpen && (
        <Table caption={label} columns={columns} rows={rows} rowKey={String} empty={t('chart.empty')} />
      )}
    </details>
  )
}
