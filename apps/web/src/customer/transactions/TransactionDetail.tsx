import { counterOnPaper, plainTenders } from '@shirogane/domain/sales/tenders'
import type { RefundFacts, TransactionDetails } from '@shirogane/contract/resources/shapes'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { iconCheck } from '@shirogane/ui/icons/icons'
import { iconDoc, iconHelp } from '@shirogane/ui/icons/icons-lazy'
import { Tile } from '@shirogane/ui/data/Row'
import { Pair, Pairs } from '@shirogane/ui/data/Pairs'
import { Suspense } from 'react'
import { detailDate, detailTime } from '../../shared/dates/dates.ts'
import { percentText } from '../../shared/figures/figures.ts'
import { pointsText, yenText } from '../../shared/money/money.ts'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { AppLink, useSheet } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { viewOf } from '../../shared/transactions/transaction-view.ts'
import { useCopy } from '../../shared/forms/use-copy.ts'
import { text } from './text.ts'
import { WhyPoints } from './WhyPoints.tsx'
import { WhyReward } from './WhyReward.tsx'
import { yen } from '@shirogane/ui/data/text'
import styles from './transactions.module.css'

const ReceiptSheet = lazyPart(() => import('./receipt/ReceiptSheet.tsx'), 'ReceiptSheet')
const PayoutCard = lazyPart(() => import('./PayoutCard.tsx'), 'PayoutCard')
const StatementSheet = lazyPart(() => import('./StatementSheet.tsx'), 'StatementSheet')
const QuestionSheet = lazyPart(() => import('./QuestionSheet.tsx'), 'QuestionSheet')

type Details = { transaction: TransactionDetails }

export function TransactionDetail({ transaction }: Details) {
  const receipt = useSheet('receipt')
  const question = useSheet('contact')
  const statement = useSheet('statement')
  // What was received as balance is a payment like one to a bank, and has the same paper.
  const isPaid = transaction.reward?.step === 'claim' && transaction.reward.method === 'wallet'
  return (
    <>
      <Head transaction={transaction} />
      <Facts transaction={transaction} />
      <Lines transaction={transaction} />
      <Suspense>
        {transaction.payout !== undefined && (
          <PayoutCard transaction={transaction} payout={transaction.payout} />
        )}
      </Suspense>
      {transaction.payout !== undefined ? null : transaction.refund === undefined ? (
        <Payment transaction={transaction} />
      ) : (
        <GivenBack transaction={transaction} facts={transaction.refund} />
      )}
      <Deferred transaction={transaction} />
      <WhyPoints transaction={transaction} />
      <WhyReward transaction={transaction} />
      {isPaid && (
        <Button block variant="secondary" icon={iconDoc} onClick={() => statement.open()}>
          {text.showStatement}
        </Button>
      )}
      {transaction.has_receipt && (
        <Button block variant="secondary" icon={iconDoc} onClick={() => receipt.open()}>
          {text.showReceipt}
        </Button>
      )}
      {transaction.number !== '' && (
        <Button block variant="quiet" icon={iconHelp} onClick={() => question.open()}>
          {text.ask}
        </Button>
      )}
      <Suspense>
        {receipt.isOpen && <ReceiptSheet id={transaction.id} onClose={receipt.close} />}
        {isPaid && statement.isOpen && <StatementSheet id={transaction.id} onClose={statement.close} />}
        {question.isOpen && <QuestionSheet transaction={transaction} onClose={question.close} />}
      </Suspense>
    </>
  )
}

function Head({ transaction }: Details) {
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

function Facts({ transaction }: Details) {
  const { number, store, employee, message, completed_at, created_at, original, card, type } = transaction
  const copy = useCopy()
  const until = transaction.point_reasons.find(({ expires_on }) => expires_on !== null)?.expires_on
  const isGift = type === 'grant'
  // Paid by head office, although it stands in the books of a shop.
  const isOfOffice = type === 'payout' || type === 'prepaid_cashout'
  return (
    <>
      {original !== null && (
        <p className={styles.lead}>
          <AppLink className={styles.link} to={paths.transaction(original.id)}>
            {text.backOf[transaction.refund?.kind ?? 'refund'](
              detailDate(original.completed_at),
              transaction.tenders.later > 0,
            )}
          </AppLink>
        </p>
      )}
      <Card className={styles.block}>
        <Pairs>
          <Pair label={text.date}>
            <span className="figures">{detailTime(completed_at ?? created_at)}</span>
          </Pair>
          {number !== '' && (
            <Pair label={text.number}>
              <span className={styles.numberLine}>
                <span className="figures">{number}</span>
                <button type="button" className={styles.copy} onClick={() => void copy(number)}>
                  {text.copy}
                </button>
              </span>
            </Pair>
          )}
          {store !== null && !isOfOffice && <Pair label={text.store}>{store.name}</Pair>}
          {employee !== null && !isOfOffice && <Pair label={text.staff}>{employee.name}</Pair>}
          {card !== null && (
            <Pair label={text.card}>
              <span className="figures">{text.cardOf(card.brand, card.last4)}</span>
            </Pair>
          )}
          {type === 'convert' && (
            <Pair label={text.exchange}>
              <span className="figures">
                {text.exchangeOf(
                  pointsText(Math.abs(transaction.point_amount)),
                  yenText(transaction.received_wallet),
                )}
              </span>
            </Pair>
          )}
          {message !== null && message !== '' && type !== 'notification' && type !== 'refund' && (
            <Pair label={isGift ? text.giver : text.message}>{message}</Pair>
          )}
          {isGift && until !== undefined && until !== null && (
            <Pair label={text.expiresOn}>
              <span className="figures">{detailDate(until)}</span>
            </Pair>
          )}
        </Pairs>
      </Card>
    </>
  )
}

function Lines({ transaction: { items, item_photos, tax, spent_total } }: Details) {
  if (items.length === 0) return null
  const discount = items.reduce((sum, item) => sum + item.discount, 0)
  const subtotal = items.reduce((sum, item) => sum + item.subtotal + item.discount, 0)
  return (
    <Card className={styles.block}>
      <h2 className={styles.blockTitle}>{text.lines}</h2>
      <Pairs>
        {items.map((item, index) => {
          const photo = item_photos?.[index]
          const label = text.lineOf(item.name, item.quantity)
          return (
            // The same article may stand on two lines, so its place is part of the key; lines of a sale never move.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={`${item.sku_id ?? item.name}-${index}`} className={photo ? styles.article : undefined}>
              <dt>
                {/* As large before it has come as after it. */}
                {photo && <img src={photo} alt="" width={40} height={40} loading="lazy" decoding="async" />}
                {label}
              </dt>
              <dd>
                <Amount value={item.subtotal + item.discount} size="text" />
              </dd>
            </div>
          )
        })}
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
          <Pair key={line.rate} label={text.tax(percentText(line.rate))}>
            <Amount value={line.tax} size="text" />
          </Pair>
        ))}
      </Pairs>
    </Card>
  )
}

function Payment({ transaction }: Details) {
  const {
    tenders,
    cash_tendered,
    change,
    received_point_total,
    wallet_after,
    given_back,
    returns = [],
    type,
    spent_total,
  } = transaction
  const parts = [
    { label: text.tender.balance, value: tenders.balance, unit: yen },
    { label: text.tender.points, value: tenders.points, unit: 'pt' as const },
    ...plainTenders.map((tender) => ({ label: text.tender[tender], value: tenders[tender], unit: yen })),
  ].filter(({ value }) => value > 0 && type !== 'prepaid_cashout')
  const back = [
    { label: text.refunded, value: given_back?.money ?? 0, unit: yen },
    { label: text.deferredReduced, value: given_back?.later ?? 0, unit: yen },
    { label: text.pointsReturned, value: given_back?.points ?? 0, unit: 'pt' as const },
  ].filter(({ value }) => value > 0)
  const isPayment = type === undefined && spent_total > 0
  if (parts.length === 0 && wallet_after === null && given_back === undefined) return null
  return (
    <Card className={styles.block}>
      {parts.length > 0 && <h2 className={styles.blockTitle}>{text.tenders}</h2>}
      <Pairs>
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
        {back.map(({ label, value, unit }) => (
          <Pair key={label} label={label}>
            <Amount value={value} unit={unit} size="text" />
          </Pair>
        ))}
        {returns.map(({ id, kind, at, amount }) => (
          <Pair key={id} label={text.returnOf[kind](detailDate(at), tenders.later > 0)}>
            <AppLink className={styles.link} to={paths.transaction(id)}>
              <Amount value={amount} size="text" />
            </AppLink>
          </Pair>
        ))}
        {wallet_after !== null && (
          <Pair label={text.afterwards}>
            <Amount value={wallet_after.balance} size="text" />・
            <Amount value={wallet_after.point_balance} unit="pt" size="text" />
          </Pair>
        )}
      </Pairs>
    </Card>
  )
}

/** How a deferred part stands and was paid so far, or what a payment of debts paid. */
function Deferred({ transaction: { later, tenders, later_payments, type } }: Details) {
  if (later === undefined && later_payments.length === 0) return null
  return (
    <Card className={styles.block}>
      <h2 className={styles.blockTitle}>
        {type === 'later_payment' ? text.deferredPaid : text.tender.later}
      </h2>
      <Pairs>
        {later !== undefined && (
          <>
            <Pair label={text.deferredAmount}>
              <Amount value={tenders.later} size="text" />
            </Pair>
            <Pair label={text.deferredLeft} isSum>
              <Amount value={later.remaining} size="text" />
            </Pair>
            <Pair label={text.deferredDue}>
              <span className="figures">{detailDate(later.due_on)}</span>
            </Pair>
          </>
        )}
        {later_payments.map(({ id, at, amount, points, tender, store }) => (
          <Pair key={id} label={`${detailDate(at)} ${text.deferredTenders[tender]}・${store}`}>
            <AppLink className={styles.link} to={paths.transaction(id)}>
              <Amount value={amount} size="text" />
            </AppLink>
            {points > 0 && (
              <>
                ・<Amount value={points} unit="pt" sign="always" size="text" incoming />
              </>
            )}
          </Pair>
        ))}
      </Pairs>
      {later !== undefined && later.remaining > 0 && (
        <p className={styles.lead}>
          {later.overdue && <strong>{text.deferredOverdue} </strong>}
          {text.deferredAtShop}{' '}
          <AppLink className={styles.link} to={paths.deferred()}>
            {text.deferredFromBalance}
          </AppLink>
        </p>
      )}
    </Card>
  )
}

/** Where the money went, and what became of the points, down to the last one. */
function GivenBack({ transaction, facts }: Details & { facts: RefundFacts }) {
  const { wallet_after } = transaction
  const money = [
    { label: text.balancePaid, value: facts.balance_paid },
    { label: text.balanceBonus, value: facts.balance_bonus },
    ...counterOnPaper.map((tender) => ({ label: text.tender[tender], value: facts[tender] })),
    { label: text.deferredReduced, value: facts.later },
    { label: text.pointsDeducted, value: -facts.points_deducted },
  ].filter(({ value }) => value !== 0)
  const points = [
    { label: text.pointsReturned, value: facts.points_returned },
    { label: text.pointsReclaimed, value: -facts.points_reclaimed },
    { label: text.pointsLapsed, value: facts.points_lapsed },
    { label: text.pointsOwed, value: facts.points_owed },
  ].filter(({ value }) => value !== 0)
  return (
    <Card className={styles.block}>
      <h2 className={styles.blockTitle}>{text.refundedTo}</h2>
      <Pairs>
        {money.map(({ label, value }) => (
          <Pair key={label} label={label}>
            <Amount value={value} sign="always" size="text" incoming={value > 0} />
          </Pair>
        ))}
        {points.map(({ label, value }) => (
          <Pair key={label} label={label}>
            <Amount
              value={value}
              unit="pt"
              sign={label === text.pointsLapsed || label === text.pointsOwed ? 'auto' : 'always'}
              size="text"
            />
          </Pair>
        ))}
        {facts.reason !== null && <Pair label={text.reason}>{facts.reason}</Pair>}
        {wallet_after !== null && (
          <Pair label={text.afterwards}>
            <Amount value={wallet_after.balance} size="text" />・
            <Amount value={wallet_after.point_balance} unit="pt" size="text" />
          </Pair>
        )}
      </Pairs>
    </Card>
  )
}
