import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../shell/api/api.ts'
import { clockTime } from '../../shared/dates/dates.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { dayQuery } from '../shared/queries.ts'
import { recentQuery } from './queries.ts'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './Overview.module.css'

/** What the clerk at the register wants to know between two customers. */
export function Today() {
  const day = useQuery(dayQuery())
  const recent = useQuery(recentQuery())
  if (day.isLoadingError)
    return <ErrorPanel message={serverMessageOf(day.error)} onRetry={() => day.refetch()} />
  if (day.isPending) return <Skeleton height={240} />
  const { figures, blockers, later_open } = day.data
  return (
    <div className={styles.overview}>
      <StaleNote of={day} />
      <dl className={styles.tiles}>
        <Figure name={text.salesToday} value={yenSign(figures.net)} />
        <Figure name={text.count} value={text.items(figures.sales.count)} />
        <Figure
          name={text.parked}
          value={text.items(blockers.filter(({ kind }) => kind === 'parked').length)}
        />
        <Figure name={text.deferred} value={text.items(later_open.customers)} />
      </dl>
      <Card as="section" padded className={styles.block}>
        <h2 className={styles.title}>{text.recent}</h2>
        {recent.data?.items.length === 0 && <p className={styles.none}>{text.noRecent}</p>}
        <ul className={styles.rows}>
          {recent.data?.items.map((item) => (
            <li key={item.id}>
              <AppLink to={paths.adminTab('transactions', { id: item.id })} className={styles.task}>
                <span className="figures">{clockTime(item.completed_at ?? item.created_at)}</span>
                <span className={styles.name}>
                  <span className="figures">{item.number}</span>
                </span>
                <b className={styles.sum}>
                  {yenSign(item.type === 'refund' ? -item.spent_total : item.spent_total)}
                </b>
              </AppLink>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <Card padded className={styles.tile}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </Card>
  )
}
