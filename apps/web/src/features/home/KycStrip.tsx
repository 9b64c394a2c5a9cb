import { iconShield, iconWarn } from '@shirogane/ui/icons'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { useState } from 'react'
import { readCookie, writeCookie } from '../../lib/cookies.ts'
import { linkTo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { text } from './text.ts'

const dismissedDays = 7

export function KycStrip() {
  const status = useSession().auth?.kyc_status
  const [isLater, setLater] = useState(() => readCookie('later') !== null)
  if (status === 'rejected') {
    return (
      <InfoStrip
        icon={iconWarn}
        tone="warn"
        title={text.kycRejected}
        action={text.kycAction}
        render={linkTo(paths.kyc())}
      />
    )
  }
  if (status === 'expired') {
    return (
      <InfoStrip
        icon={iconWarn}
        tone="warn"
        title={text.kycExpired}
        text={text.kycExpiredText}
        action={text.kycAction}
        render={linkTo(paths.kyc())}
      />
    )
  }
  if (status !== 'required' || isLater) return null
  const close = () => {
    writeCookie('later', '1', dismissedDays)
    setLater(true)
  }
  return (
    <InfoStrip
      icon={iconShield}
      title={text.kycTitle}
      text={text.kycText}
      action={text.kycAction}
      render={linkTo(paths.kyc())}
      onClose={close}
    />
  )
}
