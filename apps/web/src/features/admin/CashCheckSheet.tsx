import { Button } from '@shirogane/ui/Button'
import { Checkbox } from '@shirogane/ui/Checkbox'
import { Field } from '@shirogane/ui/Field'
import { iconWarn } from '@shirogane/ui/icons'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { Sheet } from '@shirogane/ui/Sheet'
import { TextInput } from '@shirogane/ui/TextInput'
import { useToast } from '@shirogane/ui/use-toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endsAct } from '../../lib/act.ts'
import { call, messageOf } from '../../lib/api.ts'
import { yenText } from '../../lib/money.ts'
import { uuid7 } from '../../lib/uuid7.ts'
import { IdentityFields, isComplete, noIdentity, tailOf } from './IdentityFields.tsx'
import { staffQuery } from './queries.ts'
import { cashText } from './cash-text.ts'
import styles from './identity.module.css'

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
  const isManager = useQuery(staffQuery()).data?.type === 'manager'
  const [id, setId] = useState(() => uuid7())
  const [identity, setIdentity] = useState({ ...noIdentity, name: name ?? '' })
  const [isSuspicious, setSuspicious] = useState(false)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    setProblem(null)
    const { seen: _, document_tail: __, ...known } = identity
    try {
      await call('admin.createCashCheck', {
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
      })
      toast({ message: cashText.done, kind: 'ok' })
      onDone()
    } catch (error) {
      setProblem(messageOf(error))
      if (endsAct(error)) setId(uuid7())
    } finally {
      setBusy(false)
    }
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
        {isManager && (
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
