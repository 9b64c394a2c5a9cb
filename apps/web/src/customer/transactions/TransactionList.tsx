import type { Transaction } from '@shirogane/contract/resources/shapes'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconQr, iconRefresh } from '@shirogane/ui/icons/icons'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverMessageOf } from '../../shell/api/api.ts'
import { countText } from '../../shared/figures/figures.ts'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useHidden } from '../../shared/device/privacy.ts'
import { transactionListQuery, type Narrowing } from '../../shell/queries/queries.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { TransactionRow } from '../../shared/transactions/TransactionRow.tsx'
import { monthsOf } from './months.ts'
import type { Month, MonthSums } from './months.ts'
import { isSearch } from './narrowing.ts'
import { text } from './text.ts'
import styles from './transactions.module.css'

const skeletonRows = 6
/** Of the other kinds nothing is paid and nothing earned: a line of zeros would say nothing. */
const summedFilters: ReadonlySet<Narrowing['filter']> = new Set(['all', 'payment', 'point', 'later'])

/** The months of all pages; what a later page says of a month is newer. */
function sumsOf(pages: readonly { months?: MonthSums[] | undefined }[]): MonthSums[] | undefined {
  const months = pages.flatMap((page) => page.months ?? [])
  return pages[0]?.months === undefined ? undefined : months.toReversed()
}

export function TransactionList({ narrowing, onReset }: { narrowing: Narrowing; onReset: () => void }) {
  const list = useInfiniteQuery(transactionListQuery(narrowing))
  const pages = list.data?.pages
  // A row that arrives on the first page while it is being read pushes others on to the next: each is shown once.
  const rows = [...new Map(pages?.flatMap(({ items }) => items).map((row) => [row.id, row])).values()]
  const total = pages?.at(-1)
  // A copy that an earlier version saved on the phone knows none.
  const unsettled = (pages?.[0] as { unsettled?: Transaction[] } | undefined)?.unsettled ?? []
  const rest = total === undefined ? 0 : Math.max(0, total.total - rows.length)
  const fresh = useFresh(rows)
  return (
    <Pending isPending={list.isPending} skeleton={<ListSkeleton />}>
      {() => {
        if (pages === undefined) {
          const { error } = list
          return <ErrorPanel message={serverMessageOf(error)} onRetry={() => list.refetch()} />
        }
        if (rows.length === 0 && unsettled.length === 0) {
          const isAll = narrowing.filter === 'all' && !isSearch(narrowing)
          return isAll ? <NothingYet /> : <NothingFound onReset={onReset} />
        }
        return (
          <>
            <StaleNote of={list} />
            {unsettled.length > 0 && (
              <Card as="ul" aria-label={text.unsettled} className={styles.unsettled}>
                {unsettled.map((charge) => (
                  <li key={charge.id}>
                    <TransactionRow transaction={charge} />
                  </li>
                ))}
              </Card>
            )}
            {monthsOf(rows, sumsOf(pages)).map((month) => (
              <MonthGroup
                key={month.name}
                month={month}
                fresh={fresh}
                hasSums={summedFilters.has(narrowing.filter)}
              />
            ))}
            <div className={styles.end}>
              {list.isFetchNextPageError ? (
                <>
                  <p role="alert">{text.moreFailed}</p>
                  <Button
                    variant="secondary"
                    size="s"
                    icon={iconRefresh}
                    onClick={() => list.fetchNextPage()}
                  >
                    {text.again}
                  </Button>
                </>
              ) : list.hasNextPage ? (
                <>
                  <Button
                    variant="secondary"
                    busy={list.isFetchingNextPage}
                    onClick={() => list.fetchNextPage()}
                  >
                    {text.more}
                  </Button>
                  {total !== undefined && !total.total_capped && (
                    <p className={styles.rest}>{text.rest(countText(rest))}</p>
                  )}
                </>
              ) : (
                <p className={styles.rest}>{text.allShown}</p>
              )}
            </div>
          </>
        )
      }}
    </Pending>
  )
}

/** Rows that came while this list was open; they are tinted for a moment. */
function useFresh(rows: readonly Transaction[]): ReadonlySet<string> {
  const [known, setKnown] = useState<{ newest: string | null; fresh: ReadonlySet<string> }>({
    newest: null,
    fresh: new Set(),
  })
  const newest = rows[0]
  if (newest !== undefined && newest.id !== known.newest) {
    const at = known.newest === null ? -1 : rows.findIndex(({ id }) => id === known.newest)
    setKnown({ newest: newest.id, fresh: new Set(at <= 0 ? [] : rows.slice(0, at).map(({ id }) => id)) })
  }
  return known.fresh
}

function MonthGroup({
  month,
  fresh,
  hasSums,
}: {
  month: Month
  fresh: ReadonlySet<string>
  hasSums: boolean
}) {
  const isHidden = useHidden()
  return (
    <section>
      <div className={styles.monthHead}>
        <h2 className={styles.month}>{month.name}</h2>
        {month.sums !== null && hasSums && !isHidden && (
          <p className={styles.sums}>
            {text.monthPaid} <b>{countText(month.sums.paid)}</b>
            {text.monthPaidEnd} {text.monthEarned} <b>{countText(month.sums.earned)}</b>pt
          </p>
        )}
      </div>
      <Card as="ul">
        {month.transactions.map((transaction) => (
          <li key={transaction.id}>
            <TransactionRow
              transaction={transaction}
              className={fresh.has(transaction.id) ? styles.fresh : undefined}
            />
          </li>
        ))}
      </Card>
    </section>
  )
}

function NothingYet() {
  return (
    <Card className={styles.nothing}>
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
    </Card>
  )
}

function NothingFound({ onReset }: { onReset: () => void }) {
  return (
    <Card className={styles.nothing}>
      <EmptyState
        picture="dish"
        title={text.noneTitle}
        action={
          <Button variant="secondary" onClick={onReset}>
            {text.reset}
          </Button>
        }
      />
    </Card>
  )
}

function ListSkeleton() {
  return (
    <>
      <div className={styles.monthHead}>
        <Skeleton width={110} height={21} />
      </div>
      <Card>
        {Array.from({ length: skeletonRows }, (_, index) => (
          <div key={index} className={styles.rowSkeleton}>
            <Skeleton width={40} height={40} />
            <div className={styles.rowSkeletonText}>
              <Skeleton width="45%" height={18} />
              <Skeleton width="65%" height={14} />
            </div>
            <Skeleton width={76} height={20} />
          </div>
        ))}
      </Card>
    </>
  )
}
