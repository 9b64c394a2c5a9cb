import {
  createServer,
  IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http'
import { Socket } from 'node:net'

/** The rest of a body that is not wanted is read and dropped while it is no longer than this: the connection lives on. */
const drainedBytesMax = 1_048_576
const drainMs = 5_000
/** Of any other the answer closes the connection, which goes on reading for so long: else the answer would be lost with it. */
const lingerBytesMax = 16_777_216
const lingerMs = 3_000
/** During shutdown what is still being sent has so long to arrive. */
const leaveMs = 1_000
const headMs = 10_000
/** A photograph of ten megabytes comes over a slow phone as well. */
const requestMs = 30_000
const checkMs = 5_000
/** Longer than a proxy keeps a connection that it does not use, so that the proxy is the one to end it. */
const idleMs = 65_000

/** Connections whose last answer is decided: no further call is answered on them. */
const ended = new WeakSet<Socket>()
const lingering = new WeakSet<Socket>()
/** Connections whose call is answered already, while the rest of its body is read. */
const draining = new WeakSet<Socket>()

export const isEnded = (socket: Socket): boolean => ended.has(socket)

/** A request whose body is asked for only when the server begins to read it, where the sender waits to be asked. */
class Request extends IncomingMessage {
  askForBody: (() => void) | null = null

  override _read(size: number): void {
    this.askForBody?.()
    this.askForBody = null
    super._read(size)
  }
}

/**
 * An answer that may be given while the body of its request is still coming. Wherever in the server and for any reason
 * it is given, the rest of that body is dealt with here: left unread, it would stand before the next call on the
 * connection, which behind a proxy is another person's.
 */
class Response extends ServerResponse<Request> {
  override writeHead(status: number, ...rest: unknown[]): this {
    if (isComing(this.req)) setBodyAside(this)
    return super.writeHead(status, ...(rest as [OutgoingHttpHeaders]))
  }
}

function isComing({ complete, headers }: IncomingMessage): boolean {
  return (
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
  )
}

function setBodyAside(response: Response): void {
  const { req } = response
  const { socket } = req
  // A body that was not asked for may come all the same, or never: what follows cannot be told from it.
  const isAwaited = req.askForBody === null
  const isKept = isAwaited && Number(req.headers['content-length']) <= drainedBytesMax
  req.askForBody = null
  req.unpipe()
  req.resume()
  // Where the answer closes the connection, Node would do it at once.
  socket.destroySoon = () => linger(socket)
  if (!isKept) {
    response.setHeader('Connection', 'close')
    ended.add(socket)
    return
  }
  draining.add(socket)
  const timer = setTimeout(() => linger(socket), drainMs)
  req.once('close', () => {
    clearTimeout(timer)
    draining.delete(socket)
    socket.destroySoon = Socket.prototype.destroySoon
  })
}

/**
 * Ends a connection as its other end can bear: the answer goes out, then nothing more, and what still comes is dropped
 * unread for a while. Closed at once it would be reset, and the answer lost with it.
 */
function linger(socket: Socket): void {
  if (lingering.has(socket)) return
  lingering.add(socket)
  ended.add(socket)
  let left = lingerBytesMax
  const drop = (part: Buffer): void => {
    left -= part.length
    if (left < 0) socket.destroy()
  }
  socket.on('error', () => undefined)
  socket.on('data', drop)
  for (const reader of socket.listeners('data'))
    if (reader !== drop) socket.off('data', reader as (part: Buffer) => void)
  socket.resume()
  socket.end()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}

/** The answer that a connection is busy with: also one that waits for its request to arrive. */
const answerOf = (socket: Socket): ServerResponse | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined

/** What cannot be read came after a call that is being worked on: that one is answered, and nothing after it. */
function endAfter(answer: ServerResponse, socket: Socket): void {
  ended.add(socket)
  socket.destroySoon = () => linger(socket)
  if (!answer.headersSent) answer.setHeader('Connection', 'close')
  answer.once('finish', () => linger(socket))
}

export type Unreadable = Error & { code?: string }

export type Connections = {
  createServer(handle: RequestListener): Server
  /** No new calls: those that are being worked on are answered, all other connections end. */
  leave(): void
  isLeaving(): boolean
  stop(): void
}

/** `answerTo` makes the whole answer, head and body, to what could not be read as a request. */
export function openConnections(answerTo: (error: Unreadable, socket: Socket) => string): Connections {
  const servers: Server[] = []
  const open = new Set<Socket>()
  let sweeping: NodeJS.Timeout | null = null

  function refuse(error: Unreadable, socket: Socket): void {
    if (ended.has(socket)) return
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const answer = answerOf(socket)
    if (answer && !isComing(answer.req)) {
      endAfter(answer, socket)
      return
    }
    if (!draining.has(socket) && answer?.headersSent !== true) socket.write(answerTo(error, socket))
    linger(socket)
  }

  function sweep(until: number): void {
    for (const server of servers) server.closeIdleConnections()
    if (performance.now() < until) return
    for (const socket of open) {
      const answer = answerOf(socket)
      if (!answer || isComing(answer.req)) socket.destroy()
    }
  }

  return {
    createServer(handle) {
      const server = createServer(
        {
          IncomingMessage: Request,
          ServerResponse: Response as unknown as typeof ServerResponse,
          headersTimeout: headMs,
          requestTimeout: requestMs,
          keepAliveTimeout: idleMs,
          connectionsCheckingInterval: checkMs,
          // `refuseDoubtful` says it in our own words.
          requireHostHeader: false,
          // To any other address it is a call like all others.
          shouldUpgradeCallback: ({ url = '' }) => url.startsWith('/socket.io'),
        },
        handle,
      )
      const pass: RequestListener = (request, response) => server.emit('request', request, response)
      server.on('checkContinue', (request: Request, response) => {
        request.askForBody = () => response.writeContinue()
        pass(request, response)
      })
      server.on('checkExpectation', pass)
      server.on('clientError', (error: Unreadable, socket) => refuse(error, socket as Socket))
      server.on('connect', (_request, socket) => refuse(new Error('a tunnel'), socket as Socket))
      server.on('connection', (socket: Socket) => {
        open.add(socket)
        socket.once('close', () => open.delete(socket))
      })
      // From here on the handler that took the socket over is responsible for it.
      server.on('upgrade', (_request, socket) => open.delete(socket as Socket))
      servers.push(server)
      return server
    },
    leave() {
      const until = performance.now() + leaveMs
      sweeping ??= setInterval(() => sweep(until), 50)
    },
    isLeaving: () => sweeping !== null,
    stop() {
      if (sweeping) clearInterval(sweeping)
    },
  }
}
