import type { PointReason, TransactionDetails } from '@shirogane/contract/resources/shapes'
import { Amount } from '@shirogane/ui/data/Amount'
import { Card } from '@shirogane/ui/layout/Card'
import { Pairs } from '@shirogane/ui/data/Pairs'
import { detailDate } from '../../shared/dates/dates.ts'
import { percentText } from '../../shared/figures/figures.ts'
import { pointsText, yenText } from '../../shared/money/money.ts'
import { text } from './text.ts'
import styles from './transactions.module.css'

/** Each rule that gave points, with what it was taken of, so that anybody can count after it. */
export function WhyPoints({ transaction }: { transaction: TransactionDetails }) {
  const { point_reasons, item_points, items, received_point_total, pending_points } = transaction
  if (point_reasons.length === 0 && pending_points === null) return null
  return (
    <Card className={styles.block}>
      <h2 className={styles.blockTitle}>{text.whyPoints(pointsText(received_point_total))}</h2>
      <Pairs>
        {point_reasons.map((reason) => (
          <div key={`${reason.rule} ${reason.campaign_id ?? ''} ${reason.label}`}>
            <dt>
              <span className={styles.why}>
                {reason.level_name === null ? reason.label : text.whyRank(reason.label, reason.level_name)}
              </span>
              {factsOf(reason).map((fact) => (
                <span key={fact} className={styles.whyFact}>
                  {fact}
                </span>
              ))}
            </dt>
            <dd>
              <Amount value={reason.points} unit="pt" sign="always" size="text" incoming />
            </dd>
          </div>
        ))}
        {pending_points !== null && (
          <div>
            <dt>{text.pending}</dt>
            <dd>
              {text.pendingOn(pointsText(pending_points.points), detailDate(pending_points.confirms_on))}
            </dd>
          </div>
        )}
      </Pairs>
      {items.length > 1 && item_points.length === items.length && (
        <details className={styles.whyLines}>
          <summary>{text.whyLines}</summary>
          <ul>
            {items.map((item, index) => (
              // The same article may stand on two lines, so its place is part of the key; lines of a sale never move.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={`${item.sku_id ?? item.name}-${index}`}>
                <span>{text.lineOf(item.name, item.quantity)}</span>
                <Amount value={item_points[index] ?? 0} unit="pt" sign="always" size="text" />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  )
}

function factsOf({
  base,
  rate_bp,
  rounding,
  points,
  uncut_points,
  cut_by,
  expires_on,
}: PointReason): string[] {
  const facts: string[] = []
  if (base !== null && rate_bp !== null) {
    const percent = percentText(rate_bp)
    const isCut = rounding !== 'exact' && base * rate_bp !== uncut_points * 10_000
    const how = rounding === 'running' ? text.whyRunning : text.whyFloor
    facts.push(text.whyRate(yenText(base), percent) + (isCut ? `（${how}）` : ''))
  } else {
    facts.push(text.whyFixed)
  }
  if (cut_by !== null && uncut_points !== points)
    facts.push(text.whyCut(pointsText(uncut_points), text.caps[cut_by]))
  if (expires_on !== null) facts.push(text.whyUntil(detailDate(expires_on)))
  return facts
}
