import { holds } from '@shirogane/contract/wire/rights'
import { isSignature, plainSignature } from '@shirogane/contract/inputs/signature-ink'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { DeferredContract } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { Problem } from '../../../http/problem.ts'
import { wasDrawnBefore } from './store.ts'

/**
 * What backs a deferral so far: a signature that a second person approved, or nothing, and then the customer's phone is
 * asked. A manager overrides a late payer's limit alone, a clerk only with an approval.
 */
export async function contractOf(
  ctx: Context,
  actor: Actor,
  said: PayBody['later'],
  deferred: number,
): Promise<DeferredContract | null> {
  if (deferred === 0) return null
  const { signature, approval_id = null, override } = said ?? {}
  if (signature !== undefined && !isSignature(signature)) throw new Problem('DEFERRED_SIGNATURE_SHORT')
  // Without a second person a signature proves nothing, and the phone is asked instead.
  const signed = approval_id === null || signature === undefined ? null : plainSignature(signature)
  if (approval_id !== null && signed === null) throw new Problem('DEFERRED_SIGNATURE')
  if (signed !== null && (await wasDrawnBefore(ctx.db, signed)))
    throw new Problem('DEFERRED_SIGNATURE_REPEATED')
  const isOwnApproval = override !== undefined && holds(actor.employee!.type, 'later.limit')
  if (override && !isOwnApproval && override.approval_id === undefined) throw new Problem('APPROVAL_REQUIRED')
  return {
    signature: signed,
    signed_approval_id: approval_id,
    override_by: isOwnApproval ? actor.user_id : null,
    approval_id: isOwnApproval ? null : (override?.approval_id ?? null),
    override_reason: override?.reason ?? null,
  }
}
