import { type ExactTender, exactTenders } from '@shirogane/domain/sales/tenders'
import { Amount } from '@shirogane/ui/data/Amount'
import { text } from './text.ts'
import styles from './refund.module.css'

/** What is given back over the counter and is no cash, each with what to do. */
export function GiveBack({ amounts }: { amounts: Readonly<Record<ExactTender, number>> }) {
  return exactTenders
    .filter((tender) => amounts[tender] > 0)
    .map((tender) => (
      <p key={tender} className={styles.terminal}>
        {text.giveBack[tender].ask} <Amount value={amounts[tender]} unit="¥" size="row" />
      </p>
    ))
}
