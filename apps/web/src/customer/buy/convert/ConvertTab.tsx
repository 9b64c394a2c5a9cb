import { limits } from '@shirogane/contract/rules/limits'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { SuccessCheck } from '@shirogane/ui/states/SuccessCheck'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { pointsText, yenText } from '../../../shared/money/money.ts'
import { linkTo, useGo, useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { refetch, settingQuery, transactionQuery, walletQuery } from '../../../shell/queries/queries.ts'
import { ReplayStrip, replayQuery, useReplayed } from '../../../shared/answers/Replayed.tsx'
import { StaleNote } from '../../../shared/answers/StaleNote.tsx'
import { useStepUp } from '../../../shell/session/step-up.tsx'
import { useAmount } from '../../shared/forms/use-amount.ts'
import { useHoldUpdate } from '../../../shell/updates/use-hold-update.ts'
import { useIsHere } from '../../shared/forms/use-is-here.ts'
import { problemOf, termsOf, yenOf } from './terms.ts'
import { text } from './text.ts'
import styles from './convert.module.css'

/** Points to balance, for good: what it comes to is said before, asked once more, and shown afterwards. */
export function ConvertTab() {
  const isDone = useSearchParam('step') === 'done'
  const id = useSearchParam('id')
  return isDone && id !== undefined ? <Converted id={id} /> : <ConvertForm />
}

function ConvertForm() {
  const wallet = useQuery(walletQuery())
  const setting = useQuery(settingQuery('convert'))
  const isOnline = useOnline()
  const go = useGo()
  const isHere = useIsHere()
  const { withStepUp, stepUpSheet } = useStepUp()
  // 0 while nothing is typed.
  const [points, setPoints] = useAmount()
  useHoldUpdate(points > 0)
  const [asks, setAsks] = useState(false)
  const { send, problem, say } = useAct('transactions.convert', { keptFor: 'me', unclear: text.unknown })
  if (wallet.isLoadingError)
    return <ErrorPanel message={serverMessageOf(wallet.error)} onRetry={() => wallet.refetch()} />
  if (wallet.isPending || setting.isPending) return <Skeleton height={360} />
  const terms = termsOf(setting.data?.value)
  if (!terms.enabled) {
    return (
      <EmptyState picture="cup" title={text.offTitle}>
        {text.offBody}
      </EmptyState>
    )
  }
  const { balance, balance_bonus, point_balance, point_debt } = wallet.data
  const wrong = points === 0 ? null : problemOf(points, point_balance, terms)
  const isReady = points > 0 && wrong === null
  const yen = isReady ? yenOf(points, terms) : 0

  function change(next: number): void {
    setPoints(next)
    say(null)
  }

  async function convert(): Promise<void> {
    setAsks(false)
    const body = { amount: points }
    const outcome = await send({
      wish: body,
      send: (idempotencyKey) =>
        withStepUp('convert', () => call('transactions.convert', { body, idempotencyKey })),
    })
    if (outcome.is !== 'done') return
    const { value } = outcome.answer
    refetch('users.wallet', 'users.me', 'transactions.list')
    // A reader who is elsewhere by now hears of it as a movement of their wallet.
    if (!isHere()) return
    go(paths.buyStep('done', { tab: 'convert', id: value.id, ...replayQuery(value) }), { replace: true })
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) setAsks(true)
      }}
    >
      <Card padded className={styles.held}>
        <span className={styles.label}>{text.held}</span>
        <Amount value={point_balance} unit="pt" size="m" />
        <StaleNote of={wallet} />
        <span className={styles.rate}>
          {terms.unit === terms.yen_per_unit
            ? text.rate(yenText(1))
            : text.unitRate(pointsText(terms.unit), yenText(terms.yen_per_unit))}
        </span>
      </Card>
      {point_debt > 0 && (
        <InfoStrip
          icon={iconWarn}
          tone="warn"
          title={text.debtTitle(pointsText(point_debt))}
          text={text.debtBody}
        />
      )}
      <Field
        label={text.amount}
        helper={text.unit(pointsText(terms.unit))}
        error={
          wrong === 'short'
            ? text.short
            : wrong === 'unit'
              ? text.unitWrong(pointsText(terms.unit))
              : undefined
        }
      >
        <div className={styles.row}>
          <NumberInput
            value={points === 0 ? null : points}
            max={limits.amountMax}
            disabled={point_debt > 0}
            onChange={(entered) => change(entered ?? 0)}
            trailing={<span className={styles.unit}>pt</span>}
          />
          <Button
            variant="tonal"
            disabled={point_balance < terms.unit || point_debt > 0}
            onClick={() => change(point_balance - (point_balance % terms.unit))}
          >
            {text.all}
          </Button>
        </div>
      </Field>
      <dl className={styles.after}>
        <div className={styles.line}>
          <dt>{text.afterPoints}</dt>
          <dd>
            <Amount value={point_balance - (isReady ? points : 0)} unit="pt" size="text" />
          </dd>
        </div>
        <div className={styles.line}>
          <dt>{text.afterBalance}</dt>
          <dd>
            <Amount value={balance + yen} size="text" />
            <span className={styles.small}>{text.afterBonus(yenText(balance_bonus + yen))}</span>
          </dd>
        </div>
      </dl>
      <ul className={styles.notes}>
        <li>{text.final}</li>
        <li>{text.ending}</li>
      </ul>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" variant="pay" block disabled={!isReady || point_debt > 0 || !isOnline}>
        {text.convert}
      </Button>
      {!isOnline && <p className={styles.small}>{text.offline}</p>}
      {stepUpSheet}
      {asks && (
        <AlertDialog
          isOpen
          title={text.ask(pointsText(points), yenText(yen))}
          confirmLabel={text.convert}
          cancelLabel={text.cancel}
          onConfirm={convert}
          onCancel={() => setAsks(false)}
        >
          {text.final}
        </AlertDialog>
      )}
    </form>
  )
}

/** What came of it, read from the server: it stays the same when the page is loaded anew. */
function Converted({ id }: { id: string }) {
  const movement = useQuery(transactionQuery(id))
  if (movement.isLoadingError)
    return <ErrorPanel message={serverMessageOf(movement.error)} onRetry={() => movement.refetch()} />
  if (movement.isPending) return <Skeleton height={280} />
  return <Result movement={movement.data} />
}

function Result({ movement }: { movement: Transaction }) {
  const isReplayed = useReplayed()
  const { received_wallet, wallet_after } = movement
  return (
    <div className={styles.result} role="status">
      <SuccessCheck />
      {isReplayed && <ReplayStrip movement={movement} />}
      <h2 className={styles.title}>{text.done(yenText(received_wallet))}</h2>
      {wallet_after !== null && (
        <p className={styles.body}>
          {text.doneBody(pointsText(wallet_after.point_balance), yenText(wallet_after.balance))}
        </p>
      )}
      <ButtonLink block render={linkTo(paths.buy('convert'))}>
        {text.again}
      </ButtonLink>
      <ButtonLink block variant="secondary" render={linkTo(paths.transaction(movement.id))}>
        {text.toDetail}
      </ButtonLink>
    </div>
  )
}
