import { iconSearch } from '@shirogane/ui/icons/icons-lazy'
import { skuCategories, skuStates } from '@shirogane/contract/terms/sku-terms'
import type { SkuCategory } from '@shirogane/contract/terms/sku-terms'
import type { SkuRecord } from '@shirogane/contract/resources/brand/skus'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Select } from '@shirogane/ui/inputs/Select'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { DetailPane, ListPane, Pane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { useHolds } from '../shared/queries.ts'
import { useTypedSearch } from '../shared/lists/use-typed-search.ts'
import { skuQuery, skusPageSize, skusQuery } from './queries.ts'
import { SkuDetail } from './SkuDetail.tsx'
import { SkuForm } from './SkuForm.tsx'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './catalogue.module.css'

const columns: readonly TableColumn<SkuRecord>[] = [
  { key: 'sku', header: text.columns.sku, cell: (row) => row.sku, width: '8rem' },
  {
    key: 'name',
    header: text.columns.name,
    cell: (row) => (
      <span className={styles.article}>
        <span className={panes.cut}>{row.name}</span>
        {row.silver !== null && (
          <Chip small tone="accent">
            {row.silver.weighed ? text.weighed : text.byWeight}
          </Chip>
        )}
        {!row.active && (
          <Chip small tone="warn">
            {text.states.ended}
          </Chip>
        )}
      </span>
    ),
  },
  {
    key: 'category',
    header: text.columns.category,
    cell: (row) => text.categories[row.category],
    width: '10rem',
  },
  {
    key: 'price',
    header: text.columns.price,
    cell: (row) => <Amount value={row.price} unit="¥" size="text" />,
    numeric: true,
    width: '8rem',
  },
  {
    key: 'quick',
    header: text.columns.quick,
    cell: (row) => row.quick_order ?? '',
    numeric: true,
    width: '7rem',
  },
]

/** The articles of the brand: found, registered, priced and taken out of sale. */
export function CatalogueTab() {
  const go = useGo()
  const toast = useToast()
  const id = useSearchParam('id')
  const query = useSearchParam('q') ?? ''
  const given = useSearchParam('status')
  const state = skuStates.find((each) => each === given) ?? 'active'
  const kind = useSearchParam('kind')
  const category = skuCategories.find((each) => each === kind)
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const list = useQuery({ ...skusQuery({ query, state, category, page }), placeholderData: keepPreviousData })
  const opened = useQuery({ ...skuQuery(id ?? ''), enabled: id !== undefined && id !== 'new' })
  const mayChange = useHolds('catalogue')
  const show = (change: Record<string, string | undefined>) =>
    go(
      paths.adminTab('catalogue', {
        q: query === '' ? undefined : query,
        status: state,
        kind: category,
        page: String(page),
        id,
        ...change,
      }),
      { replace: true, resetScroll: false },
    )
  const [typed, setTyped] = useTypedSearch(query, (words) =>
    show({ q: words === '' ? undefined : words, page: '1' }),
  )

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          mayChange && (
            <Button size="s" onClick={() => show({ id: 'new' })}>
              {text.create}
            </Button>
          )
        }
      >
        <div className={styles.narrow}>
          <TextInput
            size="s"
            type="search"
            icon={iconSearch}
            aria-label={text.search}
            placeholder={text.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Select
            size="s"
            aria-label={text.columns.category}
            value={category ?? ''}
            onChange={(event) => show({ kind: event.target.value || undefined, page: '1' })}
          >
            <option value="">{text.allCategories}</option>
            {skuCategories.map((each: SkuCategory) => (
              <option key={each} value={each}>
                {text.categories[each]}
              </option>
            ))}
          </Select>
          <Segmented
            label={text.state}
            options={skuStates.map((value) => ({ value, label: text.states[value] }))}
            value={state}
            onChange={(value) => show({ status: value, page: '1' })}
          />
        </div>
        <Rows
          title={text.title}
          query={list}
          columns={columns}
          hidden={['category', 'quick']}
          openId={id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={skusPageSize}
          onPage={(next) => show({ page: String(next) })}
          empty={{ title: text.empty }}
        />
      </ListPane>
      {id === 'new' && mayChange && (
        <Pane label={text.create} onClose={() => show({ id: undefined })}>
          <SkuForm
            sku={null}
            onCancel={() => show({ id: undefined })}
            onDone={(made) => {
              refetch('skus.list')
              refetch('skus.search')
              toast({ message: text.saved, kind: 'ok' })
              show({ id: made.id })
            }}
          />
        </Pane>
      )}
      {id !== undefined && id !== 'new' && (
        <DetailPane key={id} label={text.title} query={opened} onClose={() => show({ id: undefined })}>
          {(sku) => <SkuDetail sku={sku} mayChange={mayChange} />}
        </DetailPane>
      )}
    </Panes>
  )
}
