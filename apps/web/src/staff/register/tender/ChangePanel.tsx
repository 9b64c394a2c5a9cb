import { Amount } from '@shirogane/ui/data/Amount'
import { classNames } from '@shirogane/ui/class-names'
import type { Bill } from './tenders.ts'
import { text } from '../text.ts'
import styles from './ChangePanel.module.css'

/** What is still open, and what goes back to the customer. Green only when the bill is paid up. */
export function ChangePanel({ bill }: { bill: Bill }) {
  const isPaidUp = bill.total > 0 && bill.remaining === 0
  return (
    <div className={classNames(styles.panel, isPaidUp && styles.paidUp)}>
      <span className={styles.remaining}>
        {text.remaining} <Amount value={bill.remaining} unit="¥" size="text" className={styles.small} />
      </span>
      {bill.remaining > 0 && bill.cash > 0 ? (
        <b className={styles.short}>{text.short(bill.remaining)}</b>
      ) : (
        <span className={styles.change}>
          <b>{text.change}</b> <Amount value={bill.change} unit="¥" size="text" className={styles.large} />
        </span>
      )}
    </div>
  )
}
