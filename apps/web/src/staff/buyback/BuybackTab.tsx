import type { BuybackRow } from '@shirogane/contract/resources/brand/buybacks'
import { paymentNames } from '@shirogane/contract/terms/buyback-words'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconPrint } from '@shirogane/ui/icons/icons-staff'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listTime } from '../../shared/dates/dates.ts'
import { yenText } from '../../shared/money/money.ts'
import { useSheet } from '../../shell/navigation/navigation.tsx'
import { emptyOf, ListFilters } from '../shared/lists/ListFilters.tsx'
import { ListPane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { useList } from '../shared/lists/use-list.ts'
import { useHolds } from '../shared/queries.ts'
import { BuybackPane } from './BuybackPane.tsx'
import { CsvSheet } from './CsvSheet.tsx'
import { Desk } from './Desk.tsx'
import { PrintSheet } from './PrintSheet.tsx'
import { buybacksPageSize, buybacksQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'

const statuses = ['all', 'held', 'awaits_bank', 'stopped', 'reversed'] as const

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
    cell: (row) => yenText(row.status === 'stopped' ? 0 : row.amount),
    numeric: true,
    width: '8rem',
  },
  {
    key: 'paid',
    header: text.columns.paid,
    cell: (row) =>
      row.status === 'stopped' ? (
        <Chip tone="bad">{text.statuses.stopped}</Chip>
      ) : row.status === 'reversed' ? (
        <Chip tone="neutral">{text.reversedChip}</Chip>
      ) : row.awaits_bank ? (
        <Chip tone="warn">{text.awaitsChip}</Chip>
      ) : (
        paymentNames[row.paid_by]
      ),
    width: '8rem',
  },
]

/** The ledger of second-hand articles, and the desk where it is written. */
export function BuybackTab() {
  const list = useList('buyback', 'status', statuses, 'all')
  const { choice: status, q, page, id } = list
  const mayBuy = useHolds('buyback.make')
  const mayReadBook = useHolds('buyback')
  const csv = useSheet('csv')
  const print = useSheet('print')
  const found = useQuery({
    ...buybacksQuery({ q, status, page }),
    placeholderData: keepPreviousData,
  })
  if (id === 'new' && mayBuy)
    return <Desk onBack={() => list.open(undefined)} onDone={(made) => list.open(made)} />
  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          mayReadBook && (
            <div className={panes.tools}>
              <Button size="s" variant="secondary" icon={iconPrint} onClick={() => print.open()}>
                {text.print}
              </Button>
              <Button size="s" variant="secondary" onClick={() => csv.open()}>
                {text.csv}
              </Button>
              {mayBuy && (
                <Button size="s" onClick={() => list.open('new')}>
                  {text.create}
                </Button>
              )}
            </div>
          )
        }
      >
        <ListFilters
          list={list}
          label={text.filter}
          options={statuses.map((value) => ({
            value,
            label: text.statuses[value],
          }))}
          search={text.search}
        />
        <Rows
          title={text.title}
          query={found}
          columns={columns}
          hidden={['at', 'weight', 'pieces']}
          {...list.rows}
          pageSize={buybacksPageSize}
          empty={emptyOf(list, text.empty)}
        />
      </ListPane>
      {csv.isOpen && <CsvSheet onClose={csv.close} />}
      {print.isOpen && <PrintSheet onClose={print.close} />}
      {id !== undefined && id !== 'new' && (
        <BuybackPane key={id} id={id} onClose={() => list.open(undefined)} />
      )}
    </Panes>
  )
}
