import { type DebtTender, debtTenders } from '@shirogane/domain/sales/tenders'
import type { Debtor } from '@shirogane/contract/resources/sales/deferred'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, call, isReplay, serverMessageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { shortDate } from '../../../shared/dates/dates.ts'
import { countText } from '../../../shared/figures/figures.ts'
import { ReplayStrip } from '../../../shared/answers/Replayed.tsx'
import { WriteButton } from '../../shared/forms/WriteButton.tsx'
import { LimitAndNotes } from './LimitAndNotes.tsx'
import { deferredListQuery } from './queries.ts'
import { text } from './text.ts'
import { WriteOff } from './WriteOff.tsx'
import { RegisterReceipt } from '../../shared/paper/RegisterReceipt.tsx'
import { useScanner } from '../../shared/scanner/use-scanner.ts'
import { CashCheckSheet } from '../../shared/cash/CashCheckSheet.tsx'
import { normaliseCode, readCode } from '../../shared/scanner/code.ts'
import { openDrawerFor } from '../devices/open-drawer-for.ts'
import styles from './deferred.module.css'

const tenders = debtTenders.filter((tender) => tender !== 'bank')

type CollectSheetProps = {
  userId: string
  registerId: string | null
  onCollected: () => void
  onClose: () => void
}

/** What one customer owes, and where the clerk takes what they pay of it. */
export function CollectSheet({ userId, registerId, onCollected, onClose }: CollectSheetProps) {
  const list = useQuery(deferredListQuery(userId))
  const [done, setDone] = useState<Transaction | null>(null)
  const [isReceiptOpen, setReceiptOpen] = useState(false)
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const debtor = list.data?.items[0]

  if (done !== null && isReceiptOpen) {
    return <RegisterReceipt id={done.id} onClose={() => setReceiptOpen(false)} />
  }
  if (done !== null) {
    const left = debtor?.total ?? 0
    return (
      <Sheet
        isOpen
        onClose={onClose}
        title={text.done}
        footer={
          <div className={styles.buttons}>
            <Button variant="secondary" onClick={() => setReceiptOpen(true)}>
              {text.receipt}
            </Button>
            <Button block onClick={onClose}>
              {text.close}
            </Button>
          </div>
        }
      >
        <div className={styles.form} role="status">
          {isReplay(done) && <ReplayStrip movement={done} />}
          <Line label={text.pay} value={done.spent_total} />
          {done.cash_tendered !== null && <Line label={text.tendered} value={done.cash_tendered} />}
          {done.change !== null && <Line label={text.change} value={done.change} />}
          <Line label={text.left} value={left} />
        </div>
      </Sheet>
    )
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      locked={isBusy}
      wide
      title={text.collectTitle}
      footer={
        debtor !== undefined && (
          <WriteButton type="submit" form={formId} block size="pos" variant="pay" busy={isBusy}>
            {text.collect}
          </WriteButton>
        )
      }
    >
      {list.isError && list.data === undefined ? (
        <ErrorPanel message={serverMessageOf(list.error)} onRetry={() => list.refetch()} />
      ) : list.data === undefined ? (
        <Skeleton height={320} />
      ) : debtor === undefined ? (
        <EmptyState title={text.empty} />
      ) : (
        <div className={styles.form}>
          <Collecting
            formId={formId}
            debtor={debtor}
            registerId={registerId}
            isBusy={isBusy}
            onBusy={setBusy}
            onDone={(transaction) => {
              setDone(transaction)
              void list.refetch()
              onCollected()
            }}
          />
          {/* Beside the form and not in it: Enter in a note takes no money. */}
          <LimitAndNotes userId={debtor.user.id} />
          {registerId === null &&
            debtor.transactions
              .filter(({ days_late }) => days_late > list.data.write_off_days)
              .map((debt) => (
                <WriteOff
                  key={debt.id}
                  debt={debt}
                  onDone={() => {
                    void list.refetch()
                    onCollected()
                  }}
                />
              ))}
        </div>
      )}
    </Sheet>
  )
}

function Line({ label, value }: { label: string; value: number }) {
  return (
    <div className={styles.changeRow}>
      <span>{label}</span>
      <Amount value={value} unit="¥" size="m" />
    </div>
  )
}

type CollectingProps = {
  formId: string
  debtor: Debtor
  registerId: string | null
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onDone: (transaction: Transaction) => void
}

function Collecting({ formId, debtor, registerId, isBusy, onBusy, onDone }: CollectingProps) {
  const [chosen, setChosen] = useState('')
  /** Null until the clerk types how much is paid. */
  const [typed, setTyped] = useState<{ amount: EnteredNumber } | null>(null)
  const [tender, setTender] = useState<DebtTender>(registerId === null ? 'bank' : 'cash')
  const [tendered, setTendered] = useState<EnteredNumber>(null)
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  // The key does not depend on the code: read anew after a lost answer, it is still the same.
  const act = useAct('transactions.laterCollect', { keptFor: debtor.user.id, unclear: text.unknown })
  /** The law stops the collection, by its key, until it is written down who pays. */
  const [checking, setChecking] = useState<string | null>(null)

  const debt = debtor.transactions.find(({ id }) => id === chosen)
  const owed = debt?.remaining ?? debtor.total
  const amount = typed === null ? owed : (typed.amount ?? 0)
  const received = tendered === null ? amount : (tendered ?? 0)
  const isUnread = (typed !== null && typed.amount === undefined) || tendered === undefined
  const change = (next: () => void) => {
    // What is under way stays the act that it is.
    if (isBusy) return
    next()
    act.say(null)
  }
  const amountProblem =
    amount > owed ? text.tooMuch(owed) : isTried && amount === 0 && !isUnread ? text.payNeeded : null
  const tenderedProblem = tender === 'cash' && received < amount && !isUnread ? text.tenderedShort : null
  const isCode = readCode(code).kind === 'member'
  const codeProblem =
    tender !== 'balance'
      ? null
      : code.trim() !== '' && isTried && !isCode
        ? text.codeWrong
        : isTried && !isCode
          ? text.codeNeeded
          : null
  // The phone that is held out pays from the balance, wherever the focus is; what a scanner types is never an amount.
  useScanner({
    onScan: (scanned) => {
      if (registerId === null || checking !== null) return
      const read = readCode(scanned)
      if (read.kind !== 'member') {
        act.say(text.codeWrong)
        return
      }
      change(() => {
        setTender('balance')
        setCode(read.token)
      })
    },
    onTyped: () => () => {},
  })

  async function send(): Promise<void> {
    onBusy(true)
    const wish = {
      user_id: debtor.user.id,
      pay: amount,
      tender,
      ...(registerId !== null && { register_id: registerId }),
      ...(debt && { transaction_id: debt.id }),
      ...(tender === 'cash' && { cash_tendered: received }),
    }
    const outcome = await act.send({
      wish,
      send: (idempotencyKey) =>
        call('transactions.laterCollect', {
          body: { ...wish, ...(tender === 'balance' && { token: normaliseCode(code) }) },
          idempotencyKey,
        }),
    })
    if (outcome.is === 'done' && tender === 'cash') openDrawerFor(outcome.answer, outcome.answer)
    onBusy(false)
    if (outcome.is === 'done') onDone(outcome.answer)
    if (outcome.is !== 'failed') return
    const { error } = outcome
    if (error instanceof ApiError && error.code === 'CASH_KYC_REQUIRED') setChecking(act.keyOf(wish))
  }

  return (
    <>
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          const isMissing = amount === 0 || isUnread || (tender === 'balance' && !isCode)
          if (amount <= owed && tenderedProblem === null && !isMissing) void send()
        }}
      >
        <div className={styles.total}>
          <span>
            {text.honorific(debtor.user.name)}
            <br />
            <span className={styles.small}>{text.total}</span>
          </span>
          <Amount value={debtor.total} unit="¥" size="l" />
        </div>
        <ul className={styles.debts} aria-label={text.debts}>
          {debtor.transactions.map((each) => (
            <li key={each.id} className={styles.debt}>
              <span>{each.store.name}</span>
              <Amount value={each.remaining} unit="¥" size="row" />
              <span className={styles.meta}>
                <span className="figures">{each.number}</span>
                <span>{text.bought(shortDate(each.bought_on))}</span>
                <span>{text.due(shortDate(each.due_on))}</span>
                {each.days_late > 0 && <Chip tone="bad">{text.late(each.days_late)}</Chip>}
              </span>
            </li>
          ))}
        </ul>
        {debtor.transactions.length > 1 && (
          <Field label={text.chosen}>
            <Select
              value={chosen}
              onChange={(event) =>
                change(() => {
                  setChosen(event.target.value)
                  setTyped(null)
                })
              }
            >
              <option value="">{text.oldestFirst}</option>
              {debtor.transactions.map((each) => (
                <option key={each.id} value={each.id}>
                  {text.thisSale(each.number)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={text.pay} error={amountProblem}>
          <NumberInput
            size="s"
            value={typed === null ? owed : typed.amount}
            onChange={(entered) => change(() => setTyped({ amount: entered }))}
          />
        </Field>
        {registerId === null ? (
          <p className={styles.lead}>{text.tenders.bank}</p>
        ) : (
          <Field group label={text.tender}>
            <div className={styles.choices}>
              {tenders.map((each) => (
                <ChoiceButton
                  key={each}
                  isChosen={tender === each}
                  onClick={() => change(() => setTender(each))}
                >
                  {text.tenders[each]}
                </ChoiceButton>
              ))}
            </div>
          </Field>
        )}
        {tender === 'cash' && (
          <>
            <Field label={text.tendered} error={tenderedProblem}>
              <NumberInput
                size="s"
                placeholder={countText(amount)}
                value={tendered}
                onChange={(entered) => change(() => setTendered(entered))}
              />
            </Field>
            <Line label={text.change} value={Math.max(0, received - amount)} />
          </>
        )}
        {tender === 'balance' && (
          <Field label={text.code} helper={text.codeHelper} error={codeProblem}>
            <TextInput
              size="s"
              inputMode="numeric"
              data-takes-codes=""
              autoComplete="off"
              spellCheck={false}
              value={code}
              onChange={(event) => change(() => setCode(event.target.value))}
            />
          </Field>
        )}
        {act.problem !== null && (
          <p role="alert" className={styles.missing}>
            {act.problem}
          </p>
        )}
        <p className={styles.after}>{text.collectAmount(amount)}</p>
      </form>
      {checking !== null && (
        <CashCheckSheet
          what="collection"
          transactionId={checking}
          userId={debtor.user.id}
          amount={amount}
          name={debtor.user.name}
          onClose={() => setChecking(null)}
          onDone={() => {
            setChecking(null)
            void send()
          }}
        />
      )}
    </>
  )
}
