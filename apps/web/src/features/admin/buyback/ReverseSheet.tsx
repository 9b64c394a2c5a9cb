import type { BuybackDetails } from '@shirogane/contract/buybacks'
import { Button } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { Sheet } from '@shirogane/ui/Sheet'
import { TextInput } from '@shirogane/ui/TextInput'
import { useState } from 'react'
import { call, messageOf } from '../../../lib/api.ts'
import { yenText } from '../../../lib/money.ts'
import { uuid7 } from '../../../lib/uuid7.ts'
import { ApprovalSheet } from '../approvals/ApprovalSheet.tsx'
import { text } from './text.ts'
import panes from '../panes.module.css'
import styles from './buyback.module.css'

/** Takes a purchase of the open day back: who bought it asks a second person, and anybody else is that person. */
export function ReverseSheet({
  buyback,
  onDone,
  onClose,
}: {
  buyback: BuybackDetails
  onDone: (next: BuybackDetails) => void
  onClose: () => void
}) {
  // One act, however often it is sent.
  const [transaction_id] = useState(() => uuid7())
  const [returned, setReturned] = useState('')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isCash = buyback.paid_by === 'cash'
  const needsWord = buyback.may_reverse === 'approval'
  const amount = isCash ? Number(returned.normalize('NFKC').replace(/[,，\s]/g, '')) : buyback.amount
  const isCounted = Number.isSafeInteger(amount) && amount > 0

  async function send(approval_id?: string): Promise<void> {
    try {
      onDone(
        await call('admin.reverseBuyback', {
          params: { id: buyback.id },
          body: {
            transaction_id,
            amount,
            reason: reason.trim(),
            ...(approval_id !== undefined && { approval_id }),
          },
        }),
      )
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  function submit(): void {
    setChecked(true)
    setProblem(null)
    if (reason.trim() === '' || !isCounted) return
    if (needsWord) setAsking(true)
    else void send()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.reverseTitle}
      description={text.reverseNote}
      footer={
        <Button block variant="danger" onClick={submit}>
          {needsWord ? text.reverseAsk : text.reverse}
        </Button>
      }
    >
      <form
        className={panes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p className={styles.note}>
          {buyback.paid_by === 'cash' && text.reverseCash(yenText(buyback.amount))}
          {buyback.paid_by === 'balance' && text.reverseBalance(yenText(buyback.amount))}
          {buyback.paid_by === 'bank' && text.reverseBank}
        </p>
        {isCash && (
          <Field
            label={text.returned}
            need="required"
            error={isChecked && !isCounted ? text.reverseCash(yenText(buyback.amount)) : undefined}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              value={returned}
              onChange={(event) => setReturned(event.target.value)}
            />
          </Field>
        )}
        <Field
          label={text.reverseReason}
          need="required"
          error={isChecked && reason.trim() === '' ? text.reasonNeeded : (problem ?? undefined)}
        >
          <TextInput value={reason} maxLength={200} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </form>
      {isAsking && (
        <ApprovalSheet
          kind="buyback"
          subject={{ buyback_id: buyback.id, number: buyback.number }}
          amount={buyback.amount}
          reason={reason.trim()}
          onApproved={(approval_id) => {
            setAsking(false)
            void send(approval_id)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Sheet>
  )
}
