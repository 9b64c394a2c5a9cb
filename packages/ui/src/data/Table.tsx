import { useEffect, useRef, useState } from 'react'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import { iconChevd } from '../icons/icons-lazy.ts'
import styles from './Table.module.css'

export type SortOrder = { key: string; direction: 'ascending' | 'descending' }

export type TableColumn<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Amounts and counts: right, with figures of one width. */
  numeric?: boolean
  sortable?: boolean
  width?: string
}

type TableProps<Row> = {
  /** What the table shows, for screen readers. */
  caption: string
  /** At most seven; the rest belongs in the drawer of a row. On a phone more than four stand below each other. */
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selectedKey?: string | undefined
  /** Opens a row. The first cell becomes its button, so that the keyboard reaches it. */
  onOpen?: (row: Row) => void
  sort?: SortOrder
  onSort?: (sort: SortOrder) => void
}

export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  selectedKey,
  onOpen,
  sort,
  onSort,
}: TableProps<Row>): ReactElement {
  const table = useRef<HTMLTableElement>(null)
  const fits = useFits(table, rows)
  return (
    <div className={classNames(styles.frame, fits && styles.fits)}>
      <table ref={table} className={classNames(styles.table, columns.length > 4 && styles.stacks)}>
        <caption className="visuallyHidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row)
            return (
              <tr
                key={key}
                className={classNames(
                  styles.row,
                  onOpen && styles.opens,
                  key === selectedKey && styles.selected,
                )}
                aria-selected={selectedKey === undefined ? undefined : key === selectedKey}
              >
                {columns.map((column, index) => (
                  <td
                    key={column.key}
                    className={classNames(styles.cell, column.numeric && styles.numeric)}
                    // Where the heads are out of sight, each value says itself what it is.
                    data-label={index > 0 && typeof column.header === 'string' ? column.header : undefined}
                  >
                    {onOpen && index === 0 ? (
                      <button type="button" className={styles.open} onClick={() => onOpen(row)}>
                        {column.cell(row)}
                      </button>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a table is no wider than its frame: what is wider scrolls in it, and its head with it. */
function useFits(table: RefObject<HTMLTableElement | null>, rows: readonly unknown[]): boolean {
  const [fits, setFits] = useState(true)
  useEffect(() => {
    const inner = table.current
    const frame = inner?.parentElement
    if (!inner || !frame) return undefined
    const observer = new ResizeObserver(() => setFits(frame.scrollWidth <= frame.clientWidth))
    observer.observe(inner)
    observer.observe(frame)
    return () => observer.disconnect()
    // Other rows may be wider without a change of the table's own size.
  }, [table, rows])
  return fits
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: TableColumn<Row>
  sort: SortOrder | undefined
  onSort: ((sort: SortOrder) => void) | undefined
}) {
  const direction = sort?.key === column.key ? sort.direction : undefined
  return (
    <th
      scope="col"
      className={classNames(styles.head, column.numeric && styles.numeric)}
      style={{ width: column.width }}
      aria-sort={column.sortable ? (direction ?? 'none') : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() =>
            onSort({ key: column.key, direction: direction === 'descending' ? 'ascending' : 'descending' })
          }
        >
          {column.header}
          <Icon
            shape={iconChevd}
            size={16}
            className={classNames(
              styles.arrow,
              direction === undefined && styles.unsorted,
              direction === 'ascending' && styles.up,
            )}
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
