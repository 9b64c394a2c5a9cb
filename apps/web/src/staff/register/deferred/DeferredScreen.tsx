import type { Debtor } from '@shirogane/contract/resources/sales/deferred'
import { searchCopy } from '@shirogane/contract/rules/variants'
import { Amount } from '@shirogane/ui/data/Amount'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { shortDate } from '../../../shared/dates/dates.ts'
import { useOpenRow } from '../../../shell/navigation/navigation.tsx'
import type { RegisterModeProps } from '../mode-props.ts'
import { type SortValues, useSorted } from '../../shared/lists/use-sorted.ts'
import { CollectSheet } from './CollectSheet.tsx'
import { deferredListQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './deferred.module.css'

/** Who owes the store, how much and for how long; a row opens what one customer owes and takes their payment. */
export default function DeferredScreen({ registerId }: RegisterModeProps) {
  return <DeferredList registerId={registerId} />
}

type DeferredListProps = {
  /** Null away from any register, where bank transfers are found. */
  registerId: string | null
}

export function DeferredList({ registerId }: DeferredListProps) {
  const list = useQuery(deferredListQuery(null))
  const { openId, open, close } = useOpenRow()
  const [typed, setTyped] = useState('')

  if (list.isLoadingError) {
    return <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />
  }
  if (list.data === undefined) {
    return (
      <div className={styles.screen}>
        <Skeleton height={76} />
        <Skeleton height={420} />
      </div>
    )
  }
  const { items, sums, today } = list.data
  const wanted = searchCopy(typed.trim())
  const shown =
    wanted === ''
      ? items
      : items.filter(
          ({ user }) =>
            searchCopy(user.name).includes(wanted) || user.username.includes(typed.trim().toLowerCase()),
        )

  return (
    <div className={styles.screen}>
      <dl className={styles.sums}>
        <Sum label={text.sums.total} value={sums.total} />
        <Sum label={text.sums.overdue} value={sums.overdue} />
        <div>
          <dt>{text.sums.customers}</dt>
          <dd className="figures">{text.people(sums.customers)}</dd>
        </div>
        {today !== null && <Sum label={text.sums.given} value={today.given} />}
        {today !== null && (
          <Sum label={text.sums.collected} value={today.collected}>
            {today.collected_for_others > 0 && text.ofOthers(today.collected_for_others)}
          </Sum>
        )}
      </dl>
      {items.length > 0 && <Ageing ageing={sums.ageing} />}
      {items.length > 0 && (
        <Field label={text.search}>
          <TextInput
            size="s"
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      )}
      {items.length === 0 ? (
        <EmptyState title={text.empty} />
      ) : shown.length === 0 ? (
        <EmptyState title={text.noMatch} />
      ) : (
        <Debtors shown={shown} openId={openId} onOpen={open} />
      )}
      {openId !== undefined && (
        <CollectSheet
          key={openId}
          userId={openId}
          registerId={registerId}
          onCollected={() => void list.refetch()}
          onClose={close}
        />
      )}
    </div>
  )
}

type DebtorsProps = {
  shown: readonly Debtor[]
  openId: string | undefined
  onOpen: (id: string) => void
}

function Debtors({ shown, openId, onOpen }: DebtorsProps) {
  return (
    <Table
      caption={text.title}
      columns={columns}
      {...useSorted(shown, sortValues)}
      rowKey={({ user }) => user.id}
      selectedKey={openId}
      onOpen={({ user }) => onOpen(user.id)}
    />
  )
}

const amountOf = ({ transactions }: Debtor) => transactions.reduce((sum, { amount }) => sum + amount, 0)

const sortValues: SortValues<Debtor> = {
  amount: amountOf,
  remaining: ({ total }) => total,
  due: ({ due_on }) => due_on,
  late: ({ days_late }) => days_late,
  limit: ({ limit }) => limit,
}

const columns: readonly TableColumn<Debtor>[] = [
  {
    key: 'member',
    header: text.columns.member,
    cell: ({ user }) => (
      <span className={styles.person}>
        <b>{user.name}</b>
        <span className={styles.small}>{user.username}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: text.columns.amount,
    numeric: true,
    sortable: true,
    cell: (row) => <Amount value={amountOf(row)} unit="¥" size="text" />,
  },
  {
    key: 'remaining',
    header: text.columns.remaining,
    numeric: true,
    sortable: true,
    cell: ({ total }) => <Amount value={total} unit="¥" size="text" />,
  },
  {
    key: 'due',
    header: text.columns.due,
    sortable: true,
    cell: ({ due_on, overdue }) => (
      <span className={styles.dueCell}>
        <span className="figures">{shortDate(due_on)}</span>
        {overdue && <Chip tone="bad">{text.overdueChip}</Chip>}
      </span>
    ),
  },
  {
    key: 'late',
    header: text.columns.late,
    numeric: true,
    sortable: true,
    cell: ({ days_late }) => text.days(days_late),
  },
  {
    key: 'limit',
    header: text.columns.limit,
    numeric: true,
    sortable: true,
    cell: ({ limit }) => <Amount value={limit} unit="¥" size="text" />,
  },
  {
    key: 'note',
    header: text.columns.note,
    cell: ({ last_note }) => <span className={styles.noteCell}>{last_note?.note ?? '—'}</span>,
  },
]

function Sum({ label, value, children }: { label: string; value: number; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Amount value={value} unit="¥" size="row" />
        {children !== undefined && <span className={styles.small}>{children}</span>}
      </dd>
    </div>
  )
}

export function Ageing({ ageing }: { ageing: Debtor['ageing'] }) {
  return (
    <dl className={styles.ageing}>
      {(['not_due', 'late_30', 'late_60', 'late_more'] as const).map((age) => (
        <div key={age}>
          <dt>{text.ageing[age]}</dt>
          <dd>
            <Amount value={ageing[age]} unit="¥" size="text" />
          </dd>
        </div>
      ))}
    </dl>
  )
}
