import type { Context } from '../context.ts'
import { presentLiveEvent, takeLiveEvents } from '../features/affiliates/index.ts'
import { type Rounds, startRounds } from '../jobs/rounds.ts'
import { userRoom } from './rooms.ts'
import type { Sockets } from './sockets.ts'

const batchMax = 50

const namespaceOf = (event: string) => (event === 'becomeAffiliator' ? '/affiliates' : '/transactions')

/**
 * Notifies people of what was decided about them. The events are written by the commit that decided, and go with the
 * commit that sent them: a process that dies in between leaves them to be sent again, which the event's id lets the
 * listener notice.
 */
export function startLiveEvents(ctx: Context, sockets: Sockets): Rounds {
  return startRounds(ctx, 'live_events', () =>
    ctx.transact(async (tx) => {
      const events = await takeLiveEvents(tx, batchMax)
      for (const row of events)
        sockets.send(namespaceOf(row.event), userRoom(row.user_id), row.event, presentLiveEvent(row))
      return events.length === batchMax
    }),
  )
}
