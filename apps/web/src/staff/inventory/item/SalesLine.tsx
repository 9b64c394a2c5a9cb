import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import { shortDate } from '../../../shared/dates/dates.ts'
import { text } from '../text.ts'
import styles from '../inventory.module.css'

const width = 300
const height = 80
const pad = 6

/** Pieces sold on each of the last thirty days, returns taken off; the figures themselves stand in a table for readers. */
export function SalesLine({ sales }: { sales: StockDetail['sales'] }) {
  const total = sales.reduce((sum, { quantity }) => sum + quantity, 0)
  const top = Math.max(1, ...sales.map(({ quantity }) => quantity))
  const bottom = Math.min(0, ...sales.map(({ quantity }) => quantity))
  const x = (index: number) => pad + (index * (width - 2 * pad)) / Math.max(1, sales.length - 1)
  const y = (value: number) => pad + ((top - value) * (height - 2 * pad)) / (top - bottom)
  const points = sales.map(({ quantity }, index) => `${x(index).toFixed(1)},${y(quantity).toFixed(1)}`)
  const first = sales[0]
  const last = sales.at(-1)
  return (
    <section className={styles.sales} aria-label={text.sales}>
      <div className={styles.cardHead}>
        <h3 className={styles.subtitle}>{text.sales}</h3>
        <b className="figures">{text.sold(total)}</b>
      </div>
      {sales.every(({ quantity }) => quantity === 0) ? (
        <p className={styles.hint}>{text.noSales}</p>
      ) : (
        <svg
          className={styles.chart}
          viewBox={`0 0 ${String(width)} ${String(height)}`}
          role="img"
          aria-label={text.sales}
        >
          <line className={styles.axis} x1={pad} x2={width - pad} y1={y(0)} y2={y(0)} />
          <polyline className={styles.curve} points={points.join(' ')} />
          {sales.map(
            ({ date, quantity }, index) =>
              quantity !== 0 && (
                <circle key={date} className={styles.dot} cx={x(index)} cy={y(quantity)} r={2.5}>
                  <title>{text.salesOf(shortDate(date), quantity)}</title>
                </circle>
              ),
          )}
        </svg>
      )}
      {first && last && (
        <p className={styles.span}>
          <span>{shortDate(first.date)}</span>
          <span>{shortDate(last.date)}</span>
        </p>
      )}
      <table className="visuallyHidden">
        <caption>{text.sales}</caption>
        <tbody>
          {sales.map(({ date, quantity }) => (
            <tr key={date}>
              <th scope="row">{shortDate(date)}</th>
              <td>{text.sold(quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
