import type { Context } from '../../context.ts'
import { type Gift, giveGift } from '@shirogane/ledger'
import { readSettings } from '../../db/settings.ts'
import type { Db, Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { endOfDay } from '../../lib/days.ts'
import { findInviter, type Invited, listInvitationGrants, listInvited } from './invite-store.ts'

export type Payment = {
  id: string
  customer_id: string
  spent_total: number
  completed_at: Date
}

export type InvitationGift = Gift & { sale_id: string }

/**
 * The gifts for the first payment of some size by a member who was invited: theirs, and that of their inviter, in the
 * order of the payments. The ledger gives each once, though it be decided twice, or of two payments at once.
 */
export async function decideInviteGifts(
  ctx: Context,
  payments: readonly Payment[],
): Promise<InvitationGift[]> {
  if (payments.length === 0) return []
  const invited = await listInvited(ctx.db, [...new Set(payments.map(({ customer_id }) => customer_id))])
  if (invited.length === 0) return []
  const terms = await readGiftTerms(ctx.db)
  const without = new Map(invited.map((one) => [one.user_id, one]))
  return payments.flatMap((payment) => {
    const friend = without.get(payment.customer_id)
    if (!friend || payment.spent_total < terms.paymentMin) return []
    without.delete(payment.customer_id)
    return giftsOf(ctx, payment, friend, terms)
  })
}

function giftsOf(ctx: Context, payment: Payment, friend: Invited, terms: Terms): InvitationGift[] {
  const { user_id, invited_by, inviter_id, has_gift, inviter_has } = friend
  const gifts: InvitationGift[] = []
  const common = {
    sale_id: payment.id,
    expires_at: endOfDay(payment.completed_at, terms.days).toISOString(),
  }
  const own = { ...terms.own, message: { code: 'invite', inviter: invited_by } as const }
  const theirs = { ...terms.inviter, message: { code: 'invite_given' } as const }
  if (!has_gift && isGift(terms.own)) {
    const occasion = { campaign: 'invite', period: 'once' }
    gifts.push({ ...common, ...own, occasion, user_id, transaction_id: uuidv7(ctx.now()) })
  }
  if (!inviter_has && inviter_id !== null && isGift(terms.inviter)) {
    const occasion = { campaign: 'invite_given', period: user_id }
    gifts.push({ ...common, ...theirs, occasion, user_id: inviter_id, transaction_id: uuidv7(ctx.now()) })
  }
  return gifts
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
  if (!isGift(join)) return
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

type Worth = { points: number; yen: number }
type Terms = { own: Worth; inviter: Worth; join: Worth; days: number; paymentMin: number }

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
    paymentMin: held['invite.payment_min'],
  }
}

const isGift = ({ points, yen }: Worth): boolean => points > 0 || yen > 0
