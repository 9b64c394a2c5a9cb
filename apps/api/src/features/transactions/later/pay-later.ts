import { limits } from '@shirogane/contract/limits'
import type { Operation } from '../../../http/operation.ts'
import { collecting } from './collecting.ts'

/** The customer pays their own debt from balance, in the app. */
export const payLater: Operation<'transactions.payLater'> = (ctx, actor, { body, idempotencyKey }) =>
  collecting(
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
