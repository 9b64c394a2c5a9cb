import { useToast } from '@shirogane/ui/overlays/use-toast'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { useGo, useSearchParam } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { logout, sessionState, useSession } from '../../../shell/session/session.ts'
import { CheckStep } from './CheckStep.tsx'
import { DoneStep } from './DoneStep.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import { SendStep } from './SendStep.tsx'
import { UndoStep } from './UndoStep.tsx'
import { text } from './text.ts'
import styles from './forgot.module.css'

/** For staff alone, so that no customer loads it. */
const WelcomeStep = lazyPart(() => import('./WelcomeStep.tsx'), 'WelcomeStep')

/** For the few who read of an account that is not theirs. */
const StopStep = lazyPart(() => import('./StopStep.tsx'), 'StopStep')

/** What this run knows. After a reload only the server does, so the run begins anew where a step needs more. */
type Run = { credential: string; resendAt: number }

export default function ForgotScreen() {
  const step = useSearchParam('step')
  const go = useGo()
  const toast = useToast()
  const [run, setRun] = useState<Run | null>(null)
  const mayStay = useSession().status !== 'signed_in' || step === 'undo' || step === 'stop'
  const leave = useEffectEvent(() => go(paths.home(), { replace: true }))
  useEffect(() => {
    if (!mayStay) leave()
  }, [mayStay])

  function startOver(): void {
    toast({ message: text.lapsed, kind: 'error', duration: 5_000 })
    setRun(null)
    go(paths.forgot(), { replace: true })
  }

  function finishStep(heading: string, step: '4' | 'welcome'): void {
    // Where a login told that it is done, its reader is at home now.
    if (sessionState().status === 'signed_in') toast({ message: heading, kind: 'ok' })
    else go(paths.forgot(step), { replace: true })
  }

  async function afterUndo({ email, may_reset }: { email: string; may_reset: boolean }): Promise<void> {
    // Their sessions are over. One of another account ends too: it would stand between here and the new password.
    if (sessionState().status === 'signed_in') await logout()
    if (!may_reset) {
      go(paths.forgot('undone'), { replace: true })
      return
    }
    toast({ message: text.undoneToast(email), kind: 'ok', duration: 5_000 })
    setRun({ credential: '', resendAt: 0 })
    go(paths.forgot('3'), { replace: true })
  }

  function askForCode() {
    return (
      <SendStep
        initial={run?.credential ?? ''}
        onSent={(next) => {
          setRun(next)
          go(paths.forgot('2'))
        }}
      />
    )
  }

  function stepOf() {
    switch (String(step)) {
      case 'undo':
        return <UndoStep onUndone={afterUndo} />
      case 'undone':
        return <DoneStep heading={text.undoneHeading} lead={text.undoneText} />
      case 'stop':
        return (
          <Suspense>
            <StopStep />
          </Suspense>
        )
      case 'staff':
        return (
          <Suspense>
            <WelcomeStep onWelcome={() => finishStep(text.welcomeHeading, 'welcome')} />
          </Suspense>
        )
      case 'welcome':
        return <DoneStep heading={text.welcomeHeading} lead={text.welcomeText} />
      case '2':
        return run === null ? (
          askForCode()
        ) : (
          <CheckStep
            run={run}
            onResent={setRun}
            onRight={() => go(paths.forgot('3'), { replace: true })}
            onLapsed={startOver}
          />
        )
      case '3':
        return run === null ? (
          askForCode()
        ) : (
          <PasswordStep
            credential={run.credential}
            onChanged={() => finishStep(text.doneHeading, '4')}
            onLapsed={startOver}
          />
        )
      case '4':
        return <DoneStep heading={text.doneHeading} lead={text.doneText} />
      default:
        return askForCode()
    }
  }

  return mayStay && <div className={styles.screen}>{stepOf()}</div>
}
