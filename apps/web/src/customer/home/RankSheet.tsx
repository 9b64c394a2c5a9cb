import { classNames } from '@shirogane/ui/class-names'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Progress } from '@shirogane/ui/data/Progress'
import { RankMedal } from '@shirogane/ui/data/RankMedal'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { detailDate } from '../../shared/dates/dates.ts'
import { percentText } from '../../shared/figures/figures.ts'
import { yenText } from '../../shared/money/money.ts'
import { ask, levelQuery } from '../../shell/queries/queries.ts'
import { useRise } from './sheen.ts'
import { sheetsText } from './sheets-text.ts'
import { text } from './text.ts'
import styles from './RankSheet.module.css'

export function RankSheet({ onClose }: { onClose: () => void }) {
  const query = useQuery(levelQuery())
  const level = query.data
  const isRisen = useRise(level?.current_level)
  const isTop = level?.next_level === null
  const next = useQuery({
    ...ask('levels.nextLevel', { params: { id: level?.level_id ?? '' } }),
    retry: false,
    enabled: level !== undefined && !isTop,
  })
  const ranks = useQuery({ ...ask('levels.list'), staleTime: 5 * 60_000 })
  const history = useQuery(ask('users.levelHistory'))
  return (
    <Sheet isOpen onClose={onClose} title={sheetsText.rankTitle} reading={sheetsText.rankTitle}>
      <Pending isPending={query.isPending} skeleton={<Skeleton height={640} className={styles.all} />}>
        {() =>
          level === undefined ? (
            <ErrorPanel onRetry={() => query.refetch()} />
          ) : (
            <div className={styles.all}>
              <div className={styles.now}>
                <RankMedal rank={level.current_level} size={96} sheen={isRisen} />
                <p className={styles.label}>{text.currentRank}</p>
                <p className={styles.name}>{level.name}</p>
                {level.given_until !== undefined && (
                  <p className={styles.note}>{sheetsText.givenUntil(detailDate(level.given_until))}</p>
                )}
              </div>
              <Progress percent={level.progress} label={text.progress} />
              <p className={styles.sum}>
                {level.next_level === null ? (
                  text.topRank
                ) : (
                  <span className="figures">
                    {sheetsText.rankQuota(yenText(level.level_accumulation), yenText(level.next_level))}
                  </span>
                )}
              </p>
              <ol className={styles.ladder}>
                {(ranks.data?.items ?? []).map(({ level_index, name, quota, point_rate }) => (
                  <li
                    key={level_index}
                    className={classNames(
                      styles.step,
                      level_index === level.current_level && styles.current,
                      level_index > level.current_level && styles.ahead,
                    )}
                    aria-current={level_index === level.current_level ? 'step' : undefined}
                  >
                    <RankMedal rank={level_index} size={40} />
                    <b className={styles.stepName}>
                      {name}
                      {quota > 0 && (
                        <small className={styles.quota}>{sheetsText.rankFrom(yenText(quota))}</small>
                      )}
                    </b>
                    <span className={styles.rate}>{sheetsText.rankRate(percentText(point_rate))}</span>
                  </li>
                ))}
                {ranks.isPending && <Skeleton height={296} />}
              </ol>
              {next.isPending && !isTop && <Skeleton height={47} className={styles.benefits} />}
              {next.data !== undefined && next.data.benefits.length > 0 && (
                <section className={styles.benefits}>
                  <h3>{sheetsText.nextBenefits(next.data.name)}</h3>
                  <ul>
                    {next.data.benefits.map((benefit) => (
                      <li key={benefit}>{benefit}</li>
                    ))}
                  </ul>
                </section>
              )}
              <p className={styles.note}>{sheetsText.periodEnds(detailDate(level.period_ends_on))}</p>
              <p className={styles.note}>{sheetsText.refundsSubtracted}</p>
              {history.data !== undefined && history.data.items.length > 0 && (
                <section className={styles.past}>
                  <h3>{sheetsText.rankHistory}</h3>
                  <ol className={styles.history}>
                    {history.data.items.map(({ at, reason, name_before, name_after }) => (
                      <li key={at}>
                        <span>{sheetsText.rankChanged(name_before, name_after)}</span>
                        <span>{sheetsText.rankReasons[reason]}</span>
                        <time dateTime={at}>{detailDate(at)}</time>
                      </li>
                    ))}
                  </ol>
                </section>
              )}
            </div>
          )
        }
      </Pending>
    </Sheet>
  )
}
