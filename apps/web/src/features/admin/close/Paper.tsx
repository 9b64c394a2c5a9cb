import type { DayClose, ShopDay } from '@shirogane/contract/days'
import { createPortal } from 'react-dom'
import { detailDate, detailTime } from '../../../lib/dates.ts'
import { text, yen } from './text.ts'
import styles from './paper.module.css'

/** The report of a day on the till's roll: X while nothing is final, Z with its number once it is closed. */
export function Paper({ day, close }: { day: ShopDay; close: DayClose | null }) {
  const { figures, cash, moves } = day
  const { sales, refunds, voids, tenders } = figures
  const rows = (pairs: readonly (readonly [string, string])[]) => (
    <dl className={styles.rows}>
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
  return createPortal(
    <div className={styles.printed}>
      <h1 className={styles.title}>
        {close ? `${text.zTitle} ${text.serial(close.z_number, close.revision)}` : text.xTitle}
      </h1>
      {rows([
        [text.store, day.store.name],
        [text.date, detailDate(day.date)],
        [text.columns.time, detailTime(close?.closed_at ?? day.as_of)],
        ...(close ? [[text.columns.staff, close.employee.name] as const] : []),
        ...(close?.approved_by ? [[text.approvedBy, close.approved_by.name] as const] : []),
      ])}
      {rows([
        [text.gross, yen(sales.total)],
        [text.refunds, yen(-refunds.total)],
        [text.net, yen(figures.net)],
        [text.countHead, text.items(sales.count)],
        [text.average, yen(Math.floor(sales.total / Math.max(1, sales.count)))],
        [text.discounts, yen(sales.discounts)],
        ...(figures.corrections === 0 ? [] : [[text.corrections, text.items(figures.corrections)] as const]),
        [text.voids, `${text.items(voids.count)} ${yen(voids.total)}`],
      ])}
      {rows(
        (['points', 'balance', 'cash', 'card', 'later'] as const).map((tender) => [
          text.tenders[tender],
          `${text.items(tenders[tender].count)} ${yen(tenders[tender].total)}`,
        ]),
      )}
      {rows(
        figures.tax.flatMap(({ rate, taxable, tax, refunded_tax }) => [
          [text.tax(rate), yen(taxable)] as const,
          [text.taxOf(rate), yen(tax)] as const,
          [text.taxRefunded(rate), yen(-refunded_tax)] as const,
        ]),
      )}
      {rows([
        [text.charges, yen(figures.charges.total)],
        [text.buybacks, yen(figures.buybacks.total)],
        [text.laterGiven, yen(figures.later.given)],
        [text.laterCollected, yen(figures.later.collected)],
      ])}
      {rows([
        [text.float, cash.float === null ? text.notCounted : yen(cash.float)],
        [text.cashSales, yen(cash.sales)],
        [text.cashCharges, yen(cash.charges)],
        [text.cashCollections, yen(cash.collections)],
        [text.cashRefunds, yen(-cash.refunds)],
        [text.moves.pay_in, yen(cash.pay_in)],
        [text.moves.pay_out, yen(-cash.pay_out)],
        ...(cash.buybacks === 0 ? [] : [[text.cashBuybacks, yen(-cash.buybacks)] as const]),
        ...(cash.other === 0 ? [] : [[text.cashOther, yen(cash.other)] as const]),
        [text.expected, yen(cash.expected)],
        ...(close
          ? ([
              [text.counted, yen(close.counted)],
              [
                close.over_short === 0 ? text.none : close.over_short < 0 ? text.short : text.over,
                yen(close.over_short),
              ],
              [text.reason, [close.reason, close.note].filter(Boolean).join(' ')],
              [text.deposit, yen(close.deposit)],
              [text.carry, yen(close.carry)],
            ] as const)
          : []),
      ])}
      {moves.some(({ act }) => act === 'pay_in' || act === 'pay_out') && (
        <ul className={styles.moves}>
          {moves
            .filter(({ act }) => act === 'pay_in' || act === 'pay_out')
            .map(({ id, act, reason, note, change }) => (
              <li key={id}>
                {act === 'pay_in' ? text.moves.pay_in : text.moves.pay_out} {reason} {note} {yen(change)}
              </li>
            ))}
        </ul>
      )}
      {close && (
        <>
          {rows(
            Object.entries(close.counts)
              .toSorted(([a], [b]) => Number.parseInt(b, 10) - Number.parseInt(a, 10))
              .map(([piece, count]) => [
                `${yen(Number.parseInt(piece, 10))} × ${count}`,
                yen(Number.parseInt(piece, 10) * count),
              ]),
          )}
          <p className={styles.seal}>
            {text.seal} {close.seal}
          </p>
          <p className={styles.stamp}>{text.stamp}</p>
        </>
      )}
    </div>,
    document.body,
  )
}
