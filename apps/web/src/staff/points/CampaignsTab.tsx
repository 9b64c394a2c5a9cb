import type { CampaignState } from '@shirogane/contract/terms/campaign-terms'
import type { AdminCampaign } from '@shirogane/contract/resources/members/campaigns'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pointsText } from '../../shared/money/money.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useHolds } from '../shared/queries.ts'
import { ListPane, Pane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { CampaignDetail, stateTones } from './CampaignDetail.tsx'
import { CampaignForm } from './CampaignForm.tsx'
import { campaignsPageSize, campaignsQuery } from './queries.ts'
import { givesText, periodText } from './show.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'

const columns: readonly TableColumn<AdminCampaign>[] = [
  {
    key: 'name',
    header: text.columns.name,
    cell: (row) => <span className={panes.cut}>{row.name}</span>,
  },
  {
    key: 'state',
    header: text.columns.state,
    cell: (row) => <Chip tone={stateTones[row.state]}>{text.states[row.state]}</Chip>,
    width: '6rem',
  },
  { key: 'period', header: text.columns.period, cell: periodText, width: '12rem' },
  { key: 'gives', header: text.columns.gives, cell: givesText, width: '6rem' },
  {
    key: 'given',
    header: text.columns.given,
    cell: (row) => pointsText(row.given),
    numeric: true,
    width: '8rem',
  },
  {
    key: 'budget',
    header: text.columns.budget,
    cell: (row) => (row.budget === null ? text.noLimit : pointsText(row.budget)),
    numeric: true,
    width: '8rem',
  },
]

/** What runs, what it has given and what is left of it; one click from each to its terms and its history. */
export function CampaignsTab() {
  const go = useGo()
  const toast = useToast()
  const id = useSearchParam('id')
  const state = (useSearchParam('status') ?? 'all') as CampaignState | 'all'
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const list = useQuery({ ...campaignsQuery({ state, page }), placeholderData: keepPreviousData })
  const mayChange = useHolds('campaigns')
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('campaigns', { status: state, page: String(page), id, ...query }), {
      replace: true,
      resetScroll: false,
    })
  const stores = list.data?.stores ?? []

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
        <Segmented<CampaignState | 'all'>
          className={panes.choices}
          label={text.filter}
          options={(['all', 'running', 'planned', 'paused', 'ended'] as const).map((value) => ({
            value,
            label: value === 'all' ? text.all : text.states[value],
          }))}
          value={state}
          onChange={(value) => show({ status: value, page: '1', id: undefined })}
        />
        <Rows
          title={text.title}
          query={list}
          columns={columns}
          hidden={['budget', 'gives']}
          openId={id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={campaignsPageSize}
          onPage={(next) => show({ page: String(next) })}
          empty={{ title: text.empty }}
        />
      </ListPane>
      {id === 'new' && mayChange && (
        <Pane label={text.create} onClose={() => show({ id: undefined })}>
          <CampaignForm
            campaign={null}
            stores={stores}
            onCancel={() => show({ id: undefined })}
            onDone={(made) => {
              refetch('admin.campaigns')
              toast({ message: text.saved, kind: 'ok' })
              show({ id: made.id })
            }}
          />
        </Pane>
      )}
      {id !== undefined && id !== 'new' && (
        <CampaignDetail
          key={id}
          id={id}
          stores={stores}
          mayChange={mayChange}
          onClose={() => show({ id: undefined })}
        />
      )}
    </Panes>
  )
}
