import type { StaffMember } from '@shirogane/contract/staff'
import { Button } from '@shirogane/ui/Button'
import { Chip } from '@shirogane/ui/Chip'
import { iconPlus } from '@shirogane/ui/icons'
import { Segmented } from '@shirogane/ui/Segmented'
import type { TableColumn } from '@shirogane/ui/Table'
import { TextInput } from '@shirogane/ui/TextInput'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Output } from '../../../lib/api.ts'
import { listTime } from '../../../lib/dates.ts'
import { useGo, useSearchParam } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { useStepUp } from '../../../lib/step-up.tsx'
import { ListPane, Panes, Rows } from '../Panes.tsx'
import { CreateSheet } from './CreateSheet.tsx'
import { InvitationSheet } from './InvitationSheet.tsx'
import { staffListQuery, staffPageSize } from './queries.ts'
import { StaffDetail } from './StaffDetail.tsx'
import { text } from './text.ts'
import panes from '../panes.module.css'

type State = 'active' | 'stopped' | 'all'
const states = ['active', 'stopped', 'all'] as const
const typingPauseMs = 300

const columns: readonly TableColumn<StaffMember>[] = [
  {
    key: 'number',
    header: text.columns.number,
    cell: (row) => <span className="figures">{row.number}</span>,
    width: '6.5rem',
  },
  { key: 'name', header: text.columns.name, cell: (row) => <span className={panes.cut}>{row.name}</span> },
  {
    key: 'role',
    header: text.columns.role,
    cell: (row) => (row.details === null ? '' : text.roles[row.details.type]),
    width: '7rem',
  },
  { key: 'store', header: text.columns.store, cell: (row) => row.details?.store_name ?? text.office },
  {
    key: 'used',
    header: text.columns.used,
    cell: (row) => (row.details?.last_used_at == null ? text.never : listTime(row.details.last_used_at)),
    width: '9rem',
  },
  {
    key: 'state',
    header: text.columns.state,
    cell: ({ details }) =>
      details === null ? null : (
        <Chip tone={!details.active ? 'neutral' : details.invited_until === null ? 'ok' : 'warn'}>
          {!details.active ? text.stopped : details.invited_until === null ? text.active : text.invited}
        </Chip>
      ),
    width: '6.5rem',
  },
]

type Invited = Output<'admin.createStaff'>

/** Who works here, with which rights; whoever may, takes people on, moves, stops and starts them again. */
export function StaffTab() {
  const go = useGo()
  const id = useSearchParam('id')
  const asked = useSearchParam('state')
  const state: State = states.find((one) => one === asked) ?? 'active'
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const q = useSearchParam('q') ?? ''
  const [typed, setTyped] = useState(q)
  const [isAdding, setAdding] = useState(false)
  const [invited, setInvited] = useState<Invited | null>(null)
  const { withStepUp, stepUpSheet } = useStepUp()
  const list = useQuery({ ...staffListQuery({ state, q, page }), placeholderData: keepPreviousData })
  const chosen = list.data?.items.find((row) => row.id === id)
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('staff', { state, q, page: String(page), id, ...query }), {
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
          <Button size="s" icon={iconPlus} onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        }
      >
        <div className={panes.filters}>
          <Segmented<State>
            label={text.filter}
            options={states.map((value) => ({ value, label: text[value] }))}
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
          hidden={['used', 'store']}
          openId={chosen?.id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={staffPageSize}
          onPage={(next) => show({ page: String(next) })}
          empty={{
            title: text.empty,
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
      {chosen !== undefined && (
        <StaffDetail
          key={chosen.id}
          person={chosen}
          withStepUp={withStepUp}
          onInvited={setInvited}
          onClose={() => show({ id: undefined })}
        />
      )}
      {isAdding && (
        <CreateSheet withStepUp={withStepUp} onCreated={setInvited} onClose={() => setAdding(false)} />
      )}
      {invited !== null && <InvitationSheet invited={invited} onClose={() => setInvited(null)} />}
      {stepUpSheet}
    </Panes>
  )
}
