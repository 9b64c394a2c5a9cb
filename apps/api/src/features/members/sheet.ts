import type { Actor, Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { getMovements } from '../transactions/index.ts'
import { getUser, maySee } from '../users/index.ts'
import { listGivenRanks } from './ranks-store.ts'
import { findSheet, listNewest, listNotes, listStops, listViews, type SheetRow } from './store.ts'

/** The member, where this employee has a reason to see them; whom one has no reason to see is not there. */
export async function getMember(ctx: Context, actor: Actor, id: string): Promise<SheetRow> {
  const [row, may] = await Promise.all([findSheet(ctx.db, id, actor.user_id), maySee(ctx, actor, id)])
  if (!row || !may) throw new Problem('NOT_FOUND')
  return row
}

/** The same for staff who want to change something of it, which they may not do to their own account. */
export async function getOthersMember(ctx: Context, actor: Actor, id: string): Promise<SheetRow> {
  const row = await getMember(ctx, actor, id)
  if (row.own) throw new Problem('SELF_DEALING')
  return row
}

export async function getSheet(ctx: Context, row: SheetRow): Promise<Output<'admin.showUser'>> {
  const [user, given, stops, notes, newest, views] = await Promise.all([
    getUser(ctx, row.id),
    listGivenRanks(ctx.db, row.id),
    listStops(ctx.db, row.id),
    listNotes(ctx.db, row.id),
    listNewest(ctx.db, row.id),
    listViews(ctx.db, row.id),
  ])
  if (!user.wallet || !user.level || !row.bought_rank) throw new Problem('NOT_FOUND')
  const movements = await getMovements(
    ctx,
    newest.map(({ id }) => id),
  )
  return {
    id: user.id,
    username: user.username,
    avatar: user.avatar,
    phone_number: user.phone_number,
    email: user.email,
    email_verified: user.email_verified,
    verified: user.verified,
    kyc_status: user.kyc_status,
    profile: user.profile,
    wallet: user.wallet,
    level: user.level,
    bought_rank: row.bought_rank,
    given_ranks: given.map((one) => ({
      ...one,
      given_at: one.given_at.toISOString(),
      ended_at: one.ended_at?.toISOString() ?? null,
    })),
    invited_by: row.invited_by,
    affiliator: user.affiliator && { code: user.affiliator.code, invited: row.invited },
    created_at: row.created_at.toISOString(),
    stopped_at: row.suspended_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
    stops: stops.map((stop) => ({
      ...stop,
      stopped_at: stop.stopped_at.toISOString(),
      allowed_at: stop.allowed_at?.toISOString() ?? null,
    })),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })),
    transactions: newest.flatMap(({ id }) => movements.get(id)?.transaction ?? []),
    views: views.map(({ at, ...view }) => ({ ...view, at: at.toISOString() })),
  }
}
