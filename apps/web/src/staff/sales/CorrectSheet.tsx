import type { TransactionDetails } from '@shirogane/contract/resources/shapes'
import { holds } from '@shirogane/contract/wire/rights'
import { Amount } from '@shirogane/ui/data/Amount'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { ApprovalSheet } from '../approvals/ApprovalSheet.tsx'
import { staffQuery } from '../shared/queries.ts'
import { CashCheckSheet } from '../shared/cash/CashCheckSheet.tsx'
import { WriteButton } from '../shared/forms/WriteButton.tsx'
import { colleaguesQuery } from './queries.ts'
import { text } from './text.ts'
import styles from './sales.module.css'

/** Says what of a completed sale was written down wrongly. Amounts stay, and what stood before stays on record. */
export function CorrectSheet({ sale, onClose }: { sale: TransactionDetails; onClose: () => void }) {
  const toast = useToast()
  const type = useQuery(staffQuery()).data?.type
  const colleagues = useQuery(colleaguesQuery()).data?.items ?? []
  const paidInShop = sale.tenders.cash + sale.tenders.card
  const [entered, setEntered] = useState<EnteredNumber>(sale.tenders.cash)
  const [seller, setSeller] = useState(sale.employee?.id ?? '')
  const [note, setNote] = useState(sale.till?.note ?? '')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  /** The law stops the correction until it is written down who paid; a second person's approval is kept meanwhile. */
  const [checking, setChecking] = useState<{ approvalId: string | undefined } | null>(null)
  const { send: sendAct, problem } = useAct('transactions.payUpdate', { keptFor: sale.id })
  const cash = entered ?? 0
  const isTooMuch = cash > paidInShop

  const moved = cash === sale.tenders.cash ? undefined : { cash, card: paidInShop - cash }
  const named = seller === (sale.employee?.id ?? '') ? undefined : seller
  const written = note.trim() === (sale.till?.note ?? '') ? undefined : note.trim()
  const correction = {
    ...(moved && { tenders: moved }),
    ...(named !== undefined && { employee_id: named }),
    ...(written !== undefined && { note: written }),
    reason: reason.trim(),
  }

  async function send(approval_id?: string): Promise<void> {
    const body = {
      transaction_id: sale.id,
      correction: { ...correction, ...(approval_id !== undefined && { approval_id }) },
    }
    const outcome = await sendAct({
      wish: body,
      send: (idempotencyKey) => call('transactions.payUpdate', { body, idempotencyKey }),
    })
    if (outcome.is === 'failed') {
      const { error } = outcome
      if (error instanceof ApiError && error.code === 'CASH_KYC_REQUIRED')
        setChecking({ approvalId: approval_id })
      return
    }
    refetch('transactions.search', 'transactions.details')
    toast({ message: text.correctDone, kind: 'ok' })
    onClose()
  }

  function submit(): unknown {
    setChecked(true)
    if (reason.trim() === '' || entered === undefined || isTooMuch) return undefined
    if (type !== undefined && !holds(type, 'correct')) return setAsking(true)
    return send()
  }

  if (isAsking) {
    return (
      <ApprovalSheet
        kind="correction"
        amount={null}
        reason={reason.trim()}
        subject={{
          transaction_id: sale.id,
          number: sale.number,
          tenders: moved ?? null,
          employee_id: named ?? null,
          note: written ?? null,
        }}
        onApproved={(approvalId) => {
          setAsking(false)
          void send(approvalId)
        }}
        onClose={() => setAsking(false)}
      />
    )
  }
  if (checking !== null) {
    return (
      <CashCheckSheet
        what="correction"
        transactionId={sale.id}
        amount={cash}
        name={null}
        onClose={() => setChecking(null)}
        onDone={() => {
          setChecking(null)
          void send(checking.approvalId)
        }}
      />
    )
  }
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.correctTitle}
      description={text.correctLead}
      footer={
        <div className={styles.buttons}>
          <Button variant="secondary" onClick={onClose}>
            {text.cancel}
          </Button>
          <WriteButton onClick={submit}>{text.correctYes}</WriteButton>
        </div>
      }
    >
      <div className={styles.form}>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {paidInShop > 0 && (
          <>
            <Field label={text.cashPart} error={isTooMuch ? text.cashTooMuch(paidInShop) : undefined}>
              <NumberInput value={entered} onChange={setEntered} />
            </Field>
            <p className={styles.split}>
              {text.cardPart}
              <Amount value={Math.max(0, paidInShop - cash)} unit="¥" size="row" />
            </p>
          </>
        )}
        <Field label={text.seller}>
          <Select value={seller} onChange={(event) => setSeller(event.target.value)}>
            {sale.employee !== null && !colleagues.some(({ id }) => id === sale.employee?.id) && (
              <option value={sale.employee.id}>{sale.employee.name}</option>
            )}
            {colleagues.map(({ id, name, number }) => (
              <option key={id} value={id}>
                {name}（{number}）
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.note} need="optional">
          <TextInput value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <Field
          label={text.correctReason}
          need="required"
          error={isChecked && reason.trim() === '' ? text.reasonNeeded : undefined}
        >
          <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </div>
    </Sheet>
  )
}
