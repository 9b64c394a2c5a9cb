import { Button } from '@shirogane/ui/actions/Button'
import { Card, cardClass } from '@shirogane/ui/layout/Card'
import { iconRefresh } from '@shirogane/ui/icons/icons'
import { Progress } from '@shirogane/ui/data/Progress'
import { RankMedal } from '@shirogane/ui/data/RankMedal'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { yenText } from '../../shared/money/money.ts'
import { AppLink, usePathname } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useHidden } from '../../shared/device/privacy.ts'
import { levelQuery } from '../../shell/queries/queries.ts'
import { useRise } from './sheen.ts'
import { text } from './text.ts'
import { maskedFigures, yen } from '@shirogane/ui/data/text'
import styles from './RankCard.module.css'

export function RankCard() {
  const query = useQuery(levelQuery())
  const isHidden = useHidden()
  const home = usePathname()
  const isRisen = useRise(query.data?.current_level)
  return (
    <Pending
      isPending={query.isPending}
      skeleton={
        <Card className={styles.card}>
          <Skeleton width={56} height={56} round />
          <div className={styles.body}>
            <Skeleton height={22} width="60%" />
            <Skeleton height={8} className={styles.bar} />
            <Skeleton height={18} width="80%" />
          </div>
        </Card>
      }
    >
      {() => {
        const level = query.data
        if (level === undefined) {
          return (
            <Card className={styles.error} role="alert">
              <p>{text.rankError}</p>
              <Button variant="secondary" size="s" icon={iconRefresh} onClick={() => query.refetch()}>
                {text.reload}
              </Button>
            </Card>
          )
        }
        const left =
          level.next_level === null ? null : Math.max(0, level.next_level - level.level_accumulation)
        return (
          <AppLink to={paths.rank(home)} state={{ opened: true }} className={cardClass(styles.card)}>
            <RankMedal rank={level.current_level} sheen={isRisen} />
            <div className={styles.body}>
              <p className={styles.head}>
                <b className={styles.name}>{level.name}</b>
                <span className={styles.label}>{text.currentRank}</span>
                <span className={styles.percent}>
                  {level.progress}
                  <small>%</small>
                </span>
              </p>
              <Progress percent={level.progress} label={text.progress} className={styles.bar} />
              <p className={styles.rest}>
                {left === null || level.next_level_name === null ? (
                  text.topRank
                ) : (
                  <>
                    {text.toNext(level.next_level_name)}
                    <b className={styles.left}>{isHidden ? maskedFigures : yenText(left).slice(0, -1)}</b>
                    {yen}
                  </>
                )}
              </p>
            </div>
          </AppLink>
        )
      }}
    </Pending>
  )
}
