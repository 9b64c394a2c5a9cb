import { ButtonLink } from '@shirogane/ui/Button'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { iconWarn } from '@shirogane/ui/icons'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { useToast } from '@shirogane/ui/use-toast'
import { useOnline } from '../../lib/connection.ts'
import { linkTo, useSearchParam } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession, whoIs } from '../../lib/session.ts'
import { PinForm } from './PinForm.tsx'
import { text } from './pin-text.ts'
import { usePinSending } from './use-pin.ts'
import { useVerified } from './use-verified.ts'
import styles from './VerifyScreen.module.css'

/** Where the SMS leads: a code in the address fills the boxes, and is sent by nobody but its reader. */
export default function VerifyScreen() {
  const who = whoIs(useSession())
  return (
    <div className={styles.screen}>
      <h1 className={styles.heading}>{text.verifyHeading}</h1>
      {who === 'unverified' ? (
        <Entry />
      ) : who === 'guest' ? (
        <>
          <p>{text.guestVerify}</p>
          <ButtonLink block render={linkTo(paths.login(paths.verify()))}>
            {text.guestLogin}
          </ButtonLink>
          <ButtonLink block variant="secondary" render={linkTo(paths.register())}>
            {text.guestRegister}
          </ButtonLink>
        </>
      ) : (
        <EmptyState
          picture="ring"
          title={text.alreadyVerified}
          action={
            <ButtonLink variant="secondary" render={linkTo(paths.home())}>
              {text.home}
            </ButtonLink>
          }
        />
      )}
    </div>
  )
}

function Entry() {
  const pin = useSearchParam('pin')
  const isOnline = useOnline()
  const toast = useToast()
  const { verify, leadOn } = useVerified()
  const { resendAt, problem, send } = usePinSending(leadOn)
  return (
    <>
      <p>{text.verifyLead}</p>
      {problem !== null && <InfoStrip icon={iconWarn} tone="warn" role="alert" title={problem} />}
      <PinForm
        {...(pin !== undefined && { initial: pin })}
        resendAt={resendAt}
        disabled={!isOnline}
        onSubmit={verify}
        onResend={async () => {
          if (await send()) toast({ message: text.resent, kind: 'ok' })
        }}
      />
    </>
  )
}
