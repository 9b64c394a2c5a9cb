import { ButtonLink } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { Pending, Skeleton } from '@shirogane/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { linkTo, usePathParam } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { transactionQuery } from '../../lib/queries.ts'
import { StaleNote } from '../../lib/StaleNote.tsx'
import { ChooseTransaction } from './ChooseTransaction.tsx'
import { text } from './text.ts'
import { TransactionDetail } from './TransactionDetail.tsx'
import styles from './transactions.module.css'

export default function TransactionScreen() {
  const id = usePathParam('id')
  return id === undefined ? <ChooseTransaction /> : <OneTransaction id={id} />
}

function OneTransaction({ id }: { id: string }) {
  const query = useQuery(transactionQuery(id))
  return (
    <div className={styles.page}>
      <Pending isPending={query.isPending} skeleton={<DetailSkeleton />}>
        {() => {
          if (query.data !== undefined) {
            return (
              <>
                <StaleNote at={query.dataUpdatedAt} />
                <TransactionDetail transaction={query.data} />
              </>
            )
          }
          const { error } = query
          if (error instanceof ApiError && error.status === 404) {
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
          return (
            <ErrorPanel
              message={error instanceof ApiError && !error.isNetwork ? error.message : undefined}
              onRetry={() => query.refetch()}
            />
          )
        }}
      </Pending>
    </div>
  )
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
