import type { BecomeAffiliator } from '@shirogane/contract/wire/events'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../shell/api/api.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { adoptUser, useSession, whoIs } from '../../../shell/session/session.ts'
import { openAffiliatorRoom } from './room.ts'
import { text } from './text.ts'

/** How long a refusal is shown. */
export const refusalMs = 5_000

/** Hears on every page of this part how becoming an affiliator went, also where another page asked for it. */
export function useAffiliatorRoom(): void {
  const toast = useToast()
  const who = whoIs(useSession())
  const onOutcome = useEffectEvent((event: BecomeAffiliator) => {
    if (!event.success) {
      if (isNews(event.message)) toast({ message: event.message, kind: 'error', duration: refusalMs })
      return
    }
    if (isNews(text.joined)) toast({ message: text.joined, kind: 'ok' })
    void welcomeAffiliator().catch(() => {})
  })
  useEffect(() => (who === 'member' ? openAffiliatorRoom((event) => onOutcome(event)) : undefined), [who])
}

let last: { message: string; at: number } | null = null

/**
 * The answer of the call and the socket bring the same message: the first that comes is shown, and the other is known.
 */
export function isNews(message: string): boolean {
  const at = performance.now()
  const isKnown = last !== null && last.message === message && at - last.at < refusalMs
  if (!isKnown) last = { message, at }
  return !isKnown
}

/** What the reader is has changed: the app asks anew, and shows what an affiliator sees. */
export async function welcomeAffiliator(): Promise<void> {
  adoptUser(await call('users.me'))
  refetch('affiliates.show', 'affiliates.stats', 'affiliates.list', 'affiliates.count', 'notifications.count')
}
