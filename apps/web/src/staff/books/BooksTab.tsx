import { bookRules } from '@shirogane/contract/terms/book-words'
import type { BookFinding, LiftedFreeze } from '@shirogane/contract/resources/brand/books'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { useQuery } from '@tanstack/react-query'
import { type Output, serverMessageOf } from '../../shell/api/api.ts'
import { detailTime, listTime } from '../../shared/dates/dates.ts'
import { LiftFreeze } from './LiftFreeze.tsx'
import { booksQuery } from './queries.ts'
import { Schedules } from './Schedules.tsx'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './books.module.css'

type Books = Output<'admin.books'>
type Line = BookFinding & { line: number }

const columns: readonly TableColumn<Line>[] = [
  {
    key: 'line',
    header: text.columns.line,
    cell: ({ line }) => <span className="figures">{line}</span>,
    width: '4rem',
  },
  {
    key: 'rule',
    header: text.columns.rule,
    cell: ({ rule }) => (
      <span>
        {bookRules[rule] ?? rule}
        {rule in bookRules && <span className={styles.code}>{rule}</span>}
      </span>
    ),
  },
  {
    key: 'subject',
    header: text.columns.subject,
    cell: ({ subject }) => <span className={styles.value}>{subject}</span>,
  },
  {
    key: 'expected',
    header: text.columns.expected,
    cell: ({ expected }) => <span className={styles.value}>{expected}</span>,
  },
  {
    key: 'found',
    header: text.columns.found,
    cell: ({ found }) => <span className={styles.value}>{found}</span>,
  },
]

const pastColumns: readonly TableColumn<LiftedFreeze>[] = [
  { key: 'since', width: '9rem', header: text.pastColumns.since, cell: ({ since }) => listTime(since) },
  { key: 'findings', header: text.pastColumns.findings, cell: ({ findings }) => text.cases(findings) },
  {
    key: 'lifted',
    width: '9rem',
    header: text.pastColumns.liftedAt,
    cell: ({ lifted_at }) => listTime(lifted_at),
  },
  { key: 'by', header: text.pastColumns.by, cell: ({ lifted_by }) => lifted_by },
  {
    key: 'note',
    header: text.pastColumns.note,
    cell: ({ note }) => <span className={styles.value}>{note}</span>,
  },
]

/** What the check of the books found by night, and the standstill of payouts that came of it. */
export function BooksTab() {
  const query = useQuery(booksQuery())
  return (
    <div className={styles.tab}>
      <header className={panes.head}>
        <h2 className={panes.title}>{text.title}</h2>
        {query.data && (
          <span className={styles.note}>
            {query.data.last === null
              ? text.never
              : text.last(listTime(query.data.last.at), query.data.last.findings)}
          </span>
        )}
      </header>
      <p className={styles.note}>{text.lead}</p>
      {query.isError && <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />}
      {query.isPending && <Skeleton height={320} />}
      {query.data && <Found books={query.data} />}
      <Schedules />
    </div>
  )
}

function Found({ books: { last, wrong, frozen_since, may_lift, lifted } }: { books: Books }) {
  return (
    <>
      {frozen_since !== null && (
        <InfoStrip
          icon={iconWarn}
          tone="bad"
          role="alert"
          title={text.frozen}
          text={
            wrong?.items.some(({ rule }) => rule === 'restored')
              ? text.frozenRestored(detailTime(wrong.at))
              : text.frozenBody(detailTime(frozen_since))
          }
        />
      )}
      {frozen_since !== null &&
        wrong !== null &&
        (may_lift ? <LiftFreeze seen={wrong.id} /> : <p className={styles.note}>{text.notYours}</p>)}
      {wrong === null ? (
        <EmptyState title={last === null ? text.never : text.empty} />
      ) : (
        <section className={styles.section}>
          <h3 className={styles.subtitle}>{text.findings(wrong.findings)}</h3>
          <p className={styles.note}>
            {text.foundAt(detailTime(wrong.at))}
            {last?.findings === 0 && text.isGone}
            {wrong.items.length < wrong.findings && text.first(wrong.items.length)}
          </p>
          <Table
            caption={text.findings(wrong.findings)}
            columns={columns}
            rows={wrong.items.map((item, index) => ({ ...item, line: index + 1 }))}
            rowKey={({ line }) => String(line)}
          />
        </section>
      )}
      {lifted.length > 0 && (
        <section className={styles.section}>
          <h3 className={styles.subtitle}>{text.past}</h3>
          <Table
            caption={text.past}
            columns={pastColumns}
            rows={lifted}
            rowKey={({ lifted_at }) => lifted_at}
          />
        </section>
      )}
    </>
  )
}
