import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { useStepUp } from '../../shell/session/step-up.tsx'
import { text } from './text.ts'
import styles from './books.module.css'

/** An owner lets payouts go on: with the reason, one look more, and a proof of who it is. */
export function LiftFreeze({ seen }: { seen: string }) {
  const toast = useToast()
  const { withStepUp, stepUpSheet } = useStepUp()
  const [note, setNote] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const reason = note.trim()

  async function lift(): Promise<void> {
    setAsking(false)
    setProblem(null)
    try {
      const done = await withStepUp('payout_freeze', () =>
        call('admin.liftFreeze', { params: { id: seen }, body: { note: reason } }),
      )
      if (done === null) return
      toast({ message: text.lifted, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
    refetch('admin.books', 'admin.payouts', 'admin.payout')
  }

  return (
    <Card padded>
      <form
        className={styles.lift}
        onSubmit={(event) => {
          event.preventDefault()
          if (reason !== '') setAsking(true)
        }}
      >
        <p className={styles.note}>{text.liftHelp}</p>
        <Field label={text.reason}>
          <TextInput value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
        <Button type="submit" variant="danger" disabled={reason === ''}>
          {text.lift}
        </Button>
      </form>
      <AlertDialog
        isOpen={isAsking}
        title={text.liftTitle}
        confirmLabel={text.lift}
        destructive
        onConfirm={() => void lift()}
        onCancel={() => setAsking(false)}
      >
        {text.liftBody}
      </AlertDialog>
      {stepUpSheet}
    </Card>
  )
}
