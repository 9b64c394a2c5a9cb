import { allTenders } from '@shirogane/domain/sales/tenders'
import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import { Amount } from '@shirogane/ui/data/Amount'
import { BarChart } from '@shirogane/ui/data/BarChart'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { Plate } from '@shirogane/ui/layout/Plate'
import { ShareBar, ShareMark } from '@shirogane/ui/data/ShareBar'
import { countText } from '../../shared/figures/figures.ts'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './close.module.css'

/** What a day has sold: the plate, the tenders, the hours. */
export function SalesCard({ day: { figures, date, current_date } }: { day: ShopDay }) {
  const { sales } = figures
  const isToday = date === current_date
  const shown = allTenders.filter((tender) => figures.tenders[tender].total > 0)
  return (
    <Card as="section" className={styles.pane}>
      <header className={styles.paneHead}>
        <h2 className={styles.paneTitle}>{isToday ? text.sales : text.salesOf}</h2>
        <Chip tone="neutral">{text.items(sales.count)}</Chip>
      </header>
      <Plate low className={styles.plate}>
        <div>
          <p className={styles.plateLabel}>{text.net}</p>
          <Amount value={figures.net} unit="¥" size="l" />
        </div>
        <p className={styles.plateParts}>
          {text.gross} <b>{yenSign(sales.total)}</b>
          <br />
          {text.refunds} <b>{yenSign(-figures.refunds.total)}</b>
        </p>
      </Plate>
      {sales.count === 0 ? (
        <p className={styles.empty}>{isToday ? text.noSales : text.noSalesThen}</p>
      ) : (
        <>
          <h3 className={styles.part}>{text.byTender}</h3>
          <ShareBar
            label={text.shares(
              shown
                .map((tender) => `${text.tenders[tender]} ${yenSign(figures.tenders[tender].total)}`)
                .join('、'),
            )}
            shares={allTenders.map((tone) => ({ tone, value: figures.tenders[tone].total }))}
          />
          <ul className={styles.shares}>
            {allTenders.map((tender) => (
              <li key={tender} className={styles.share}>
                <ShareMark tone={tender} />
                <span className={styles.shareName}>{text.tenders[tender]}</span>
                <span className={styles.shareCount}>{text.items(figures.tenders[tender].count)}</span>
                <span className={styles.shareTotal}>{yenSign(figures.tenders[tender].total)}</span>
              </li>
            ))}
          </ul>
          <h3 className={styles.part}>{text.byHour}</h3>
          <BarChart
            label={text.chart(sales.count, sales.total)}
            bars={figures.hours.map(({ hour, total }) => ({
              key: String(hour),
              label: String(hour),
              value: total,
            }))}
          />
          <p className={styles.foot}>
            <span>
              {text.average} <b>{yenSign(Math.floor(sales.total / Math.max(1, sales.count)))}</b>
            </span>
            <span>
              {text.granted} <b>{countText(figures.points.granted)}</b>pt
            </span>
            <span>
              {text.members} <b>{text.people(sales.customers)}</b>
            </span>
          </p>
        </>
      )}
    </Card>
  )
}
