import { iconWarn } from '@shirogane/ui/icons/icons'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Table, type TableColumn } from '@shirogane/ui/data/Table'
import { useQuery } from '@tanstack/react-query'
import { type Output, serverMessageOf } from '../../shell/api/api.ts'
import { listTime } from '../../shared/dates/dates.ts'
import { schedulesQuery } from './queries.ts'
import { jobNames, scheduleText as text } from './schedule-text.ts'
import styles from './books.module.css'

type Schedule = Output<'admin.schedules'>['items'][number]

const columns: readonly TableColumn<Schedule>[] = [
  { key: 'job', header: text.columns.job, cell: ({ job }) => jobNames[job] },
  { key: 'when', width: '7rem', header: text.columns.when, cell: whenOf },
  {
    key: 'last',
    width: '9rem',
    header: text.columns.last,
    cell: ({ last }) => (last === null ? text.never : listTime(last.at)),
  },
  {
    key: 'took',
    width: '6rem',
    header: text.columns.took,
    cell: ({ last }) => last && <span className="figures">{text.took(last.duration_ms)}</span>,
  },
  { key: 'outcome', width: '11rem', header: text.columns.outcome, cell: outcomeOf },
]

/** What the server does by itself: what is late or fails comes first, then the order of the day. */
export function Schedules() {
  const query = useQuery(schedulesQuery())
  return (
    <section className={styles.section}>
      <h3 className={styles.subtitle}>{text.title}</h3>
      <p className={styles.note}>{text.lead}</p>
      {query.isError && <ErrorPanel message={serverMessageOf(query.error)} onRetry={() => query.refetch()} />}
      {query.isPending && <Skeleton height={320} />}
      {query.data && <Listed items={query.data.items} />}
    </section>
  )
}

function Listed({ items }: { items: readonly Schedule[] }) {
  const failed = items.filter(({ failures }) => failures > 0)
  const late = items.filter(({ is_late, failures }) => is_late && failures === 0)
  const calm = items.filter(({ is_late, failures }) => !is_late && failures === 0)
  return (
    <>
      {failed.length + late.length > 0 ? (
        <InfoStrip
          icon={iconWarn}
          tone="bad"
          role="alert"
          title={text.trouble(late.length, failed.length)}
          text={text.troubleHelp}
        />
      ) : (
        <p className={styles.note}>{text.calm}</p>
      )}
      <Table
        caption={text.title}
        columns={columns}
        rows={[...failed, ...late, ...calm]}
        rowKey={({ job }) => job}
      />
    </>
  )
}

function whenOf({ every_seconds, daily_at }: Schedule): string {
  if (daily_at !== null) return text.daily(daily_at)
  const seconds = every_seconds ?? 0
  return seconds < 60 ? text.everySeconds(seconds) : text.everyMinutes(seconds / 60)
}

function outcomeOf({ last, failures, is_late }: Schedule) {
  if (failures > 0)
    return (
      <span className={styles.wrong}>
        {text.failed(failures)}
        <span className={styles.code}>{last?.error}</span>
      </span>
    )
  if (is_late) return <span className={styles.wrong}>{text.late}</span>
  return last === null ? '' : text.done
}
