import type { Transaction } from '@shirogane/contract/resources'
import { Amount } from '@shirogane/ui/Amount'
import { ButtonLink } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { Chip } from '@shirogane/ui/Chip'
import { iconCheck } from '@shirogane/ui/icons'
import { iconHelp } from '@shirogane/ui/icons-later'
import { Tile } from '@shirogane/ui/Row'
import { useToast } from '@shirogane/ui/use-toast'
import type { ReactNode } from 'react'
import { detailTime } from '../../lib/dates.ts'
import { AppLink, linkTo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { viewOf } from '../../lib/transaction-view.ts'
import { text } from './text.ts'
import styles from './transactions.module.css'

export function TransactionDetail({ transaction }: { transaction: Transaction }) {
  return (
    <>
      <Head transaction={transaction} />
      <Facts transaction={transaction} />
      <Lines transaction={transaction} />
      <Payment transaction={transaction} />
      {transaction.number !== '' && (
        <ButtonLink
          block
          variant="quiet"
          icon={iconHelp}
          render={linkTo(paths.contact({ transaction: transaction.id }))}
        >
          {text.ask}
        </ButtonLink>
      )}
    </>
  )
}

function Head({ transaction }: { transaction: Transaction }) {
  const { icon, tone, title, kind, chip, main, points } = viewOf(transaction)
  return (
    <div className={styles.hero}>
      <Tile icon={icon} tone={tone} />
      <p className={styles.heroName}>{title === kind ? title : `${title}・${kind}`}</p>
      {main !== null && (
        <Amount
          value={main.value}
          unit={main.unit}
          sign="always"
          className={styles.heroAmount}
          incoming={main.value > 0}
        />
      )}
      {points !== null && transaction.type !== undefined && (
        <Amount value={points} unit="pt" sign="always" size="s" />
      )}
      <span className={styles.heroChip}>
        {chip === null ? (
          <Chip tone="ok" icon={iconCheck}>
            {text.done}
          </Chip>
        ) : (
          <Chip tone={chip.tone}>{chip.text}</Chip>
        )}
      </span>
    </div>
  )
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { number, store, employee, message, completed_at, created_at, related_id, type } = transaction
  const toast = useToast()
  const copy = () => navigator.clipboard.writeText(number).then(() => toast(text.copied))
  return (
    <Card className={styles.block}>
      <dl className={styles.pairs}>
        <Pair label={text.date}>
          <span className="figures">{detailTime(completed_at ?? created_at)}</span>
        </Pair>
        {number !== '' && (
          <Pair label={text.number}>
            <span className={styles.numberLine}>
              <span className="figures">{number}</span>
              <button type="button" className={styles.copy} onClick={() => void copy()}>
                {text.copy}
              </button>
            </span>
          </Pair>
        )}
        {store !== null && <Pair label={text.store}>{store.name}</Pair>}
        {employee !== null && <Pair label={text.staff}>{employee.name}</Pair>}
        {message !== null && message !== '' && type !== 'notification' && (
          <Pair label={text.message}>{message}</Pair>
        )}
        {related_id !== null && (
          <Pair label={text.original}>
            <AppLink className={styles.link} to={paths.transaction(related_id)}>
              {text.detailHeading}
            </AppLink>
          </Pair>
        )}
      </dl>
    </Card>
  )
}

function Lines({ transaction: { items, tax, spent_total } }: { transaction: Transaction }) {
  if (items.length === 0) return null
  const discount = items.reduce((sum, item) => sum + item.discount, 0)
  const subtotal = items.reduce((sum, item) => sum + item.subtotal + item.discount, 0)
  return (
    <Card className={styles.block}>
      <h2 className={styles.blockTitle}>{text.lines}</h2>
      <dl className={styles.pairs}>
        {items.map((item, index) => (
          // The same article may stand on two lines, so its place is part of the key; lines of a sale never move.
          // oxlint-disable-next-line react/no-array-index-key
          <Pair key={`${item.sku_id ?? item.name}-${index}`} label={text.lineOf(item.name, item.quantity)}>
            <Amount value={item.subtotal + item.discount} size="text" />
          </Pair>
        ))}
        {discount > 0 && (
          <>
            <Pair label={text.subtotal}>
              <Amount value={subtotal} size="text" />
            </Pair>
            <Pair label={text.discount}>
              <Amount value={-discount} size="text" />
            </Pair>
          </>
        )}
        <Pair label={discount > 0 ? text.total : text.subtotal} isSum>
          <Amount value={spent_total} size="text" />
        </Pair>
        {tax.map((line) => (
          <Pair key={line.rate} label={text.tax((line.rate / 100).toLocaleString('ja-JP'))}>
            <Amount value={line.tax} size="text" />
          </Pair>
        ))}
      </dl>
    </Card>
  )
}

function Payment({ transaction }: { transaction: Transaction }) {
  const {
    tenders,
    cash_tendered,
    change,
    received_point_total,
    wallet_after,
    refunded_total,
    type,
    spent_total,
  } = transaction
  const parts = [
    { label: text.tenderBalance, value: tenders.balance, unit: '円' as const },
    { label: text.tenderPoints, value: tenders.points, unit: 'pt' as const },
    { label: text.tenderCash, value: tenders.cash, unit: '円' as const },
    { label: text.tenderCard, value: tenders.card, unit: '円' as const },
    { label: text.tenderLater, value: tenders.later, unit: '円' as const },
  ].filter(({ value }) => value > 0)
  const isPayment = type === undefined && spent_total > 0
  if (parts.length === 0 && wallet_after === null && refunded_total === 0) return null
  return (
    <Card className={styles.block}>
      {parts.length > 0 && <h2 className={styles.blockTitle}>{text.tenders}</h2>}
      <dl className={styles.pairs}>
        {parts.map(({ label, value, unit }) => (
          <Pair key={label} label={label}>
            <Amount value={value} unit={unit} size="text" />
          </Pair>
        ))}
        {cash_tendered !== null && cash_tendered > 0 && (
          <Pair label={text.tendered}>
            <Amount value={cash_tendered} size="text" />
          </Pair>
        )}
        {change !== null && cash_tendered !== null && cash_tendered > 0 && (
          <Pair label={text.change}>
            <Amount value={change} size="text" />
          </Pair>
        )}
        {isPayment && (
          <Pair label={text.earned} isSum>
            <Amount
              value={received_point_total}
              unit="pt"
              sign="always"
              size="text"
              incoming={received_point_total > 0}
            />
          </Pair>
        )}
        {refunded_total > 0 && (
          <Pair label={text.refunded}>
            <Amount value={refunded_total} size="text" />
          </Pair>
        )}
        {wallet_after !== null && (
          <Pair label={text.afterwards}>
            <Amount value={wallet_after.balance} size="text" />・
            <Amount value={wallet_after.point_balance} unit="pt" size="text" />
          </Pair>
        )}
      </dl>
    </Card>
  )
}

function Pair({ label, isSum = false, children }: { label: string; isSum?: boolean; children: ReactNode }) {
  return (
    <div className={isSum ? styles.sum : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
