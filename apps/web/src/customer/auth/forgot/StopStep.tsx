import { ButtonLink } from '@shirogane/ui/actions/Button'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import '../../shared/payouts/reward-calls.ts'
import { useSession } from '../../../shell/session/session.ts'
import { DoneStep } from './DoneStep.tsx'
import { NumberStep } from './NumberStep.tsx'
import { text as common } from './text.ts'
import { stopText } from './stop-step-text.ts'

/**
 * For a customer who reads of a bank account that they know nothing of: no login stands in the way, and nothing of the
 * account is shown.
 */
export function StopStep() {
  const isSignedIn = useSession().status === 'signed_in'
  const [isDone, setDone] = useState(false)

  if (isDone) {
    return (
      <DoneStep heading={stopText.done} lead={stopText.doneText}>
        <ButtonLink block render={linkTo(isSignedIn ? paths.settingTab('password') : paths.forgot())}>
          {stopText.password}
        </ButtonLink>
        <ButtonLink block variant="quiet" render={linkTo(paths.home())}>
          {stopText.home}
        </ButtonLink>
      </DoneStep>
    )
  }
  return (
    <NumberStep
      text={stopText}
      onNumber={async (code) => {
        await call('payoutMethods.stopByCode', { body: { code } })
        setDone(true)
      }}
      wayBack={
        isSignedIn
          ? { label: stopText.home, render: linkTo(paths.home()) }
          : { label: common.back, render: linkTo(paths.forgot()) }
      }
    />
  )
}
