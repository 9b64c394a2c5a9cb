import type { User } from '@shirogane/contract/resources/shapes'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { adoptUser } from '../../shell/session/session.ts'
import { watchVerification } from '../../shell/session/verification.ts'
import { text } from './pin-text.ts'
import { isVerifiedAlready, pinMessage } from './use-pin.ts'

/** What the wallet held at that moment is what the registration brought; later it may hold anything. */
let brought: { user_id: string; points: number; yen: number } | null = null

export function broughtTo(userId: string | undefined): { points: number; yen: number } {
  return brought !== null && brought.user_id === userId ? brought : { points: 0, yen: 0 }
}

type Verifying = {
  /** Tries a code: null when it led on, else what to say under its boxes. */
  verify: (pin: string) => Promise<string | null>
  /**
   * For a reader to whom the server says that they are verified already: leads on where `users.me` says so too, and
   * answers whether.
   */
  leadOn: () => Promise<boolean>
}

/** What happens when a person becomes a member, by any way of verification. */
export function useVerified(): Verifying {
  const go = useGo()
  const toast = useToast()
  const { send } = useAct('auth.verifyUser')
  /** The answer to the code and the news of it may both come. */
  const isOver = useRef(false)
  const finish = (user: User): void => {
    if (isOver.current) return
    isOver.current = true
    const { point_balance = 0, balance = 0 } = user.wallet ?? {}
    brought = { user_id: user.id, points: point_balance, yen: balance }
    adoptUser(user)
    toast({ message: text.verified, kind: 'ok' })
    go(paths.registered(), { replace: true })
  }
  const onVerified = useEffectEvent(finish)
  useEffect(() => watchVerification((user) => onVerified(user)), [])
  // By a code, where only the answer to it was lost, or at a counter meanwhile.
  const leadOn = async (): Promise<boolean> => {
    const user = await call('users.me').catch(() => null)
    if (user?.verified !== true) return false
    finish(user)
    return true
  }
  const verify = async (pin: string): Promise<string | null> => {
    const outcome = await send({
      wish: pin,
      send: () => call('auth.verifyUser', { body: { pin } }),
      isSpent: isVerifiedAlready,
      find: leadOn,
    })
    if (outcome.is === 'done') finish(outcome.answer.user)
    return outcome.is === 'failed' ? pinMessage(outcome.error) : null
  }
  return { verify, leadOn }
}
