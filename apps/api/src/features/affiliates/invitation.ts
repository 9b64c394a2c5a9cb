import { readInviteCode, readUsername } from '@shirogane/contract/inputs/read-fields'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import { listShared, listSharedBefore } from './lookalike-store.ts'
import { isOneself } from './rules.ts'
import { noteShared } from './standing.ts'
import { findAffiliator, findBinding, mayInvite, recordAffiliate } from './store.ts'

type Newcomer = { user_id: string; device_id: string | null }

/**
 * Notes down who invited a new member. An unknown code is left out and does not stop the registration. Whether number
 * and address are the inviter's own is looked at with the proof of the phone (`lookAtOwnInvitation`): here the answer
 * would tell a stranger whose they are.
 */
export async function recordInvitation(
  ctx: Context,
  tx: Tx,
  newcomer: Newcomer,
  typed: string,
): Promise<void> {
  const affiliator = await findAffiliator(tx, { code: readInviteCode(typed), username: readUsername(typed) })
  if (!affiliator) return
  const shared = await listSharedBefore(tx, affiliator.user_id, newcomer.device_id)
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
 * Binds a customer who shows a code to the inviter that it names, where they have none yet. The first inviter stays:
 * another name is refused, so that no clerk at a counter can put their own in its place.
 */
export async function bindInviter(ctx: Context, actor: Actor, named: string): Promise<void> {
  if (await isBoundTo(ctx, actor.user_id, named)) return
  if (named === actor.user_id) throw new Problem('AFFILIATE_SELF')
  // An id that does not invite means nothing, and keeps no customer from paying.
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

/** False while no inviter is bound; a name that is not the bound one is refused. */
async function isBoundTo(ctx: Context, userId: string, named: string): Promise<boolean> {
  const bound = await findBinding(ctx.db, userId)
  if (!bound) return false
  if (named !== bound.id && named !== bound.affiliator_id) throw new Problem('AFFILIATE_MISMATCH')
  return true
}
