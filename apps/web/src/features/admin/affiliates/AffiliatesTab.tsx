import type { AffiliatorRow } from '@shirogane/contract/affiliates'
import { Button } from '@shirogane/ui/Button'
import { Chip } from '@shirogane/ui/Chip'
import { Segmented } from '@shirogane/ui/Segmented'
import type { TableColumn } from '@shirogane/ui/Table'
import { TextInput } from '@shirogane/ui/TextInput'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useGo, useSearchParam } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { ListPane, Panes, Rows } from '../Panes.tsx'
import { yenSign } from '../money.ts'
import { AffiliatorDetail } from './AffiliatorDetail.tsx'
import { affiliatorsPageSize, affiliatorsQuery, affiliatorStates, type AffiliatorState } from './queries.ts'
import { text } from './text.ts'
import panes from '../panes.module.css'

const typingPauseMs = 300

const columns: readonly TableColumn<AffiliatorRow & { id: string }>[] = [
  {
    key: 'username',
    header: text.columns.username,
    cell: (row) => (
      <span className={panes.cut}>
        @{row.username} {row.stopped && <Chip tone="bad">{text.stopped}</Chip>}
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
  const go = useGo()
  const id = useSearchParam('id')
  const asked = useSearchParam('state')
  const state: AffiliatorState = affiliatorStates.find((one) => one === asked) ?? 'all'
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const q = useSearchParam('q') ?? ''
  const [typed, setTyped] = useState(q)
  const list = useQuery({ ...affiliatorsQuery({ state, q, page }), placeholderData: keepPreviousData })
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('affiliates', { state, q, page: String(page), id, ...query }), {
      replace: true,
      resetScroll: false,
    })

  // Only what is typed starts the clock anew.
  const search = useEffectEvent(() => {
    if (typed !== q) show({ q: typed, page: '1' })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          list.data && (
            <Chip tone={list.data.held_count > 0 ? 'warn' : 'ok'}>
              {text.heldCount(list.data.held_count)}
            </Chip>
          )
        }
      >
        <div className={panes.filters}>
          <Segmented<AffiliatorState>
            label={text.filter}
            options={affiliatorStates.map((value) => ({ value, label: text.states[value] }))}
            value={state}
            onChange={(value) => show({ state: value, page: '1', id: undefined })}
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
          hidden={['valid', 'sales', 'code']}
          openId={id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={affiliatorsPageSize}
          onPage={(next) => show({ page: String(next) })}
          empty={{
            title: state === 'held' && q === '' ? text.emptyHeld : text.empty,
            ...(q !== '' && {
              action: (
                <Button variant="secondary" onClick={() => (setTyped(''), show({ q: undefined, page: '1' }))}>
                  {text.reset}
                </Button>
              ),
            }),
          }}
        />
      </ListPane>
      {id !== undefined && <AffiliatorDetail key={id} id={id} onClose={() => show({ id: undefined })} />}
    </Panes>
  )
}
