import type { ReactNode } from 'react'
import './table.css'

export interface Column<Row> {
  key: string
  title: string
  cell(row: Row): ReactNode
  isNumeric?: boolean
}

export interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Shown instead of rows. */
  empty?: string
}

/** Table becomes a list of cards on a narrow screen, where rows would have to be scrolled sideways. */
export function Table<Row>({ caption, columns, rows, rowKey, empty }: TableProps<Row>) {
  return (
    <table className="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, title, isNumeric }) => (
            <th key={key} scope="col" className={isNumeric ? 'table-number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, title, cell, isNumeric }) => (
              <td key={key} data-title={title} className={isNumeric ? 'table-number' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
        {rows.length === 0 && empty && (
          <tr>
            <td colSpan={columns.length} className="muted">
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
