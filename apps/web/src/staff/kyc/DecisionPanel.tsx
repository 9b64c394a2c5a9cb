import { sentenceOf } from '@shirogane/contract/wire/errors'
import { documentRules } from '@shirogane/contract/inputs/identity'
import { checkpoints, rejectReasons } from '@shirogane/contract/inputs/identity-text'
import type { Checkpoint, RejectReason } from '@shirogane/contract/inputs/identity'
import type { KycDetail } from '@shirogane/contract/resources/members/kyc'
import { withoutSeparators, isCalendarDate } from '@shirogane/contract/inputs/person'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { TextArea } from '@shirogane/ui/inputs/TextArea'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../shell/api/api.ts'
import type { Body } from '../../shell/api/api.ts'
import { todayInTokyo } from '../../shared/dates/dates.ts'
import { useGo, useSearch } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { text } from './text.ts'
import styles from './kyc.module.css'

const allChecks = Object.keys(checkpoints) as Checkpoint[]
const allReasons = Object.keys(rejectReasons) as RejectReason[]
/** Reasons that are not told to the customer: a person under suspicion does not learn of it here. */
const notShown: readonly RejectReason[] = ['duplicate', 'other']

type Mistakes = { checks?: string; expires?: string; reasons?: string; note?: string; call?: string }

/** What was compared, and what follows from it. */
export function DecisionPanel({ request, onDecided }: { request: KycDetail; onDecided: () => void }) {
  const go = useGo()
  const { status: listed, page } = useSearch()
  const toast = useToast()
  const { may } = request
  const [checks, setChecks] = useState<readonly Checkpoint[]>([])
  const [expires, setExpires] = useState(request.seen?.document_expires_on?.replaceAll('-', '') ?? '')
  const [reasons, setReasons] = useState<readonly RejectReason[]>([])
  // A clerk who counts as the one who saw these identity documents can only send them back.
  const onlyRejects = may.reject && !may.approve
  const [rejects, setRejects] = useState(onlyRejects)
  const [note, setNote] = useState('')
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const hasExpiry = documentRules[request.document].expires

  if (!may.approve && !may.override && !may.reject) {
    return request.status === 'rejected' ? <p className={styles.cannot}>{text.cannot}</p> : null
  }

  async function decide(body: Body<'admin.kycDecide'>): Promise<void> {
    setMistakes({})
    try {
      const { status, next_id } = await call('admin.kycDecide', { params: { id: request.id }, body })
      toast({ message: status === 'approved' ? text.approved_toast : text.rejected_toast, kind: 'ok' })
      refetch('admin.kycList')
      if (may.override) onDecided()
      else go(paths.adminTab('kyc', { status: listed, page, id: next_id ?? undefined }), { replace: true })
    } catch (error) {
      setMistakes({ call: messageOf(error) })
    }
  }

  async function approve(): Promise<void> {
    const date = expiryDate(expires)
    const wrong: Mistakes = {
      ...(checks.length < allChecks.length && { checks: text.checksNeeded }),
      ...(hasExpiry && (date === null || date < todayInTokyo()) && { expires: text.expiresWrong }),
      ...(may.override && note.trim() === '' && { note: text.noteNeeded }),
    }
    setMistakes(wrong)
    if (Object.keys(wrong).length > 0) return
    await decide({
      decision: 'approve',
      checklist: { name: true, date_of_birth: true, address: true, expiry: true, face: true },
      document_expires_on: hasExpiry ? date : null,
      note,
    })
  }

  async function reject(): Promise<void> {
    const saysNothing = reasons.length > 0 && reasons.every((reason) => reason === 'other')
    const wrong: Mistakes = {
      ...(reasons.length === 0 && { reasons: text.reasonsNeeded }),
      ...(saysNothing && note.trim() === '' && { note: text.noteNeeded }),
    }
    setMistakes(wrong)
    if (Object.keys(wrong).length > 0) return
    await decide({ decision: 'reject', reasons: [...reasons], note })
  }

  const noteField = (
    <Field label={text.note} error={mistakes.note}>
      <TextArea rows={2} maxLength={1_000} value={note} onChange={(event) => setNote(event.target.value)} />
    </Field>
  )
  return (
    <Card as="section" padded className={styles.decision} aria-label={text.checklist}>
      {onlyRejects && <p className={styles.cannot}>{sentenceOf('APPROVAL_LINKED')}</p>}
      {rejects ? (
        <>
          <Field label={text.reasons} group error={mistakes.reasons}>
            <div className={styles.reasons}>
              {allReasons.map((reason) => (
                <Checkbox
                  key={reason}
                  checked={reasons.includes(reason)}
                  onChange={(event) => setReasons(toggled(reasons, reason, event.target.checked))}
                >
                  {rejectReasons[reason]}
                  {notShown.includes(reason) && <span className={styles.kana}> {text.notShownToMember}</span>}
                </Checkbox>
              ))}
            </div>
          </Field>
          {noteField}
        </>
      ) : (
        <>
          {may.override && <p className={styles.cannot}>{text.overrideHint}</p>}
          <Field label={text.checklist} group error={mistakes.checks}>
            {allChecks.map((check) => (
              <Checkbox
                key={check}
                checked={checks.includes(check)}
                onChange={(event) => setChecks(toggled(checks, check, event.target.checked))}
              >
                {check === 'face' && request.seen ? text.seenFace : text.checks[check]}
              </Checkbox>
            ))}
          </Field>
          {hasExpiry && (
            <Field label={text.expiresOn} helper={text.expiresHelper} error={mistakes.expires}>
              <TextInput
                size="s"
                inputMode="numeric"
                autoComplete="off"
                maxLength={20}
                value={expires}
                onChange={(event) => setExpires(event.target.value)}
              />
            </Field>
          )}
          {may.override && noteField}
        </>
      )}
      {mistakes.call !== undefined && (
        <p className={styles.mistake} role="alert">
          {mistakes.call}
        </p>
      )}
      <div className={styles.buttons}>
        {rejects ? (
          <>
            {!onlyRejects && (
              <Button variant="secondary" onClick={() => setRejects(false)}>
                {text.cancel}
              </Button>
            )}
            <Button variant="danger" onClick={reject}>
              {text.reject}
            </Button>
          </>
        ) : (
          <>
            {may.reject && (
              <Button variant="secondary" onClick={() => setRejects(true)}>
                {text.reject}
              </Button>
            )}
            <Button onClick={approve}>{may.override ? text.override : text.approve}</Button>
          </>
        )}
      </div>
    </Card>
  )
}

function toggled<T>(list: readonly T[], one: T, isOn: boolean): readonly T[] {
  return isOn ? [...list, one] : list.filter((each) => each !== one)
}

/** `2030-01-31` from eight digits, however they were written; null where they are no date. */
function expiryDate(typed: string): string | null {
  const digits = withoutSeparators(typed.replace(/[年月日/.]/g, ''))
  const date = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isCalendarDate(date) ? date : null
}
