import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { listLags } from '../consumers/index.ts'
import type { Context } from '../context.ts'
import { textFigures } from '../features/auth/index.ts'
import { Problem } from './problem.ts'

/** Figures for Prometheus, for this machine or for a caller with the token. */
export function serveMetrics(app: FastifyInstance, ctx: Context): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, by state',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, ctx.pool.totalCount)
      this.set({ state: 'idle' }, ctx.pool.idleCount)
      this.set({ state: 'waiting' }, ctx.pool.waitingCount)
    },
  })
  connections.set({ state: 'open' }, 0)
  const smsSent = new Gauge({
    name: 'sms_codes',
    help: 'Numbers that were texted a code within the hour: asked, confirmed, and what is paused for want of it',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const figures = await textFigures(ctx)
      for (const [state, count] of Object.entries(figures)) this.set({ state }, count)
    },
  })
  smsSent.set({ state: 'pauses' }, 0)
  const lags = new Gauge({
    name: 'consumer_lag_seconds',
    help: 'For how long the oldest movement has waited that a consumer has still to deal with',
    labelNames: ['consumer'] as const,
    registers: [registry],
    async collect() {
      for (const { consumer, seconds } of await listLags(ctx.db)) this.set({ consumer }, seconds)
    },
  })
  lags.set({ consumer: 'live' }, 0)

  app.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(ctx, request)) throw new Problem('NOT_FOUND')
    return reply
      .header('Cache-Control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

function mayRead(ctx: Context, request: FastifyRequest): boolean {
  const { metricsToken, production, trustProxy } = ctx.config
  if (metricsToken !== null) {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
    if (timingSafeEqual(hash(given), hash(metricsToken))) return true
  }
  // Behind a proxy on this machine every caller comes from here, so there the token is the only way.
  return (
    !production &&
    trustProxy === 0 &&
    /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(request.socket.remoteAddress ?? '') &&
    request.headers['x-forwarded-for'] === undefined
  )
}
