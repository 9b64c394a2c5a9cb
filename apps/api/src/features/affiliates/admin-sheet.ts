import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { findSheet, listChecked, type SheetRow } from './figures-store.ts'
import { statsOf } from './affiliator/stats.ts'

export async function getAffiliator(ctx: Context, actor: Actor, userId: string): Promise<SheetRow> {
  const row = await findSheet(ctx.db, userId, actor.user_id)
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

/** The same for staff who want to change something of it, which they may not do to their own account. */
export async function getOthersAffiliator(ctx: Context, actor: Actor, userId: string): Promise<SheetRow> {
  const row = await getAffiliator(ctx, actor, userId)
  if (row.own) throw new Problem('SELF_DEALING')
  return row
}

export async function getAffiliatorSheet(
  ctx: Context,
  actor: Actor,
  userId: string,
): Promise<Output<'admin.affiliator'>> {
  const [row, stats, people] = await Promise.all([
    getAffiliator(ctx, actor, userId),
    statsOf(ctx, userId),
    listChecked(ctx.db, userId),
  ])
  return {
    user_id: row.user_id,
    username: row.username,
    code: row.code,
    agreed_at: row.agreed_at.toISOString(),
    stopped: row.stopped_at !== null,
    left_at: row.left_at?.toISOString() ?? null,
    affiliates: stats.affiliates,
    valid_affiliates: stats.valid_affiliates,
    sales: stats.sales,
    rewards_total: stats.rewards_total,
    held: people.filter(({ standing }) => standing === 'held').length,
    terms_version: row.terms_version,
    made_by: row.made_by,
    stopped_at: row.stopped_at?.toISOString() ?? null,
    stopped_by: row.stopped_by,
    stop_reason: row.stop_reason,
    stats,
    people: people.map(({ created_at, ...one }) => ({ ...one, registered_at: created_at.toISOString() })),
  }
}
