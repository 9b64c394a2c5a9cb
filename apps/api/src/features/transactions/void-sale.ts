import type { Operation } from '../../http/operation.ts'
import { checkEmployee } from '../auth/index.ts'
import { getOwnSale, giveBack } from './give-back.ts'
import { takeBackHanded } from './transfer-point.ts'

/**
 * Takes a sale of the running business day back as a whole, or points that staff handed over on it. The word that counts is that of whoever gave number and
 * password, be it the caller or somebody who stands beside them. Nothing is erased.
 */
export const voidSale: Operation<'transactions.delete'> = async (
  ctx,
  actor,
  { params, body, idempotencyKey },
) => {
  const { kind } = await getOwnSale(ctx, actor, params.id)
  const witness = await checkEmployee(ctx, actor, body)
  const approved_by = witness.user_id === actor.user_id ? null : witness.user_id
  if (kind === 'grant' || kind === 'transfer')
    return takeBackHanded(ctx, actor, {
      id: params.id,
      reason: body.reason ?? null,
      approved_by,
      idempotencyKey,
    })
  return giveBack(ctx, actor, {
    kind: 'void',
    sale_id: params.id,
    items: null,
    amount: null,
    reason: body.reason ?? null,
    restock: undefined,
    register_id: body.register_id,
    to_balance: false,
    approval_id: null,
    approved_by,
    idempotencyKey,
  })
}
