import { roleLabels } from '@shirogane/contract/terms/role-words'
import type { StaffMember } from '@shirogane/contract/resources/brand/staff'
import { Button } from '@shirogane/ui/actions/Button'
import { iconPlus } from '@shirogane/ui/icons/icons'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '../../shell/api/api.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { useSheet } from '../../shell/navigation/navigation.tsx'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { emptyOf, ListFilters } from '../shared/lists/ListFilters.tsx'
import { ListPane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { useList } from '../shared/lists/use-list.ts'
import { CreateSheet } from './CreateSheet.tsx'
import { InvitationSheet } from './InvitationSheet.tsx'
import { staffListQuery, staffPageSize } from './queries.ts'
import { StaffDetail } from './StaffDetail.tsx'
import { StaffState } from './StaffState.tsx'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'

const states = ['active', 'stopped', 'all'] as const

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
    cell: (row) => (row.details === null ? '' : roleLabels[row.details.type]),
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
    cell: ({ details }) => details !== null && <StaffState details={details} />,
    width: '6.5rem',
  },
]

type Invited = Output<'admin.createStaff'>

/** Who works here, with which rights; staff with the right to it take people on, move, stop and start them again. */
export function StaffTab() {
  const list = useList('staff', 'state', states, 'active')
  const { choice: state, q, page, id } = list
  const adding = useSheet('add')
  const [invited, setInvited] = useState<Invited | null>(null)
  const { withStepUp, stepUpSheet } = useStepUp()
  const found = useQuery({
    ...staffListQuery({ state, q, page }),
    placeholderData: keepPreviousData,
  })
  const personIn = (query: typeof found) => query.data?.items.find((row) => row.id === id)
  const here = found.isPlaceholderData ? undefined : personIn(found)
  // A person comes with the page that they stand on: while another one is leafed through, their pane stays open.
  const [seenOn, setSeenOn] = useState(page)
  if (here !== undefined && seenOn !== page) setSeenOn(page)
  const seen = useQuery({ ...staffListQuery({ state, q, page: seenOn }), enabled: id !== undefined })
  const chosen = here ?? personIn(seen)

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          <Button size="s" icon={iconPlus} onClick={() => adding.open()}>
            {text.add}
          </Button>
        }
      >
        <ListFilters
          list={list}
          label={text.filter}
          options={states.map((value) => ({ value, label: text[value] }))}
          search={text.search}
        />
        <Rows
          title={text.title}
          query={found}
          columns={columns}
          hidden={['used', 'store']}
          {...list.rows}
          openId={chosen?.id}
          pageSize={staffPageSize}
          empty={emptyOf(list, text.empty)}
        />
      </ListPane>
      {chosen !== undefined && (
        <StaffDetail
          key={chosen.id}
          person={chosen}
          withStepUp={withStepUp}
          onInvited={setInvited}
          onClose={() => list.open(undefined)}
        />
      )}
      {adding.isOpen && <CreateSheet withStepUp={withStepUp} onCreated={setInvited} onClose={adding.close} />}
      {invited !== null && <InvitationSheet invited={invited} onClose={() => setInvited(null)} />}
      {stepUpSheet}
    </Panes>
  )
}
