import { transactionFilters } from '@shirogane/contract/filters'
import type { TransactionFilter } from '@shirogane/contract/filters'
import { FilterChips, filterButtonClass } from '@shirogane/ui/FilterChips'
import { Icon } from '@shirogane/ui/Icon'
import { iconFilter } from '@shirogane/ui/icons-later'
import { Suspense, lazy } from 'react'
import { loadChunk } from '../../lib/chunks.ts'
import { useGo, useSearchParam, useSheet } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession, whoIs } from '../../lib/session.ts'
import { BalancePlate } from './BalancePlate.tsx'
import { GuestTransactions } from './GuestTransactions.tsx'
import { text } from './text.ts'
import { TransactionList } from './TransactionList.tsx'
import styles from './transactions.module.css'

const FilterSheet = lazy(() =>
  loadChunk(() => import('./FilterSheet.tsx').then(({ FilterSheet }) => ({ default: FilterSheet }))),
)

/** The order of the row of chips. */
const shownFilters: readonly TransactionFilter[] = [
  'all',
  'payment',
  'reward',
  'point',
  'refund',
  'charge',
  'payout',
]

function readFilter(value: string | undefined): TransactionFilter {
  return transactionFilters.find((filter) => filter === value) ?? 'all'
}

export default function TransactionsScreen() {
  const filter = readFilter(useSearchParam('filter'))
  const sheet = useSheet('filter')
  const go = useGo()
  if (whoIs(useSession()) !== 'member') return <GuestTransactions />
  const choose = (next: TransactionFilter) =>
    go(paths.transactions(next === 'all' ? undefined : next), { replace: true, resetScroll: false })
  return (
    <>
      <h1 className="hiddenTitle">{text.heading}</h1>
      <BalancePlate />
      <FilterChips
        className={styles.filters}
        label={text.filters}
        options={shownFilters.map((value) => ({ value, label: text.filterNames[value] }))}
        value={filter}
        onChange={choose}
        end={
          <button
            type="button"
            className={filterButtonClass}
            aria-label={text.filter}
            aria-haspopup="dialog"
            onClick={() => sheet.open()}
          >
            <Icon shape={iconFilter} size={18} />
          </button>
        }
      />
      <TransactionList key={filter} filter={filter} onReset={() => choose('all')} />
      <Suspense>
        {sheet.isOpen && <FilterSheet filter={filter} options={shownFilters} onClose={sheet.close} />}
      </Suspense>
    </>
  )
}
