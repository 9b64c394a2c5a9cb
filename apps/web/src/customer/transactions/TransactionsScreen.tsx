import type { TransactionFilter } from '@shirogane/contract/wire/filters'
import { FilterChips, filterButtonClass } from '@shirogane/ui/inputs/FilterChips'
import { Icon } from '@shirogane/ui/icons/Icon'
import { iconFilter } from '@shirogane/ui/icons/icons-lazy'
import { Suspense } from 'react'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { useGo, useSearch, useSheet } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { BalancePlate } from './BalancePlate.tsx'
import { GuestTransactions } from './GuestTransactions.tsx'
import { addressOf, isSearch, readNarrowing } from './narrowing.ts'
import { text } from './text.ts'
import { TransactionList } from './TransactionList.tsx'
import styles from './transactions.module.css'

const FilterSheet = lazyPart(() => import('./FilterSheet.tsx'), 'FilterSheet')

/** The order of the row of chips. */
const shownFilters: readonly TransactionFilter[] = [
  'all',
  'payment',
  'reward',
  'point',
  'refund',
  'later',
  'charge',
  'payout',
]

export default function TransactionsScreen() {
  const search = useSearch()
  const narrowing = readNarrowing(search)
  const sheet = useSheet('filter')
  const go = useGo()
  if (whoIs(useSession()) !== 'member') return <GuestTransactions />
  const isNarrowed = isSearch(narrowing)
  const show = (filter: TransactionFilter, rest = addressOf(narrowing)) =>
    go(paths.transactions(filter === 'all' ? undefined : filter, rest), {
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <h1 className="hiddenTitle">{text.heading}</h1>
      <BalancePlate />
      <FilterChips
        className={styles.filters}
        label={text.filters}
        options={shownFilters.map((value) => ({ value, label: text.filterNames[value] }))}
        value={narrowing.filter}
        onChange={(filter) => show(filter)}
        end={
          <button
            type="button"
            className={`${filterButtonClass} ${styles.filterButton ?? ''}`}
            aria-label={isNarrowed ? text.filterActive : text.filter}
            aria-haspopup="dialog"
            onClick={() => sheet.open()}
          >
            <Icon shape={iconFilter} size={18} />
            {isNarrowed && <span className={styles.filterDot} aria-hidden="true" />}
          </button>
        }
      />
      <TransactionList
        key={JSON.stringify(narrowing)}
        narrowing={narrowing}
        onReset={() => show('all', {} as ReturnType<typeof addressOf>)}
      />
      <Suspense>
        {sheet.isOpen && <FilterSheet narrowing={narrowing} options={shownFilters} onClose={sheet.close} />}
      </Suspense>
    </>
  )
}
