import { maskPhone } from '@shirogane/contract/inputs/read-fields'
import { Button } from '@shirogane/ui/actions/Button'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { Suspense, useEffect, useRef } from 'react'
import { call } from '../../../shell/api/api.ts'
import { lazyPart } from '../../../shell/navigation/chunks.ts'
import { useOnline } from '../../../shell/realtime/connection.ts'
import { useGo, useSheet } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useSession } from '../../../shell/session/session.ts'
import { PinForm } from '../PinForm.tsx'
import { text } from '../pin-text.ts'
import { usePinSending } from '../use-pin.ts'
import { useVerified } from '../use-verified.ts'
import { text as registerText } from './text.ts'
import styles from './register.module.css'

const ContactSheet = lazyPart(() => import('./ContactSheet.tsx'), 'ContactSheet')
const CounterSheet = lazyPart(() => import('../../shared/counter/CounterSheet.tsx'), 'CounterSheet')

/** Proving the phone by the code that went to it, or the person at a shop's counter. */
export function VerifyStep() {
  const { auth } = useSession()
  const isOnline = useOnline()
  const go = useGo()
  const toast = useToast()
  const contact = useSheet('contact')
  const counter = useSheet('qr')
  const { verify, leadOn } = useVerified()
  const { sent, resendAt, problem, send, noteSent } = usePinSending(leadOn)
  const isAsked = useRef(false)
  const phone = auth?.phone_number ? maskPhone(auth.phone_number) : ''

  // A reader who opens this step is sent one code by itself.
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    if (sent === 'no') void send()
  })

  return (
    <>
      <div>
        <h1 className={styles.heading}>{text.verifyHeading}</h1>
        <p className={styles.lead} role="status">
          {sent === 'failed' ? text.notSent : sent === 'sent' ? text.sentTo(phone) : text.sendingTo(phone)}
        </p>
      </div>
      {problem !== null && <InfoStrip icon={iconWarn} tone="warn" role="alert" title={problem} />}
      <PinForm
        resendAt={resendAt}
        disabled={!isOnline}
        onSubmit={verify}
        onResend={async () => {
          if (await send()) toast({ message: text.resent, kind: 'ok' })
        }}
        beside={
          <Button variant="quiet" size="s" onClick={() => contact.open()}>
            {text.change}
          </Button>
        }
      />
      <p className={styles.or}>{text.or}</p>
      <Button variant="secondary" block onClick={() => counter.open()}>
        {text.atCounter}
      </Button>
      <div className={styles.leave}>
        <p className={styles.blocked}>{text.alreadyMember}</p>
        <Button variant="quiet" block onClick={() => go(paths.logout())}>
          {text.logout}
        </Button>
      </div>
      <Suspense>
        {contact.isOpen && (
          <ContactSheet
            onClose={contact.close}
            onChanged={() => {
              noteSent()
              toast({ message: registerText.contactDone, kind: 'ok' })
            }}
          />
        )}
        {counter.isOpen && (
          <CounterSheet
            title={registerText.counterTitle}
            how={registerText.counterHow}
            label={registerText.counterCode}
            onClose={counter.close}
            onIssue={() => call('users.token', { body: {} })}
          />
        )}
      </Suspense>
    </>
  )
}
