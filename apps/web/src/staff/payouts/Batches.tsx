import type { PayoutBatch } from '@shirogane/contract/resources/brand/payouts'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { detailDate, listTime } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { yenSign } from '../shared/cash/money.ts'
import { saveBytes } from '../shared/device/save-bytes.ts'
import { batchesPageSize, batchesQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './payouts.module.css'

type OnProblem = (problem: string | null) => void

const columnsFor = (onProblem: OnProblem): readonly TableColumn<PayoutBatch>[] => [
  {
    key: 'number',
    header: text.batchColumns.number,
    cell: ({ number }) => <span className="figures">{number}</span>,
    width: '9rem',
  },
  {
    key: 'valueDate',
    header: text.batchColumns.valueDate,
    cell: ({ value_date }) => detailDate(value_date),
    width: '9.5rem',
  },
  {
    key: 'total',
    header: text.batchColumns.total,
    cell: ({ total, transfers }) => (
      <>
        {yenSign(total)} <span className={styles.small}>{text.transfers(transfers)}</span>
      </>
    ),
    numeric: true,
  },
  {
    key: 'state',
    header: text.batchColumns.state,
    cell: ({ open, paid, failed }) =>
      open > 0 ? (
        <Chip tone="warn">{text.openLeft(open)}</Chip>
      ) : (
        <Chip tone={failed > 0 ? 'bad' : 'ok'}>{text.allKnown(paid, failed)}</Chip>
      ),
    width: '11rem',
  },
  {
    key: 'by',
    header: text.batchColumns.by,
    cell: ({ exported_by, exported_at }) => (
      <span className={panes.cut}>
        {exported_by} <time dateTime={exported_at}>{listTime(exported_at)}</time>
      </span>
    ),
  },
  {
    key: 'acts',
    header: text.batchColumns.acts,
    cell: (batch) => <Acts batch={batch} onProblem={onProblem} />,
    width: '13rem',
  },
]

/** The files for the bank, to be saved as they were made, and the bank's answers to them. */
export function Batches({ onProblem }: { onProblem: OnProblem }) {
  const [page, setPage] = useState(1)
  const batches = useQuery(batchesQuery(page))
  return (
    <section className={styles.batches}>
      <h3 className={styles.subtitle}>{text.batches}</h3>
      {batches.isLoadingError ? (
        <ErrorPanel message={serverMessageOf(batches.error)} onRetry={() => batches.refetch()} />
      ) : batches.isPending ? (
        <Skeleton height={160} />
      ) : batches.data.items.length === 0 ? (
        <EmptyState title={text.noBatches} />
      ) : (
        <>
          <Table
            caption={text.batches}
            columns={columnsFor(onProblem)}
            rows={batches.data.items}
            rowKey={(batch) => batch.id}
          />
          <Pagination page={page} pageSize={batchesPageSize} total={batches.data.total} onPage={setPage} />
        </>
      )}
    </section>
  )
}

function Acts({ batch, onProblem }: { batch: PayoutBatch; onProblem: OnProblem }) {
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [isTaking, setTaking] = useState(false)
  const params = { id: batch.id }

  async function save(): Promise<void> {
    onProblem(null)
    try {
      const bytes = await call('admin.payoutFile', { params })
      saveBytes(bytes, `furikomi_${batch.number}.txt`, 'application/octet-stream')
    } catch (error) {
      onProblem(messageOf(error))
    }
  }

  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    setTaking(true)
    onProblem(null)
    try {
      const { paid, failed } = await call('admin.importPayoutResult', { params, file })
      refetch('admin.payouts', 'admin.payout', 'admin.payoutBatches')
      toast({ message: text.imported(paid, failed), kind: 'ok' })
    } catch (error) {
      onProblem(messageOf(error))
    }
    // The same file chosen once more is chosen all the same.
    if (input.current) input.current.value = ''
    setTaking(false)
  }

  return (
    <span className={styles.acts}>
      <Button variant="quiet" size="s" aria-label={text.downloadOf(batch.number)} onClick={save}>
        {text.download}
      </Button>
      {batch.open > 0 && (
        <>
          <Button
            variant="secondary"
            size="s"
            busy={isTaking}
            aria-label={text.importOf(batch.number)}
            onClick={() => input.current?.click()}
          >
            {text.importResult}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={text.importOf(batch.number)}
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </>
      )}
    </span>
  )
}
