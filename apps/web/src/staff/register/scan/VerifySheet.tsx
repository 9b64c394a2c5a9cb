import type { CounterDocument } from '@shirogane/contract/resources/brand/public-pages'
import { Avatar } from '@shirogane/ui/data/Avatar'
import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { text } from '../text.ts'
import { useReadCode } from './use-read-code.ts'
import styles from './VerifySheet.module.css'

const documents = Object.entries(text.verifyDocuments) as [CounterDocument, string][]

/**
 * A person who is not verified yet stands at the counter and shows identity documents. The code was read once and is
 * kept nowhere.
 */
export function VerifySheet({ token, onClose }: { token: string; onClose: () => void }) {
  const toast = useToast()
  const {
    found: person,
    problem,
    setProblem,
    read,
  } = useReadCode(token, () => call('admin.scanUnverified', { body: { token } }))
  const [kind, setKind] = useState<CounterDocument | ''>('')
  const [isSure, setSure] = useState(false)
  const [isChecked, setChecked] = useState(false)

  async function confirm(): Promise<void> {
    setChecked(true)
    if (person === null || kind === '' || !isSure) return
    try {
      await call('admin.verifyUser', { params: { id: person.id }, body: { document: kind, confirmed: true } })
      toast({ message: text.verifyDone, kind: 'ok' })
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.verifyTitle}
      description={text.verifyLead}
      footer={
        <Button size="pos" block disabled={person === null} onClick={confirm}>
          {text.verifyConfirm}
        </Button>
      }
    >
      <div className={styles.body}>
        {problem !== null && person !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.person}>
          {person === null ? (
            problem === null ? (
              <Skeleton height={52} />
            ) : (
              <ErrorPanel onRetry={read}>{problem}</ErrorPanel>
            )
          ) : (
            <>
              <Avatar name={person.name ?? person.username} src={null} size={52} />
              <div>
                <p className={styles.name}>{text.memberName(person.name ?? person.username)}</p>
                <p className={styles.phone}>
                  @{person.username}　{person.phone_number}
                </p>
              </div>
            </>
          )}
        </div>
        <Field
          label={text.verifyDocument}
          need="required"
          error={isChecked && kind === '' && text.verifyDocumentNeeded}
        >
          <Select value={kind} onChange={(event) => setKind(event.target.value as CounterDocument | '')}>
            <option value="">{text.choose}</option>
            {documents.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Checkbox
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
          aria-invalid={isChecked && !isSure}
        >
          {text.verifySure}
        </Checkbox>
        {isChecked && !isSure && (
          <p className={styles.problem} role="alert">
            {text.verifySureNeeded}
          </p>
        )}
      </div>
    </Sheet>
  )
}
