import type { IncomingMessage } from 'node:http'
import { type Ack, clientEvents, type namespaces } from '@shirogane/contract/wire/events'
import type { Namespace, Socket } from 'socket.io'
import type { Actor, Context } from '../context.ts'
import { findSocketSession } from '../features/auth/index.ts'
import { lineOf } from '../http/rate-limits.ts'
import { storeRoom, userRoom } from './rooms.ts'
import { actorOf, type SocketSessions } from './socket-sessions.ts'

export type NamespaceName = (typeof namespaces)[number]
export type ReadCookie = (request: IncomingMessage, label: 'refresh_token') => string | null

type Doorkeeper = { ctx: Context; readCookie: ReadCookie; sessions: SocketSessions }

const payloadBytesMax = 1_024
const messagesMax = 20
const messagesWindowMs = 10_000

/** One namespace, with whom it lets in and the one word that they may say there. */
export function openNamespace(keeper: Doorkeeper, namespace: Namespace, name: NamespaceName): void {
  namespace.use((socket, next) => {
    admit(keeper, socket, name).then(
      (refusal) => next(refusal === null ? undefined : refused(refusal)),
      (error: unknown) => {
        keeper.ctx.log.warn({ err: error, event: 'socket_handshake', namespace: name })
        next(refused('OVERLOADED'))
      },
    )
  })
  namespace.on('connection', (socket) => {
    const actor = actorOf(socket)
    keeper.sessions.remember(actor.session_id, socket)
    guardMessages(socket, name)
    socket.on(clientEvents[name], (...args: unknown[]) => {
      const answer = args.findLast((arg) => typeof arg === 'function') as ((ack: Ack) => void) | undefined
      const code = join(socket, actor, name)
      answer?.(code === null ? { ok: true } : { ok: false, code })
    })
  })
}

/** Null when the socket may come in, else why not. */
async function admit(
  { ctx, readCookie }: Doorkeeper,
  socket: Socket,
  name: NamespaceName,
): Promise<string | null> {
  const { headers, address } = socket.handshake
  ctx.limits.capCalls(`socket:${lineOf(address)}`, 300)
  const token: unknown = socket.handshake.auth['token']
  const actor = await findSocketSession(ctx, {
    cookie: readCookie(socket.request, 'refresh_token'),
    token: typeof token === 'string' && token.length <= 512 ? token : null,
    isProgram: headers.origin === undefined && headers['sec-fetch-site'] === undefined,
  })
  if (typeof actor === 'string') return actor
  if (name !== '/users' && actor.role === 'unverified') return 'NOT_VERIFIED'
  if (name === '/affiliates' && actor.employee) return 'FORBIDDEN'
  socket.data = { actor }
  return null
}

/** Null when the socket is in its room now, else why not. */
function join(socket: Socket, actor: Actor, name: NamespaceName): string | null {
  if (name === '/users') {
    if (actor.employee) return 'FORBIDDEN'
    if (actor.role !== 'unverified') return 'ALREADY_VERIFIED'
    void socket.join(userRoom(actor.user_id))
    return null
  }
  if (actor.role === 'customer') {
    void socket.join(userRoom(actor.user_id))
    return null
  }
  const { employee } = actor
  if (name !== '/transactions' || !employee?.store_id) return 'FORBIDDEN'
  void socket.join([storeRoom(employee.store_id), userRoom(actor.user_id)])
  return null
}

/** Three words are all that a client may say; one that says much else, or says it too often, is cut off. */
function guardMessages(socket: Socket, name: NamespaceName): void {
  let windowEnds = 0
  let count = 0
  socket.use(([event, ...args], next) => {
    const at = performance.now()
    if (at > windowEnds) {
      windowEnds = at + messagesWindowMs
      count = 0
    }
    count += 1
    if (count > messagesMax || sizeOf(args) > payloadBytesMax) {
      socket.disconnect(true)
      return
    }
    const answer = args.findLast((arg) => typeof arg === 'function') as ((ack: Ack) => void) | undefined
    if (event === clientEvents[name]) next()
    else answer?.({ ok: false, code: 'FORBIDDEN' })
  })
}

function refused(code: string): Error {
  return Object.assign(new Error(code), { data: { code } })
}

function sizeOf(args: readonly unknown[]): number {
  return args.reduce<number>((sum, arg) => {
    if (typeof arg === 'function' || arg === undefined) return sum
    // Binary attachments have no business here at any size.
    if (ArrayBuffer.isView(arg) || arg instanceof ArrayBuffer) return Infinity
    return sum + (JSON.stringify(arg)?.length ?? 0)
  }, 0)
}
