import { iconSearch } from '@shirogane/ui/icons/icons-lazy'
import { skuCategories, type SkuCategory } from '@shirogane/contract/terms/sku-terms'
import type { StockItem } from '@shirogane/contract/resources/brand/inventory'
import { type StockFilter, stockFilters } from '@shirogane/contract/terms/stock-terms'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { FilterChips } from '@shirogane/ui/inputs/FilterChips'
import { Pagination } from '@shirogane/ui/data/Pagination'
import { Select } from '@shirogane/ui/inputs/Select'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useMedia } from '@shirogane/ui/layout/use-media'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, serverMessageOf } from '../../shell/api/api.ts'
import { countText } from '../../shared/figures/figures.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { ArticlePicture } from '../shared/articles/ArticlePicture.tsx'
import { keptInStore, useLast } from '../shared/device/kept-in-store.ts'
import { skuSearchQuery } from '../shared/queries.ts'
import { isExactly, isPayCode } from '../shared/scanner/code.ts'
import { usePageThatIs } from '../shared/lists/use-page-that-is.ts'
import { useScanner } from '../shared/scanner/use-scanner.ts'
import { stockListQuery, stockPageSize } from './queries.ts'
import { StoreChoice } from './StoreChoice.tsx'
import { text } from './text.ts'
import { useRested } from '../../shared/figures/use-rested.ts'
import type { ViewProps } from './view.ts'
import styles from './inventory.module.css'

export const stateTones = { ok: 'neutral', low: 'warn', out: 'bad' } as const
const columns: readonly TableColumn<StockItem>[] = [
  {
    key: 'name',
    header: text.columns.name,
    cell: (row) => (
      <span className={styles.article}>
        <ArticlePicture picture={row.picture} photo={row.photo?.tile ?? null} size={40} />
        <span className={styles.names}>
          <b>{row.name}</b>
          <span className={styles.sku}>{row.sku}</span>
        </span>
      </span>
    ),
  },
  {
    key: 'quantity',
    header: text.columns.quantity,
    cell: (row) => countText(row.quantity),
    numeric: true,
    width: '5rem',
  },
  {
    key: 'reserved',
    header: text.columns.reserved,
    cell: (row) => countText(row.reserved),
    numeric: true,
    width: '5rem',
  },
  {
    key: 'available',
    header: text.columns.available,
    cell: (row) => countText(row.available),
    numeric: true,
    width: '5rem',
  },
  {
    key: 'reorder',
    header: text.columns.reorder,
    cell: (row) => (row.reorder_point === null ? text.none : countText(row.reorder_point)),
    numeric: true,
    width: '5rem',
  },
  {
    key: 'state',
    header: text.columns.state,
    cell: (row) => row.state !== 'ok' && <Chip tone={stateTones[row.state]}>{text.states[row.state]}</Chip>,
    width: '8rem',
  },
]

/** A phone shows what may be sold, and says the rest on the article's own page. */
const narrowColumns: readonly TableColumn<StockItem>[] = columns
  .filter(({ key }) => key === 'name' || key === 'available' || key === 'state')
  .map((column) => (column.key === 'state' ? { ...column, width: '7rem' } : column))

/** Every article of the shop with what is there of it; a scan opens the article. */
export function StockList({ staff, store }: ViewProps) {
  const go = useGo()
  const client = useQueryClient()
  const toast = useToast()
  const isNarrow = useMedia('(max-width: 749.98px)')
  const filter = (useSearchParam('filter') ?? 'all') as StockFilter
  const category = useSearchParam('category') as SkuCategory | undefined
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const [typed, setTyped] = useState('')
  const query = useRested(typed.trim())
  const list = useQuery({
    ...stockListQuery({ store, query, filter, category, page: query === '' ? page : 1 }),
    placeholderData: keptInStore({ store_id: store }),
  })
  const stores = useLast(list.data)?.stores ?? []
  const show = (change: Record<string, string | undefined>) =>
    go(paths.adminInventory(undefined, { store, filter, category, page: undefined, ...change }), {
      replace: true,
      resetScroll: false,
    })
  const turn = (next: number) => show({ page: String(next) })
  const isOnItsWay = usePageThatIs({
    query: list,
    page: list.data?.page ?? page,
    pageSize: stockPageSize,
    onPage: turn,
  })
  const open = (id: string) => go(paths.adminInventory(id, { store }))

  useScanner({
    onScan: (code) => void find(code),
    onTyped: () => () => {},
  })
  async function find(code: string): Promise<void> {
    try {
      const { items } = await client.fetchQuery(skuSearchQuery(code))
      const exact = items.find((item) => isExactly(item, code))
      if (exact) open(exact.id)
      else toast({ message: text.unknownCode(isPayCode(code) ? null : code), kind: 'error' })
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error' })
    }
  }

  const counts = list.data?.counts
  return (
    <section className={styles.view} aria-label={text.views.stock}>
      <div className={styles.tools}>
        <TextInput
          type="search"
          size="s"
          icon={iconSearch}
          className={styles.search}
          aria-label={text.search}
          placeholder={text.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className={styles.choice}>
          <Select
            size="s"
            aria-label={text.category}
            value={category ?? ''}
            onChange={(event) => show({ category: event.target.value || undefined })}
          >
            <option value="">{text.allCategories}</option>
            {skuCategories
              .filter((value) => value !== 'service')
              .map((value) => (
                <option key={value} value={value}>
                  {text.categories[value]}
                </option>
              ))}
          </Select>
        </div>
        {staff.store === null && (
          <StoreChoice stores={stores} value={store} onChange={(id) => show({ store: id })} />
        )}
      </div>
      <FilterChips<StockFilter>
        label={text.filter}
        options={stockFilters.map((value) => ({
          value,
          label: text.filters[value],
          ...((value === 'low' || value === 'out') &&
            counts &&
            counts[value] > 0 && { count: counts[value] }),
        }))}
        value={filter}
        onChange={(value) => show({ filter: value })}
      />
      {list.isError && <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />}
      {(list.isPending || isOnItsWay) && <Skeleton height={420} />}
      {list.data && list.data.items.length === 0 && !isOnItsWay && (
        <EmptyState picture="ring" title={text.empty} />
      )}
      {list.data && list.data.items.length > 0 && (
        <>
          <div className={isNarrow ? undefined : styles.table}>
            <Table
              caption={text.views.stock}
              columns={isNarrow ? narrowColumns : columns}
              rows={list.data.items}
              rowKey={(row) => row.id}
              onOpen={(row) => open(row.id)}
            />
          </div>
          <Pagination page={list.data.page} pageSize={stockPageSize} total={list.data.total} onPage={turn} />
        </>
      )}
    </section>
  )
}
