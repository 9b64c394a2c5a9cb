import { type KycSide, kycSides, sidesOf } from '@shirogane/contract/inputs/identity'
import { ErrorPanel } from '@shirogane/ui/states/ErrorPanel'
import { Pending, Skeleton } from '@shirogane/ui/states/Skeleton'
import { Steps } from '@shirogane/ui/layout/Steps'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { call, serverMessageOf } from '../../shell/api/api.ts'
import { lazyPart } from '../../shell/navigation/chunks.ts'
import { useGo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { adoptUser, sessionState } from '../../shell/session/session.ts'
import { useHoldUpdate } from '../../shell/updates/use-hold-update.ts'
import { CaptureStep } from './CaptureStep.tsx'
import { ConfirmStep } from './ConfirmStep.tsx'
import { DocumentStep } from './DocumentStep.tsx'
import { type Draft, useDraft } from './draft.ts'
import { InfoStep } from './InfoStep.tsx'
import { kycQuery } from './queries.ts'
import { StatusView } from './StatusView.tsx'
import { text } from './text.ts'
import styles from './kyc.module.css'

const CounterSheet = lazyPart(() => import('../shared/counter/CounterSheet.tsx'), 'CounterSheet')

/** While the customer stands at the counter, the screen goes on by itself. */
const counterPollMs = 5_000

type Step = 'info' | 'doc' | 'counter' | KycSide | 'confirm'

/** The step that the address asks for, or the first before it that is not done. */
function reachable(asked: string | undefined, draft: Draft, hasCamera: boolean): Step | null {
  if (asked === undefined) return null
  if (asked === 'info' || draft.occupation === null || draft.purposes.length === 0) return 'info'
  if (asked === 'doc' || draft.document === null) return 'doc'
  if (asked === 'counter') return 'counter'
  if (!hasCamera) return 'doc'
  const sides = sidesOf(draft.document)
  const missing = sides.find((side) => draft.shots[side] === undefined)
  if (asked === 'confirm') return missing ?? 'confirm'
  const side = kycSides.find((each) => each === asked)
  if (side === undefined || !sides.includes(side)) return missing ?? 'confirm'
  return missing !== undefined && sides.indexOf(missing) < sides.indexOf(side) ? missing : side
}

export default function KycScreen() {
  const draft = useDraft()
  const asked = useSearchParam('step')
  const query = kycQuery()
  const kyc = useQuery(asked === 'counter' ? { ...query, refetchInterval: counterPollMs } : query)
  const go = useGo()
  const status = kyc.data?.kyc_status
  const canAsk = status !== 'pending' && status !== 'approved' && status !== 'blocked'
  const step = canAsk ? reachable(asked, draft, kyc.data?.is_open !== false) : null

  // The pictures are gone with the page.
  useHoldUpdate(step !== null)

  async function issueVisit() {
    const { document, occupation, purposes } = draft
    if (document === null || occupation === null) throw new Error('The steps before this one are not done')
    return call('users.kycVisit', {
      body: { document, occupation, purposes: [...purposes], consent: true },
    })
  }

  // The strip on home and the menu follow what was decided meanwhile.
  useEffect(() => {
    if (status === undefined || status === sessionState().auth?.kyc_status) return
    void call('users.me').then(adoptUser, () => undefined)
  }, [status])

  useEffect(() => {
    if (status !== undefined && asked !== undefined && asked !== step)
      go(paths.kyc(step ?? undefined), { replace: true })
  }, [status, asked, step, go])

  if (kyc.isLoadingError)
    return <ErrorPanel message={serverMessageOf(kyc.error)} onRetry={() => kyc.refetch()} />
  return (
    <Pending
      isPending={kyc.isPending}
      skeleton={
        <div className={styles.screen}>
          <Skeleton height={132} />
          <Skeleton height={220} />
        </div>
      }
    >
      {() => {
        if (kyc.data === undefined) return null
        if (step === null) return <StatusView kyc={kyc.data} hasDraft={draft.occupation !== null} />
        const { is_open, is_counter_open, action } = kyc.data
        if (step !== 'info' && step !== 'doc' && step !== 'counter' && step !== 'confirm')
          return <CaptureStep key={step} side={step} action={action} hasCounter={is_counter_open} />
        return (
          <div className={styles.screen}>
            <Steps
              label={text.flow}
              steps={text.flowSteps}
              current={step === 'info' ? 0 : step === 'confirm' ? 3 : 1}
            />
            {step === 'info' && <InfoStep kyc={kyc.data} />}
            {(step === 'doc' || step === 'counter') && (
              <DocumentStep hasCamera={is_open} hasCounter={is_counter_open} />
            )}
            {step === 'counter' && (
              <Suspense fallback={null}>
                <CounterSheet
                  title={text.visitTitle}
                  how={text.visitHow}
                  label={text.visitCode}
                  onClose={() => go(paths.kyc('doc'), { replace: true })}
                  onIssue={issueVisit}
                />
              </Suspense>
            )}
            {step === 'confirm' && <ConfirmStep kyc={kyc.data} />}
          </div>
        )
      }}
    </Pending>
  )
}
