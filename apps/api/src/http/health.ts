import { readdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { DiskWatch } from '../db/resources.ts'

const skewMaxMs = 2_000
const migrationsDir = new URL('../../migrations/', import.meta.url)

/**
 * `/healthz`: this process answers. `/readyz`: it may be sent work. A full disk is named there and sends nobody away: all
 * processes share it, what is only read is still answered, and a till hears the right sentence from us alone.
 */
export function serveHealth(app: FastifyInstance, ctx: Context, disk: DiskWatch): void {
  const migrations = readdirSync(migrationsDir).filter((name) => /^\d{4}-.*\.sql$/.test(name))

  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const checks = await readiness(ctx, migrations)
    const isReady = Object.values(checks).every((state) => state === 'ok')
    const isFull = disk.isFull()
    return reply
      .code(isReady ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({
        status: !isReady ? 'not ready' : isFull ? 'disk full' : 'ok',
        checks: { ...checks, disk: isFull ? 'full' : 'ok' },
      })
  })
}

async function readiness(ctx: Context, migrations: readonly string[]): Promise<Record<string, string>> {
  const askedAt = Date.now()
  try {
    const row = await ctx.db.first<{ at: Date; names: string[] }>(
      `select clock_timestamp() as at, array(select name from schema_migrations) as names`,
    )
    // The database answered somewhere between the two moments: only what lies outside them is skew.
    const at = row?.at.getTime() ?? 0
    const skew = Math.max(0, askedAt - at, at - Date.now())
    const missing = migrations.filter((name) => !row?.names.includes(name))
    return {
      database: 'ok',
      migrations: missing.length === 0 ? 'ok' : `${missing.length} not applied`,
      clock: skew <= skewMaxMs ? 'ok' : `${Math.round(skew / 1000)} s apart from the database`,
    }
  } catch {
    return { database: 'cannot be reached' }
  }
}
