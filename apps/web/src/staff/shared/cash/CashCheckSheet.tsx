import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { yenText } from '../../../shared/money/money.ts'
import { IdentityFields, isComplete, noIdentity, tailOf } from '../people/IdentityFields.tsx'
import { useHolds } from '../queries.ts'
import { cashText } from './cash-text.ts'
import styles from '../people/identity.module.css'

/**
 * The law stops a sale, a collection or a correction: who pays this much in cash is written down while they stand here, and
 * then it goes on.
 */
export function CashCheckSheet({
  what,
  transactionId,
  userId,
  amount,
  name,
  onClose,
  onDone,
}: {
  what: keyof typeof cashText.save
  transactionId: string
  /** Whose debt is collected. */
  userId?: string
  amount: number
  name: string | null
  onClose: () => void
  onDone: () => void
}) {
  const toast = useToast()
  const maySuspect = useHolds('cash.suspect')
  const { send, isBusy, problem } = useAct('admin.createCashCheck')
  const [identity, setIdentity] = useState({ ...noIdentity, name: name ?? '' })
  const [isSuspicious, setSuspicious] = useState(false)
  const [note, setNote] = useState('')

  async function save(): Promise<void> {
    const { seen: _, document_tail: __, ...known } = identity
    const outcome = await send({
      wish: transactionId,
      send: (id) =>
        call('admin.createCashCheck', {
          body: {
            ...known,
            id,
            transaction_id: transactionId,
            ...(userId !== undefined && { user_id: userId }),
            amount,
            document_tail: tailOf(identity),
            seen: true,
            ...(isSuspicious && { suspicious: true }),
            ...(isSuspicious && note.trim() !== '' && { note: note.trim() }),
          },
        }),
    })
    if (outcome.is !== 'done') return
    toast({ message: cashText.done, kind: 'ok' })
    onDone()
  }
  return (
    <Sheet
      isOpen
      wide
      onClose={onClose}
      title={cashText.title}
      description={cashText.lead(yenText(amount))}
      footer={
        <Button size="pos" block busy={isBusy} disabled={!isComplete(identity)} onClick={save}>
          {cashText.save[what]}
        </Button>
      }
    >
      <div className={styles.fields}>
        <IdentityFields value={identity} onChange={setIdentity} />
        {maySuspect && (
          <>
            <Checkbox checked={isSuspicious} onChange={(event) => setSuspicious(event.target.checked)}>
              {cashText.suspicious}
            </Checkbox>
            {isSuspicious && (
              <Field label={cashText.note} helper={cashText.noteHelp}>
                <TextInput value={note} maxLength={400} onChange={(event) => setNote(event.target.value)} />
              </Field>
            )}
          </>
        )}
        {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      </div>
    </Sheet>
  )
}
