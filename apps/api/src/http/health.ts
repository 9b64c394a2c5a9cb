import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { namesOfShape } from '../db/migrate.ts'
import { type DiskWatch, isDiskFull } from '../db/resources.ts'

const skewMaxMs = 2_000
const readMaxMs = 2_000

/**
 * `/healthz`: this process answers. `/readyz`: it may be sent work, since a write came back in time, as a payment's
 * would. A full disk is named there and turns no request away: all processes share it, what is only read is still
 * answered, and only we can give a register the right sentence.
 */
export function serveHealth(app: FastifyInstance, ctx: Context, disk: DiskWatch): void {
  const names = namesOfShape()

  app.get('/healthz', (_request, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const found = await ctx.standstill.look()
    if (found.is === 'failed') disk.note(found.error)
    const takesWrites = found.is === 'ok' || (found.is === 'failed' && isDiskFull(found.error))
    const checks = takesWrites ? await readiness(ctx, names) : { database: sentences[found.is] }
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

const sentences = {
  ok: 'ok',
  failed: 'cannot be reached or written',
  silent: 'takes a write and does not answer',
} as const

async function readiness(ctx: Context, names: readonly string[]): Promise<Record<string, string>> {
  const askedAt = Date.now()
  try {
    const reading = ctx.db.first<{ at: Date; names: string[] }>(
      `select clock_timestamp() as at, array(select name from schema_migrations) as names`,
    )
    const row = await Promise.race([reading, sleep(readMaxMs, 'late' as const, { ref: false })])
    if (row === 'late') return { database: 'takes a question and does not answer' }
    // The database answered somewhere between the two moments: only what lies outside them is skew.
    const at = row?.at.getTime() ?? 0
    const skew = Math.max(0, askedAt - at, at - Date.now())
    const missing = names.filter((name) => !row?.names.includes(name))
    return {
      database: 'ok',
      migrations: missing.length === 0 ? 'ok' : `${missing.length} not applied`,
      clock: skew <= skewMaxMs ? 'ok' : `${Math.round(skew / 1000)} s apart from the database`,
    }
  } catch {
    return { database: sentences.failed }
  }
}
