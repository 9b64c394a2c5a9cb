import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Answer, Input, Output } from '../../../http/operation.ts'
import { collecting } from './collecting.ts'

/** The customer pays their own debt from balance, in the app. */
export function payDeferred(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey }: Input<'transactions.payLater'>,
): Promise<Answer<Output<'transactions.payLater'>>> {
  return collecting(
    ctx,
    actor,
    {
      customer_id: actor.user_id,
      store_id: null,
      register_id: null,
      amount: body.pay === true ? null : body.pay,
      sale_id: body.transaction_id ?? null,
      tender: 'balance',
      cash_tendered: null,
      token_hash: null,
      code_hash: null,
      note: null,
      idempotencyKey,
    },
    limits.collectionsPerHour,
  )
}
