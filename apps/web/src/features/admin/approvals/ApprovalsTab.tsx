import type { Approval } from '@shirogane/contract/approvals'
import { Chip } from '@shirogane/ui/Chip'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { Pagination } from '@shirogane/ui/Pagination'
import { Segmented } from '@shirogane/ui/Segmented'
import { Skeleton } from '@shirogane/ui/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/Table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api.ts'
import { listTime } from '../../../lib/dates.ts'
import { useGo, useSearchParam } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { Decision } from './Decision.tsx'
import { approvalsPageSize, approvalsQuery } from './queries.ts'
import { amountOf, kinds, text } from './text.ts'
import styles from './approvals.module.css'

type State = 'waiting' | 'all'

const tones = {
  waiting: 'warn',
  approved: 'ok',
  used: 'ok',
  declined: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
} as const

const columns: readonly TableColumn<Approval>[] = [
  { key: 'at', header: text.columns.at, cell: (row) => listTime(row.requested_at), width: '8rem' },
  { key: 'kind', header: text.columns.kind, cell: (row) => kinds[row.kind].name },
  { key: 'amount', header: text.columns.amount, cell: (row) => amountOf(row), numeric: true, width: '8rem' },
  { key: 'by', header: text.columns.by, cell: (row) => row.requested_by.name },
  { key: 'store', header: text.columns.store, cell: (row) => row.store.name },
  {
    key: 'status',
    header: text.columns.status,
    cell: (row) => <Chip tone={tones[row.status]}>{text.statuses[row.status]}</Chip>,
    width: '9rem',
  },
]

/** What waits for a second person, live, and what became of the rest. */
export function ApprovalsTab() {
  const go = useGo()
  const id = useSearchParam('id')
  const state: State = useSearchParam('state') === 'all' ? 'all' : 'waiting'
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const list = useQuery({ ...approvalsQuery({ state, page }), placeholderData: keepPreviousData })
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('approvals', { state, page: String(page), id, ...query }), {
      replace: true,
      resetScroll: false,
    })
  return (
    <div className={styles.tab}>
      <section className={styles.list}>
        <h2 className={styles.title}>{text.waitingTitle}</h2>
        <Segmented<State>
          label={text.filter}
          options={(['waiting', 'all'] as const).map((value) => ({ value, label: text[value] }))}
          value={state}
          onChange={(value) => show({ state: value, page: '1', id: undefined })}
        />
        {list.isError && <ErrorPanel message={messageOf(list.error)} onRetry={() => list.refetch()} />}
        {list.isPending && <Skeleton height={320} />}
        {list.data?.items.length === 0 && (
          <EmptyState title={state === 'waiting' ? text.empty : text.emptyAll} />
        )}
        {list.data && list.data.items.length > 0 && (
          <>
            <Table
              caption={text.waitingTitle}
              columns={id === undefined ? columns : columns.filter(({ key }) => key !== 'store')}
              rows={list.data.items}
              rowKey={(row) => row.id}
              selectedKey={id}
              onOpen={(row) => show({ id: row.id })}
            />
            <Pagination
              page={page}
              pageSize={approvalsPageSize}
              total={list.data.total}
              onPage={(next) => show({ page: String(next) })}
            />
          </>
        )}
      </section>
      {id !== undefined && <Decision key={id} id={id} onClose={() => show({ id: undefined })} />}
    </div>
  )
}
