import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { Problem } from '../../../http/problem.ts'
import { presentConfirmation } from '../confirm/present.ts'
import { findConfirmation } from '../confirm/store.ts'
import { directoryOf } from '../sale/directory.ts'
import { presentCheckout, presentRegisterCustomer, presentTransaction } from '../history/present.ts'
import { mayRead } from '../history/rights.ts'
import { findCheckout, findMember, findTransaction, getBusinessDate, listLines } from '../store.ts'

/** What became of a sale: what a reloaded register, or one that lost an answer, needs to go on. */
export async function registerState(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.registerState'>,
): Promise<Output<'transactions.registerState'>> {
  return stateOf(ctx, actor, params.id)
}

export async function stateOf(ctx: Context, actor: Actor, id: string): Promise<RegisterState> {
  const [checkout, directory] = await Promise.all([findCheckout(ctx.db, id), directoryOf(ctx)])
  // Only then, since both come with one commit: what has settled the checkout by now is there as well.
  const transaction = await findTransaction(ctx.db, id)
  const subject = transaction ?? checkout
  if (!subject || !mayRead(actor, subject)) throw new Problem('TXN_NOT_FOUND')
  const member = subject.customer_id === null ? null : await findMember(ctx.db, subject.customer_id)
  // A customer may read the state of their own sale, and none of what staff wrote of them.
  const seen = member && (actor.employee ? member : { ...member, notes: [] })

  if (transaction) {
    const presented = presentTransaction(transaction, await listLines(ctx.db, id), directory)
    return {
      status: presented.status,
      transaction: presented,
      // As the answer to the payment had it: the month of birth is shown only while the customer is served.
      customer: seen && presentRegisterCustomer({ ...seen, birth_month: undefined }, directory.levels),
      claim_expires_at: null,
      warnings: [],
    }
  }
  const asked = checkout!.confirmation_id && (await findConfirmation(ctx.db, checkout!.confirmation_id))
  const confirmation = asked ? presentConfirmation(asked, directory) : undefined
  const isAsked = confirmation?.state === 'pending' || confirmation?.state === 'approved'
  const presented = presentCheckout(checkout!, directory, await getBusinessDate(ctx.db, checkout!.store_id))
  return {
    status: isAsked && presented.status === 'open' ? 'pending_confirm' : presented.status,
    transaction: presented,
    customer: seen && presentRegisterCustomer(seen, directory.levels),
    claim_expires_at: checkout!.claimed_until?.toISOString() ?? null,
    ...(checkout!.claimed_for !== null && { claim_expires_in: checkout!.claimed_for }),
    // A member may have been stopped since their code was read: nothing more can be sold to them.
    warnings: actor.employee && member?.suspended ? [sentenceOf('CUSTOMER_SUSPENDED')] : [],
    ...(confirmation && { confirmation }),
  }
}
