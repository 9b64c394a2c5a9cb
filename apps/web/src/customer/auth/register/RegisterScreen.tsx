import { Steps } from '@shirogane/ui/layout/Steps'
import { Suspense, useEffect } from 'react'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { useGo, usePathname, useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useSession, whoIs } from '../../../shell/session/session.ts'
import { AccountForm } from './AccountForm.tsx'
import { text } from './text.ts'
import styles from './register.module.css'

const VerifyStep = lazyPart(() => import('./VerifyStep.tsx'), 'VerifyStep')
const DoneStep = lazyPart(() => import('./DoneStep.tsx'), 'DoneStep')

/** Who the reader is decides the step; the address only follows. */
export default function RegisterScreen() {
  const who = whoIs(useSession())
  const step = useSearchParam('step')
  const go = useGo()
  // While another page is on its way in, its address is there before it is, and none of it is this screen's business.
  const isHere = usePathname() === paths.register()
  const isDone = who === 'member' && (step === '3' || !isHere)
  const isElsewhere = (who === 'member' && !isDone) || who === 'staff'
  useEffect(() => {
    if (!isHere) return
    if (isElsewhere) go(paths.home(), { replace: true })
    else if (who === 'unverified' && step !== '2') go(paths.register('2'), { replace: true })
  }, [isElsewhere, isHere, who, step, go])
  if (isElsewhere) return null
  const current = isDone ? 3 : who === 'unverified' ? 1 : 0
  return (
    <div className={styles.screen}>
      <Steps label={text.steps} steps={text.stepNames} current={current} />
      <Suspense>{isDone ? <DoneStep /> : who === 'unverified' ? <VerifyStep /> : <AccountForm />}</Suspense>
    </div>
  )
}
