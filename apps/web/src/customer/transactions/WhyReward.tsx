import type { TransactionDetails } from '@shirogane/contract/resources/shapes'
import { Amount } from '@shirogane/ui/data/Amount'
import { Card } from '@shirogane/ui/layout/Card'
import { Pairs } from '@shirogane/ui/data/Pairs'
import { detailDate } from '../../shared/dates/dates.ts'
import { percentText } from '../../shared/figures/figures.ts'
import { yenText } from '../../shared/money/money.ts'
import { text } from './text.ts'
import styles from './transactions.module.css'

/** Whose purchases a reward came of, with what each was taken of, so that anybody can count after it. */
export function WhyReward({ transaction: { reward, reward_reasons } }: { transaction: TransactionDetails }) {
  // A copy from before rewards were told has none.
  if (reward === undefined || (reward_reasons ?? []).length === 0) return null
  return (
    <Card className={styles.block}>
      <h2 className={styles.blockTitle}>{text.whyReward(yenText(Math.abs(reward.amount)))}</h2>
      <Pairs>
        {reward_reasons.map(({ id, name, base, rate_bp, cut, amount, earned_at }) => (
          <div key={id}>
            <dt>
              <span className={styles.why}>{text.rewardOf(name)}</span>
              <span className={styles.whyFact}>
                {text.whyRate(yenText(base), percentText(rate_bp))}
                {(base * rate_bp) % 10_000 === 0 ? '' : `（${text.whyFloorYen}）`}
              </span>
              {cut && (
                <span className={styles.whyFact}>
                  {text.whyDayMax(yenText(cut.day_max), yenText(cut.amount))}
                </span>
              )}
              <span className={styles.whyFact}>{text.rewardOn(detailDate(earned_at))}</span>
            </dt>
            <dd>
              <Amount value={amount} sign="always" size="text" incoming={amount > 0} />
            </dd>
          </div>
        ))}
      </Pairs>
    </Card>
  )
}
