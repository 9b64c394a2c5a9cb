import type { PaymentMethod } from '@shirogane/contract/resources/members/payment-methods'
import { adultAge, ageOn } from '@shirogane/domain/people/age'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { iconPlus } from '@shirogane/ui/icons/icons'
import { Keypad } from '@shirogane/ui/inputs/Keypad'
import { amountAfterKey, type KeypadKey, keypadKeyOf } from '@shirogane/ui/inputs/keypad-keys'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { serverMessageOf } from '../../../shell/api/api.ts'
import { cardsQuery, expiryOf, expiryText, numberText } from '../../shared/cards/cards.ts'
import { CardTag } from '../../shared/cards/CardTag.tsx'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { todayInTokyo } from '../../../shared/dates/dates.ts'
import { yenText } from '../../../shared/money/money.ts'
import { AppLink, linkTo, useGo, useSearchParam, useSheet } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { walletQuery } from '../../../shell/queries/queries.ts'
import { useSession } from '../../../shell/session/session.ts'
import { type ChargeLimits, useChargeLimits } from '../../../shared/money/charge-limits.ts'
import { useAmount, useAmountQuery } from '../../shared/forms/use-amount.ts'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import { text } from './text.ts'
import styles from './charge.module.css'

const MethodSheet = lazyPart(() => import('./MethodSheet.tsx'), 'MethodSheet')

const presets = [1_000, 3_000, 5_000, 10_000, 30_000]

/** Why this amount cannot be charged, beside what the server knows alone; null when it can. */
function refusalOf(
  amount: number,
  balance: number | undefined,
  { min, max, balanceMax }: ChargeLimits,
): string | null {
  if (amount < min) return text.below(yenText(min))
  if (amount > max) return text.above(yenText(max))
  if (balance !== undefined && balance + amount > balanceMax) return text.overBalance(yenText(balanceMax))
  return null
}

/** M20: how much, and with which card. */
export function AmountStep() {
  const go = useGo()
  const isOnline = useOnline()
  const wallet = useQuery(walletQuery())
  const cards = useQuery(cardsQuery())
  const limits = useChargeLimits()
  const sheet = useSheet('method')
  const { profile } = useSession()
  const chosen = useSearchParam('method')
  const [amount, setAmount] = useAmount()
  const amountQuery = useAmountQuery()
  const [isAsked, setAsked] = useState(false)
  useHoldUpdate(amount > 0)

  const usable = cards.data?.items.filter((card) => expiryOf(card) !== 'expired') ?? []
  const card = usable.find(({ id }) => id === chosen) ?? usable.find((one) => one.default) ?? usable[0]
  const balance = wallet.data?.balance
  const refusal = refusalOf(amount, balance, limits)
  const isMinor = profile?.date_of_birth != null && ageOn(profile.date_of_birth, todayInTokyo()) < adultAge

  const back = paths.buyStep(undefined, amountQuery(amount))
  const press = (key: KeypadKey) => setAmount((before) => amountAfterKey(before, key, 999_999))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A button that has the focus answers its own keys.
    if (
      sheet.isOpen ||
      !(event.target instanceof HTMLElement) ||
      event.target.closest('input, select, dialog')
    )
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
    if (refusal === null && card) go(paths.buyStep('confirm', { ...amountQuery(amount), method: card.id }))
  }

  return (
    <>
      <Card padded className={styles.head}>
        <p className={styles.balance}>
          {text.balance}
          {balance === undefined ? (
            <Skeleton width={90} height={20} />
          ) : (
            <Amount value={balance} size="row" />
          )}
        </p>
        <output className={styles.amount} aria-label={text.amount} aria-live="polite">
          <Amount value={amount} size="hero" />
        </output>
        {isAsked && refusal !== null && (
          <p className={styles.error} role="alert">
            {refusal}
          </p>
        )}
        <p className={styles.limits}>{text.limits(yenText(limits.min), yenText(limits.max))}</p>
        {isMinor && <p className={styles.limits}>{text.minor(yenText(limits.minorMonthMax))}</p>}
      </Card>
      <div className={styles.presets} role="group" aria-label={text.presets}>
        {presets
          .filter((preset) => preset >= limits.min && preset <= limits.max)
          .map((preset) => (
            <ChoiceButton key={preset} isChosen={preset === amount} onClick={() => setAmount(preset)}>
              {yenText(preset)}
            </ChoiceButton>
          ))}
      </div>
      <Keypad layout="phone" label={text.keys} onKey={press} />
      <Pending isPending={cards.isPending} skeleton={<Skeleton height={66} />}>
        {() =>
          cards.data === undefined ? (
            <ErrorPanel message={serverMessageOf(cards.error)} onRetry={() => cards.refetch()} />
          ) : card ? (
            <CardLine card={card} onChange={() => sheet.open()} />
          ) : (
            <NoCard back={back} />
          )
        }
      </Pending>
      <AppLink className={styles.law} to={paths.funds()}>
        {text.law}
      </AppLink>
      <StickyFooter>
        {balance !== undefined && amount > 0 && refusal === null && (
          <p className={styles.after}>
            {text.after}
            <Amount value={balance + amount} size="row" />
          </p>
        )}
        <Button block disabled={!isOnline || !card} onClick={next}>
          {isOnline ? text.next : text.offline}
        </Button>
      </StickyFooter>
      <Suspense>
        {sheet.isOpen && cards.data && (
          <MethodSheet
            cards={cards.data.items}
            back={back}
            chosen={card?.id}
            onChoose={(id) =>
              go(paths.buyStep(undefined, { ...amountQuery(amount), method: id }), { replace: true })
            }
            onClose={sheet.close}
          />
        )}
      </Suspense>
    </>
  )
}

function CardLine({ card, onChange }: { card: PaymentMethod; onChange: () => void }) {
  return (
    <Card className={styles.card}>
      <CardTag brand={card.brand} />
      <span className={styles.cardText}>
        <b>{numberText(card)}</b>
        <span>{card.nickname ?? text.expires(expiryText(card))}</span>
      </span>
      <Button variant="tonal" size="s" aria-haspopup="dialog" onClick={onChange}>
        {text.change}
      </Button>
    </Card>
  )
}

function NoCard({ back }: { back: string }) {
  return (
    <Card padded className={styles.noCard}>
      <p>{text.noCard}</p>
      <ButtonLink variant="secondary" icon={iconPlus} render={linkTo(paths.paymentMethodNew(back))}>
        {text.addCard}
      </ButtonLink>
    </Card>
  )
}
