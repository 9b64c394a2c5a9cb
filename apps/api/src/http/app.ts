import { randomBytes } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import { limits } from '@shirogane/contract/rules/limits'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { watchDisk } from '../db/resources.ts'
import { serveDemo } from './demo.ts'
import { servePictures } from './pages/pictures.ts'
import { serveDocs } from './openapi/docs.ts'
import { type Connections, isEnded, openConnections } from './wire/connections.ts'
import { answerProblem, handleErrors, unreadableAnswer } from './errors.ts'
import { dataHeaders, pageHeaders } from './wire/headers.ts'
import { doubtOf } from './wire/heads.ts'
import { serveHealth } from './health.ts'
import { readJsonOnly } from './wire/json.ts'
import { hostRefusal, hostTest } from './wire/origin.ts'
import { serveMetrics } from './metrics.ts'
import type { Operations } from './operation.ts'
import { servePages } from './pages/pages.ts'
import { watchPressure } from './pressure.ts'
import { Problem } from './problem.ts'
import { serve } from './serve.ts'
import { serveWellKnown } from './pages/well-known.ts'

/**
 * From the moment of closing a connection ends as soon as its answer is out, and a call that comes through one that is
 * still open is sent elsewhere. Without it a busy client would keep this process alive for ever.
 */
function leaveWithGrace(app: FastifyInstance, connections: Connections): void {
  app.addHook('preClose', (done) => {
    connections.leave()
    done()
  })
  app.addHook('onClose', (_app, done) => {
    connections.stop()
    done()
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!connections.isLeaving()) return done()
    reply.header('Connection', 'close')
    return done(new Problem('OVERLOADED', { retryAfterSeconds: 1, reason: 'closing' }))
  })
}

const readable = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Drawn for many calls at once: each draw costs as much as the rest of an id. */
let drawn = Buffer.alloc(0)
let used = 0

/** Twelve letters that a customer can read out on the phone: the log's line and the sentence on the screen share it. */
function newRequestId(): string {
  if (used >= drawn.length) {
    drawn = randomBytes(12 * 256)
    used = 0
  }
  let id = ''
  for (const end = used + 12; used < end; used += 1) id += readable[drawn[used]! & 31]
  return id
}

const sessionNamesMax = 10_000

/** The name of a session in the log, worked out once and not for every line. */
function sessionNames({ keys }: Context): (sessionId: string) => string {
  const known = new Map<string, string>()
  return (sessionId) => {
    let name = known.get(sessionId)
    if (name === undefined) {
      name = keys.nameOf('session', sessionId)
      if (known.size >= sessionNamesMax) known.clear()
      known.set(sessionId, name)
    }
    return name
  }
}

/** The whole HTTP side. Nothing outside this folder knows which library it is made with. */
export async function buildApp(ctx: Context, operations: Operations): Promise<FastifyInstance> {
  const { config, log } = ctx
  const onPages = pageHeaders(config)
  const onData = dataHeaders(config)
  const isData = ({ url }: FastifyRequest): boolean => url.startsWith('/v1/')
  const putHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(isData(request) ? onData : onPages).header('x-request-id', request.id)
  }

  const connections = openConnections((error, socket) => {
    const requestId = newRequestId()
    log.info({
      event: 'request_unreadable',
      request_id: requestId,
      reason: error.code ?? error.name,
      ip: socket.remoteAddress,
    })
    return unreadableAnswer(error, requestId, onData)
  })
  const app = fastify({
    serverFactory: connections.createServer,
    // `openConnections` answers them.
    clientErrorHandler: () => undefined,
    logger: false,
    genReqId: newRequestId,
    requestIdHeader: false,
    bodyLimit: limits.bodyBytesMax,
    // Without a proxy the far end of the connection is the caller, and no header of theirs is read for it.
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // On the way down a connection in the middle of a call lives until its answer is out, all others end.
    forceCloseConnections: 'idle',
    // `leaveWithGrace` says it in our own words.
    return503OnClosing: false,
    // An address that cannot be read is answered before any hook has run.
    frameworkErrors: (error, request, reply) => {
      putHeaders(request, reply)
      answerProblem(config, log, request, reply, error)
    },
  })

  const isOwnHost = hostTest(config)
  const nameOfSession = sessionNames(ctx)
  app.decorateRequest('actor', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('bytes')
  const pressure = watchPressure(ctx.pool)
  app.addHook('onClose', () => pressure.stop())
  app.addHook('onRequest', (request, reply, done) => {
    // What was sent after the last answer of a connection is not read, and its sender waits for no answer.
    if (isEnded(request.raw.socket)) reply.hijack()
    else done()
  })
  leaveWithGrace(app, connections)
  app.addHook('onRequest', (request, reply, done) => {
    putHeaders(request, reply)
    const isTooMuch = isData(request) && pressure.isHigh()
    done(
      isTooMuch
        ? new Problem('OVERLOADED', { retryAfterSeconds: 2, reason: 'pressure' })
        : (doubtOf(request.raw) ?? hostRefusal(isOwnHost, request)),
    )
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern and not the address: an address holds ids, and its query any text that a person typed.
    log.info({
      event: 'request',
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.refusal && { code: request.refusal }),
      ...(request.actor && {
        user_id: request.actor.user_id,
        role: request.actor.role,
        session: nameOfSession(request.actor.session_id),
      }),
      ip: request.ip,
    })
    done()
  })

  // Cookies are parsed by the calls that need one: most calls carry none.
  await app.register(fastifyCookie, { hook: false })
  readJsonOnly(app)
  const disk = watchDisk(log, ctx.now)
  handleErrors(app, config, log, disk)
  serve(app, ctx, operations)
  servePictures(app, ctx)
  serveHealth(app, ctx, disk)
  serveMetrics(app, ctx)
  serveDemo(app, ctx)
  serveDocs(app, config)
  serveWellKnown(app, ctx)
  await servePages(app, ctx)
  return app
}
