import type { DaySuspect, ShopDay } from '@shirogane/contract/resources/brand/days'
import { useQuery } from '@tanstack/react-query'
import { clockTime } from '../../shared/dates/dates.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { yenSign } from '../shared/cash/money.ts'
import { suspectsQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './close.module.css'

/** What of the day could be the whole of a difference, each with the way to it. The person who counted decides. */
export function Suspects({ day, difference }: { day: ShopDay; difference: number }) {
  const { data } = useQuery({
    ...suspectsQuery({ store_id: day.store.id, date: day.date, difference }),
    enabled: difference !== 0,
  })
  if (difference === 0 || data === undefined) return null
  return (
    <section aria-label={text.suspects} className={styles.suspects}>
      <h3 className={styles.suspectsTitle}>{text.suspects}</h3>
      {data.items.length === 0 ? (
        <p className={styles.suspectNote}>{text.noSuspects}</p>
      ) : (
        <ul>
          {data.items.map((suspect) => (
            <li key={suspect.id} className={styles.suspect}>
              <span>
                <b>{text.suspectKinds[suspect.kind]}</b> <Number suspect={suspect} />
                <span className={styles.suspectNote}>
                  {clockTime(suspect.at)}　{suspect.employee?.name}
                </span>
              </span>
              <b className="figures">{yenSign(amountOf(suspect))}</b>
              <span className={styles.suspectWhy}>{text.suspectWhy[suspect.why]}</span>
            </li>
          ))}
        </ul>
      )}
      {data.count > data.items.length && (
        <p className={styles.suspectNote}>{text.moreSuspects(data.count - data.items.length)}</p>
      )}
    </section>
  )
}

/** What the difference was compared with. */
function amountOf({ why, cash, card, change }: DaySuspect): number {
  return why === 'swapped' ? card : why === 'change' ? change : cash
}

/** Cash that was put in or taken out has no page of its own. */
function Number({ suspect: { id, number, kind } }: { suspect: DaySuspect }) {
  if (kind === 'pay_in' || kind === 'pay_out' || kind === 'buyback')
    return <span className="figures">{number}</span>
  return (
    <AppLink to={paths.adminTab('transactions', { id })} className={`figures ${styles.suspectLink}`}>
      {number}
    </AppLink>
  )
}
