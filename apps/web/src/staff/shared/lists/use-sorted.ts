import type { SortOrder } from '@shirogane/ui/data/Table'
import { useState } from 'react'

/** What a row is compared by in each column that can be sorted: a figure, or a day as it is written (`2026-11-24`). */
export type SortValues<Row> = Readonly<Record<string, (row: Row) => number | string>>

/**
 * A list that has come whole, in the order of the column that the reader has chosen; until then as the server sent it.
 * Of a list that comes in pages only the server knows the order.
 */
export function useSorted<Row>(rows: readonly Row[], values: SortValues<Row>) {
  const [sort, setSort] = useState<SortOrder | null>(null)
  const valueOf = sort === null ? undefined : values[sort.key]
  const ordered =
    sort === null || valueOf === undefined
      ? rows
      : rows.toSorted((one, other) => {
          const [a, b] = [valueOf(one), valueOf(other)]
          const order = a < b ? -1 : a > b ? 1 : 0
          return sort.direction === 'ascending' ? order : -order
        })
  return { rows: ordered, onSort: setSort, ...(sort !== null && { sort }) }
}
