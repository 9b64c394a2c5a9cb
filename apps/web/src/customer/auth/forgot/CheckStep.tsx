import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { ApiError, call, messageOf } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { PinForm } from '../PinForm.tsx'
import { pinMessage } from '../use-pin.ts'
import { text } from './text.ts'
import styles from './forgot.module.css'

type Run = { credential: string; resendAt: number }
type Props = { run: Run; onResent: (run: Run) => void; onRight: () => void; onLapsed: () => void }

export function CheckStep({ run, onResent, onRight, onLapsed }: Props) {
  const isOnline = useOnline()
  const toast = useToast()
  const act = useAct('auth.checkReset')
  return (
    <>
      <StepTitle as="h1" className={styles.heading}>
        {text.checkHeading}
      </StepTitle>
      <p role="status">{text.sent}</p>
      <PinForm
        resendAt={run.resendAt}
        disabled={!isOnline}
        onSubmit={async (pin) => {
          const outcome = await act.send({
            wish: pin,
            send: () => call('auth.checkReset', { body: { pin } }),
            // A run that is past its code got there by this one. Where it has ended, the next step is told so.
            isSpent: ({ code }, { isLost }) => isLost && code === 'RESET_TOKEN_INVALID',
          })
          if (outcome.is !== 'failed') {
            onRight()
            return null
          }
          const { error } = outcome
          if (error instanceof ApiError && error.code === 'RESET_TOKEN_INVALID') onLapsed()
          return pinMessage(error)
        }}
        onResend={async () => {
          try {
            const { resend_in } = await call('auth.sendReset', { body: { credential: run.credential } })
            onResent({ ...run, resendAt: Date.now() + resend_in * 1000 })
            toast({ message: text.sent, kind: 'ok' })
          } catch (error) {
            toast({ message: messageOf(error), kind: 'error' })
          }
        }}
      />
      {!isOnline && (
        <p className={styles.blocked} role="status">
          {text.offline}
        </p>
      )}
    </>
  )
}
