import type { StaffMember } from '@shirogane/contract/resources/brand/staff'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import { refetch } from '../../shell/queries/queries.ts'
import type { StepUp } from '../../shell/session/step-up.tsx'
import { showStaff } from './queries.ts'
import { text } from './text.ts'
import styles from './staff.module.css'

type LetIn = NonNullable<NonNullable<StaffMember['details']>['let_in']>
type Props = { person: StaffMember; letIn: LetIn; withStepUp: StepUp['withStepUp'] }

/**
 * A person whom one colleague let in may approve nothing of that colleague's until another one has vouched for them.
 */
export function Vouch({ person, letIn, withStepUp }: Props) {
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function vouch(): Promise<void> {
    setAsking(false)
    setBusy(true)
    setProblem(null)
    try {
      const act = () =>
        call('admin.vouchForStaff', { params: { id: person.id }, body: { let_in_at: letIn.at } })
      const done = await withStepUp('staff', act)
      if (done === null) return
      showStaff(done.value)
      toast({ message: text.vouched, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
      refetch('admin.staffList')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className={styles.section}>
      <h4 className={styles.heading}>{text.vouchTitle}</h4>
      <p className={styles.note}>{text.vouchLead(letIn.by, person.name)}</p>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {letIn.may_vouch ? (
        <Button variant="secondary" block busy={isBusy} onClick={() => setAsking(true)}>
          {text.vouch}
        </Button>
      ) : (
        <p className={styles.note}>{text.vouchOthers}</p>
      )}
      <AlertDialog
        isOpen={isAsking}
        title={text.vouchAsk}
        confirmLabel={text.vouchConfirm}
        onConfirm={() => void vouch()}
        onCancel={() => setAsking(false)}
      >
        {text.vouchText(person.name)}
      </AlertDialog>
    </section>
  )
}
