import { ButtonLink } from '@shirogane/ui/actions/Button'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useOnline } from '../../shell/realtime/connection.ts'
import { linkTo, useSearchParam } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { useSession, whoIs } from '../../shell/session/session.ts'
import { PinForm } from './PinForm.tsx'
import { text } from './pin-text.ts'
import { usePinSending } from './use-pin.ts'
import { useVerified } from './use-verified.ts'
import styles from './VerifyScreen.module.css'

/** Where the SMS leads: a code in the address fills the boxes, and only the reader sends it. */
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
