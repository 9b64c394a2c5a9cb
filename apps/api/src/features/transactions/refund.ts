import type { Actor, Context } from '../../context.ts'
import type { Answer, Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { checkEmployee } from '../auth/index.ts'
import { getOwnSale, giveBack } from './refund/give-back.ts'
import { refuseKeptArticles } from './sale/kept-articles.ts'

/** Gives a sale back, or a part of it: to the tenders that paid it, as the preview shows. */
export async function refund(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey }: Input<'transactions.refund'>,
): Promise<Answer<Output<'transactions.refund'>>> {
  await getOwnSale(ctx, actor, body.transaction_id)
  if (body.to_balance === true && body.consent !== true) throw new Problem('REFUND_CONSENT')
  const share = { sale_id: body.transaction_id, items: body.items ?? null, amount: body.amount ?? null }
  await refuseKeptArticles(ctx, { ...share, reason: body.reason })
  const approver = body.approval && (await checkEmployee(ctx, actor, body.approval))
  return giveBack(ctx, actor, {
    kind: 'refund',
    sale_id: body.transaction_id,
    items: body.items?.map(({ line, quantity, restock }) => ({ line, quantity, restock })) ?? null,
    amount: body.amount ?? null,
    reason: body.reason,
    restock: body.restock,
    register_id: body.register_id,
    to_balance: body.to_balance === true,
    approval_id: body.approval_id ?? null,
    approved_by: approver?.user_id ?? null,
    idempotencyKey,
  })
}
