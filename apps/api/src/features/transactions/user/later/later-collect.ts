import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../../context.ts'
import type { Answer, Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { findCodeHash } from '../../../../lib/code-hash-store.ts'
import { asClosedRegister, ownRegister } from '../../register/registers.ts'
import { countUnknownCode, readScanned } from '../../sale/scan.ts'
import { collecting, collectingRoute } from '../../later/collecting.ts'
import { maySeeDebts } from '../../later/serves.ts'
import { text } from '../../text.ts'

/** Takes what a customer pays of their debts: at a register, or as accounting finds it on the bank's statement. */
export async function collectDeferred(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey }: Input<'transactions.laterCollect'>,
): Promise<Answer<Output<'transactions.laterCollect'>>> {
  const store_id = actor.employee!.store_id
  if ((store_id === null) !== (body.tender === 'bank')) {
    throw new Problem('VALIDATION_ERROR', {
      fields: { tender: store_id === null ? text.bankAlone : text.noBank },
    })
  }
  if (!(await maySeeDebts(ctx, actor, body.user_id))) throw new Problem('NOT_FOUND')
  const register_id =
    store_id === null
      ? null
      : await ownRegister(ctx, actor, body.register_id, { route: collectingRoute, key: idempotencyKey })
  if (body.tender === 'balance' && body.token === undefined) throw new Problem('DEFERRED_CODE_REQUIRED')
  const scanned =
    body.tender === 'balance' && register_id !== null ? readScanned(ctx, register_id, body.token!) : null
  const hash = scanned && (await findCodeHash(ctx, scanned.text))
  try {
    return await collecting(
      ctx,
      actor,
      {
        customer_id: body.user_id,
        store_id,
        register_id,
        amount: body.pay === true ? null : body.pay,
        sale_id: body.transaction_id ?? null,
        tender: body.tender,
        cash_tendered: body.tender === 'cash' ? (body.cash_tendered ?? null) : null,
        token_hash: scanned?.kind === 'token' ? hash : null,
        code_hash: scanned?.kind === 'code' ? hash : null,
        note: body.note ?? null,
        idempotencyKey,
      },
      limits.collectionsPerHour,
    )
  } catch (error) {
    if (error instanceof Problem && error.code === 'QR_INVALID' && register_id !== null) {
      await countUnknownCode(ctx, register_id)
    }
    throw await asClosedRegister(ctx, register_id, error)
  }
}
