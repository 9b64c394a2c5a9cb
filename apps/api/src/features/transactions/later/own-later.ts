import type { Actor, Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { directoryOf } from '../sale/directory.ts'
import { presentDebt, presentStanding } from './present.ts'
import { findStanding, getToday, listDebtsOf } from './store.ts'

const debtsShown = 50

/** What the customer owes, until when, and what they may still defer. */
export async function showOwnDeferred(ctx: Context, actor: Actor): Promise<Output<'transactions.ownLater'>> {
  const [standing, debts, directory, today] = await Promise.all([
    findStanding(ctx.db, actor.user_id),
    listDebtsOf(ctx.db, actor.user_id, debtsShown),
    directoryOf(ctx),
    getToday(ctx.db),
  ])
  if (!standing) throw new Error('A customer has no wallet')
  return {
    ...presentStanding(standing),
    balance: standing.balance,
    items: debts.map((debt) => presentDebt(debt, directory, today)),
  }
}
