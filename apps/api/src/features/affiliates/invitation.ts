import { readInviteCode, readUsername } from '@shirogane/contract/inputs'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import { listShared, listSharedBefore } from './lookalike-store.ts'
import { isOneself } from './rules.ts'
import { noteShared } from './standing.ts'
import { findAffiliator, findBinding, mayInvite, recordAffiliate } from './store.ts'

type Newcomer = { user_id: string; email: string | null; phone_number: string; device_id: string | null }

/**
 * Notes down who invited a new member. A code that nobody has is left out, and so is one's own; neither ever stands in
 * the way of a registration.
 */
export async function recordInvitation(
  ctx: Context,
  tx: Tx,
  newcomer: Newcomer,
  typed: string,
): Promise<void> {
  const affiliator = await findAffiliator(tx, { code: readInviteCode(typed), username: readUsername(typed) })
  if (!affiliator) return
  const shared = await listSharedBefore(tx, affiliator.user_id, newcomer)
  if (isOneself(shared)) return
  const id = uuidv7(ctx.now())
  await recordAffiliate(tx, {
    id,
    user_id: newcomer.user_id,
    affiliator_id: affiliator.user_id,
    via: 'registration',
    at: ctx.now(),
  })
  if (shared.length > 0) await noteShared(ctx, tx, id, shared)
}

/**
 * Binds whoever shows a code to the inviter that it names, where nobody invited them yet. Who invited somebody is settled
 * by the first: another name is refused, so that nobody at a counter can put their own in its place.
 */
export async function bindInviter(ctx: Context, actor: Actor, named: string): Promise<void> {
  if (await isBoundTo(ctx, actor.user_id, named)) return
  if (named === actor.user_id) throw new Problem('AFFILIATE_SELF')
  // An id that nobody invites by means nothing, and keeps nobody from paying.
  if (!(await mayInvite(ctx.db, named))) return
  const shared = await listShared(ctx.db, named, actor.user_id)
  if (isOneself(shared) || shared.includes('device')) throw new Problem('AFFILIATE_SELF')
  const id = uuidv7(ctx.now())
  const bound = await ctx.transact(async (tx) => {
    try {
      if (
        !(await recordAffiliate(tx, {
          id,
          user_id: actor.user_id,
          affiliator_id: named,
          via: 'pay_code',
          at: ctx.now(),
        }))
      )
        return false
    } catch (error) {
      if ((error as { constraint?: string }).constraint === 'affiliates_are_a_tree')
        throw new Problem('AFFILIATE_RING')
      throw error
    }
    await noteShared(ctx, tx, id, shared)
    return true
  })
  if (!bound) await isBoundTo(ctx, actor.user_id, named)
}

/** False while nobody is bound; a name that is not the bound one is refused. */
async function isBoundTo(ctx: Context, userId: string, named: string): Promise<boolean> {
  const bound = await findBinding(ctx.db, userId)
  if (!bound) return false
  if (named !== bound.id && named !== bound.affiliator_id) throw new Problem('AFFILIATE_MISMATCH')
  return true
}
