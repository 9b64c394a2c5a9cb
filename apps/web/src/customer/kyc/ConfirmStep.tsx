import { sidesOf } from '@shirogane/contract/inputs/identity'
import { documentLabels, occupations, purposes } from '@shirogane/contract/inputs/identity-text'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useRef, useState } from 'react'
import { isUnclear } from '../../shell/api/act.ts'
import { ApiError, call, messageOf } from '../../shell/api/api.ts'
import type { Output } from '../../shell/api/api.ts'
import { longDate } from '../../shared/dates/dates.ts'
import { AppLink, useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { adoptUser } from '../../shell/session/session.ts'
import { useIsHere } from '../shared/forms/use-is-here.ts'
import { dropShots, forgetDraft, useDraft } from './draft.ts'
import { RecordRow } from './RecordRow.tsx'
import { text } from './text.ts'
import styles from './kyc.module.css'

export function ConfirmStep({ kyc }: { kyc: Output<'users.kyc'> }) {
  const go = useGo()
  const isHere = useIsHere()
  const toast = useToast()
  const draft = useDraft()
  const [hasConsent, setConsent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** It was handed in once, and no answer came. */
  const isUnanswered = useRef(false)
  const { document, occupation, shots } = draft
  if (document === null || occupation === null) return null
  const sides = sidesOf(document)

  async function submit(): Promise<void> {
    if (!hasConsent) return setProblem(text.consentNeeded)
    setProblem(null)
    try {
      await call('users.kycRequest', {
        body: {
          documents: sides.flatMap((side) => {
            const shot = shots[side]
            return shot ? [{ kind: document!, side, filepath: shot.filepath, source: shot.source }] : []
          }),
          name: kyc.name ?? '',
          name_kana: kyc.name_kana ?? '',
          date_of_birth: kyc.date_of_birth ?? '',
          address: kyc.address ?? '',
          occupation: occupation!,
          purposes: [...draft.purposes],
          consent: true,
        },
      })
    } catch (error) {
      if (isUnclear(error)) isUnanswered.current = true
      if (await isInReview(error)) return endSubmission()
      const fields = error instanceof ApiError ? Object.values(error.fields) : []
      setProblem(fields[0] ?? messageOf(error))
      // Pictures that are too old, or that the server does not have any more, have to be taken again.
      if (error instanceof ApiError && (error.code === 'KYC_TOO_SLOW' || error.code === 'NOT_FOUND'))
        dropShots()
      return
    }
    return endSubmission(true)
  }

  /** Where identity documents are in review that came from elsewhere, their owner learns just that. */
  async function endSubmission(isLate = isUnanswered.current): Promise<void> {
    if (isLate) toast({ message: text.submitted, kind: 'ok' })
    refetch('users.kyc', 'notifications.count', 'notifications.list')
    await call('users.me').then(adoptUser, () => undefined)
    if (isHere()) go(paths.kyc(), { replace: true })
    // Only now: without it the step that is on screen would be gone, and another one asked for.
    forgetDraft()
  }

  return (
    <>
      <h2 className={styles.title}>{text.confirmTitle}</h2>
      <p className={styles.hint}>{text.confirmHint}</p>
      <Card as="section" aria-label={text.infoTitle}>
        <dl className={styles.records}>
          <RecordRow label={text.name} value={kyc.name} edit={paths.settingTab('profile')} />
          <RecordRow label={text.kana} value={kyc.name_kana} edit={paths.settingTab('profile')} />
          <RecordRow
            label={text.birth}
            value={kyc.date_of_birth && longDate(kyc.date_of_birth)}
            edit={null}
          />
          <RecordRow label={text.address} value={kyc.address} edit={paths.settingTab('address')} />
          <RecordRow label={text.occupation} value={occupations[occupation]} edit={paths.kyc('info')} />
          <RecordRow
            label={text.purposes}
            value={draft.purposes.map((each) => purposes[each]).join('、')}
            edit={paths.kyc('info')}
          />
          <RecordRow label={text.document} value={documentLabels[document].name} edit={paths.kyc('doc')} />
        </dl>
      </Card>
      <section aria-label={text.images}>
        <ul className={styles.thumbs}>
          {sides.map((side) => (
            <li key={side}>
              <AppLink
                to={paths.kyc(side)}
                className={styles.thumb}
                aria-label={text.retake(text.side[side])}
              >
                {shots[side] && <img src={shots[side].url} alt="" />}
                <span>{text.side[side]}</span>
              </AppLink>
            </li>
          ))}
        </ul>
      </section>
      <Checkbox checked={hasConsent} onChange={(event) => setConsent(event.target.checked)}>
        {text.consent}
      </Checkbox>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <StickyFooter flow>
        <Button block onClick={submit}>
          {text.submit}
        </Button>
      </StickyFooter>
    </>
  )
}

/** Whether identity documents are in review by now: this page asks for none as long as there are. */
async function isInReview(error: unknown): Promise<boolean> {
  if (error instanceof ApiError && error.code === 'KYC_PENDING') return true
  if (!isUnclear(error)) return false
  try {
    return (await call('users.kyc')).kyc_status === 'pending'
  } catch {
    return false
  }
}
