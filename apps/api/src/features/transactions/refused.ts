import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type PurchaseRefused, notifiedRefusals } from '@shirogane/contract/wire/events'
import type { PayRequest } from '@shirogane/ledger'
import type { Context } from '../../context.ts'
import { hashOfAct } from '../../lib/acts.ts'
import { findCodeHolder } from './store.ts'

type Refusal = { code: ErrorCode; n: number | null }

const isNotified = (code: ErrorCode): code is PurchaseRefused['code'] =>
  (notifiedRefusals as readonly ErrorCode[]).includes(code)

/**
 * The phone in front of the register learns that nothing was paid, and why, where that is its owner's own matter. The
 * register does not wait for it: it has its answer by then, and a failure here stays here.
 */
export function notifyRefused(ctx: Context, request: PayRequest, refusal: Refusal): void {
  const { code, n } = refusal
  if (!isNotified(code)) return
  const event_id = eventIdOf(request)
  // A refusal before the customer is asked, or within an exchange, leaves no answer that says that it was told.
  if (!ctx.notifiedRefusals.add(event_id)) return
  findCodeHolder(ctx.db, request).then(
    (holder) => {
      if (!holder) return
      const shortage = code === 'INSUFFICIENT_BALANCE' ? n : null
      ctx.notifyRefused(holder.user_id, { event_id, code, shortage, code_held: holder.held })
    },
    (error: unknown) => ctx.log.warn({ err: error, event: 'purchase_refused' }),
  )
}

/** The same request is the same event in every process: a phone that hears it from two of them drops the second. */
function eventIdOf({ actor_id, route, key }: PayRequest): string {
  return hashOfAct([actor_id, route, key]).toString('base64url')
}
