import type { DayClose } from '@shirogane/contract/resources/brand/days'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { formatAmount } from '@shirogane/ui/data/format-amount'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { detailDate, timeOn } from '../../shared/dates/dates.ts'
import { usePageThatIs } from '../shared/lists/use-page-that-is.ts'
import { closesQuery } from './queries.ts'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './close.module.css'

const columns: readonly TableColumn<DayClose>[] = [
  {
    key: 'date',
    header: text.columns.date,
    cell: ({ business_date }) => <span className="figures">{detailDate(business_date)}</span>,
  },
  {
    key: 'serial',
    header: text.columns.serial,
    cell: ({ z_number, revision, reopened }) => (
      <>
        <span className="figures">{text.serial(z_number, revision)}</span>
        {reopened && <span className={styles.asOf}> {text.reopenedState}</span>}
      </>
    ),
  },
  { key: 'counted', header: text.columns.counted, cell: ({ counted }) => yenSign(counted), numeric: true },
  {
    key: 'over_short',
    header: text.columns.overShort,
    cell: ({ over_short }) =>
      over_short === 0 ? (
        text.none
      ) : (
        <b className={styles.differs}>{formatAmount(over_short, '¥', 'always')}</b>
      ),
    numeric: true,
  },
  { key: 'deposit', header: text.columns.deposit, cell: ({ deposit }) => yenSign(deposit), numeric: true },
  {
    key: 'time',
    header: text.columns.time,
    cell: ({ business_date, closed_at }) => timeOn(business_date, closed_at),
    numeric: true,
  },
  { key: 'staff', header: text.columns.staff, cell: ({ employee }) => employee.name },
]

const pageSize = 20

type Props = {
  storeId: string
  page: number
  onPage: (page: number, replace?: boolean) => void
  onOpen: (date: string) => void
}

/** The closes so far. Their page stands in the address: a reader who looks at a day comes back to where they were. */
export function HistoryView({ storeId, page, onPage, onOpen }: Props) {
  const closes = useQuery(closesQuery({ store_id: storeId, page }))
  // The address may be that of another shop, which has more of them.
  const isOnItsWay = usePageThatIs({ query: closes, page, pageSize, onPage: (last) => onPage(last, true) })
  if (closes.isLoadingError)
    return <ErrorPanel message={serverMessageOf(closes.error)} onRetry={() => closes.refetch()} />
  if (closes.isPending || isOnItsWay) return <Skeleton height={480} />
  if (closes.data.total === 0) return <EmptyState title={text.noHistory} />
  return (
    <div className={styles.wide}>
      <Table
        caption={text.history}
        columns={columns}
        rows={closes.data.items}
        rowKey={({ id }) => id}
        onOpen={({ business_date }) => onOpen(business_date)}
      />
      <Pagination page={page} pageSize={pageSize} total={closes.data.total} onPage={onPage} />
    </div>
  )
}
