import type { User } from '@shirogane/contract/resources'
import { useToast } from '@shirogane/ui/use-toast'
import { useEffect, useEffectEvent } from 'react'
import { useGo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { adopt } from '../../lib/session.ts'
import { watchVerification } from '../../lib/verification.ts'
import { text } from './register/text.ts'

/** What happens when somebody becomes a member, whichever way they were verified. */
export function useVerified(): (user: User) => void {
  const go = useGo()
  const toast = useToast()
  const finish = (user: User): void => {
    adopt(user)
    toast({ message: text.verified, kind: 'ok' })
    go(paths.registered(), { replace: true })
  }
  const onVerified = useEffectEvent(finish)
  useEffect(() => watchVerification((user) => onVerified(user)), [])
  return finish
}
