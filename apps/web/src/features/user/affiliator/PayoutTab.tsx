import { Amount } from '@shirogane/ui/Amount'
import { Card } from '@shirogane/ui/Card'
import { Skeleton } from '@shirogane/ui/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useHidden } from '../../../lib/privacy.ts'
import { affiliatorStatsQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './affiliator.module.css'

/** What can be taken out, and what has been. */
export function PayoutTab() {
  const stats = useQuery(affiliatorStatsQuery())
  const isHidden = useHidden()
  if (stats.data === undefined) return <Skeleton height={160} />
  return (
    <Card padded>
      <dl className={styles.facts}>
        <dt>{text.pending}</dt>
        <dd>
          <Amount value={stats.data.rewards_pending} unit="円" size="text" hidden={isHidden} />
        </dd>
        <dt>{text.receivable}</dt>
        <dd>
          <Amount value={stats.data.rewards_confirmed} unit="円" size="text" hidden={isHidden} />
        </dd>
      </dl>
    </Card>
  )
}
