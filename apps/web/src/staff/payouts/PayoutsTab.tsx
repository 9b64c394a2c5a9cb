import type { PayoutRow } from '@shirogane/contract/resources/brand/payouts'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import type { TableColumn } from '@shirogane/ui/data/Table'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { detailDate, todayInTokyo } from '../../shared/dates/dates.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { emptyOf, ListFilters } from '../shared/lists/ListFilters.tsx'
import { yenSign } from '../shared/cash/money.ts'
import { ListPane, Panes, Rows } from '../shared/lists/Panes.tsx'
import { useList } from '../shared/lists/use-list.ts'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { AccountReviews } from './AccountReviews.tsx'
import { Batches } from './Batches.tsx'
import { PayoutPane } from './PayoutPane.tsx'
import { PayoutStops } from './PayoutStops.tsx'
import { saveBytes } from '../shared/device/save-bytes.ts'
import { type PayoutFilter, payoutsPageSize, payoutsQuery } from './queries.ts'
import { text } from './text.ts'
import { statusTones } from './tones.ts'
import panes from '../shared/lists/panes.module.css'

const shown = ['requested', 'approved', 'exported', 'all'] as const

/** Nothing was paid out before. */
const firstYear = 2026

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
    cell: (row) => yenSign(row.transferred),
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
  const toast = useToast()
  const list = useList('payouts', 'status', shown, 'requested')
  const { choice: status, q, page, id } = list
  const [asks, setAsks] = useState<'approve' | 'export' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const found = useQuery(payoutsQuery({ status: status satisfies PayoutFilter, q, page }))
  const waiting = found.data?.waiting
  const isFrozen = found.data?.frozen === true
  const approvable = (found.data?.items ?? []).filter(({ may }) => may.approve)
  const sum = approvable.reduce((total, { transferred }) => total + transferred, 0)

  async function act(run: () => Promise<string>): Promise<void> {
    setProblem(null)
    try {
      const done = await run()
      refetch('admin.payouts', 'admin.payout', 'admin.payoutBatches')
      toast({ message: done, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
    setAsks(null)
  }
  const approve = () =>
    act(async () => {
      await call('admin.approvePayouts', { body: { ids: approvable.map((row) => row.id) } })
      return text.approved
    })
  const exportFile = () => act(async () => text.exported((await call('admin.exportPayouts')).number))
  // The documents for the tax office are written in January, about the year before.
  const thisYear = Number(todayInTokyo().slice(0, 4))
  const years = [thisYear - 1, thisYear].filter((year) => year >= firstYear)
  const saveYear = (year: number) =>
    call('admin.payoutsCsv', { query: { year } })
      .then((bytes) => saveBytes(bytes, `shiharai_${year}.csv`))
      .catch((error: unknown) => setProblem(messageOf(error)))

  return (
    <Panes>
      <ListPane
        title={text.title}
        aside={
          <span className={panes.end}>
            {approvable.length > 0 && !isFrozen && (
              <WriteButton variant="secondary" size="s" onClick={() => setAsks('approve')}>
                {text.approveAll(approvable.length)}
              </WriteButton>
            )}
            {years.map((year) => (
              <Button key={year} variant="quiet" size="s" onClick={() => saveYear(year)}>
                {text.csv(year)}
              </Button>
            ))}
            <WriteButton
              size="s"
              disabled={isFrozen || (waiting?.approved ?? 0) === 0}
              onClick={() => setAsks('export')}
            >
              {text.exportFile}
            </WriteButton>
          </span>
        }
      >
        {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
        {isFrozen && (
          <InfoStrip
            icon={iconWarn}
            tone="bad"
            role="alert"
            title={text.frozen}
            text={text.frozenBody}
            action={text.toBooks}
            render={(link) => <AppLink {...link} to={paths.adminTab('books')} />}
          />
        )}
        <PayoutStops onProblem={setProblem} />
        <AccountReviews onProblem={setProblem} />
        <ListFilters
          list={list}
          label={text.filter}
          options={shown.map((value) => ({
            value,
            label:
              value === 'all' || waiting === undefined
                ? text.filters[value]
                : text.counted(text.filters[value], waiting[value]),
          }))}
          search={text.search}
        />
        <Rows
          title={text.title}
          query={found}
          columns={columns}
          hidden={['account', 'valueDate']}
          {...list.rows}
          pageSize={payoutsPageSize}
          empty={emptyOf(list, text.empty)}
        />
        {/* Below a list of unknown length it would only be pushed about. */}
        {!found.isPending && <Batches onProblem={setProblem} />}
      </ListPane>
      {id !== undefined && <PayoutPane key={id} id={id} onClose={() => list.open(undefined)} />}
      {asks === 'approve' && (
        <AlertDialog
          isOpen
          title={text.approveTitle(approvable.length, yenSign(sum))}
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
