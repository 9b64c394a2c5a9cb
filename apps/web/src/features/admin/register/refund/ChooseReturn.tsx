import { isHouseFault } from '@shirogane/contract/refund-reasons'
import type { RefundPreview, Restock } from '@shirogane/contract/refunds'
import { AlertDialog } from '@shirogane/ui/AlertDialog'
import { Amount } from '@shirogane/ui/Amount'
import { Button } from '@shirogane/ui/Button'
import { Checkbox } from '@shirogane/ui/Checkbox'
import { Chip } from '@shirogane/ui/Chip'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { ErrorPanel } from '@shirogane/ui/ErrorPanel'
import { Field } from '@shirogane/ui/Field'
import { wholeFrom } from '@shirogane/ui/half-width-digits'
import { iconInfo, iconWarn } from '@shirogane/ui/icons'
import { iconBack } from '@shirogane/ui/icons-later'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { Plate } from '@shirogane/ui/Plate'
import { QuantityStepper } from '@shirogane/ui/QuantityStepper'
import { Segmented } from '@shirogane/ui/Segmented'
import { Select } from '@shirogane/ui/Select'
import { Skeleton } from '@shirogane/ui/Skeleton'
import { TextInput } from '@shirogane/ui/TextInput'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { actOnce, endsAct } from '../../../../lib/act.ts'
import { ApiError, type Body, call, messageOf, serverMessageOf } from '../../../../lib/api.ts'
import { longDate } from '../../../../lib/dates.ts'
import { useGo } from '../../../../lib/navigation.tsx'
import { paths } from '../../../../lib/paths.ts'
import { refetch, transactionQuery } from '../../../../lib/queries.ts'
import { useRested } from '../../../../lib/use-rested.ts'
import { ApprovalSheet } from '../../approvals/ApprovalSheet.tsx'
import { notReturnable } from '../../goods-text.ts'
import { Plan } from '../../sales/Plan.tsx'
import { planQuery } from '../../sales/queries.ts'
import { useScanner } from '../../use-scanner.ts'
import { ExchangeSheet } from './ExchangeSheet.tsx'
import { text } from './text.ts'
import styles from './refund.module.css'

type Way = 'items' | 'amount'
type Chosen = Readonly<Record<number, { quantity: number; restock: Restock }>>
type Line = RefundPreview['lines'][number]

const restocks: readonly Restock[] = ['resale', 'damaged', 'hold']

/** What goes back of a sale, beside what that means in the server's own figures, and the last look before it happens. */
export function ChooseReturn({ id, registerId }: { id: string; registerId: string }) {
  const go = useGo()
  const sale = useQuery(transactionQuery(id))
  const whole = useQuery(planQuery({ transaction_id: id }))
  const leave = () => go(paths.adminRegister('refund'))
  if (whole.isPending || sale.isPending) return <Skeleton height={480} />
  const error = sale.error ?? whole.error
  if (error !== null || whole.data === undefined || sale.data === undefined) {
    const code = error instanceof ApiError ? error.code : null
    return (
      <div className={styles.find}>
        <Button variant="quiet" size="s" icon={iconBack} onClick={leave}>
          {text.back}
        </Button>
        {code === null ? (
          <ErrorPanel
            message={serverMessageOf(error)}
            onRetry={() => (void sale.refetch(), void whole.refetch())}
          />
        ) : (
          <EmptyState title={code === 'ALREADY_REFUNDED' ? text.alreadyRefunded : messageOf(error)} />
        )}
      </div>
    )
  }
  return (
    <Choosing
      key={whole.data.total}
      whole={whole.data}
      customer={sale.data.till?.member?.name ?? null}
      registerId={registerId}
      onLeave={leave}
      onStale={() => void whole.refetch()}
    />
  )
}

type ChoosingProps = {
  whole: RefundPreview
  customer: string | null
  registerId: string
  onLeave: () => void
  onStale: () => void
}

function Choosing({ whole, customer, registerId, onLeave, onStale }: ChoosingProps) {
  const go = useGo()
  const [way, setWay] = useState<Way>('items')
  const [chosen, setChosen] = useState<Chosen>({})
  const [amountText, setAmountText] = useState('')
  const [reason, setReason] = useState('')
  const [other, setOther] = useState('')
  const [isToBalance, setToBalance] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const [step, setStep] = useState<'approval' | 'confirm' | 'exchange' | null>(null)
  /** What the figures were looked at for: money back, or other goods. */
  const [goal, setGoal] = useState<'confirm' | 'exchange'>('confirm')
  const [approvalId, setApprovalId] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const most = whole.total
  const amount = wholeFrom(amountText)
  const items = whole.lines.flatMap(({ line }) => {
    const one = chosen[line]
    return one === undefined || one.quantity === 0 ? [] : [{ line, ...one }]
  })
  const isAsked = way === 'items' ? items.length > 0 : amount > 0 && amount <= most
  const share: Body<'transactions.refundPreview'> = {
    transaction_id: whole.transaction_id,
    ...(way === 'items' ? { items: items.map(({ line, quantity }) => ({ line, quantity })) } : { amount }),
    ...(isToBalance && { to_balance: true }),
  }
  const rested = useRested({ share, isAsked })
  const asked = useQuery({
    ...planQuery(rested.share),
    enabled: rested.isAsked,
    placeholderData: keepPreviousData,
  })
  // What is shown is what will happen: while the figures of the last choice are on their way, nothing can be confirmed.
  const isSettled = JSON.stringify(rested.share) === JSON.stringify(share) && !asked.isPlaceholderData
  const plan = isAsked && rested.isAsked ? asked.data : undefined
  const words = reason === text.reasons.at(-1) ? other.trim() : reason
  useScanner({ onScan: () => {}, onTyped: () => () => {}, isPaused: step !== null })

  const choose = (line: number, change: Partial<Chosen[number]>) => {
    setApprovalId(null)
    setProblem(null)
    setChosen((now) => ({
      ...now,
      [line]: { quantity: 0, restock: 'resale', ...now[line], ...change },
    }))
  }

  async function give(): Promise<void> {
    setProblem(null)
    const body: Body<'transactions.refund'> = {
      transaction_id: whole.transaction_id,
      ...(way === 'items' ? { items } : { amount }),
      ...(isToBalance && { to_balance: true, consent: true as const }),
      reason: words,
      register_id: registerId,
      ...(approvalId !== null && { approval_id: approvalId }),
    }
    try {
      const done = await actOnce(`refund.${whole.transaction_id}`, body, (idempotencyKey) =>
        call('transactions.refund', { body, idempotencyKey }),
      )
      refetch('transactions.search', 'transactions.details', 'transactions.refundPreview')
      go(paths.adminRegister('refund', { step: 'done', refund: done.id }), { replace: true })
    } catch (error) {
      setStep(null)
      setProblem(messageOf(error))
      // Until it is known what became of it, it stays the same act, with the same word of somebody else.
      if (!(error instanceof ApiError) || !endsAct(error)) return
      // Somebody else has given of it back, or the word was for something else: all of it is looked at again.
      setApprovalId(null)
      if (['ALREADY_REFUNDED', 'REFUND_EXCEEDS', 'CONFLICT'].includes(error.code)) {
        setProblem(text.changed)
        onStale()
      }
    }
  }

  function proceed(to: 'confirm' | 'exchange'): void {
    setGoal(to)
    setChecked(true)
    setProblem(null)
    if (words === '' || plan === undefined || !isSettled) return
    const isKept = whole.lines.some(
      ({ line, not_returnable }) => not_returnable !== null && items.some((item) => item.line === line),
    )
    if (way === 'items' && isKept && !isHouseFault(words)) {
      setProblem(text.keptGoods)
      return
    }
    setStep(plan.approval_required && approvalId === null ? 'approval' : to)
  }

  return (
    <div className={styles.bench}>
      <section className={styles.left} aria-label={text.choose}>
        <header className={styles.head}>
          <Button variant="quiet" size="s" icon={iconBack} onClick={onLeave}>
            {text.back}
          </Button>
          <p className={styles.sale}>
            <span className="figures">{whole.number}</span>
            <span>{customer === null ? text.noMember : `${customer} 様`}</span>
          </p>
        </header>
        <div className={styles.how}>
          <Segmented<Way>
            label={text.how}
            options={[
              { value: 'items', label: text.byItems },
              { value: 'amount', label: text.byAmount },
            ]}
            value={way}
            onChange={(next) => {
              setWay(next)
              setApprovalId(null)
            }}
          />
          {way === 'items' && (
            <Button
              variant="secondary"
              size="s"
              onClick={() => {
                for (const { line, refundable_quantity } of whole.lines)
                  choose(line, { quantity: refundable_quantity })
              }}
            >
              {text.whole}
            </Button>
          )}
        </div>
        {way === 'items' ? (
          <ul className={styles.lines}>
            {whole.lines.map((line) => (
              <LineRow
                key={line.line}
                line={line}
                until={whole.return_until}
                chosen={chosen[line.line]}
                onChoose={choose}
              />
            ))}
          </ul>
        ) : (
          <Field
            label={text.amount}
            helper={text.amountHelp(most)}
            error={
              amount > most
                ? text.amountMost(most)
                : isChecked && amount === 0
                  ? text.amountNeeded
                  : undefined
            }
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={amountText}
              onChange={(event) => {
                setAmountText(event.target.value)
                setApprovalId(null)
              }}
            />
          </Field>
        )}
      </section>

      <section className={styles.right} aria-label={text.confirm}>
        {plan === undefined ? (
          <Plate low className={styles.plate}>
            <p className={styles.hint}>{text.nothing}</p>
          </Plate>
        ) : (
          <>
            <Plate low className={styles.plate}>
              <p className={styles.plateLabel}>{text.amount}</p>
              <Amount value={plan.total} unit="¥" size="total" />
            </Plate>
            <Plan plan={plan} />
            {plan.drawer_short && (
              <InfoStrip
                role="alert"
                icon={iconWarn}
                tone="warn"
                title={text.drawerShort}
                text={plan.balance_possible ? text.drawerShortBalance : text.drawerShortFill}
              />
            )}
          </>
        )}
        {whole.balance_possible &&
          (isToBalance || (plan !== undefined && plan.refund.cash + plan.refund.card > 0)) && (
            <Checkbox
              checked={isToBalance}
              onChange={(event) => {
                setToBalance(event.target.checked)
                setApprovalId(null)
              }}
            >
              {text.toBalance}
              <span className={styles.small}>{text.toBalanceHelp}</span>
            </Checkbox>
          )}
        {isAsked && asked.isError && (
          <InfoStrip role="alert" icon={iconWarn} tone="bad" title={messageOf(asked.error)} />
        )}
        {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
        {plan?.approval_required === true && approvalId === null && (
          <InfoStrip icon={iconInfo} title={text.approval} />
        )}
        <Field
          label={text.reason}
          need="required"
          error={isChecked && reason === '' ? text.reasonNeeded : undefined}
        >
          <Select size="s" value={reason} onChange={(event) => setReason(event.target.value)}>
            <option value="">{text.choices}</option>
            {text.reasons.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </Field>
        {reason === text.reasons.at(-1) && (
          <Field
            label={text.reasonOther}
            need="required"
            error={isChecked && words === '' ? text.reasonNeeded : undefined}
          >
            <TextInput
              size="s"
              value={other}
              maxLength={200}
              onChange={(event) => setOther(event.target.value)}
            />
          </Field>
        )}
        <Button
          variant="danger"
          size="pos"
          block
          disabled={plan === undefined || !isSettled || asked.isError}
          onClick={() => proceed('confirm')}
        >
          {text.proceed(plan?.total ?? 0)}
        </Button>
        {way === 'items' && (
          <Button
            variant="secondary"
            block
            disabled={plan === undefined || !isSettled || asked.isError}
            onClick={() => proceed('exchange')}
          >
            {text.exchange}
          </Button>
        )}
      </section>

      {step === 'approval' && plan !== undefined && (
        <ApprovalSheet
          kind="refund"
          amount={plan.total}
          reason={words}
          subject={{
            transaction_id: whole.transaction_id,
            number: whole.number,
            items: share.items ?? null,
            amount: share.amount ?? null,
          }}
          onApproved={(given) => {
            setApprovalId(given)
            setStep(goal)
          }}
          onClose={() => setStep(null)}
        />
      )}
      {step === 'exchange' && plan !== undefined && (
        <ExchangeSheet
          plan={plan}
          giveBack={{
            transaction_id: whole.transaction_id,
            items,
            reason: words,
            ...(isToBalance && { to_balance: true, consent: true as const }),
            ...(approvalId !== null && { approval_id: approvalId }),
          }}
          registerId={registerId}
          onClose={() => setStep(null)}
          onRefused={() => refetch('transactions.refundPreview')}
        />
      )}
      <AlertDialog
        isOpen={step === 'confirm' && plan !== undefined}
        title={text.confirmTitle(plan?.total ?? 0)}
        confirmLabel={text.confirm}
        cancelLabel={text.cancel}
        destructive
        onConfirm={give}
        onCancel={() => setStep(null)}
      >
        {text.confirmNote}
      </AlertDialog>
    </div>
  )
}

function LineRow({
  line,
  until,
  chosen,
  onChoose,
}: {
  line: Line
  /** The last day on which goods of this sale come back. */
  until: string | null
  chosen: Chosen[number] | undefined
  onChoose: (line: number, change: Partial<Chosen[number]>) => void
}) {
  const quantity = chosen?.quantity ?? 0
  return (
    <li className={styles.line}>
      <span className={styles.what}>
        <b>{line.name}</b>
        <span className={styles.small}>
          {text.sold(line.quantity, line.unit_price)}
          {line.refunded_quantity > 0 && `　${text.gone(line.refunded_quantity)}`}
        </span>
        {line.not_returnable !== null ? (
          <Chip small tone="warn">
            {text.notReturnable(notReturnable[line.not_returnable])}
          </Chip>
        ) : (
          until !== null && <span className={styles.small}>{text.returnUntil(longDate(until))}</span>
        )}
      </span>
      <Amount value={line.refundable} unit="¥" size="row" />
      <QuantityStepper
        label={text.quantityOf(line.name)}
        value={quantity}
        max={line.refundable_quantity}
        disabled={line.refundable_quantity === 0}
        onChange={(next) => onChoose(line.line, { quantity: next })}
      />
      {quantity > 0 && line.sku_id !== null && (
        <span className={styles.restock}>
          <Select
            size="s"
            aria-label={text.restockOf(line.name)}
            value={chosen?.restock ?? 'resale'}
            onChange={(event) => onChoose(line.line, { restock: event.target.value as Restock })}
          >
            {restocks.map((one) => (
              <option key={one} value={one}>
                {text.restock[one]}
              </option>
            ))}
          </Select>
        </span>
      )}
    </li>
  )
}
