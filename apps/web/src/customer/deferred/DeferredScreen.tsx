import type { DeferredDebt } from '@shirogane/contract/resources/sales/deferred'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Chip } from '@shirogane/ui/data/Chip'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Select } from '@shirogane/ui/inputs/Select'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, serverMessageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { detailDate } from '../../shared/dates/dates.ts'
import { yenText } from '../../shared/money/money.ts'
import { AppLink, linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { ask, refetch } from '../../shell/queries/queries.ts'
import { replayToast } from '../../shared/answers/Replayed.tsx'
import { StaleNote } from '../../shared/answers/StaleNote.tsx'
import { text } from './text.ts'
import styles from './deferred.module.css'

/** What one owes, until when, and the way to pay it from balance. */
export default function DeferredScreen() {
  const own = useQuery(ask('transactions.ownLater'))
  if (own.isLoadingError) {
    return <ErrorPanel message={serverMessageOf(own.error)} onRetry={() => own.refetch()} />
  }
  if (own.data === undefined) return <Skeleton height={360} />
  const { total, limit, available, overdue, balance, items } = own.data
  const debts = items.filter(({ remaining }) => remaining > 0)
  return (
    <div className={styles.page}>
      <StaleNote of={own} />
      <Card padded className={styles.plate}>
        <span className={styles.label}>{text.owed}</span>
        <Amount value={total} size="l" />
        <span className={styles.pair}>
          <span>{text.limit}</span>
          <Amount value={limit} size="text" />
        </span>
        <span className={styles.pair}>
          <span>{text.available}</span>
          <Amount value={available} size="text" />
        </span>
      </Card>
      {overdue && <InfoStrip icon={iconWarn} tone="bad" title={text.overdueTitle} text={text.overdueBody} />}
      {debts.length === 0 ? (
        <EmptyState picture="cup" title={text.nothing}>
          {text.nothingBody}
        </EmptyState>
      ) : (
        <>
          <Card padded>
            <h2 className={styles.title}>{text.debts}</h2>
            <ul className={styles.debts}>
              {debts.map((debt) => (
                <li key={debt.id}>
                  <AppLink className={styles.debt} to={paths.transaction(debt.id)}>
                    <span>{debt.store.name}</span>
                    <Amount value={debt.remaining} size="row" />
                    <span className={styles.meta}>
                      <span>{text.due(detailDate(debt.due_on))}</span>
                      {debt.days_late > 0 && <Chip tone="bad">{text.late(debt.days_late)}</Chip>}
                    </span>
                  </AppLink>
                </li>
              ))}
            </ul>
          </Card>
          <PayForm key={total} debts={debts} total={total} balance={balance} />
        </>
      )}
      <p className={styles.note}>
        {text.elsewhere} <AppLink to={paths.legal('later')}>{text.terms}</AppLink>
      </p>
    </div>
  )
}

function PayForm({ debts, total, balance }: { debts: DeferredDebt[]; total: number; balance: number }) {
  const isOnline = useOnline()
  const toast = useToast()
  /** Null until the customer types how much they pay. */
  const [typed, setTyped] = useState<{ amount: EnteredNumber } | null>(null)
  const [chosen, setChosen] = useState('')
  const [asks, setAsks] = useState(false)
  const { send, isBusy, problem, say } = useAct('transactions.payLater', {
    keptFor: 'me',
    unclear: text.unknown,
  })
  const debt = debts.find(({ id }) => id === chosen)
  const owed = debt?.remaining ?? total
  const amount = typed === null ? owed : (typed.amount ?? 0)
  const wrong =
    amount > owed
      ? text.tooMuch(yenText(owed))
      : amount > balance
        ? text.short(yenText(amount - balance))
        : null

  function change(next: () => void): void {
    next()
    say(null)
  }

  async function pay(): Promise<void> {
    setAsks(false)
    const body = { pay: amount, ...(debt && { transaction_id: debt.id }) }
    const outcome = await send({
      wish: body,
      send: (idempotencyKey) => call('transactions.payLater', { body, idempotencyKey }),
    })
    if (outcome.is !== 'done') return
    toast(replayToast(outcome.answer) ?? text.done)
    refetch(
      'transactions.ownLater',
      'transactions.list',
      'transactions.details',
      'users.wallet',
      'users.level',
    )
  }

  return (
    <Card padded>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (amount > 0 && wrong === null) setAsks(true)
        }}
      >
        <h2 className={styles.title}>{text.payTitle}</h2>
        <span className={styles.pair}>
          <span>{text.balance}</span>
          <Amount value={balance} size="text" />
        </span>
        {debts.length > 1 && (
          <Field label={text.which}>
            <Select
              value={chosen}
              onChange={(event) =>
                change(() => {
                  setChosen(event.target.value)
                  setTyped(null)
                })
              }
            >
              <option value="">{text.oldest}</option>
              {debts.map(({ id, number }) => (
                <option key={id} value={id}>
                  {text.only(number)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={text.amount} error={wrong}>
          <NumberInput
            value={typed === null ? owed : typed.amount}
            onChange={(entered) => change(() => setTyped({ amount: entered }))}
          />
        </Field>
        {amount > balance && amount <= owed && (
          <ButtonLink variant="secondary" render={linkTo(paths.buy())}>
            {text.charge}
          </ButtonLink>
        )}
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <Button type="submit" block busy={isBusy} disabled={!isOnline || amount === 0 || wrong !== null}>
          {text.pay}
        </Button>
      </form>
      <AlertDialog
        isOpen={asks}
        title={text.ask(yenText(amount))}
        confirmLabel={text.yes}
        cancelLabel={text.no}
        onConfirm={() => void pay()}
        onCancel={() => setAsks(false)}
      >
        {text.askBody}
      </AlertDialog>
    </Card>
  )
}
