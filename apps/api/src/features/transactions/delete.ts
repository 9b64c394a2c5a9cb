import type { Actor, Context } from '../../context.ts'
import type { Answer, Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { checkEmployee } from '../auth/index.ts'
import { takeBackCash } from './register/charge.ts'
import { getOwnSale, giveBack } from './refund/give-back.ts'
import { requireDevice } from './register/registers.ts'
import { takeBackGrant } from './register/transfer-point.ts'

/**
 * Takes a sale of the running business day back as a whole, or points that staff granted on it, or cash that was
 * charged. The approval that counts is that of the person who gave number and password, the caller or a second person
 * beside them, or who agreed on their own phone. Nothing is erased.
 */
export async function voidSale(
  ctx: Context,
  actor: Actor,
  { params, body, idempotencyKey }: Input<'transactions.delete'>,
): Promise<Answer<Output<'transactions.delete'>>> {
  const { kind, cash_tendered } = await getOwnSale(ctx, actor, params.id)
  const { approval_id = null } = body
  const approver = approval_id === null ? await checkEmployee(ctx, actor, credentialsOf(body)) : null
  const approved_by = approver === null || approver.user_id === actor.user_id ? null : approver.user_id
  if (kind === 'grant' || kind === 'transfer') {
    await requireDevice(ctx, actor, { route: 'void', key: idempotencyKey })
    return takeBackGrant(ctx, actor, {
      id: params.id,
      reason: body.reason ?? null,
      approval_id,
      approved_by,
      idempotencyKey,
    })
  }
  if (kind === 'charge' && cash_tendered !== null)
    return takeBackCash(ctx, actor, {
      id: params.id,
      reason: body.reason ?? null,
      register_id: body.register_id,
      approval_id,
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
    approval_id,
    approved_by,
    idempotencyKey,
  })
}

/** The contract lets nothing through that has neither them nor an approval. */
function credentialsOf({
  employee_id,
  password,
}: {
  employee_id?: string | undefined
  password?: string | undefined
}) {
  if (employee_id === undefined || password === undefined) throw new Problem('VALIDATION_ERROR')
  return { employee_id, password }
}
