import type { PrepaidBaseDate, PrepaidColumns } from '@shirogane/contract/resources/brand/prepaid'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Progress } from '@shirogane/ui/data/Progress'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf, type Output, serverMessageOf } from '../../shell/api/api.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { countText } from '../../shared/figures/figures.ts'
import { yenText } from '../../shared/money/money.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { prepaidQuery, savePrepaidCsv } from './queries.ts'
import { text } from './text.ts'
import styles from './prepaid.module.css'

type Book = Output<'admin.prepaid'>
type Bucket = 'paid' | 'bonus'
type Line = { key: string; on: string; bucket: Bucket; row: PrepaidColumns }

const columns = [
  'opening',
  'issued',
  'cancelled',
  'used',
  'returned',
  'expired',
  'repaid',
  'closing',
] as const
const still = new Set<string>(['opening', 'closing'])

/** What was taken back is taken off here; the file has both apart. */
const dayColumns: readonly TableColumn<Line>[] = [
  { key: 'on', header: text.columns.on, cell: ({ on }) => <span className="figures">{on}</span> },
  { key: 'bucket', header: text.bucket, cell: ({ bucket }) => text.buckets[bucket] },
  {
    key: 'issued',
    header: text.columns.issued,
    cell: ({ row }) => countText(row.issued - row.cancelled),
    numeric: true,
  },
  {
    key: 'used',
    header: text.columns.used,
    cell: ({ row }) => countText(row.used - row.returned),
    numeric: true,
  },
  { key: 'expired', header: text.columns.expired, cell: ({ row }) => countText(row.expired), numeric: true },
  { key: 'repaid', header: text.columns.repaid, cell: ({ row }) => countText(row.repaid), numeric: true },
  { key: 'closing', header: text.columns.closing, cell: ({ row }) => countText(row.closing), numeric: true },
]

/** The book that the law on prepaid value asks for: what is unused, the base dates, and every day. */
export function PrepaidTab() {
  const from = useSearchParam('from')
  const until = useSearchParam('until')
  const book = useQuery(
    prepaidQuery({ ...(from !== undefined && { from }), ...(until !== undefined && { until }) }),
  )
  if (book.isLoadingError)
    return <ErrorPanel message={serverMessageOf(book.error)} onRetry={() => book.refetch()} />
  if (book.isPending) return <Skeleton height={480} />
  return (
    <div className={styles.tab}>
      <StaleNote of={book} />
      <Unused book={book.data} />
      <BaseDates dates={book.data.base_dates} />
      <Days key={`${book.data.from} ${book.data.until}`} book={book.data} />
    </div>
  )
}

function Unused({ book }: { book: Book }) {
  const { unused, threshold, alerts, separate } = book
  const share = Math.min(100, Math.floor((unused.counted * 100) / threshold))
  const isOver = unused.counted > threshold
  const isNear = !isOver && unused.counted >= Math.min(...alerts)
  return (
    <section className={styles.unused}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text.title}</h2>
        <span className={styles.note}>{text.asOf(listTime(book.as_of))}</span>
      </header>
      {isOver && (
        <InfoStrip
          icon={iconWarn}
          tone="bad"
          title={text.over(threshold)}
          text={text.overBody}
          role="alert"
        />
      )}
      {isNear && (
        <InfoStrip
          icon={iconWarn}
          tone="warn"
          title={text.alert}
          text={text.alertBody(threshold)}
          role="alert"
        />
      )}
      <Card padded className={styles.figures}>
        <div className={styles.figure}>
          <span className={styles.label}>{text.counted}</span>
          <Amount value={unused.counted} size="m" />
          <span className={styles.note}>{text.countedNote(separate)}</span>
        </div>
        <div className={styles.figure}>
          <span className={styles.label}>{text.paid}</span>
          <Amount value={unused.paid} size="s" />
        </div>
        <div className={styles.figure}>
          <span className={styles.label}>{text.bonus}</span>
          <Amount value={unused.bonus} size="s" />
        </div>
        <div className={styles.bar}>
          <Progress percent={share} label={text.of(threshold)} />
          {!isOver && <span className={styles.note}>{text.safe(threshold, threshold - unused.counted)}</span>}
        </div>
      </Card>
    </section>
  )
}

const baseColumns: readonly TableColumn<PrepaidBaseDate>[] = [
  {
    key: 'on',
    header: text.base.on,
    cell: ({ on, reached }) => (
      <>
        <span className="figures">{on}</span> {!reached && <span className={styles.note}>{text.coming}</span>}
      </>
    ),
  },
  { key: 'counted', header: text.base.counted, cell: ({ counted }) => yenText(counted), numeric: true },
  {
    key: 'state',
    header: text.base.state,
    cell: ({ over }) => <Chip tone={over ? 'bad' : 'ok'}>{over ? text.needed : text.notNeeded}</Chip>,
  },
  {
    key: 'deposit',
    header: text.base.deposit,
    cell: ({ over, deposit }) => (over ? yenText(deposit) : text.none),
    numeric: true,
  },
  {
    key: 'until',
    header: text.base.until,
    cell: ({ over, report_by }) => (over ? <span className="figures">{report_by}</span> : text.none),
  },
  {
    key: 'file',
    header: text.base.file,
    cell: ({ from, on }) => <SaveCsv from={from} until={on} />,
    width: '6rem',
  },
]

function SaveCsv({ from, until }: { from: string; until: string }) {
  const save = useSave()
  return (
    <Button variant="quiet" size="s" aria-label={text.csvOf(until)} onClick={() => save({ from, until })}>
      {text.csv}
    </Button>
  )
}

function BaseDates({ dates }: { dates: readonly PrepaidBaseDate[] }) {
  return (
    <section>
      <h3 className={styles.subtitle}>{text.baseDates}</h3>
      <Table caption={text.baseDates} columns={baseColumns} rows={dates} rowKey={({ on }) => on} />
    </section>
  )
}

function Days({ book }: { book: Book }) {
  const go = useGo()
  const save = useSave()
  const [from, setFrom] = useState(book.from)
  const [until, setUntil] = useState(book.until)
  const isReversed = from > until
  const moved = ({ row }: Line) => columns.some((name) => !still.has(name) && row[name] > 0)
  const lines = book.days
    .flatMap((day) =>
      (['paid', 'bonus'] as const).map((bucket) => ({
        key: `${day.on} ${bucket}`,
        on: day.on,
        bucket,
        row: day[bucket],
      })),
    )
    .filter(moved)
  const totals = (['paid', 'bonus'] as const).map((bucket) => ({
    key: `total ${bucket}`,
    on: text.total,
    bucket,
    row: book.total[bucket],
  }))
  return (
    <section>
      <h3 className={styles.subtitle}>{text.days}</h3>
      <form
        className={styles.period}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReversed)
            go(paths.adminTab('prepaid', { from, until }), { replace: true, resetScroll: false })
        }}
      >
        <Field label={text.from}>
          <TextInput
            type="date"
            size="s"
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        </Field>
        <Field label={text.until} error={isReversed ? text.reversed : undefined}>
          <TextInput
            type="date"
            size="s"
            required
            value={until}
            onChange={(event) => setUntil(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="secondary" size="s" disabled={isReversed}>
          {text.show}
        </Button>
        <Button
          variant="quiet"
          size="s"
          disabled={isReversed}
          onClick={() => save({ from: book.from, until: book.until })}
        >
          {text.csv}
        </Button>
      </form>
      {lines.length === 0 ? (
        <EmptyState title={text.empty} />
      ) : (
        <>
          <Table
            caption={text.days}
            columns={dayColumns}
            rows={[...totals, ...lines]}
            rowKey={({ key }) => key}
          />
          <p className={styles.foot}>{text.net}</p>
        </>
      )}
    </section>
  )
}

/** Saves a file, and says so where it could not. */
function useSave(): (period: { from: string; until: string }) => Promise<void> {
  const toast = useToast()
  return async (period) => {
    try {
      await savePrepaidCsv(period)
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }
}
