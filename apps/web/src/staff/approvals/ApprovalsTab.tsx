import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import { Chip } from '@shirogane/ui/data/Chip'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listTime } from '../../shared/dates/dates.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { ListPane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { Decision } from './Decision.tsx'
import { approvalsPageSize, approvalsQuery } from './queries.ts'
import { amountOf, kinds, text } from './text.ts'
import panes from '../shared/lists/panes.module.css'

type State = 'waiting' | 'all'

const tones = {
  waiting: 'warn',
  approved: 'ok',
  used: 'ok',
  declined: 'bad',
  cancelled: 'neutral',
  expired: 'neutral',
} as const

const columns: readonly TableColumn<Approval>[] = [
  { key: 'at', header: text.columns.at, cell: (row) => listTime(row.requested_at), width: '8rem' },
  { key: 'kind', header: text.columns.kind, cell: (row) => kinds[row.kind].name },
  { key: 'amount', header: text.columns.amount, cell: (row) => amountOf(row), numeric: true, width: '8rem' },
  { key: 'by', header: text.columns.by, cell: (row) => row.requested_by.name },
  { key: 'store', header: text.columns.store, cell: (row) => row.store.name },
  {
    key: 'status',
    header: text.columns.status,
    cell: (row) => <Chip tone={tones[row.status]}>{text.statuses[row.status]}</Chip>,
    width: '9rem',
  },
]

/** What waits for a second person, live, and what became of the rest. */
export function ApprovalsTab() {
  const go = useGo()
  const id = useSearchParam('id')
  const state: State = useSearchParam('state') === 'all' ? 'all' : 'waiting'
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const list = useQuery({ ...approvalsQuery({ state, page }), placeholderData: keepPreviousData })
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('approvals', { state, page: String(page), id, ...query }), {
      replace: true,
      resetScroll: false,
    })
  return (
    <Panes>
      <ListPane title={text.waitingTitle}>
        <Segmented<State>
          className={panes.choices}
          label={text.filter}
          options={(['waiting', 'all'] as const).map((value) => ({ value, label: text[value] }))}
          value={state}
          onChange={(value) => show({ state: value, page: '1', id: undefined })}
        />
        <Rows
          title={text.waitingTitle}
          query={list}
          columns={columns}
          hidden={['store']}
          openId={id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={approvalsPageSize}
          onPage={(next) => show({ page: String(next) })}
          empty={{ title: state === 'waiting' ? text.empty : text.emptyAll }}
        />
      </ListPane>
      {id !== undefined && <Decision key={id} id={id} onClose={() => show({ id: undefined })} />}
    </Panes>
  )
}
