import type { IncomingMessage, Server as HttpServer } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import { type Ack, clientEvents, type namespaces, type VerificationChange } from '@shirogane/contract/events'
import { createAdapter } from '@socket.io/postgres-adapter'
import { type Namespace, Server, type Socket } from 'socket.io'
import type { Actor, Context } from '../context.ts'
import { findSocketSession, isVerified, listDeadAmong } from '../features/auth/index.ts'
import { isOwnHost, isOwnOrigin } from '../http/origin.ts'
import { lineOf } from '../http/rate-limits.ts'

type NamespaceName = (typeof namespaces)[number]

const payloadBytesMax = 1_024
const frameBytesMax = 16_384
const messagesMax = 20
const messagesWindowMs = 10_000
const recheckMs = 60_000

export type Sockets = {
  /** To everybody in a room of `/transactions`. */
  emit(room: string, event: string, payload: unknown): void
  /** To everybody in a room of another namespace. */
  tell(namespace: NamespaceName, room: string, event: string, payload: unknown): void
  /** False only when certainly nobody would hear it. */
  mayHear(room: string): boolean
  close(): Promise<void>
}

type Options = {
  ctx: Context
  server: HttpServer
  readCookie: (request: IncomingMessage, label: 'refresh_token') => string | null
}

export const userRoom = (userId: string): string => `user:${userId}`
export const storeRoom = (storeId: string): string => `store:${storeId}`

/** The live side. Which rooms a socket is in follows from its session alone; what it sends along is not looked at. */
export function openSockets({ ctx, server, readCookie }: Options): Sockets {
  const io = new Server(server, {
    path: '/socket.io',
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: frameBytesMax,
    connectTimeout: 10_000,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    allowRequest: (request, callback) => {
      const { origin, host } = request.headers
      const isOwn =
        isOwnHost(ctx.config, host) && (origin === undefined || isOwnOrigin(ctx.config, origin, host))
      // A secret in an address ends up in the logs of every proxy on the way.
      const hasToken = /[?&](token|refresh_token|access_token)=/.test(request.url ?? '')
      callback(null, isOwn && !hasToken)
    },
    ...(ctx.config.socketAdapter === 'postgres' && {
      adapter: createAdapter(ctx.pool, {
        errorHandler: (error) => ctx.log.warn({ err: error, event: 'socket_adapter' }),
      }),
    }),
  })
  io.engine.on('connection', (connection: { request: IncomingMessage; remoteAddress: string }) => {
    // Who calls through a proxy is not the proxy: else all phones would share one count of handshakes.
    connection.remoteAddress = proxyAddress(
      connection.request,
      (_address, hop) => hop < ctx.config.trustProxy,
    )
    // A phone stays connected for hours, and the request that it came with weighs some kilobytes.
    connection.request = partOf(connection.request)
  })
  const socketsOf = new Map<string, Set<Socket>>()

  for (const name of Object.keys(clientEvents) as NamespaceName[]) {
    openNamespace(io.of(name), name)
  }

  function openNamespace(namespace: Namespace, name: NamespaceName): void {
    namespace.use((socket, next) => {
      admit(socket, name).then(
        (refusal) => next(refusal === null ? undefined : refused(refusal)),
        (error: unknown) => {
          ctx.log.warn({ err: error, event: 'socket_handshake', namespace: name })
          next(refused('OVERLOADED'))
        },
      )
    })
    namespace.on('connection', (socket) => {
      const actor = actorOf(socket)
      remember(actor.session_id, socket)
      guardMessages(socket, name)
      socket.on(clientEvents[name], (...args: unknown[]) => {
        const answer = args.findLast((arg) => typeof arg === 'function') as ((ack: Ack) => void) | undefined
        const code = join(socket, actor, name)
        answer?.(code === null ? { ok: true } : { ok: false, code })
      })
    })
  }

  async function admit(socket: Socket, name: NamespaceName): Promise<string | null> {
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

  /** Three words are all that a client may say; whoever says much else, or says it too often, is cut off. */
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
      // Nobody can be asked while the database is away; the next round asks again.
      ctx.log.warn({ err: error, event: 'socket_recheck' })
    }
  }

  /**
   * Who waits on `/users` waits for one word. The database tells every process when a person changes, after the commit
   * that changed them, so it is enough to look at who they are now.
   */
  async function tellVerified(sessionId: string): Promise<void> {
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
    void tellVerified(sessionId)
  })
  const rechecking = setInterval(() => void cutDead([...socketsOf.keys()]), recheckMs)
  rechecking.unref()

  const transactions = io.of('/transactions')
  return {
    emit: (room, event, payload) => {
      transactions.to(room).emit(event, payload)
    },
    tell: (namespace, room, event, payload) => {
      io.of(namespace).to(room).emit(event, payload)
    },
    mayHear: (room) => ctx.config.socketAdapter !== 'memory' || transactions.adapter.rooms.has(room),
    async close() {
      clearInterval(rechecking)
      io.disconnectSockets(true)
      // The HTTP server belongs to the app, which closes it in its own time.
      await Promise.all([...io._nsps.values()].map(async (namespace) => namespace.adapter.close()))
      io.engine.close()
    },
  }
}

/** What is still read of the request that opened a connection, whenever a namespace is joined over it. */
function partOf({ headers, url, socket }: IncomingMessage): IncomingMessage {
  const { cookie, origin, 'sec-fetch-site': site } = headers
  const part = {
    url: url?.split('?')[0],
    headers: { cookie, origin, 'sec-fetch-site': site },
    connection: { encrypted: 'encrypted' in socket },
    _query: {},
  }
  return part as unknown as IncomingMessage
}

function actorOf(socket: Socket): Actor {
  return (socket.data as { actor: Actor }).actor
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
