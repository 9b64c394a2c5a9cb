import type { Actor, Context } from '../../../../context.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { findMembers } from '../../../members/index.ts'
import { listPaidBalances } from '../../../cashouts/store.ts'

const mostFound = 10

/** Whose balance is to be paid back, with what of it could be. */
export async function members(
  ctx: Context,
  _actor: Actor,
  { query: { q } }: Input<'admin.cashoutMembers'>,
): Promise<Output<'admin.cashoutMembers'>> {
  const found = await findMembers(ctx.db, q, mostFound)
  const balances = await listPaidBalances(
    ctx.db,
    found.map(({ id }) => id),
  )
  const paidOf = new Map(balances.map(({ user_id, balance_paid }) => [user_id, balance_paid]))
  return {
    items: found.map(({ id, username, name }) => ({
      id,
      username,
      name: name ?? username,
      balance_paid: paidOf.get(id) ?? 0,
    })),
  }
}
