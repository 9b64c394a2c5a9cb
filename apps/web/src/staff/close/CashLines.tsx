import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import { formatAmount } from '@shirogane/ui/data/format-amount'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './close.module.css'

const signed = (value: number) => formatAmount(value, '¥', 'always')

/** How the drawer came to what it must hold: the float, what came in, what went out. Nothing is left out but zeros. */
export function CashLines({ day }: { day: ShopDay }) {
  const { cash, moves } = day
  const float = cash.float ?? cash.carried
  const moved = moves.filter(({ act }) => act === 'pay_in' || act === 'pay_out')
  const lines: [string, number][] = [
    [text.cashSales, cash.sales],
    [text.cashCharges, cash.charges],
    [text.cashCollections, cash.collections],
    [text.cashRefunds, -cash.refunds],
    [text.cashBuybacks, -cash.buybacks],
    [text.cashOther, cash.other],
  ]
  return (
    <dl className={styles.lines}>
      <dt>{text.float}</dt>
      <dd>{float === null ? text.notCounted : yenSign(float)}</dd>
      {lines
        .filter(([name, value]) => value !== 0 || name === text.cashSales)
        .map(([name, value]) => (
          <Line key={name} name={name} value={signed(value)} />
        ))}
      {moved.map(({ id, act, reason, change }) => (
        <Line
          key={id}
          name={`${act === 'pay_in' ? text.moves.pay_in : text.moves.pay_out}(${reason ?? ''})`}
          value={signed(change)}
        />
      ))}
      <dt className={styles.lineTotal}>{text.expected}</dt>
      <dd className={styles.lineTotal}>{yenSign(cash.expected)}</dd>
    </dl>
  )
}

export function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
