import { iconShield, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { useReducer } from 'react'
import { readCookie, writeCookie } from '../../session/cookies.ts'
import { linkTo } from '../../navigation/navigation.tsx'
import { paths } from '../../navigation/paths.ts'
import { useSession, whoIs } from '../../session/session.ts'
import styles from '../layouts/layouts.module.css'
import { text } from '../text.ts'

const dismissedDays = 7

/** What a member still has to do for their identity. Only the first request can be put off. */
export function KycStrip() {
  const session = useSession()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const status = session.auth?.kyc_status
  const isAsked =
    status === 'rejected' || status === 'expired' || (status === 'required' && readCookie('later') === null)
  if (!isAsked || whoIs(session) !== 'member') return null
  const close = () => {
    writeCookie('later', '1', dismissedDays)
    redraw()
  }
  return (
    <InfoStrip
      className={styles.kyc}
      {...text.kyc[status]}
      {...(status === 'required' ? { icon: iconShield, onClose: close } : { icon: iconWarn, tone: 'warn' })}
      action={text.kycAction}
      render={linkTo(paths.kyc())}
    />
  )
}
