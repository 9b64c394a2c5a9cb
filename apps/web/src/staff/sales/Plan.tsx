import { counterTenders } from '@shirogane/domain/sales/tenders'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import { Amount } from '@shirogane/ui/data/Amount'
import type { ReactNode } from 'react'
import { longDate } from '../../shared/dates/dates.ts'
import { yenSign } from '../shared/cash/money.ts'
import { pt, text } from './text.ts'
import styles from './sales.module.css'

function Line({ label, value, note }: { label: string; value: ReactNode; note?: string | undefined }) {
  return (
    <div>
      <dt>
        {label}
        {note !== undefined && <span className={styles.small}>{note}</span>}
      </dt>
      <dd>{value}</dd>
    </div>
  )
}

/** What goes back where, in the server's own figures: the posting decides by the same ones. */
export function Plan({ plan }: { plan: RefundPreview }) {
  const { refund, returned, tax, level } = plan
  const balance = refund.balance_paid + refund.balance_bonus
  const words = text.back
  return (
    <dl className={styles.plan}>
      {balance > 0 && (
        <Line
          label={words.balance}
          note={
            refund.balance_issued > 0
              ? words.balanceIssued(refund.balance_issued)
              : words.balanceParts(refund.balance_paid, refund.balance_bonus)
          }
          value={<Amount value={balance} unit="¥" size="row" sign="always" />}
        />
      )}
      {counterTenders
        .filter((tender) => refund[tender] > 0)
        .map((tender) => (
          <Line
            key={tender}
            label={text.tender[tender]}
            value={<Amount value={refund[tender]} unit="¥" size="row" sign="always" />}
          />
        ))}
      {plan.tenders.later > 0 && (
        <Line label={words.later} value={<Amount value={plan.tenders.later} unit="¥" size="row" />} />
      )}
      {returned.map(({ points, expires_on, renewed }) => (
        <Line
          key={`${expires_on} ${renewed}`}
          label={words.points}
          note={
            expires_on === null
              ? undefined
              : renewed
                ? words.renewed(longDate(expires_on))
                : words.until(longDate(expires_on))
          }
          value={<Amount value={points} unit="pt" size="row" sign="always" />}
        />
      ))}
      {refund.points_lapsed > 0 && <Line label={words.lapsed} value={pt(refund.points_lapsed)} />}
      {refund.points_reclaimed > 0 && (
        <Line
          label={words.reclaimed}
          value={<Amount value={-refund.points_reclaimed} unit="pt" size="row" />}
        />
      )}
      {refund.points_deducted > 0 && <Line label={words.deducted} value={yenSign(refund.points_deducted)} />}
      {refund.points_owed > 0 && <Line label={words.owed} value={pt(refund.points_owed)} />}
      {plan.invite_points > 0 && <Line label={words.invite} value={pt(-plan.invite_points)} />}
      {plan.invite_yen > 0 && <Line label={words.invite} value={yenSign(-plan.invite_yen)} />}
      {plan.reward > 0 && <Line label={words.reward} value={yenSign(-plan.reward)} />}
      {tax.map(({ rate, tax }) => (
        <Line key={rate} label={words.tax(rate)} value={yenSign(tax)} />
      ))}
      {level !== null && level.accumulation_before !== level.accumulation_after && (
        <Line
          label={words.level}
          value={`${yenSign(level.accumulation_before)} → ${yenSign(level.accumulation_after)}`}
        />
      )}
      {plan.refundable_after > 0 && <Line label={words.left} value={yenSign(plan.refundable_after)} />}
    </dl>
  )
}
