import { holds } from '@shirogane/contract/wire/rights'
import { Button } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { iconCheck } from '@shirogane/ui/icons/icons'
import { iconDoc } from '@shirogane/ui/icons/icons-lazy'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { readNumber } from '@shirogane/ui/inputs/read-number'
import { Select } from '@shirogane/ui/inputs/Select'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { useGo, useSearch } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { ListPane, Panes } from '../shared/lists/Panes.tsx'
import { staffQuery, useShopDate } from '../shared/queries.ts'
import { usePageThatIs } from '../shared/lists/use-page-that-is.ts'
import { useTypedSearch } from '../shared/lists/use-typed-search.ts'
import { salesPageSize, salesQuery, saveSalesCsv, type SalesFilter } from './queries.ts'
import { SaleDrawer } from './SaleDrawer.tsx'
import { SalesTable } from './SalesTable.tsx'
import { keepSearch } from './saved.ts'
import { SkuPicker } from './SkuPicker.tsx'
import { Sums } from './Sums.tsx'
import { text } from './text.ts'
import { useNames } from './use-names.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './sales.module.css'

/** The search of the address: today's sales unless it says otherwise. `date=all` is every day. */
function useFilter(today: string): {
  filter: SalesFilter
  page: number
  id: string | undefined
  isSearching: boolean
} {
  const search = useSearch()
  const date = search['date'] ?? today
  return {
    filter: {
      store_id: search['store_id'] ?? '',
      date: date === 'all' ? '' : date,
      until: date === 'all' ? '' : (search['until'] ?? ''),
      // No index knows amounts, so they are looked for within days.
      amount_from: date === 'all' ? '' : (search['amount_from'] ?? ''),
      amount_until: date === 'all' ? '' : (search['amount_until'] ?? ''),
      employee_id: search['employee_id'] ?? '',
      skus: search['skus'] ?? '',
      q: search['q'] ?? '',
    },
    page: Math.max(1, Number(search['page'] ?? 1) || 1),
    id: search['id'],
    isSearching: [
      'store_id',
      'date',
      'until',
      'amount_from',
      'amount_until',
      'employee_id',
      'skus',
      'q',
    ].some((name) => search[name] !== undefined),
  }
}

/** Sales, refunds and voids of a shop, narrowed down, with the sums of all that is found. */
export function SalesTab() {
  const go = useGo()
  const toast = useToast()
  const today = useShopDate()
  const { filter, page, id, isSearching } = useFilter(today)
  const staff = useQuery(staffQuery()).data
  const { stores, people } = useNames()
  const areDaysReversed = filter.until !== '' && filter.until < filter.date
  const areAmountsReversed =
    filter.amount_from !== '' &&
    filter.amount_until !== '' &&
    Number(filter.amount_from) > Number(filter.amount_until)
  // What is wrong stands at its field; there is nothing to ask for until it is put right.
  const isReversed = areDaysReversed || areAmountsReversed
  const found = useQuery({ ...salesQuery(filter, page), enabled: !isReversed })
  const result = isReversed ? undefined : found.data

  const show = (change: Partial<SalesFilter> & { page?: string; id?: string | undefined }) => {
    const next = { ...filter, page: undefined, id, ...change }
    go(
      paths.adminTab('transactions', {
        ...next,
        date: next.date === '' ? 'all' : next.date === today ? undefined : next.date,
      }),
      { replace: true, resetScroll: false },
    )
  }
  const turn = (next: number) => show({ page: String(next) })
  const isOnItsWay = usePageThatIs({ query: found, page, pageSize: salesPageSize, onPage: turn })
  const [typed, setTyped] = useTypedSearch(filter.q, (words) => show({ q: words }))

  const reset = () => {
    setTyped('')
    go(paths.adminTab('transactions'), { replace: true, resetScroll: false })
  }

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          <div className={panes.end}>
            <Button
              variant="secondary"
              size="s"
              icon={iconCheck}
              disabled={!isSearching || isReversed}
              onClick={async () => {
                try {
                  await keepSearch(filter, result?.total ?? 0, today)
                  toast({ message: text.savedToast, kind: 'ok' })
                  go(paths.adminTab('saved'))
                } catch (error) {
                  toast({ message: messageOf(error), kind: 'error' })
                }
              }}
            >
              {text.saveCondition}
            </Button>
            <Button
              variant="secondary"
              size="s"
              icon={iconDoc}
              disabled={result === undefined || result.total === 0}
              onClick={() =>
                saveSalesCsv(filter).catch((error: unknown) =>
                  toast({ message: messageOf(error), kind: 'error', duration: 5_000 }),
                )
              }
            >
              {text.csv}
            </Button>
          </div>
        }
      >
        <div className={styles.filters} role="search" aria-label={text.filters}>
          {staff !== undefined && staff.store === null && (
            <Field label={text.store}>
              <Select
                size="s"
                value={filter.store_id}
                onChange={(event) => show({ store_id: event.target.value })}
              >
                <option value="">{text.allStores}</option>
                {stores.map(({ id: store, name }) => (
                  <option key={store} value={store}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <Field label={text.date}>
            <TextInput
              size="s"
              type="date"
              value={filter.date}
              max={today}
              onChange={(event) => show({ date: event.target.value })}
            />
          </Field>
          <Field label={text.until} error={areDaysReversed ? text.daysReversed : undefined}>
            <TextInput
              size="s"
              type="date"
              value={filter.until}
              min={filter.date}
              max={today}
              disabled={filter.date === ''}
              onChange={(event) => show({ until: event.target.value })}
            />
          </Field>
          {(
            [
              ['amount_from', text.amountFrom],
              ['amount_until', text.amountUntil],
            ] as const
          ).map(([name, label]) => (
            <Field
              key={name}
              label={label}
              error={name === 'amount_until' && areAmountsReversed ? text.amountsReversed : undefined}
            >
              <NumberInput
                size="s"
                max={99_999_999}
                value={readNumber(filter[name])}
                disabled={filter.date === ''}
                onChange={(entered) => show({ [name]: typeof entered === 'number' ? String(entered) : '' })}
              />
            </Field>
          ))}
          <Field label={text.employee}>
            <Select
              size="s"
              value={filter.employee_id}
              onChange={(event) => show({ employee_id: event.target.value })}
            >
              <option value="">{text.everyone}</option>
              {people.map(({ id: person, name }) => (
                <option key={person} value={person}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={text.keyword}>
            <TextInput
              size="s"
              type="search"
              placeholder={text.keywordHelp}
              maxLength={60}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          {/* Staff who keep the books have no articles to choose from. */}
          {(staff === undefined || holds(staff.type, 'catalogue.read')) && (
            <SkuPicker chosen={filter.skus} onChange={(skus) => show({ skus })} />
          )}
        </div>
        {!isReversed && found.isError && (
          <ErrorPanel message={serverMessageOf(found.error)} onRetry={() => found.refetch()} />
        )}
        {!isReversed && (found.isPending || isOnItsWay) && <Skeleton height={420} />}
        {result?.items.length === 0 && !isOnItsWay && (
          <EmptyState
            title={text.empty}
            action={
              <Button variant="secondary" onClick={reset}>
                {text.reset}
              </Button>
            }
          />
        )}
        {result && result.items.length > 0 && (
          <>
            <Sums sums={result.sums} />
            <SalesTable
              rows={result.items}
              isOneDay={filter.date !== '' && filter.until === ''}
              isNarrow={id !== undefined}
              selectedId={id}
              onOpen={(row) => show({ id: row.id, page: String(page) })}
            />
            <Pagination page={page} pageSize={salesPageSize} total={result.total} onPage={turn} />
          </>
        )}
      </ListPane>
      {id !== undefined && (
        <SaleDrawer key={id} id={id} onClose={() => show({ id: undefined, page: String(page) })} />
      )}
    </Panes>
  )
}
