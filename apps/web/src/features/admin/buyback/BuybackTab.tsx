import type { BuybackRow } from '@shirogane/contract/buybacks'
import { paymentNames } from '@shirogane/contract/buyback-words'
import { Button } from '@shirogane/ui/Button'
import { Chip } from '@shirogane/ui/Chip'
import { Segmented } from '@shirogane/ui/Segmented'
import type { TableColumn } from '@shirogane/ui/Table'
import { TextInput } from '@shirogane/ui/TextInput'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { listTime } from '../../../lib/dates.ts'
import { yenText } from '../../../lib/money.ts'
import { useGo, useSearchParam, useSheet } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { ListPane, Panes, Rows } from '../Panes.tsx'
import { staffQuery } from '../queries.ts'
import { BuybackPane } from './BuybackPane.tsx'
import { CsvSheet } from './CsvSheet.tsx'
import { Desk } from './Desk.tsx'
import { buybacksPageSize, buybacksQuery, type BuybackStatus } from './queries.ts'
import { text } from './text.ts'
import panes from '../panes.module.css'

const typingPauseMs = 300

const columns: readonly TableColumn<BuybackRow>[] = [
  {
    key: 'number',
    header: text.columns.number,
    cell: (row) => <span className="figures">{row.number}</span>,
    width: '11.5rem',
  },
  { key: 'at', header: text.columns.at, cell: (row) => listTime(row.at), width: '9rem' },
  {
    key: 'name',
    header: text.columns.name,
    cell: (row) => <span className={panes.cut}>{row.seller_name}</span>,
  },
  {
    key: 'pieces',
    header: text.columns.pieces,
    cell: (row) => text.pieces(row.pieces),
    numeric: true,
    width: '5rem',
  },
  {
    key: 'weight',
    header: text.columns.weight,
    cell: (row) => text.grams(row.net_weight_mg),
    numeric: true,
    width: '7rem',
  },
  {
    key: 'amount',
    header: text.columns.amount,
    cell: (row) => yenText(row.status === 'paid' ? row.amount : 0),
    numeric: true,
    width: '8rem',
  },
  {
    key: 'paid',
    header: text.columns.paid,
    cell: (row) =>
      row.status === 'stopped' ? (
        <Chip tone="bad">{text.statuses.stopped}</Chip>
      ) : row.awaits_bank ? (
        <Chip tone="warn">{text.awaitsChip}</Chip>
      ) : (
        paymentNames[row.paid_by]
      ),
    width: '8rem',
  },
]

/** The ledger of second-hand goods, and the desk where it is written. */
export function BuybackTab() {
  const go = useGo()
  const id = useSearchParam('id')
  const status = (useSearchParam('status') ?? 'all') as BuybackStatus
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const q = useSearchParam('q') ?? ''
  const [typed, setTyped] = useState(q)
  const type = useQuery(staffQuery()).data?.type
  const mayBuy = type === 'manager'
  const csv = useSheet('csv')
  const list = useQuery({ ...buybacksQuery({ q, status, page }), placeholderData: keepPreviousData })
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('buyback', { status, q, page: String(page), id, ...query }), {
      replace: true,
      resetScroll: false,
    })
  // Only what is typed starts the clock anew.
  const search = useEffectEvent(() => {
    if (typed !== q) show({ q: typed, page: '1', id: undefined })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  if (id === 'new' && mayBuy)
    return <Desk onBack={() => show({ id: undefined })} onDone={(made) => show({ id: made })} />
  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          (mayBuy || type === 'owner') && (
            <div className={panes.tools}>
              <Button size="s" variant="secondary" onClick={() => csv.open()}>
                {text.csv}
              </Button>
              {mayBuy && (
                <Button size="s" onClick={() => show({ id: 'new' })}>
                  {text.create}
                </Button>
              )}
            </div>
          )
        }
      >
        <div className={panes.filters}>
          <Segmented<BuybackStatus>
            label={text.filter}
            options={(['all', 'held', 'awaits_bank', 'stopped'] as const).map((value) => ({
              value,
              label: text.statuses[value],
            }))}
            value={status}
            onChange={(value) => show({ status: value, page: '1', id: undefined })}
          />
          <TextInput
            size="s"
            type="search"
            aria-label={text.search}
            placeholder={text.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Rows
          title={text.title}
          query={list}
          columns={columns}
          hidden={['at', 'weight', 'pieces']}
          openId={id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={buybacksPageSize}
          onPage={(next) => show({ page: String(next) })}
          empty={{ title: text.empty }}
        />
      </ListPane>
      {csv.isOpen && <CsvSheet onClose={csv.close} />}
      {id !== undefined && id !== 'new' && (
        <BuybackPane key={id} id={id} onClose={() => show({ id: undefined })} />
      )}
    </Panes>
  )
}
