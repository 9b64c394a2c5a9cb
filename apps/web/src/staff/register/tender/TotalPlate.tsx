import { Amount } from '@shirogane/ui/data/Amount'
import { Plate } from '@shirogane/ui/layout/Plate'
import type { Preview } from './preview.ts'
import { yenSign } from '../../shared/cash/money.ts'
import { text } from '../text.ts'
import styles from './TotalPlate.module.css'

/** The bill, with what it holds in tax and what it will bring in points. */
export function TotalPlate({
  total,
  discount,
  preview,
}: {
  total: number
  /** Everything that is taken off. */
  discount: number
  preview: Preview
}) {
  return (
    <Plate low className={styles.plate} aria-label={text.total}>
      <div className={styles.text}>
        <p className={styles.name}>{text.total}</p>
        {discount > 0 && <p className={styles.tax}>{text.discountOff(discount)}</p>}
        {preview.tax.map(({ rate, tax }) => (
          <p key={rate} className={styles.tax}>
            {text.tax(rate)} {yenSign(tax)}
          </p>
        ))}
        {preview.earned !== null && <p className={styles.earned}>{text.willEarn(preview.earned)}</p>}
      </div>
      <Amount value={total} unit="¥" size="total" className={styles.amount} />
    </Plate>
  )
}
