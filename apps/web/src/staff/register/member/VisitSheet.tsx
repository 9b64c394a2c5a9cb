import { documentLabels } from '@shirogane/contract/inputs/identity-text'
import { documentRules } from '@shirogane/contract/inputs/identity'
import { withoutSeparators, isCalendarDate } from '@shirogane/contract/inputs/person'
import { eraOfYear } from '@shirogane/contract/inputs/person-text'
import { Button } from '@shirogane/ui/actions/Button'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { Skeleton } from '@shirogane/ui/states/Skeleton'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { type Output, call, messageOf } from '../../../shell/api/api.ts'
import { longDate, todayInTokyo } from '../../../shared/dates/dates.ts'
import { text } from '../text.ts'
import { useReadCode } from '../scan/use-read-code.ts'
import styles from '../scan/VerifySheet.module.css'

type Visit = Output<'admin.kycVisitScan'>
type Check = keyof typeof text.visitChecks

const checks = Object.keys(text.visitChecks) as Check[]

/** `20300131` as `2030-01-31`; null for what is no day to come. */
function dayToCome(typed: string): string | null {
  const date = withoutSeparators(typed).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isCalendarDate(date) && date >= todayInTokyo() ? date : null
}

/**
 * A member shows the identity documents that they cannot photograph. What was compared is recorded, and a reviewer
 * decides.
 */
export function VisitSheet({ token, onClose }: { token: string; onClose: () => void }) {
  const toast = useToast()
  const {
    found: visit,
    problem,
    setProblem,
    read,
  } = useReadCode(token, () => call('admin.kycVisitScan', { body: { token } }))
  const [ticked, setTicked] = useState<readonly Check[]>([])
  const [expires, setExpires] = useState('')
  const [isChecked, setChecked] = useState(false)
  const hasExpiry = visit !== null && documentRules[visit.document].expires
  const isComplete = ticked.length === checks.length

  async function record(): Promise<void> {
    setChecked(true)
    const day = dayToCome(expires)
    if (visit === null || !isComplete || (hasExpiry && day === null)) return
    try {
      await call('admin.kycVisitRecord', {
        params: { id: visit.id },
        body: {
          checklist: { original: true, name: true, date_of_birth: true, address: true, face: true },
          document_expires_on: hasExpiry ? day : null,
        },
      })
      toast({ message: text.visitDone, kind: 'ok' })
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.visitTitle}
      description={text.visitLead}
      footer={
        <Button size="pos" block disabled={visit === null} onClick={record}>
          {text.visitConfirm}
        </Button>
      }
    >
      <div className={styles.body}>
        {problem !== null && visit !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {visit === null ? (
          problem === null ? (
            <Skeleton height={160} />
          ) : (
            <ErrorPanel onRetry={read}>{problem}</ErrorPanel>
          )
        ) : (
          <>
            <dl className={styles.record}>
              {factsOf(visit).map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {hasExpiry && (
              <Field
                label={text.visitExpires}
                need="required"
                helper={text.visitExpiresHelp}
                error={isChecked && dayToCome(expires) === null && text.visitExpiresWrong}
              >
                <TextInput
                  inputMode="numeric"
                  maxLength={10}
                  value={expires}
                  onChange={(event) => setExpires(event.target.value)}
                />
              </Field>
            )}
            <Field
              label={text.visitChecked}
              group
              error={isChecked && !isComplete && text.visitCheckedNeeded}
            >
              <div className={styles.checks}>
                {checks.map((check) => (
                  <Checkbox
                    key={check}
                    checked={ticked.includes(check)}
                    onChange={(event) =>
                      setTicked(
                        event.target.checked ? [...ticked, check] : ticked.filter((each) => each !== check),
                      )
                    }
                  >
                    {text.visitChecks[check]}
                  </Checkbox>
                ))}
              </div>
            </Field>
          </>
        )}
      </div>
    </Sheet>
  )
}

function factsOf(visit: Visit): readonly (readonly [string, string])[] {
  const birth = visit.date_of_birth
  return [
    [text.visitName, visit.name],
    [text.visitKana, visit.name_kana],
    [text.visitBirth, `${longDate(birth)}（${eraOfYear(Number(birth.slice(0, 4)))}）`],
    [text.visitAddress, visit.address],
    [text.verifyDocument, documentLabels[visit.document].name],
  ]
}
