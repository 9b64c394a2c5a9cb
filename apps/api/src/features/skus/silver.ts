import type { SilverDesk, SilverRate } from '@shirogane/contract/skus'
import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { recordChange } from '../admin/index.ts'
import { areTwo } from '../approvals/index.ts'
import {
  decideRate,
  findRateForUpdate,
  getRateInForce,
  listPriceChanges,
  listRates,
  putRateInForce,
  type RateRow,
  recordRate,
} from './silver-store.ts'

/** A rate of yesterday still sells, and everybody who sees it is told how old it is. */
const outdatedAfterMs = 24 * 3_600_000

/** What silver costs, what it was, and what a rate that waits would change. */
export async function silver(ctx: Context, actor: Actor): Promise<Output<'admin.silver'>> {
  return deskOf(ctx, actor)
}

/** A rate that somebody else has to put in force. */
export async function requestSilver(
  ctx: Context,
  actor: Actor,
  { body, requestId }: Input<'admin.requestSilver'>,
): Promise<Output<'admin.requestSilver'>> {
  await ctx.transact(async (tx) => {
    const isNew = await recordRate(tx, { ...body, requested_by: actor.user_id }).catch(asWaiting)
    if (!isNew) {
      const there = await findRateForUpdate(tx, body.id)
      if (there?.requested_by !== actor.user_id || there.price_per_g !== body.price_per_g)
        throw new Problem('CONFLICT')
      return
    }
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: 'silver.request',
      object: `silver:${body.id}`,
      before: null,
      after: { price_per_g: body.price_per_g, note: body.note },
    })
  })
  return deskOf(ctx, actor)
}

/** Who entered it never decides it. With an approval every price that follows the weight changes in the same commit. */
export async function decideSilver(
  ctx: Context,
  actor: Actor,
  { params: { id }, body: { decision }, requestId }: Input<'admin.decideSilver'>,
): Promise<Output<'admin.decideSilver'>> {
  await ctx.transact(async (tx) => {
    const rate = await findRateForUpdate(tx, id)
    if (!rate) throw new Problem('NOT_FOUND')
    if (rate.requested_by === actor.user_id) throw new Problem('APPROVAL_OWN')
    if (rate.status !== 'requested') {
      if (rate.status === decision && rate.decided_by === actor.user_id) return
      throw new Problem('CONFLICT')
    }
    if (decision === 'approved' && !(await areTwo(tx, rate.requested_by, actor.user_id)))
      throw new Problem('APPROVAL_LINKED')
    const { price_per_g: before } = await getRateInForce(tx)
    await decideRate(tx, { id, status: decision, decided_by: actor.user_id })
    if (decision === 'approved') await putRateInForce(tx, rate.price_per_g)
    await recordChange(ctx, tx, {
      actor,
      requestId,
      action: `silver.${decision}`,
      object: `silver:${id}`,
      before: { status: 'requested', price_per_g: before },
      after: { status: decision, price_per_g: decision === 'approved' ? rate.price_per_g : before },
    })
  })
  return deskOf(ctx, actor)
}

async function deskOf(ctx: Context, actor: Actor): Promise<SilverDesk> {
  const [{ price_per_g, since }, rows] = await Promise.all([
    getRateInForce(ctx.db),
    listRates(ctx.db, actor.user_id),
  ])
  const items = rows.map((row) => present(row, actor))
  const waiting = items.find(({ status }) => status === 'requested') ?? null
  return {
    price_per_g,
    since: since?.toISOString() ?? null,
    outdated: since !== null && ctx.now().getTime() - since.getTime() > outdatedAfterMs,
    waiting,
    changes: waiting === null ? [] : await listPriceChanges(ctx.db, waiting.price_per_g),
    items: items.filter(({ status }) => status !== 'requested'),
  }
}

function present(row: RateRow & { is_others: boolean }, actor: Actor): SilverRate {
  const own = row.requested_by === actor.user_id
  return {
    id: row.id,
    price_per_g: row.price_per_g,
    note: row.note,
    status: row.status,
    requested_by: row.requested_by_name,
    requested_at: row.requested_at.toISOString(),
    decided_by: row.decided_by_name,
    decided_at: row.decided_at?.toISOString() ?? null,
    own,
    is_linked: !own && !row.is_others,
  }
}

/** One rate waits at a time, or two people would approve two prices one after the other without a look at the other. */
function asWaiting(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' && constraint === 'silver_rates_waiting') throw new Problem('SILVER_RATE_WAITING')
  throw error
}
