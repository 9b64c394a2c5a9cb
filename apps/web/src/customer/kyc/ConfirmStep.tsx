import { sidesOf } from '@shirogane/contract/inputs/identity'
import { documentLabels, occupations, purposes } from '@shirogane/contract/inputs/identity-text'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { ApiError, call } from '../../shell/api/api.ts'
import type { Output } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
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
  const { send, problem, say } = useAct('users.kycRequest')
  const { document, occupation, shots } = draft
  if (document === null || occupation === null) return null
  const sides = sidesOf(document)

  async function submit(): Promise<void> {
    if (!hasConsent) return say(text.consentNeeded)
    const outcome = await send({
      wish: 'documents',
      send: () =>
        call('users.kycRequest', {
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
        }),
      isSpent: ({ code }) => code === 'KYC_PENDING',
      findsAtOnce: true,
      find: isInReview,
    })
    if (outcome.is === 'failed') {
      const { error } = outcome
      if (!(error instanceof ApiError)) return
      const [first] = Object.values(error.fields)
      if (first !== undefined) say(first)
      // Pictures that are too old, or that the server does not have any more, have to be taken again.
      if (error.code === 'KYC_TOO_SLOW' || error.code === 'NOT_FOUND') dropShots()
      return
    }
    await endSubmission(outcome.is === 'done' || (outcome.is === 'found' && outcome.wasLost))
  }

  /** Where identity documents are in review that came from elsewhere, their owner learns just that. */
  async function endSubmission(isOurs: boolean): Promise<void> {
    if (isOurs) toast({ message: text.submitted, kind: 'ok' })
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
  try {
    return (await call('users.kyc')).kyc_status === 'pending'
  } catch {
    return false
  }
}
