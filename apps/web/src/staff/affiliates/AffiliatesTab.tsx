import type { AffiliatorRow } from '@shirogane/contract/resources/members/affiliates'
import { Chip } from '@shirogane/ui/data/Chip'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { emptyOf, ListFilters } from '../shared/lists/ListFilters.tsx'
import { ListPane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { useList } from '../shared/lists/use-list.ts'
import { yenSign } from '../shared/cash/money.ts'
import { AffiliatorDetail } from './AffiliatorDetail.tsx'
import { affiliatorsPageSize, affiliatorsQuery, affiliatorStates } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'

const columns: readonly TableColumn<AffiliatorRow & { id: string }>[] = [
  {
    key: 'username',
    header: text.columns.username,
    cell: (row) => (
      <span className={panes.cut}>
        @{row.username} {row.stopped && <Chip tone="bad">{text.stopped}</Chip>}
        {row.left_at !== null && <Chip>{text.left}</Chip>}
      </span>
    ),
  },
  {
    key: 'code',
    header: text.columns.code,
    cell: (row) => <span className="figures">{row.code}</span>,
    width: '8rem',
  },
  {
    key: 'affiliates',
    header: text.columns.affiliates,
    cell: (row) => text.people(row.affiliates),
    numeric: true,
    width: '5.5rem',
  },
  {
    key: 'valid',
    header: text.columns.valid,
    cell: (row) => text.people(row.valid_affiliates),
    numeric: true,
    width: '5.5rem',
  },
  {
    key: 'sales',
    header: text.columns.sales,
    cell: (row) => yenSign(row.sales),
    numeric: true,
    width: '8rem',
  },
  {
    key: 'rewards',
    header: text.columns.rewards,
    cell: (row) => yenSign(row.rewards_total),
    numeric: true,
    width: '7rem',
  },
  {
    key: 'held',
    header: text.columns.held,
    cell: (row) => (row.held > 0 ? <Chip tone="warn">{text.people(row.held)}</Chip> : ''),
    width: '6.5rem',
  },
]

/** Who invites, what it came to, and behind whom one person seems to stand. */
export function AffiliatesTab() {
  const list = useList('affiliates', 'state', affiliatorStates, 'all')
  const { choice: state, q, page, id } = list
  const found = useQuery({
    ...affiliatorsQuery({ state, q, page }),
    placeholderData: keepPreviousData,
  })

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          found.data && (
            <Chip tone={found.data.held_count > 0 ? 'warn' : 'ok'}>
              {text.heldCount(found.data.held_count)}
            </Chip>
          )
        }
      >
        <ListFilters
          list={list}
          label={text.filter}
          options={affiliatorStates.map((value) => ({ value, label: text.states[value] }))}
          search={text.search}
        />
        <Rows
          title={text.title}
          query={found}
          columns={columns}
          hidden={['valid', 'sales', 'code']}
          {...list.rows}
          pageSize={affiliatorsPageSize}
          empty={emptyOf(list, state === 'held' && q === '' ? text.emptyHeld : text.empty)}
        />
      </ListPane>
      {id !== undefined && <AffiliatorDetail key={id} id={id} onClose={() => list.open(undefined)} />}
    </Panes>
  )
}
