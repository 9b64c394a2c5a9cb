import { allTenders } from '@shirogane/domain/sales/tenders'
import { departmentNames } from '@shirogane/contract/terms/day-words'
import type { DayClose, ShopDay } from '@shirogane/contract/resources/brand/days'
import { createPortal } from 'react-dom'
import { detailDate, detailTime } from '../../shared/dates/dates.ts'
import { pointsText } from '../../shared/money/money.ts'
import { yenSign } from '../shared/cash/money.ts'
import { correctionNote } from './correction-note.ts'
import { reversalNote } from './reversal-note.ts'
import { text } from './text.ts'
import styles from '../shared/paper/paper.module.css'

/** The report of a day on the register's roll: X while nothing is final, Z with its number once it is closed. */
export function Paper({ day, close }: { day: ShopDay; close: DayClose | null }) {
  const { figures, cash, moves, reversals, corrections, papers: documents } = day
  const { sales, refunds, voids, tenders, points } = figures
  // Until the float is counted, the drawer holds what the day before left in it, here as on the screen.
  const float = cash.float ?? cash.carried
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
        [close ? text.columns.time : text.lookedAt, detailTime(close?.closed_at ?? day.as_of)],
        ...(close ? [[text.columns.staff, close.employee.name] as const] : []),
        ...(close?.approved_by ? [[text.approvedBy, close.approved_by.name] as const] : []),
      ])}
      {rows([
        [text.gross, yenSign(sales.total)],
        [text.refunds, yenSign(-refunds.total)],
        [text.net, yenSign(figures.net)],
        [text.countHead, text.items(sales.count)],
        [text.average, yenSign(Math.floor(sales.total / Math.max(1, sales.count)))],
        [text.discounts, yenSign(sales.discounts)],
        ...(figures.corrections === 0 ? [] : [[text.corrections, text.items(figures.corrections)] as const]),
        [text.voids, `${text.items(voids.count)} ${yenSign(voids.total)}`],
      ])}
      {rows(
        allTenders.map((tender) => [
          text.tenders[tender],
          `${text.items(tenders[tender].count)} ${yenSign(tenders[tender].total)}`,
        ]),
      )}
      {rows(
        figures.tax.flatMap(({ rate, taxable, tax, refunded_tax }) => [
          [text.tax(rate), yenSign(taxable)] as const,
          [text.taxOf(rate), yenSign(tax)] as const,
          [text.taxRefunded(rate), yenSign(-refunded_tax)] as const,
        ]),
      )}
      {rows([
        [text.charges, yenSign(figures.charges.total)],
        [text.buybacks, yenSign(figures.buybacks.total)],
        [text.deferredGiven, yenSign(figures.later.given)],
        [text.deferredCollected, yenSign(figures.later.collected)],
      ])}
      {rows([
        [text.granted, pointsText(points.granted)],
        [text.pointsUsed, pointsText(points.used)],
        [text.pointsReturned, pointsText(points.returned)],
        [text.pointsReclaimed, pointsText(points.reclaimed)],
        [text.pointsExpired, pointsText(points.expired)],
      ])}
      {rows(
        figures.hours.map(({ hour, count, total }) => [
          `${String(hour)}:00`,
          `${text.items(count)} ${yenSign(total)}`,
        ]),
      )}
      {rows(
        figures.employees.map(({ employee, count, total }) => [
          employee.name,
          `${text.items(count)} ${yenSign(total)}`,
        ]),
      )}
      {rows(
        figures.departments.map(({ department, quantity, total }) => [
          departmentNames[department as keyof typeof departmentNames] ?? department,
          `${text.pieceCount(quantity)} ${yenSign(total)}`,
        ]),
      )}
      {reversals.length > 0 && (
        <ul className={styles.moves}>
          {reversals.map((one) => (
            <li key={one.id}>
              {text.reversalOf[one.act]} {one.number} {yenSign(-one.amount)}　{reversalNote(one)}
            </li>
          ))}
        </ul>
      )}
      {corrections.length > 0 && (
        <ul className={styles.moves}>
          {corrections.map((one) => (
            <li key={one.id}>
              {text.corrections} {one.sale_number}　{correctionNote(one, day.date)}
            </li>
          ))}
        </ul>
      )}
      {rows([
        [text.printed, text.sheets(documents.printed)],
        [text.formal, text.sheets(documents.formal)],
        [text.stamps, `${text.sheets(documents.stamps.count)} ${yenSign(documents.stamps.total)}`],
      ])}
      {rows([
        [text.float, float === null ? text.notCounted : yenSign(float)],
        [text.cashSales, yenSign(cash.sales)],
        [text.cashCharges, yenSign(cash.charges)],
        [text.cashCollections, yenSign(cash.collections)],
        [text.cashRefunds, yenSign(-cash.refunds)],
        [text.moves.pay_in, yenSign(cash.pay_in)],
        [text.moves.pay_out, yenSign(-cash.pay_out)],
        ...(cash.buybacks === 0 ? [] : [[text.cashBuybacks, yenSign(-cash.buybacks)] as const]),
        ...(cash.other === 0 ? [] : [[text.cashOther, yenSign(cash.other)] as const]),
        [text.expected, yenSign(cash.expected)],
        ...(close
          ? ([
              [text.counted, yenSign(close.counted)],
              [
                close.over_short === 0 ? text.none : close.over_short < 0 ? text.short : text.over,
                yenSign(close.over_short),
              ],
              [text.reason, [close.reason, close.note].filter(Boolean).join(' ')],
              [text.deposit, yenSign(close.deposit)],
              [text.carry, yenSign(close.carry)],
            ] as const)
          : []),
      ])}
      {moves.some(({ act }) => act === 'pay_in' || act === 'pay_out') && (
        <ul className={styles.moves}>
          {moves
            .filter(({ act }) => act === 'pay_in' || act === 'pay_out')
            .map(({ id, act, reason, note, change }) => (
              <li key={id}>
                {act === 'pay_in' ? text.moves.pay_in : text.moves.pay_out} {reason} {note} {yenSign(change)}
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
                `${yenSign(Number.parseInt(piece, 10))} × ${count}`,
                yenSign(Number.parseInt(piece, 10) * count),
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
