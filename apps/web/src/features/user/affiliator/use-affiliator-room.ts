import type { BecomeAffiliator } from '@shirogane/contract/events'
import { useToast } from '@shirogane/ui/use-toast'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../lib/api.ts'
import { refetch } from '../../../lib/queries.ts'
import { adopt, useSession, whoIs } from '../../../lib/session.ts'
import { openAffiliatorRoom } from './room.ts'
import { text } from './text.ts'

/** Hears on every page of this part how becoming an affiliator went, whoever asked for it. */
export function useAffiliatorRoom(): void {
  const toast = useToast()
  const who = whoIs(useSession())
  const onOutcome = useEffectEvent((event: BecomeAffiliator) => {
    if (!event.success) {
      toast({ message: event.message, kind: 'error', duration: 5_000 })
      return
    }
    toast({ message: text.joined, kind: 'ok' })
    void welcome()
  })
  useEffect(() => (who === 'member' ? openAffiliatorRoom((event) => onOutcome(event)) : undefined), [who])
}

/** Who somebody is has changed: the app asks anew, and shows what an affiliator sees. */
export async function welcome(): Promise<void> {
  adopt(await call('users.me'))
  refetch('affiliates.show', 'affiliates.stats', 'affiliates.list', 'affiliates.count', 'notifications.count')
}
