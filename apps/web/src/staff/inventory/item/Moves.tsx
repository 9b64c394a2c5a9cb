import type { StockMovement } from '@shirogane/contract/resources/brand/inventory'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { listTime } from '../../../shared/dates/dates.ts'
import { countText } from '../../../shared/figures/figures.ts'
import { AppLink } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { keptInStore } from '../../shared/device/kept-in-store.ts'
import { movementsQuery, stockPageSize } from '../queries.ts'
import { text } from '../text.ts'
import styles from '../inventory.module.css'

const columns: readonly TableColumn<StockMovement>[] = [
  { key: 'at', header: text.moveColumns.at, cell: (row) => listTime(row.at), width: '9rem' },
  {
    key: 'kind',
    header: text.moveColumns.kind,
    cell: (row) =>
      row.place === 'shelf' ? text.kinds[row.kind] : `${text.kinds[row.kind]}（${text.place[row.place]}）`,
    width: '9rem',
  },
  {
    key: 'quantity',
    header: text.moveColumns.quantity,
    cell: (row) => (
      <b className={row.quantity < 0 ? styles.minus : styles.plus}>
        {row.quantity > 0 ? '+' : '−'}
        {countText(Math.abs(row.quantity))}
      </b>
    ),
    numeric: true,
    width: '4.5rem',
  },
  {
    key: 'after',
    header: text.moveColumns.after,
    cell: (row) => countText(row.after),
    numeric: true,
    width: '4.5rem',
  },
  {
    key: 'staff',
    header: text.moveColumns.staff,
    cell: (row) => (
      <span className={styles.names}>
        <span className={styles.cut}>{row.staff ?? text.none}</span>
        {row.approved_by !== null && <span className={styles.sku}>{text.approvedBy(row.approved_by)}</span>}
      </span>
    ),
    width: '9rem',
  },
  {
    key: 'note',
    header: text.moveColumns.note,
    cell: (row) => (
      <span className={styles.names}>
        {row.transaction_id !== null && row.number !== null ? (
          <AppLink className={styles.link} to={paths.adminTab('transactions', { id: row.transaction_id })}>
            {row.number}
          </AppLink>
        ) : null}
        {(row.reason ?? row.note) !== null && (
          <span className={styles.cut}>{[row.reason, row.note].filter(Boolean).join('　')}</span>
        )}
      </span>
    ),
  },
]

/** What became of an article, newest first, each sale one click away. */
export function Moves({ id, store }: { id: string; store: string | undefined }) {
  const [page, setPage] = useState(1)
  const list = useQuery({
    ...movementsQuery(id, store, page),
    placeholderData: keptInStore({ store_id: store, id }),
  })
  if (list.isLoadingError)
    return <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />
  if (list.isPending) return <Skeleton height={320} />
  if (list.data.items.length === 0) return <EmptyState title={text.movesEmpty} />
  return (
    <section className={styles.view} aria-label={text.tabs.moves}>
      <div className={styles.table}>
        <Table
          caption={text.tabs.moves}
          columns={columns}
          rows={list.data.items}
          rowKey={(row) => `${row.store_id} ${String(row.seq)}`}
        />
      </div>
      <Pagination page={page} pageSize={stockPageSize} total={list.data.total} onPage={setPage} />
    </section>
  )
}
