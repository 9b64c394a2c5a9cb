import type { User } from '@shirogane/contract/resources'
import { useToast } from '@shirogane/ui/use-toast'
import { useEffect, useEffectEvent } from 'react'
import { useGo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { adopt } from '../../lib/session.ts'
import { watchVerification } from '../../lib/verification.ts'
import { text } from './pin-text.ts'

/** What the wallet held at that moment is what the registration brought; later it may hold anything. */
let brought: { user_id: string; points: number; yen: number } | null = null

export function broughtTo(userId: string | undefined): { points: number; yen: number } {
  return brought !== null && brought.user_id === userId ? brought : { points: 0, yen: 0 }
}

/** What happens when somebody becomes a member, whichever way they were verified. */
export function useVerified(): (user: User) => void {
  const go = useGo()
  const toast = useToast()
  const finish = (user: User): void => {
    const { point_balance = 0, balance = 0 } = user.wallet ?? {}
    brought = { user_id: user.id, points: point_balance, yen: balance }
    adopt(user)
    toast({ message: text.verified, kind: 'ok' })
    go(paths.registered(), { replace: true })
  }
  const onVerified = useEffectEvent(finish)
  useEffect(() => watchVerification((user) => onVerified(user)), [])
  return finish
}
