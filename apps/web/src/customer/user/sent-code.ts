import { limits } from '@shirogane/contract/rules/limits'
import type { User } from '@shirogane/contract/resources/shapes'
import { useState } from 'react'
import { type ApiError, call } from '../../shell/api/api.ts'
import { keepEntry, keptEntries } from '../../shell/session/saved.ts'
import { useSession } from '../../shell/session/session.ts'

/** Where a code went, and the moment from which on another one may be sent. */
export type SentCode = { to: string; resendAt: number }

/** In the form of a query's key, as everything that is kept on the device. */
const nameOf = (about: string) => JSON.stringify(['sent.code', { about }])
const keptMs = limits.pinTtlSeconds * 1000

/**
 * Where the last code went, while it is good. A reader who fetches a code from another app may come back to a page that
 * was loaded anew, and has to find the boxes for it there.
 */
export function useSentCode<Sent extends SentCode>(
  about: 'mail' | 'phone',
): [Sent | null, (sent: Sent | null) => void] {
  const { auth } = useSession()
  const name = nameOf(about)
  const [sent, setSent] = useState(() => {
    const saved = keptEntries()[name]
    return saved !== undefined && Date.now() - saved.at < keptMs ? (saved.data as Sent | null) : null
  })
  return [
    sent,
    (next) => {
      setSent(next)
      if (auth !== null) keepEntry(auth.id, name, next, Date.now())
    },
  ]
}

/**
 * The server knows no code any more. Where an earlier try has made the change and only its answer was lost, that is no
 * refusal: finds the person as they are now. The page may have been loaded anew since.
 */
export const findChange = (isMade: (user: User) => boolean) => ({
  isSpent: ({ code }: ApiError): boolean => code === 'PIN_EXPIRED',
  async find(): Promise<User | null> {
    const user = await call('users.me').catch(() => null)
    return user !== null && isMade(user) ? user : null
  },
})
