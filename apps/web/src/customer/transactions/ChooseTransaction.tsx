import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { transactionListQuery } from '../../shell/queries/queries.ts'
import { TransactionRow } from '../../shared/transactions/TransactionRow.tsx'
import { text } from './text.ts'
import styles from './transactions.module.css'

/** Without an id: the latest ten, to choose from. */
export function ChooseTransaction() {
  const list = useInfiniteQuery(transactionListQuery())
  const rows = list.data?.pages[0]?.items
  return (
    <div className={styles.page}>
      <p className={styles.lead}>{text.choose}</p>
      <Pending isPending={list.isPending} skeleton={<Skeleton height={396} />}>
        {() =>
          rows === undefined ? (
            <ErrorPanel onRetry={() => list.refetch()} />
          ) : rows.length === 0 ? (
            <Card>
              <EmptyState picture="cup" title={text.emptyTitle}>
                {text.emptyBody}
              </EmptyState>
            </Card>
          ) : (
            <Card as="ul">
              {rows.map((transaction) => (
                <li key={transaction.id}>
                  <TransactionRow transaction={transaction} />
                </li>
              ))}
            </Card>
          )
        }
      </Pending>
    </div>
  )
}
