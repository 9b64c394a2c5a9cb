import { limits } from '@shirogane/contract/limits'
import type { Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { findInviteTerms, grantInvitation, listInvitationGrants, listWithoutBonus } from './store.ts'

const tokyoMs = 9 * 3_600_000
const dayMs = 86_400_000

export type Payment = {
  customer_id: string
  store_id: string | null
  spent_total: number
  completed_at: Date
}

/**
 * The gift for the first payment of some size by a member who was invited, told of by the outbox. It may be told of one
 * payment twice, and of two payments at once: the ledger gives the gift once.
 */
export async function grantInviteBonus(ctx: Context, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return
  const invited = await listWithoutBonus(ctx.db, [...new Set(payments.map(({ customer_id }) => customer_id))])
  if (invited.length === 0) return
  const terms = await findInviteTerms(ctx.db)
  const points = numberOr(terms.points, limits.invitePoints)
  const days = numberOr(terms.days, limits.inviteDays)
  const paymentMin = numberOr(terms.payment_min, limits.invitePaymentMin)
  for (const { user_id, invited_by } of invited) {
    const payment = payments.find((one) => one.customer_id === user_id && one.spent_total >= paymentMin)
    if (!payment || points <= 0) continue
    const lastDay = Math.floor((payment.completed_at.getTime() + tokyoMs) / dayMs) + days
    await grantInvitation(ctx.db, {
      transaction_id: uuidv7(ctx.now()),
      user_id,
      store_id: payment.store_id,
      points,
      expires_at: new Date((lastDay + 1) * dayMs - tokyoMs - 1_000),
      message: `${invited_by}さんの招待で${points.toLocaleString('ja-JP')}ptを受け取りました`,
    })
  }
  ctx.nudgeOutbox()
}

/** Of these movements, those that are such a gift. */
export async function listInviteGrants(
  ctx: Context,
  rows: readonly { id: string; kind: string; customer_id: string | null }[],
): Promise<ReadonlySet<string>> {
  const grants = rows.filter(({ kind }) => kind === 'grant')
  if (grants.length === 0) return new Set()
  const userIds = grants.flatMap(({ customer_id }) => (customer_id === null ? [] : [customer_id]))
  return new Set(await listInvitationGrants(ctx.db, userIds))
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : fallback
}
