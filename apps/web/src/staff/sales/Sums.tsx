import { allTenders } from '@shirogane/domain/sales/tenders'
import type { SearchSums } from '@shirogane/contract/resources/sales/search'
import { Amount } from '@shirogane/ui/data/Amount'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './sales.module.css'

/** What all that is found comes to, tender by tender. */
export function Sums({ sums }: { sums: SearchSums | null }) {
  if (sums === null) return <p className={styles.small}>{text.noSums}</p>
  return (
    <section className={styles.sums} aria-label={text.sums}>
      <dl>
        <div>
          <dt>{text.count(sums.count)}</dt>
          <dd>
            {text.net} <Amount value={sums.net} unit="¥" size="m" />
          </dd>
        </div>
        <div>
          <dt>{text.sales}</dt>
          <dd>{yenSign(sums.sales)}</dd>
        </div>
        <div>
          <dt>{text.refunds}</dt>
          <dd>{yenSign(-sums.refunds)}</dd>
        </div>
        {allTenders
          .filter((name) => sums.tenders[name] !== 0)
          .map((name) => (
            <div key={name}>
              <dt>{text.tender[name]}</dt>
              <dd>{yenSign(sums.tenders[name])}</dd>
            </div>
          ))}
        {sums.kept > 0 && (
          <div>
            <dt>{text.kept}</dt>
            <dd>{yenSign(-sums.kept)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
