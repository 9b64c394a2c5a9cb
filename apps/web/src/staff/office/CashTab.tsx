import type { CashCheck, CashDay } from '@shirogane/contract/resources/brand/cash'
import { documentNames } from '@shirogane/contract/terms/buyback-words'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { listTime, shortDate } from '../../shared/dates/dates.ts'
import { countText } from '../../shared/figures/figures.ts'
import { yenText } from '../../shared/money/money.ts'
import { useGo, useSearch } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { DayInput } from '../shared/forms/DayInput.tsx'
import { cashChecksQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './office.module.css'

const checkColumns: readonly TableColumn<CashCheck>[] = [
  {
    key: 'number',
    header: text.checkColumns.number,
    cell: (row) => <span className="figures">{row.number}</span>,
    width: '7rem',
  },
  { key: 'at', header: text.checkColumns.at, cell: (row) => listTime(row.checked_at), width: '9rem' },
  {
    key: 'name',
    header: text.checkColumns.name,
    cell: (row) => (
      <span className={panes.cut}>
        {row.name}（{documentNames[row.document]}）
      </span>
    ),
  },
  {
    key: 'amount',
    header: text.checkColumns.amount,
    cell: (row) => yenText(row.amount),
    numeric: true,
    width: '9rem',
  },
  { key: 'by', header: text.checkColumns.by, cell: (row) => row.checked_by, width: '8rem' },
  {
    key: 'flag',
    header: text.checkColumns.flag,
    cell: (row) => row.suspicious && <Chip tone="bad">{text.suspicious}</Chip>,
    width: '8rem',
  },
]

const dayColumns: readonly TableColumn<CashDay>[] = [
  { key: 'date', header: text.dayColumns.date, cell: (row) => shortDate(row.business_date), width: '7rem' },
  {
    key: 'who',
    header: text.dayColumns.who,
    cell: (row) => (
      <span className={panes.cut}>
        {row.customer ? (row.customer.name ?? row.customer.username) : text.noMember(row.store ?? '')}
      </span>
    ),
  },
  {
    key: 'total',
    header: text.dayColumns.total,
    cell: (row) => yenText(row.total),
    numeric: true,
    width: '9rem',
  },
  {
    key: 'sales',
    header: text.dayColumns.sales,
    cell: (row) => countText(row.sales),
    numeric: true,
    width: '5rem',
  },
  {
    key: 'largest',
    header: text.dayColumns.largest,
    cell: (row) => yenText(row.largest),
    numeric: true,
    width: '9rem',
  },
  {
    key: 'state',
    header: text.dayColumns.state,
    cell: (row) => (
      <Chip tone={row.checked ? 'ok' : 'warn'}>{row.checked ? text.checked : text.unchecked}</Chip>
    ),
    width: '7rem',
  },
]

/** What was written down of large sums in cash, and which days look as if one deal had been split. */
export function CashTab() {
  const go = useGo()
  const search = useSearch()
  const query = useQuery(
    cashChecksQuery({
      ...(search['from'] !== undefined && { from: search['from'] }),
      ...(search['until'] !== undefined && { until: search['until'] }),
    }),
  )
  const from = search['from'] ?? query.data?.from ?? ''
  const until = search['until'] ?? query.data?.until ?? ''
  const show = (change: { from: string } | { until: string }) =>
    go(paths.adminTab('cash', { from, until, ...change }), { replace: true, resetScroll: false })
  return (
    <div className={styles.cash}>
      <header className={panes.head}>
        <h2 className={panes.title}>{text.cash}</h2>
      </header>
      <div className={styles.pair}>
        <Field label={text.cashFrom}>
          <DayInput day={from} onDay={(day) => show({ from: day })} />
        </Field>
        <Field label={text.cashUntil}>
          <DayInput day={until} onDay={(day) => show({ until: day })} />
        </Field>
      </div>
      {query.isError && <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />}
      {query.isPending && <Skeleton height={320} />}
      {query.data && (
        <>
          <section className={panes.form}>
            <h3 className={styles.groupTitle}>{text.days}</h3>
            <p className={styles.note}>{text.daysNote(yenText(query.data.watch_over))}</p>
            {query.data.days.length === 0 ? (
              <EmptyState title={text.daysEmpty} />
            ) : (
              <Table
                caption={text.days}
                columns={dayColumns}
                rows={query.data.days}
                rowKey={(row) => `${row.business_date} ${row.customer?.id ?? row.store} ${row.total}`}
              />
            )}
          </section>
          <section className={panes.form}>
            <h3 className={styles.groupTitle}>{text.checks}</h3>
            <p className={styles.note}>{text.cashNote(yenText(query.data.identity_over))}</p>
            {query.data.checks.length === 0 ? (
              <EmptyState title={text.checksEmpty} />
            ) : (
              <Table
                caption={text.checks}
                columns={checkColumns}
                rows={query.data.checks}
                rowKey={(row) => row.id}
              />
            )}
          </section>
        </>
      )}
    </div>
  )
}
