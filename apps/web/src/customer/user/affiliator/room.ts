import type { BecomeAffiliator } from '@shirogane/contract/wire/events'
import { sessionHandle } from '../../../shell/session/session.ts'

/**
 * Listens for the answer to becoming an affiliator, which may also come from a register. The library is loaded only here;
 * without it the answer of the call itself has to do.
 */
export function openAffiliatorRoom(onOutcome: (event: BecomeAffiliator) => void): () => void {
  let close: (() => void) | null = null
  let isOver = false
  const seen = new Set<string>()
  void import('socket.io-client')
    .then(({ io }) => {
      if (isOver) return
      const socket = io('/affiliates', {
        withCredentials: true,
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        reconnectionDelay: 1_000,
        reconnectionDelayMax: 30_000,
        auth: (give) => give({ token: sessionHandle() ?? undefined }),
      })
      close = () => socket.close()
      socket.on('connect', () => socket.emit('joinAffiliatorRoom'))
      // Events come at least once, and a toast must come once.
      socket.on('becomeAffiliator', (event: BecomeAffiliator) => {
        if (seen.has(event.event_id)) return
        seen.add(event.event_id)
        onOutcome(event)
      })
    })
    .catch(() => {})
  return () => {
    isOver = true
    close?.()
  }
}
