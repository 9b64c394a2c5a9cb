import { showAccount } from '@shirogane/bank/kana'
import type { PayoutMethod } from '@shirogane/contract/resources/members/payout-methods'
import { withheldOf } from '@shirogane/domain/payouts/withholding'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconBank, iconClock, iconShield, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Keypad } from '@shirogane/ui/inputs/Keypad'
import { amountAfterKey, type KeypadKey, keypadKeyOf } from '@shirogane/ui/inputs/keypad-keys'
import { Problem } from '@shirogane/ui/states/Problem'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { Pairs } from '@shirogane/ui/data/Pairs'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { payoutMethodsQuery } from '../../shared/payouts/accounts.ts'
import { type Output, serverMessageOf } from '../../../shell/api/api.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { detailDate, detailTime } from '../../../shared/dates/dates.ts'
import { yenText } from '../../../shared/money/money.ts'
import { linkTo, useGo, useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useSession } from '../../../shell/session/session.ts'
import { TransactionRow } from '../../../shared/transactions/TransactionRow.tsx'
import { useAmount, useAmountQuery, useGivenAmount } from '../../shared/forms/use-amount.ts'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import { PayoutConfirm, PayoutDone } from './PayoutSteps.tsx'
import { ownPayoutsQuery, pricingQuery, rewardWalletQuery } from './payout-queries.ts'
import { text } from './payout-text.ts'
import { TaxNumber } from './TaxNumber.tsx'
import styles from './payout.module.css'

/** M15 and M16: how much goes to which account, once more in full, and what came of it. */
export function PayoutTab() {
  const step = useSearchParam('step')
  const id = useSearchParam('id')
  const amount = useGivenAmount()
  const method = useSearchParam('method')
  useHoldUpdate(step === 'confirm')
  if (step === 'done' && id !== undefined) return <PayoutDone id={id} />
  if (step === 'confirm' && method !== undefined && amount > 0)
    return <PayoutConfirm amount={amount} method={method} />
  return <AmountStep />
}

type Pricing = Output<'affiliates.payoutPricing'>

/** Why this amount cannot be asked for, beside what the server knows alone; null when it can. */
function refusalOf(amount: number, payable: number, { minimum, maximum }: Pricing): string | null {
  if (amount < minimum) return text.below(yenText(minimum))
  if (amount > payable) return text.over(yenText(payable))
  return amount > maximum ? text.above(yenText(maximum)) : null
}

function AmountStep() {
  const purse = useInfiniteQuery(rewardWalletQuery())
  const pricing = useQuery(pricingQuery())
  const accounts = useQuery(payoutMethodsQuery())
  const payouts = useQuery(ownPayoutsQuery())
  const error = purse.error ?? pricing.error ?? accounts.error
  const first = purse.data?.pages[0]
  if (first === undefined || pricing.data === undefined || accounts.data === undefined) {
    const again = () => Promise.all([purse.refetch(), pricing.refetch(), accounts.refetch()])
    return error === null ? (
      <Skeleton height={960} />
    ) : (
      <ErrorPanel message={serverMessageOf(error)} onRetry={again} />
    )
  }
  // What is on its way stands above the form: nothing is drawn before it is known, or the keys would move under a finger.
  if (payouts.isPending) return <Skeleton height={960} />
  return (
    <div className={styles.tab}>
      <UnderWay />
      {first.confirmed > 0 && (
        <InfoStrip
          icon={iconClock}
          tone="accent"
          title={text.unclaimed(yenText(first.confirmed))}
          action={text.toClaim}
          render={linkTo(paths.affiliator({ tab: 'reward' }))}
        />
      )}
      <AmountForm payable={first.payable} pricing={pricing.data} accounts={accounts.data.items} />
      <History />
      <TaxNumber />
    </div>
  )
}

type FormProps = { payable: number; pricing: Pricing; accounts: readonly PayoutMethod[] }

function AmountForm({ payable, pricing, accounts }: FormProps) {
  const go = useGo()
  const isOnline = useOnline()
  const { auth } = useSession()
  const named = useSearchParam('method')
  const [amount, setAmount] = useAmount()
  const amountQuery = useAmountQuery()
  const [isAsked, setAsked] = useState(false)
  const [openedAt] = useState(() => Date.now())
  useHoldUpdate(amount > 0)
  const account = accounts.find(({ id }) => id === named) ?? accounts.find((one) => one.default)
  const refusal = refusalOf(amount, payable, pricing)
  const withheld = amount > pricing.fee ? withheldOf(amount, pricing.fee, pricing.withholding) : 0
  const isKnown = auth?.kyc_status === 'approved'
  const isCooling = account !== undefined && Date.parse(account.usable_from) > openedAt
  const held =
    pricing.refusal?.error ?? (isCooling ? text.coolingBody(detailTime(account.usable_from)) : null)
  const canBePaid = isKnown && account !== undefined && account.trouble === null && held === null
  const press = (key: KeypadKey) => setAmount((before) => amountAfterKey(before, key, 9_999_999))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A button that has the focus answers its own keys.
    if (!(event.target instanceof HTMLElement) || event.target.closest('input, select, [role="dialog"]'))
      return
    const key = keypadKeyOf(event)
    if (key === null) return
    event.preventDefault()
    press(key)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  function next(): void {
    setAsked(true)
    if (refusal === null && account)
      go(paths.affiliator({ tab: 'payout', step: 'confirm', ...amountQuery(amount), method: account.id }))
  }

  return (
    <>
      <Card padded className={styles.head}>
        <p className={styles.payable}>
          {text.payable}
          <Amount value={payable} size="row" />
        </p>
        <output className={styles.amount} aria-label={text.amount} aria-live="polite">
          <Amount value={amount} size="hero" />
        </output>
        <Button
          variant="tonal"
          size="s"
          disabled={payable === 0}
          onClick={() => setAmount(Math.min(payable, pricing.maximum))}
        >
          {text.everything}
        </Button>
        <p className={styles.help}>{text.below(yenText(pricing.minimum))}</p>
      </Card>
      <Keypad layout="phone" label={text.keys} onKey={press} />
      {!isKnown && (
        <InfoStrip
          icon={iconShield}
          tone="warn"
          title={text.kyc}
          action={text.kycAction}
          render={linkTo(paths.kyc())}
        />
      )}
      <Account account={account} isCooling={isCooling} amount={amount} />
      <Card className={styles.block}>
        <Pairs strong>
          <div>
            <dt>{text.fee}</dt>
            <dd>
              <Amount value={pricing.fee} size="text" />
            </dd>
          </div>
          {pricing.withholding !== null && (
            <div>
              <dt>{text.withheld}</dt>
              <dd>
                <Amount value={withheld} size="text" />
                <span className={styles.help}>{text.withheldHelp(yenText(pricing.withholding.paid))}</span>
              </dd>
            </div>
          )}
          <div>
            <dt>{text.transferred}</dt>
            <dd>
              <Amount value={Math.max(0, amount - pricing.fee - withheld)} size="text" />
            </dd>
          </div>
          <div>
            <dt>{text.valueDate}</dt>
            <dd>
              {detailDate(pricing.value_date)}
              <span className={styles.help}>{text.cutoff(detailTime(pricing.cutoff_at))}</span>
            </dd>
          </div>
        </Pairs>
      </Card>
      {/* Beside the button that was refused: the amount itself is out of sight on a phone. */}
      <Problem message={held ?? (isAsked ? refusal : null)} />
      <Button block disabled={!isOnline || !canBePaid} onClick={next}>
        {isOnline ? text.next : text.offline}
      </Button>
    </>
  )
}

type AccountProps = { account: PayoutMethod | undefined; isCooling: boolean; amount: number }

function Account({ account, isCooling, amount }: AccountProps) {
  const amountQuery = useAmountQuery()
  const back = paths.affiliator({ tab: 'payout', ...amountQuery(amount) })
  if (!account) {
    return (
      <InfoStrip
        icon={iconBank}
        tone="warn"
        title={text.noAccount}
        action={text.addAccount}
        render={linkTo(paths.payoutMethodNew({ return: back }))}
      />
    )
  }
  return (
    <>
      <Card className={styles.account}>
        <span className={styles.rowText}>
          <span className={styles.help}>{text.account}</span>
          <b>
            {account.data.bank_name} {account.data.branch_name}
          </b>
          <span className="figures">{showAccount(account.data)}</span>
        </span>
        <ButtonLink variant="tonal" size="s" render={linkTo(paths.payoutMethods())}>
          {text.change}
        </ButtonLink>
      </Card>
      {account.trouble === 'review' && (
        <InfoStrip icon={iconClock} tone="warn" title={text.review} text={text.reviewBody} />
      )}
      {account.trouble !== null && account.trouble !== 'review' && (
        <InfoStrip
          icon={iconWarn}
          tone="bad"
          title={text.trouble}
          text={account.trouble_reason ?? text.troubleBody}
          action={text.fixAccount}
          render={linkTo(paths.payoutMethod(account.id))}
        />
      )}
      {isCooling && (
        <InfoStrip
          icon={iconClock}
          tone="warn"
          title={text.cooling}
          text={text.coolingBody(detailTime(account.usable_from))}
        />
      )}
    </>
  )
}

/** What is on its way: until it has arrived or come back nothing more is asked for. */
function UnderWay() {
  const payouts = useQuery(ownPayoutsQuery())
  const open = payouts.data?.items.find(({ status }) => status === 'pending')
  if (open?.payout === undefined) return null
  return (
    <InfoStrip
      icon={iconClock}
      tone="accent"
      title={text.underWay}
      text={text.underWayBody(yenText(open.payout.transferred), detailDate(open.payout.value_date))}
      action={text.open}
      render={linkTo(paths.transaction(open.id))}
    />
  )
}

function History() {
  const payouts = useQuery(ownPayoutsQuery())
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{text.payouts}</h2>
      {payouts.isLoadingError ? (
        <ErrorPanel message={serverMessageOf(payouts.error)} onRetry={() => payouts.refetch()} />
      ) : payouts.isPending ? (
        <Skeleton height={80} />
      ) : payouts.data.items.length === 0 ? (
        <p className={styles.note}>{text.noPayouts}</p>
      ) : (
        <Card>
          <ul className={styles.rows}>
            {payouts.data.items.map((one) => (
              <li key={one.id}>
                <TransactionRow transaction={one} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}
