import type { BecomeAffiliator } from '@shirogane/contract/events'
import { useToast } from '@shirogane/ui/use-toast'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../lib/api.ts'
import { refetch } from '../../../lib/queries.ts'
import { adopt, useSession, whoIs } from '../../../lib/session.ts'
import { openAffiliatorRoom } from './room.ts'
import { text } from './text.ts'

/** How long a refusal is shown. */
export const refusalMs = 5_000

/** Hears on every page of this part how becoming an affiliator went, whoever asked for it. */
export function useAffiliatorRoom(): void {
  const toast = useToast()
  const who = whoIs(useSession())
  const onOutcome = useEffectEvent((event: BecomeAffiliator) => {
    if (!event.success) {
      if (isNews(event.message)) toast({ message: event.message, kind: 'error', duration: refusalMs })
      return
    }
    if (isNews(text.joined)) toast({ message: text.joined, kind: 'ok' })
    void welcome().catch(() => {})
  })
  useEffect(() => (who === 'member' ? openAffiliatorRoom((event) => onOutcome(event)) : undefined), [who])
}

let last: { message: string; at: number } | null = null

/** The answer of the call and the socket bring the same word: whichever comes first is shown, and the other is known. */
export function isNews(message: string): boolean {
  const at = performance.now()
  const isKnown = last !== null && last.message === message && at - last.at < refusalMs
  if (!isKnown) last = { message, at }
  return !isKnown
}

/** Who somebody is has changed: the app asks anew, and shows what an affiliator sees. */
export async function welcome(): Promise<void> {
  adopt(await call('users.me'))
  refetch('affiliates.show', 'affiliates.stats', 'affiliates.list', 'affiliates.count', 'notifications.count')
}
