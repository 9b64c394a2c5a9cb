import { addresseeMax, isPrintable, provisoMax } from '@shirogane/contract/inputs/receipt-inputs'
import { defaultProviso, deferredProviso } from '@shirogane/contract/inputs/receipt-text'
import { honourName, receiptDate, refundedWord, yenMark } from '@shirogane/receipt/words'
import { lengthOf, trimmed } from '@shirogane/contract/inputs/person'
import type { FormalReceipt, Receipt } from '@shirogane/contract/resources/sales/receipts'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { Pairs } from '@shirogane/ui/data/Pairs'
import { useState } from 'react'
import { ApiError, call, messageOf } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { useOnline } from '../../shell/realtime/connection.ts'
import { countText } from '../figures/figures.ts'
import { receiptQuery, refetch } from '../../shell/queries/queries.ts'
import { queryClient } from '../../shell/queries/query-client.ts'
import { deliverFile } from './deliver-file.ts'
import { text } from './text.ts'
import { useHoldUpdate } from '../../shell/updates/use-hold-update.ts'
import styles from './receipt.module.css'

/** The formal receipt with an addressee: made out once, and counted each time it is printed or saved. */
export function FormalSection({ id, receipt }: { id: string; receipt: Receipt }) {
  const { formal, can_issue_formal, formal_amount, content, state } = receipt
  const isGone = state === 'voided' || state === 'refunded'
  // A formal receipt of earlier days may have been made out for the whole sale; then nothing of it is left for another one.
  const isDeferredApart =
    !isGone &&
    content.tenders.some(({ kind }) => kind === 'later') &&
    formal_amount < content.total - (content.points_as === 'payment' ? content.points : 0)
  return (
    <section className={styles.formal}>
      <h3 className={styles.formalTitle}>{text.formalTitle}</h3>
      {formal !== null ? (
        <Issued id={id} formal={formal} receipt={receipt} />
      ) : can_issue_formal ? (
        <IssueForm id={id} amount={formal_amount} isDeferred={content.kind === 'collection'} />
      ) : (
        (formal_amount > 0 || !isDeferredApart) && <p className={styles.note}>{text.unavailable}</p>
      )}
      {isDeferredApart && <p className={styles.note}>{text.deferredApart}</p>}
    </section>
  )
}

type Errors = { addressee?: string; proviso?: string }

function IssueForm({ id, amount, isDeferred }: { id: string; amount: number; isDeferred: boolean }) {
  const usualProviso = isDeferred ? deferredProviso : defaultProviso
  const [values, setValues] = useState({ addressee: '', proviso: usualProviso })
  const [errors, setErrors] = useState<Errors>({})
  const [isAsking, setAsking] = useState(false)
  const isOnline = useOnline()
  const toast = useToast()
  useHoldUpdate(values.addressee !== '')
  const addressee = trimmed(values.addressee)
  const proviso = trimmed(values.proviso) || usualProviso

  const wrongIn = (value: string, max: number): string | undefined =>
    value !== '' && !isPrintable(value)
      ? text.wrongCharacter
      : lengthOf(value) > max
        ? text.tooLong(max)
        : undefined

  function ask(): void {
    const wrongName = addressee === '' ? text.addresseeNeeded : wrongIn(addressee, addresseeMax)
    const wrongProviso = wrongIn(proviso, provisoMax)
    setErrors({
      ...(wrongName !== undefined && { addressee: wrongName }),
      ...(wrongProviso !== undefined && { proviso: wrongProviso }),
    })
    setAsking(wrongName === undefined && wrongProviso === undefined)
  }

  async function issue(): Promise<void> {
    try {
      const issued = await call('transactions.formalReceipt', {
        params: { id },
        body: { addressee, proviso },
      })
      queryClient.setQueryData(receiptQuery(id).queryKey, issued)
      toast({ message: text.issued, kind: 'ok' })
    } catch (error) {
      setAsking(false)
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields)
      else toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
      // Another person may have been quicker: then the name that stands is the one to show.
      refetch('transactions.receipt')
    }
  }

  const field = (name: keyof Errors) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) =>
      setValues((before) => ({ ...before, [name]: event.target.value })),
    autoComplete: 'off',
  })
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      <p className={styles.note}>{text.formalLead}</p>
      <Field label={text.addressee} need="required" helper={text.addresseeHelper} error={errors.addressee}>
        <TextInput {...field('addressee')} />
      </Field>
      <Field label={text.proviso} error={errors.proviso}>
        <TextInput {...field('proviso')} />
      </Field>
      <p className={styles.amountLine}>
        <span>{text.formalAmount}</span>
        <b className="figures">{yenMark(amount)}</b>
      </p>
      <Button block variant="tonal" disabled={!isOnline} onClick={ask}>
        {isOnline ? text.issue : text.offline}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={text.issueQuestion}
        confirmLabel={text.issueConfirm}
        onConfirm={issue}
        onCancel={() => setAsking(false)}
      >
        <span className={styles.question}>{text.issueBody(honourName(addressee))}</span>
      </AlertDialog>
    </form>
  )
}

function Issued({
  id,
  formal,
  receipt: { content, formal_amount, formal_refunded },
}: {
  id: string
  formal: FormalReceipt
  receipt: Receipt
}) {
  const isOnline = useOnline()
  const toast = useToast()
  const act = useAct('transactions.formalReceiptCopy')

  async function save(): Promise<void> {
    const fail = (error: unknown) => toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    const outcome = await act.send({
      // One wish for a copy: while its answer, or the paper itself, is missing, asking again counts no second one.
      wish: id,
      async send(copyId) {
        const { copy } = await call('transactions.formalReceiptCopy', {
          params: { id },
          body: { id: copyId },
        })
        return {
          copy,
          bytes: await call('transactions.formalReceiptPdf', { params: { id, copy: String(copy) } }),
        }
      },
    })
    if (outcome.is === 'failed') fail(outcome.error)
    if (outcome.is !== 'done') return
    const { copy, bytes } = outcome.answer
    refetch('transactions.receipt')
    await deliverFile(bytes, `ryoshusho-${content.number}-${String(copy)}.pdf`).catch(fail)
  }

  return (
    <div className={styles.form}>
      <Pairs>
        <div>
          <dt>{text.addressee}</dt>
          <dd>{honourName(formal.addressee)}</dd>
        </div>
        <div>
          <dt>{text.proviso}</dt>
          <dd>{formal.proviso}</dd>
        </div>
        <div>
          <dt>{text.formalAmount}</dt>
          <dd className="figures">{yenMark(formal_amount)}</dd>
        </div>
        {formal_refunded > 0 && (
          <div>
            <dt>{refundedWord}</dt>
            <dd className="figures">{yenMark(-formal_refunded)}</dd>
          </div>
        )}
        <div>
          <dt>{text.issuedAt}</dt>
          <dd>{receiptDate(formal.issued_at)}</dd>
        </div>
        <div>
          <dt>{text.copies}</dt>
          <dd className="figures">{text.copiesOf(countText(formal.copies))}</dd>
        </div>
      </Pairs>
      <Button block variant="tonal" disabled={!isOnline} onClick={save}>
        {isOnline ? text.saveFormal : text.offline}
      </Button>
      <p className={styles.note}>{text.reissueNote}</p>
    </div>
  )
}
