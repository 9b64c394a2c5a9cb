import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconChev, iconQr } from '@shirogane/ui/icons/icons'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { AppLink, linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { transactionListQuery } from '../../shell/queries/queries.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { TransactionRow } from '../../shared/transactions/TransactionRow.tsx'
import { text } from './text.ts'
import styles from './home.module.css'

const shownRows = 3

export function RecentTransactions() {
  const list = useInfiniteQuery(transactionListQuery())
  const rows = list.data?.pages[0]?.items.slice(0, shownRows)
  return (
    <section>
      <div className={styles.sectionHead}>
        <h2 className={styles.sectionTitle}>{text.recent}</h2>
        <AppLink to={paths.transactions()} className={styles.more}>
          {text.all}
          <Icon shape={iconChev} size={16} />
        </AppLink>
      </div>
      <Card>
        <Pending isPending={list.isPending} skeleton={<RowSkeletons />}>
          {() => {
            if (rows === undefined) {
              const { error } = list
              return (
                <ErrorPanel
                  title={text.listError}
                  message={serverMessageOf(error)}
                  onRetry={() => list.refetch()}
                />
              )
            }
            if (rows.length === 0) {
              return (
                <EmptyState
                  picture="cup"
                  title={text.emptyTitle}
                  action={
                    <ButtonLink variant="secondary" icon={iconQr} render={linkTo(paths.qr())}>
                      {text.openQr}
                    </ButtonLink>
                  }
                >
                  {text.emptyBody}
                </EmptyState>
              )
            }
            return (
              <ul>
                {rows.map((transaction) => (
                  <li key={transaction.id}>
                    <TransactionRow transaction={transaction} />
                  </li>
                ))}
              </ul>
            )
          }}
        </Pending>
      </Card>
      <StaleNote of={list} />
    </section>
  )
}

function RowSkeletons() {
  return Array.from({ length: shownRows }, (_, index) => (
    <div key={index} className={styles.rowSkeleton}>
      <Skeleton width={40} height={40} />
      <div className={styles.rowSkeletonText}>
        <Skeleton width="45%" height={18} />
        <Skeleton width="65%" height={14} />
      </div>
      <Skeleton width={76} height={20} />
    </div>
  ))
}
