import type { BuybackDetails } from '@shirogane/contract/resources/brand/buybacks'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { NumberInput } from '@shirogane/ui/inputs/NumberInput'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import type { EnteredNumber } from '@shirogane/ui/inputs/use-number-input'
import { useState } from 'react'
import { call } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { yenText } from '../../shared/money/money.ts'
import { ApprovalSheet } from '../approvals/ApprovalSheet.tsx'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './buyback.module.css'

/**
 * Takes a purchase of the open day back: the clerk who bought asks for an approval, and another colleague needs none.
 */
export function ReverseSheet({
  buyback,
  onDone,
  onClose,
}: {
  buyback: BuybackDetails
  onDone: (next: BuybackDetails) => void
  onClose: () => void
}) {
  const { send: sendAct, problem, say } = useAct('admin.reverseBuyback')
  const [returned, setReturned] = useState<EnteredNumber>(null)
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isCash = buyback.paid_by === 'cash'
  const needsApproval = buyback.may_reverse === 'approval'
  const amount = isCash ? (returned ?? 0) : buyback.amount
  const isCounted = Number.isSafeInteger(amount) && amount > 0

  async function send(approval_id?: string): Promise<void> {
    const outcome = await sendAct({
      // One act, however often it is sent.
      wish: buyback.id,
      send: (transaction_id) =>
        call('admin.reverseBuyback', {
          params: { id: buyback.id },
          body: {
            transaction_id,
            amount,
            reason: reason.trim(),
            ...(approval_id !== undefined && { approval_id }),
          },
        }),
    })
    if (outcome.is === 'done') onDone(outcome.answer)
  }

  function submit(): void {
    setChecked(true)
    say(null)
    if (reason.trim() === '' || !isCounted) return
    if (needsApproval) setAsking(true)
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
          {needsApproval ? text.reverseAsk : text.reverse}
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
            error={
              isChecked && !isCounted && returned !== undefined
                ? text.reverseCash(yenText(buyback.amount))
                : undefined
            }
          >
            <NumberInput value={returned} onChange={setReturned} />
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
