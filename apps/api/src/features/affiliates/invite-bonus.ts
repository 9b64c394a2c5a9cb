import type { Context } from '../../context.ts'
import {
  bringGifts,
  type BroughtGift,
  type InvitationTerms,
  type Purchase,
} from '@shirogane/domain/points/bring-gifts'
import { giveGift } from '@shirogane/ledger'
import { readSettings } from '../../db/settings.ts'
import type { Db, Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { endOfDay } from '../../lib/days.ts'
import { findInviter, listInvitationGrants, listInvited } from './invite-store.ts'

export type InvitationGift = BroughtGift & { transaction_id: string }

/**
 * The gifts that these purchases bring, in their order. The ledger gives each once, though it be decided twice, or of two
 * purchases at once.
 */
export async function decideInviteGifts(
  ctx: Context,
  purchases: readonly Purchase[],
): Promise<InvitationGift[]> {
  if (purchases.length === 0) return []
  const invited = await listInvited(ctx.db, [...new Set(purchases.map(({ customer_id }) => customer_id))])
  if (invited.length === 0) return []
  const gifts = bringGifts(purchases, invited, await readGiftTerms(ctx.db))
  return gifts.map((gift) => ({ ...gift, transaction_id: uuidv7(ctx.now()) }))
}

/** What the brand gives an invited member at the verification already, where it gives something. */
export async function grantJoinBonus(
  ctx: Context,
  tx: Tx,
  { user_id, at }: { user_id: string; at: Date },
): Promise<void> {
  const inviter = await findInviter(tx, user_id)
  if (!inviter) return
  const { join, days } = await readGiftTerms(tx)
  if (join.points === 0 && join.yen === 0) return
  await giveGift(tx, {
    ...join,
    transaction_id: uuidv7(ctx.now()),
    user_id,
    occasion: { campaign: 'invite_join', period: 'once' },
    expires_at: endOfDay(at, days).toISOString(),
    message: { code: 'invite_join', inviter: inviter.username },
  })
}

/** Of these movements, those that are such a gift. */
export async function listInviteGrants(
  ctx: Context,
  rows: readonly { id: string; kind: string }[],
): Promise<ReadonlySet<string>> {
  const grants = rows.filter(({ kind }) => kind === 'grant')
  if (grants.length === 0) return new Set()
  return new Set(
    await listInvitationGrants(
      ctx.db,
      grants.map(({ id }) => id),
    ),
  )
}

type Terms = InvitationTerms & { join: InvitationTerms['own'] }

/** What an invitation brings the invited and the inviter, once, as points and balance. */
export async function readGiftTerms(db: Db): Promise<Terms> {
  const held = await readSettings(db, [
    'invite.points',
    'invite.yen',
    'invite.inviter_points',
    'invite.inviter_yen',
    'invite.join_points',
    'invite.join_yen',
    'invite.days',
    'invite.payment_min',
  ])
  return {
    own: { points: held['invite.points'], yen: held['invite.yen'] },
    inviter: { points: held['invite.inviter_points'], yen: held['invite.inviter_yen'] },
    join: { points: held['invite.join_points'], yen: held['invite.join_yen'] },
    days: held['invite.days'],
    payment_min: held['invite.payment_min'],
  }
}
