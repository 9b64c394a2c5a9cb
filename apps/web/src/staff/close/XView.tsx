import type { ShopDay } from '@shirogane/contract/resources/brand/days'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { iconPrint } from '@shirogane/ui/icons/icons-staff'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { messageOf } from '../../shell/api/api.ts'
import { pointsText } from '../../shared/money/money.ts'
import { AppLink } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { CashLines, Line } from './CashLines.tsx'
import { correctionNote } from './correction-note.ts'
import { Paper } from './Paper.tsx'
import { saveSheet } from './queries.ts'
import { reversalNote } from './reversal-note.ts'
import { SalesCard } from './SalesCard.tsx'
import { yenSign } from '../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './close.module.css'

/** The day so far, to look at: nothing changes by it. */
export function XView({ day }: { day: ShopDay }) {
  const [close] = day.closes
  const standing = day.status === 'closed' ? (close ?? null) : null
  return (
    <>
      <div className={styles.three}>
        <Card as="section" className={styles.pane}>
          <header className={styles.paneHead}>
            <h2 className={styles.paneTitle}>{text.drawer}</h2>
            <span className={styles.asOf}>{detailTime(day.as_of)}</span>
          </header>
          <CashLines day={day} />
          <Files day={day} label={standing ? text.printZ : text.printX} />
        </Card>
        <div className={styles.column}>
          <DetailCard day={day} />
          <ReversalsCard day={day} />
          <CorrectionsCard day={day} />
        </div>
        <SalesCard day={day} />
      </div>
      <Paper day={day} close={standing} />
    </>
  )
}

/** What stands beside the sales: discounts, refunds and voids, tax, and what is no sale. */
function DetailCard({ day }: { day: ShopDay }) {
  const { figures } = day
  return (
    <Card as="section" className={styles.pane}>
      <header className={styles.paneHead}>
        <h2 className={styles.paneTitle}>{text.details}</h2>
      </header>
      <dl className={styles.lines}>
        <Line name={text.discounts} value={yenSign(figures.sales.discounts)} />
        <Line
          name={`${text.refunds} ${text.items(figures.refunds.count)}`}
          value={yenSign(-figures.refunds.total)}
        />
        <Line
          name={`${text.voids} ${text.items(figures.voids.count)}`}
          value={yenSign(figures.voids.total)}
        />
        {figures.tax.map(({ rate, taxable, tax, refunded_tax }) => (
          <TaxLines key={rate} rate={rate} taxable={taxable} tax={tax} refunded={refunded_tax} />
        ))}
        <Line
          name={`${text.charges} ${text.items(figures.charges.count)}`}
          value={yenSign(figures.charges.total)}
        />
        {figures.corrections > 0 && <Line name={text.corrections} value={text.items(figures.corrections)} />}
        {figures.buybacks.count > 0 && (
          <Line
            name={`${text.buybacks} ${text.items(figures.buybacks.count)}`}
            value={yenSign(figures.buybacks.total)}
          />
        )}
        <Line name={text.deferredGiven} value={yenSign(figures.later.given)} />
        <Line name={text.deferredCollected} value={yenSign(figures.later.collected)} />
        <Line name={text.granted} value={pointsText(figures.points.granted)} />
        <Line name={text.pointsUsed} value={pointsText(figures.points.used)} />
        <Line name={text.pointsExpired} value={pointsText(figures.points.expired)} />
        <Line name={text.printed} value={text.sheets(day.papers.printed)} />
        <Line name={text.formal} value={text.sheets(day.papers.formal)} />
        <Line
          name={`${text.stamps} ${text.sheets(day.papers.stamps.count)}`}
          value={yenSign(day.papers.stamps.total)}
        />
      </dl>
    </Card>
  )
}

/** Each void and each refund of the day, with who did it and why: what a shop answers for one by one. */
export function ReversalsCard({ day }: { day: ShopDay }) {
  return (
    <Card as="section" className={styles.pane}>
      <h2 className={styles.paneTitle}>{text.reversals}</h2>
      {day.reversals.length === 0 ? (
        <p className={styles.empty}>{text.noReversals}</p>
      ) : (
        <ul className={styles.moves}>
          {day.reversals.map((one) => (
            <li key={one.id}>
              <span className={styles.moveName}>
                <AppLink to={paths.adminTab('transactions', { id: one.id })}>
                  {text.reversalOf[one.act]}　<span className="figures">{one.number}</span>
                </AppLink>
                <small>{reversalNote(one)}</small>
              </span>
              <b className="figures">{yenSign(-one.amount)}</b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** What each correction found and what it left: the old values stay on record. */
export function CorrectionsCard({ day }: { day: ShopDay }) {
  if (day.corrections.length === 0) return null
  return (
    <Card as="section" className={styles.pane}>
      <h2 className={styles.paneTitle}>{text.correctionsOf}</h2>
      <ul className={styles.moves}>
        {day.corrections.map((one) => (
          <li key={one.id}>
            <span className={styles.moveName}>
              <AppLink to={paths.adminTab('transactions', { id: one.sale_id })}>
                <span className="figures">{one.sale_number}</span>
              </AppLink>
              <small>{correctionNote(one, day.date)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function TaxLines({
  rate,
  taxable,
  tax,
  refunded,
}: {
  rate: number
  taxable: number
  tax: number
  refunded: number
}) {
  return (
    <>
      <Line name={text.tax(rate)} value={yenSign(taxable)} />
      <Line name={text.taxOf(rate)} value={yenSign(tax)} />
      {refunded > 0 && <Line name={text.taxRefunded(rate)} value={yenSign(-refunded)} />}
    </>
  )
}

/** The paper and the sheet of a day. */
export function Files({ day, label }: { day: ShopDay; label: string }) {
  const toast = useToast()
  const save = async () => {
    try {
      await saveSheet(
        'admin.dayCsv',
        { store_id: day.store.id, date: day.date },
        `daily_${day.store.code}_${day.date}.csv`,
      )
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }
  return (
    <div className={styles.actions}>
      <Button variant="secondary" icon={iconPrint} onClick={() => window.print()}>
        {label}
      </Button>
      <Button variant="quiet" onClick={save}>
        {text.csv}
      </Button>
    </div>
  )
}
