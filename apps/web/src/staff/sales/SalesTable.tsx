import { allTenders } from '@shirogane/domain/sales/tenders'
import type { FoundTransaction } from '@shirogane/contract/resources/sales/search'
import { waysOf } from '@shirogane/contract/rules/ways'
import { Chip, type ChipTone } from '@shirogane/ui/data/Chip'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { useMedia } from '@shirogane/ui/layout/use-media'
import { clockTime, listTime } from '../../shared/dates/dates.ts'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './sales.module.css'

const tones: Readonly<Record<string, ChipTone>> = {
  completed: 'ok',
  partially_refunded: 'warn',
  refunded: 'neutral',
  deleted: 'bad',
}

/** A refund or void says what it is; a sale, how it stands. */
export function StatusChip({ row }: { row: Pick<FoundTransaction, 'type' | 'status' | 'refund'> }) {
  const kind = row.refund?.kind ?? row.type
  if (kind !== undefined) return <Chip tone="accent">{text.kinds[kind] ?? kind}</Chip>
  return <Chip tone={tones[row.status] ?? 'neutral'}>{text.statuses[row.status] ?? row.status}</Chip>
}

function tendersOf(row: Pick<FoundTransaction, 'tenders' | 'refund'>): string {
  const tenders = waysOf(row)
  const used = allTenders.filter((name) => tenders[name] > 0)
  return used.map((name) => text.tender[name]).join('・')
}

const columnsOf = (isOneDay: boolean): readonly TableColumn<FoundTransaction>[] => [
  {
    key: 'time',
    header: text.columns.time,
    cell: (row) => {
      const at = row.completed_at ?? row.created_at
      return <span className="figures">{isOneDay ? clockTime(at) : listTime(at)}</span>
    },
    width: isOneDay ? '4.75rem' : '8.5rem',
  },
  {
    key: 'number',
    header: text.columns.number,
    cell: (row) => <span className={`figures ${styles.cut}`}>{row.number}</span>,
    width: '12rem',
  },
  {
    key: 'member',
    header: text.columns.member,
    cell: (row) => (
      <span className={styles.cut}>{row.member === null ? '' : text.sama(row.member.name)}</span>
    ),
  },
  {
    key: 'employee',
    header: text.columns.employee,
    cell: (row) => <span className={styles.cut}>{row.employee?.name}</span>,
    width: '7rem',
  },
  {
    key: 'tender',
    header: text.columns.tender,
    cell: (row) => <span className={styles.cut}>{tendersOf(row)}</span>,
    width: '9rem',
  },
  {
    key: 'amount',
    header: text.columns.amount,
    // What went back stands below zero, so that a column of figures adds up by eye.
    cell: (row) => yenSign(row.refund === undefined ? row.spent_total : -row.spent_total),
    numeric: true,
    width: '7rem',
  },
  {
    key: 'status',
    header: text.columns.status,
    cell: (row) => <StatusChip row={row} />,
    width: '8rem',
  },
]

type SalesTableProps = {
  rows: readonly FoundTransaction[]
  isOneDay: boolean
  /** Beside an open drawer there is no room for everything. */
  isNarrow?: boolean
  selectedId?: string | undefined
  onOpen: (row: FoundTransaction) => void
}

export function SalesTable({ rows, isOneDay, isNarrow = false, selectedId, onOpen }: SalesTableProps) {
  const columns = columnsOf(isOneDay)
  const isTablet = useMedia('(max-width: 1179.98px)')
  const isPhone = useMedia('(max-width: 749.98px)')
  // On a phone the cells stand below each other, with room for all of them.
  const isTight = isNarrow || isTablet
  const leftOut =
    isPhone || !isTight ? [] : ['tender', 'employee', ...(isNarrow && isTablet ? ['number'] : [])]
  const left = columns.filter(({ key }) => !leftOut.includes(key))
  return (
    <div className={styles.table}>
      <Table
        caption={text.title}
        columns={left}
        rows={rows}
        rowKey={(row) => row.id}
        selectedKey={selectedId}
        onOpen={onOpen}
      />
    </div>
  )
}
