import type { PayoutRow } from '@shirogane/contract/payouts'
import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { Button } from '@shirogane/ui/Button'
import { Chip } from '@shirogane/ui/Chip'
import { iconWarn } from '@shirogane/ui/icons'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { Segmented } from '@shirogane/ui/Segmented'
import type { TableColumn } from '@shirogane/ui/Table'
import { TextInput } from '@shirogane/ui/TextInput'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { detailDate, todayInTokyo } from '../../../lib/dates.ts'
import { yenText } from '../../../lib/money.ts'
import { useGo, useSearchParam } from '../../../lib/navigation.tsx'
import { paths } from '../../../lib/paths.ts'
import { refetch } from '../../../lib/queries.ts'
import { ListPane, Panes, Rows } from '../Panes.tsx'
import { Batches } from './Batches.tsx'
import { PayoutPane } from './PayoutPane.tsx'
import { type PayoutFilter, payoutsPageSize, payoutsQuery, saveBytes } from './queries.ts'
import { text } from './text.ts'
import { statusTones } from './tones.ts'
import panes from '../panes.module.css'

const typingPauseMs = 300
const shown = ['requested', 'approved', 'exported', 'all'] as const
type Shown = (typeof shown)[number]

const columns: readonly TableColumn<PayoutRow>[] = [
  {
    key: 'reference',
    header: text.columns.reference,
    cell: (row) => <span className="figures">{row.reference}</span>,
    width: '4.5rem',
  },
  {
    key: 'member',
    header: text.columns.member,
    cell: (row) => <span className={panes.cut}>{row.user.name}</span>,
  },
  {
    key: 'account',
    header: text.columns.account,
    cell: (row) => (
      <span className={panes.cut}>
        {row.bank_name} <span className="figures">{row.account_number}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    header: text.columns.amount,
    cell: (row) => yenText(row.transferred),
    numeric: true,
    width: '7.5rem',
  },
  {
    key: 'valueDate',
    header: text.columns.valueDate,
    cell: (row) => detailDate(row.value_date),
    width: '9.5rem',
  },
  {
    key: 'status',
    header: text.columns.status,
    cell: (row) => (
      <Chip tone={row.held === null ? statusTones[row.status] : 'bad'}>{text.statuses[row.status]}</Chip>
    ),
    width: '8rem',
  },
]

/** What members want to be paid, who agreed to it, the files for the bank and what became of them. */
export function PayoutsTab() {
  const go = useGo()
  const toast = useToast()
  const id = useSearchParam('id')
  const asked = useSearchParam('status')
  const status: Shown = shown.find((one) => one === asked) ?? 'requested'
  const page = Math.max(1, Number(useSearchParam('page') ?? 1) || 1)
  const q = useSearchParam('q') ?? ''
  const [typed, setTyped] = useState(q)
  const [asks, setAsks] = useState<'approve' | 'export' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const list = useQuery(payoutsQuery({ status: status satisfies PayoutFilter, q, page }))
  const show = (query: Record<string, string | undefined>) =>
    go(paths.adminTab('payouts', { status, q, page: String(page), id, ...query }), {
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

  const waiting = list.data?.waiting
  const approvable = (list.data?.items ?? []).filter(({ may }) => may.approve)
  const sum = approvable.reduce((total, { transferred }) => total + transferred, 0)

  async function act(run: () => Promise<string>): Promise<void> {
    setAsks(null)
    setProblem(null)
    try {
      const done = await run()
      refetch('admin.payouts', 'admin.payout', 'admin.payoutBatches')
      toast({ message: done, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const approve = () =>
    act(async () => {
      await call('admin.approvePayouts', { body: { ids: approvable.map((row) => row.id) } })
      return text.approved
    })
  const exportFile = () => act(async () => text.exported((await call('admin.exportPayouts')).number))
  const saveYear = () => {
    const year = Number(todayInTokyo().slice(0, 4))
    return call('admin.payoutsCsv', { query: { year } })
      .then((bytes) => saveBytes(bytes, `shiharai_${year}.csv`, 'text/csv'))
      .catch((error: unknown) => setProblem(messageOf(error)))
  }

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          <span className={panes.end}>
            <Button variant="quiet" size="s" onClick={saveYear}>
              {text.csv}
            </Button>
            {approvable.length > 0 && (
              <Button variant="secondary" size="s" onClick={() => setAsks('approve')}>
                {text.approveAll(approvable.length)}
              </Button>
            )}
            <Button size="s" disabled={waiting?.approved === 0} onClick={() => setAsks('export')}>
              {text.exportFile}
            </Button>
          </span>
        }
      >
        {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
        <div className={panes.filters}>
          <Segmented<Shown>
            label={text.filter}
            options={shown.map((value) => ({
              value,
              label:
                value === 'all' || waiting === undefined
                  ? text.filters[value]
                  : text.counted(text.filters[value], waiting[value]),
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
          hidden={['account', 'valueDate']}
          openId={id}
          onOpen={(row) => show({ id: row })}
          page={page}
          pageSize={payoutsPageSize}
          onPage={(next) => show({ page: String(next) })}
          empty={{ title: text.empty }}
        />
        <Batches onProblem={setProblem} />
      </ListPane>
      {id !== undefined && <PayoutPane key={id} id={id} onClose={() => show({ id: undefined })} />}
      {asks === 'approve' && (
        <AlertDialog
          isOpen
          title={text.approveTitle(approvable.length, yenText(sum))}
          confirmLabel={text.approve}
          cancelLabel={text.keep}
          onConfirm={approve}
          onCancel={() => setAsks(null)}
        >
          {text.approveNote}
        </AlertDialog>
      )}
      {asks === 'export' && (
        <AlertDialog
          isOpen
          title={text.exportTitle}
          confirmLabel={text.exportFile}
          cancelLabel={text.keep}
          onConfirm={exportFile}
          onCancel={() => setAsks(null)}
        >
          {text.exportNote}
        </AlertDialog>
      )}
    </Panes>
  )
}
