import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { SelectField } from './select-field.tsx'
import './table.css'

export interface Column<Row, Sort extends string = string> {
  key: string
  title: string
  cell(row: Row): ReactNode
  isNumeric?: boolean
  /** By what the rows are sorted when somebody presses the title. */
  sort?: Sort
}

/** The order of the rows, which the service sorts: a table has a page of them. */
export interface Sorting<Sort extends string = string> {
  sort: Sort
  order: 'asc' | 'desc'
}

export interface TableProps<Row, Sort extends string = string> {
  caption: string
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Shown instead of rows. */
  empty?: string
  sorting?: Sorting<Sort>
  onSort?(sorting: Sorting<Sort>): void
}

/** Becomes a list of cards on a narrow screen, where rows would have to be scrolled sideways. */
export function Table<Row, Sort extends string = string>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  sorting,
  onSort,
}: TableProps<Row, Sort>) {
  return (
    <>
      {sorting && onSort && <SortChoice columns={columns} sorting={sorting} onSort={onSort} />}
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, isNumeric, sort }) => (
              <th
                key={key}
                scope="col"
                className={isNumeric ? 'table-number' : undefined}
                aria-sort={sort && sort === sorting?.sort ? directions[sorting.order] : undefined}
              >
                {sort && sorting && onSort ? (
                  <SortButton title={title} sort={sort} sorting={sorting} onSort={onSort} />
                ) : (
                  title
                )}
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
    </>
  )
}

const directions = { asc: 'ascending', desc: 'descending' } as const
const arrows = { asc: '▲', desc: '▼' } as const

interface SortButtonProps<Sort extends string> {
  title: string
  sort: Sort
  sorting: Sorting<Sort>
  onSort(sorting: Sorting<Sort>): void
}

/** Sorts by its column, and the other way round if that is the order already. */
function SortButton<Sort extends string>({ title, sort, sorting, onSort }: SortButtonProps<Sort>) {
  const isSorted = sort === sorting.sort
  const next = isSorted && sorting.order === 'asc' ? 'desc' : 'asc'
  return (
    <Button look="quiet" onPress={() => onSort({ sort, order: next })}>
      {title}
      {/* aria-sort says it. */}
      <span aria-hidden="true">{isSorted ? arrows[sorting.order] : '↕'}</span>
    </Button>
  )
}

interface SortChoiceProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[]
  sorting: Sorting<Sort>
  onSort(sorting: Sorting<Sort>): void
}

/** Takes the place of the titles on a narrow screen, where there are none. */
function SortChoice<Row, Sort extends string>({ columns, sorting, onSort }: SortChoiceProps<Row, Sort>) {
  const { t } = useTranslation()
  const options = columns.flatMap(({ sort, title }) =>
    sort
      ? (['asc', 'desc'] as const).map((order) => ({
          value: `${sort} ${order}`,
          label: t(`common.sorted.${order}`, { column: title }),
        }))
      : [],
  )
  return (
    <div className="table-sort-choice">
      <SelectField
        label={t('common.sortBy')}
        value={`${sorting.sort} ${sorting.order}` as string}
        options={options}
        onChange={(value) => {
          const [sort, order] = value.split(' ') as [Sort, Sorting['order']]
          onSort({ sort, order })
        }}
      />
    </div>
  )
}
