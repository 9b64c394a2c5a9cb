import type { VerificationChange } from '@shirogane/contract/wire/events'
import type { Socket } from 'socket.io'
import type { Actor, Context } from '../context.ts'
import { isVerified, listDeadAmong } from '../features/auth/index.ts'

const recheckMs = 60_000

/** Who is at the other end: they were asked at the handshake. */
export const actorOf = (socket: Socket): Actor => (socket.data as { actor: Actor }).actor

export type SocketSessions = {
  /** From here on the socket ends with its session. */
  remember(sessionId: string, socket: Socket): void
  close(): void
}

/** Which sockets belong to which session: they are cut when it is over, and told when its person becomes a member. */
export function socketSessions(ctx: Context): SocketSessions {
  const socketsOf = new Map<string, Set<Socket>>()

  function remember(sessionId: string, socket: Socket): void {
    const known = socketsOf.get(sessionId) ?? new Set()
    socketsOf.set(sessionId, known.add(socket))
    socket.on('disconnect', () => {
      known.delete(socket)
      if (known.size === 0 && socketsOf.get(sessionId) === known) socketsOf.delete(sessionId)
    })
  }

  function cut(sessionId: string): void {
    for (const socket of socketsOf.get(sessionId) ?? []) socket.disconnect(true)
  }

  async function cutDead(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return
    try {
      for (const id of await listDeadAmong(ctx.db, sessionIds, ctx.now())) cut(id)
    } catch (error) {
      // While the database is away nothing can be asked; the next round asks again.
      ctx.log.warn({ err: error, event: 'socket_recheck' })
    }
  }

  /**
   * Who waits on `/users` waits for one word. The database tells every process when a person changes, after the commit
   * that changed them, so it is enough to look at who they are now.
   */
  async function notifyVerified(sessionId: string): Promise<void> {
    const waiting = [...(socketsOf.get(sessionId) ?? [])].filter(
      (socket) => socket.nsp.name === '/users' && actorOf(socket).role === 'unverified',
    )
    if (waiting.length === 0) return
    try {
      if (!(await isVerified(ctx.db, sessionId))) return
      for (const socket of waiting) {
        const event: VerificationChange = { event_id: `${actorOf(socket).user_id}-verified`, verified: true }
        socket.emit('verificationChange', event)
      }
    } catch (error) {
      // The screen also asks by itself every few seconds.
      ctx.log.warn({ err: error, event: 'socket_verified' })
    }
  }

  ctx.sessions.onForget((sessionId) => {
    if (!socketsOf.has(sessionId)) return
    void cutDead([sessionId])
    void notifyVerified(sessionId)
  })
  const rechecking = setInterval(() => void cutDead([...socketsOf.keys()]), recheckMs)
  rechecking.unref()
  return { remember, close: () => clearInterval(rechecking) }
}
