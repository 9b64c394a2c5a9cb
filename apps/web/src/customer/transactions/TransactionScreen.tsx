import type { Transaction } from '@shirogane/contract/resources/shapes'
import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { ApiError, serverMessageOf } from '../../shell/api/api.ts'
import { linkTo, usePathParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { queryClient } from '../../shell/queries/query-client.ts'
import { answersOf, transactionQuery } from '../../shell/queries/queries.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { bareDetails } from '../../shared/transactions/transaction-details.ts'
import { isUnknownId } from '../../shell/api/unknown-id.ts'
import { ChooseTransaction } from './ChooseTransaction.tsx'
import { text } from './text.ts'
import { TransactionDetail } from './TransactionDetail.tsx'
import styles from './transactions.module.css'

export default function TransactionScreen() {
  const id = usePathParam('id')
  return id === undefined ? <ChooseTransaction /> : <OneTransaction id={id} />
}

function OneTransaction({ id }: { id: string }) {
  // What an event or a list told is shown at once; the page itself holds more.
  const query = useQuery({ ...transactionQuery(id), refetchOnMount: 'always' })
  const listed = query.data === undefined && isOut(query.error) ? findListed(id) : null
  return (
    <div className={styles.page}>
      <Pending isPending={query.isPending} skeleton={<DetailSkeleton />}>
        {() => {
          if (query.data !== undefined) {
            return (
              <>
                <StaleNote of={query} />
                <TransactionDetail transaction={query.data} />
              </>
            )
          }
          if (listed !== null) {
            return (
              <>
                <StaleNote of={{ data: listed, dataUpdatedAt: listed.at, isError: query.isError }} />
                <TransactionDetail transaction={bareDetails(listed.transaction)} />
              </>
            )
          }
          const { error } = query
          if (isUnknownId(error)) {
            return (
              <Card>
                <EmptyState
                  picture="ring"
                  title={text.notFound}
                  action={
                    <ButtonLink variant="secondary" render={linkTo(paths.transactions())}>
                      {text.backToBalance}
                    </ButtonLink>
                  }
                />
              </Card>
            )
          }
          return <ErrorPanel message={serverMessageOf(error)} onRetry={() => query.refetch()} />
        }}
      </Pending>
    </div>
  )
}

const isOut = (error: unknown): boolean => error instanceof ApiError && error.isNetwork

/** Without a network the copy in a list that was read before is better than nothing, and says of which time it is. */
function findListed(id: string): { transaction: Transaction; at: number } | null {
  for (const query of queryClient.getQueryCache().findAll(answersOf('transactions.list'))) {
    const data = query.state.data as { pages?: readonly { items: readonly Transaction[] }[] } | undefined
    const transaction = data?.pages?.flatMap(({ items }) => items).find((row) => row.id === id)
    if (transaction) return { transaction, at: query.state.dataUpdatedAt }
  }
  return null
}

function DetailSkeleton() {
  return (
    <>
      <div className={styles.hero}>
        <Skeleton width={40} height={40} />
        <Skeleton width={120} height={22} className={styles.heroName} />
        <Skeleton width={180} height={42} />
      </div>
      <Skeleton height={190} />
      <Skeleton height={150} />
    </>
  )
}
