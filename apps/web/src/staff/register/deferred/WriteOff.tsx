import type { DeferredDebt } from '@shirogane/contract/resources/sales/deferred'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { yenSign } from '../../shared/cash/money.ts'
import { text } from './text.ts'
import styles from './deferred.module.css'

/** Gives up what is left of a debt: for accounting, with a reason, asked once more. */
export function WriteOff({ debt, onDone }: { debt: DeferredDebt; onDone: () => void }) {
  const [asks, setAsks] = useState(false)
  const [reason, setReason] = useState('')
  const { send, problem, say } = useAct('transactions.writeOff', { keptFor: debt.id })

  async function giveUp(): Promise<void> {
    if (reason.trim() === '') {
      say(text.limitReasonNeeded)
      return
    }
    const body = { reason: reason.trim() }
    const outcome = await send({
      wish: body,
      send: (idempotencyKey) =>
        call('transactions.writeOff', { params: { id: debt.id }, body, idempotencyKey }),
    })
    if (outcome.is !== 'done') return
    setAsks(false)
    onDone()
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setAsks(true)}>
        {text.writeOff(debt.number)}
      </Button>
      <AlertDialog
        isOpen={asks}
        destructive
        title={text.writeOffAsk(yenSign(debt.remaining))}
        confirmLabel={text.writeOffYes}
        onConfirm={giveUp}
        onCancel={() => setAsks(false)}
      >
        <Field label={text.limitReason} need="required" error={problem}>
          <TextInput
            size="s"
            maxLength={200}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value)
              say(null)
            }}
          />
        </Field>
        <p className={styles.lead}>{text.writeOffBody}</p>
      </AlertDialog>
    </>
  )
}
