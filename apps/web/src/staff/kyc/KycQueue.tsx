import { documentLabels } from '@shirogane/contract/inputs/identity-text'
import type { QueuedRequest } from '@shirogane/contract/resources/members/kyc'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { usePageThatIs } from '../shared/lists/use-page-that-is.ts'
import { kycListQuery, kycPageSize, type KycStatus } from './queries.ts'
import { text } from './text.ts'
import styles from './kyc.module.css'

const hourMs = 3_600_000
/** A target of the brand: a request that waits longer stands out. */
const longWaitHours = 24

function Waiting({ since, now }: { since: string; now: number }) {
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / hourMs))
  return (
    <Chip small tone={hours >= longWaitHours ? 'warn' : 'neutral'}>
      {text.waiting(hours)}
    </Chip>
  )
}

function columnsOf(status: KycStatus, now: number): readonly TableColumn<QueuedRequest>[] {
  return [
    {
      key: 'name',
      header: text.columns.name,
      cell: (row) => (
        <span className={styles.cut}>
          {row.name} <span className={styles.kana}>{row.name_kana}</span>
        </span>
      ),
    },
    {
      key: 'document',
      header: text.columns.document,
      cell: (row) => documentLabels[row.document].name,
      width: '12rem',
    },
    {
      key: 'attempt',
      header: text.columns.attempt,
      cell: (row) => text.attempt(row.attempt),
      width: '6rem',
    },
    {
      key: 'submitted',
      header: text.columns.submitted,
      cell: (row) => <span className="figures">{listTime(row.submitted_at)}</span>,
      width: '10rem',
    },
    status === 'pending'
      ? {
          key: 'waiting',
          header: text.columns.waiting,
          cell: (row) => <Waiting since={row.submitted_at} now={now} />,
          width: '8rem',
        }
      : {
          key: 'decided',
          header: text.columns.decided,
          cell: (row) => (
            <span className="figures">{row.decided_at === null ? '' : listTime(row.decided_at)}</span>
          ),
          width: '10rem',
        },
  ]
}

export function KycQueue() {
  const go = useGo()
  const asked = useSearchParam('status')
  const status: KycStatus = asked === 'rejected' || asked === 'approved' ? asked : 'pending'
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const list = useQuery({ ...kycListQuery(status, page), placeholderData: keepPreviousData })
  const show = (query: Record<string, string | undefined>, replace = false) =>
    go(paths.adminTab('kyc', { status, ...query }), { replace, resetScroll: false })
  const isOnItsWay = usePageThatIs({
    query: list,
    page,
    pageSize: kycPageSize,
    onPage: (last) => show({ page: String(last) }, true),
  })
  return (
    <div className={styles.queue}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text.title}</h2>
        {list.data && <span className={styles.count}>{text.count(list.data.total)}</span>}
        <Segmented<KycStatus>
          className={styles.filter}
          label={text.filter}
          options={(['pending', 'rejected', 'approved'] as const).map((value) => ({
            value,
            label: text[value],
          }))}
          value={status}
          onChange={(value) => show({ status: value, page: undefined })}
        />
      </header>
      {list.isError && <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />}
      <Pending isPending={list.isPending || isOnItsWay} skeleton={<Skeleton height={320} />}>
        {() =>
          list.data &&
          (list.data.items.length === 0 ? (
            <EmptyState title={text.empty[status]} />
          ) : (
            <>
              <Table
                caption={text.title}
                columns={columnsOf(status, list.dataUpdatedAt)}
                rows={list.data.items}
                rowKey={(row) => row.id}
                onOpen={(row) => show({ id: row.id, page: page === 1 ? undefined : String(page) })}
              />
              <Pagination
                page={page}
                pageSize={kycPageSize}
                total={list.data.total}
                onPage={(next) => show({ page: String(next) })}
              />
            </>
          ))
        }
      </Pending>
    </div>
  )
}
