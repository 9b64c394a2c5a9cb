import type { StaffMember } from '@shirogane/contract/resources/brand/staff'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../shell/api/api.ts'
import type { StepUp } from '../../shell/session/step-up.tsx'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { showStaff } from './queries.ts'
import { text } from './text.ts'
import styles from './staff.module.css'

type Account = NonNullable<StaffMember['details']>['own_customer']
type Props = { person: StaffMember; account: Account; withStepUp: StepUp['withStepUp'] }

/**
 * Which customer account is this person's own: what is done to it at a register or a desk is then never done by them.
 */
export function OwnAccount({ person, account, withStepUp }: Props) {
  const toast = useToast()
  const button = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ typed?: string; other?: string }>({})

  async function change(own_customer: string | null, said: string): Promise<void> {
    setAsking(false)
    setBusy(true)
    setProblem({})
    try {
      const act = () => call('admin.updateStaff', { params: { id: person.id }, body: { own_customer } })
      const done = await withStepUp('staff', act)
      if (done === null) return
      // The field goes when the account comes: a person who pressed Enter in it keeps a focus.
      button.current?.focus()
      showStaff(done.value)
      setTyped('')
      toast({ message: said, kind: 'ok' })
    } catch (error) {
      const field = error instanceof ApiError ? error.fields['own_customer'] : undefined
      setProblem(field === undefined ? { other: messageOf(error) } : { typed: field })
    } finally {
      setBusy(false)
    }
  }
  function submit(): void {
    if (account !== null) setAsking(true)
    else if (typed.trim() === '') setProblem({ typed: text.ownRequired })
    else void change(typed, text.ownLinked)
  }
  return (
    <section className={styles.section}>
      <h4 className={styles.heading}>{text.own}</h4>
      <p className={styles.note}>{text.ownLead}</p>
      <p className={styles.account}>{account === null ? text.ownNone : text.ownIs(account)}</p>
      {/* One button for both, never disabled: it keeps the focus when the account has come or gone. */}
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Unsaved when={typed !== ''} within="id" />
        {account === null && (
          <Field label={text.ownTyped} error={problem.typed}>
            <TextInput
              value={typed}
              maxLength={254}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => {
                setTyped(event.target.value)
                setProblem({})
              }}
            />
          </Field>
        )}
        {problem.other !== undefined && (
          <p className={styles.problem} role="alert">
            {problem.other}
          </p>
        )}
        <Button ref={button} type="submit" variant="secondary" block busy={isBusy}>
          {account === null ? text.ownLink : text.ownUnlink}
        </Button>
      </form>
      <AlertDialog
        isOpen={isAsking}
        title={text.ownUnlinkTitle}
        confirmLabel={text.ownUnlinkConfirm}
        destructive
        onConfirm={() => void change(null, text.ownUnlinked)}
        onCancel={() => setAsking(false)}
      >
        {text.ownUnlinkText(person.name)}
      </AlertDialog>
    </section>
  )
}
