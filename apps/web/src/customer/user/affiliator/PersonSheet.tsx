import { Amount } from '@shirogane/ui/data/Amount'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Chip } from '@shirogane/ui/data/Chip'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { detailDate } from '../../../shared/dates/dates.ts'
import { yenText } from '../../../shared/money/money.ts'
import { useHidden } from '../../../shared/device/privacy.ts'
import { affiliateStatsQuery } from './queries.ts'
import { text } from './text.ts'
import { maskedFigures } from '@shirogane/ui/data/text'
import styles from './affiliator.module.css'

/** What one invited person brought, month by month; nothing of what they bought. */
export function PersonSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const stats = useQuery({ ...affiliateStatsQuery(id), retry: false })
  const isHidden = useHidden()
  const data = stats.data
  return (
    <Sheet isOpen onClose={onClose} title={text.person} reading={text.person}>
      {stats.isError && data === undefined && (
        <ErrorPanel message={serverMessageOf(stats.error)} onRetry={() => stats.refetch()} />
      )}
      {stats.isPending && <Skeleton height={440} />}
      {data !== undefined && (
        <div className={styles.sheet}>
          <div className={styles.personHead}>
            <Avatar name={data.name} src={data.avatar} size={52} />
            <b>{data.name}</b>
            <Chip tone={data.valid ? 'ok' : 'neutral'}>{data.valid ? text.valid : text.registered}</Chip>
          </div>
          <dl className={styles.facts}>
            <div>
              <dt>{text.personSince}</dt>
              <dd>{detailDate(data.registered_on)}</dd>
            </div>
            <div>
              <dt>{text.personUntil}</dt>
              <dd>{text.until(detailDate(data.counts_until))}</dd>
            </div>
            <div>
              <dt>{text.purchases}</dt>
              <dd className="figures">{text.times(data.purchases)}</dd>
            </div>
            <div>
              <dt>{text.earned}</dt>
              <dd>
                <Amount value={data.earned} size="text" hidden={isHidden} />
              </dd>
            </div>
            {data.rewards_pending > 0 && (
              <div>
                <dt>{text.ofWhichPending}</dt>
                <dd>
                  <Amount value={data.rewards_pending} size="text" hidden={isHidden} />
                </dd>
              </div>
            )}
          </dl>
          <h3 className={styles.title}>{text.byMonth}</h3>
          {data.months.length === 0 ? (
            <p className={styles.note}>{text.nothingYet}</p>
          ) : (
            <table className={styles.table}>
              <caption className="visuallyHidden">{text.byMonth}</caption>
              <thead>
                <tr>
                  <th scope="col">{text.columns.month}</th>
                  <th scope="col">{text.purchases}</th>
                  <th scope="col">{text.columns.rewards}</th>
                </tr>
              </thead>
              <tbody className="figures">
                {data.months.map(({ month, purchases, rewards }) => (
                  <tr key={month}>
                    <th scope="row">{text.monthOf(month)}</th>
                    <td>{text.times(purchases)}</td>
                    <td>{isHidden ? maskedFigures : yenText(rewards)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </Sheet>
  )
}
