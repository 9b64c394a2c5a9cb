import { limits } from '@shirogane/contract/rules/limits'
import type { ScannedCode } from '@shirogane/contract/inputs/pay-code'
import { claimCode } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { Answer, Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { keyGiven } from '../../lib/acts.ts'
import { findCodeHash } from '../../lib/code-hash-store.ts'
import { timeOf } from '../../lib/days.ts'
import { isCounterCode, isVisitCode } from './register/counter-store.ts'
import { directoryWith, pricesIn } from './sale/directory.ts'
import { stateOf } from './register/state.ts'
import { asClosedRegister, ownRegister } from './register/registers.ts'
import { isRefusal, itemsOf, pricesOf } from './sale/rules.ts'
import { countUnknownCode, readScanned } from './sale/scan.ts'
import { completeSale } from './sale/complete-sale.ts'
import { findPaidBy } from './store.ts'
import { text as texts } from './text.ts'

/**
 * The register's one call. With tenders it settles a sale at once; without, it is the scan: the code is claimed by this
 * register and a checkout opens for its customer, to be composed and settled by `pay/update`.
 */
export async function pay(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey, requestHash }: Input<'transactions.pay'>,
): Promise<Output<'transactions.pay'> | Answer<Output<'transactions.pay'>>> {
  const repeat = body.tenders && { route: 'pay', key: idempotencyKey }
  const registerId = await ownRegister(ctx, actor, body.register_id, repeat)
  const transactionId = body.transaction_id ?? uuidv7()
  const scanned = body.token === undefined ? null : readScanned(ctx, registerId, body.token)

  if (body.tenders) {
    try {
      return await completeSale(ctx, actor, {
        route: 'pay',
        transaction_id: transactionId,
        checkout_id: null,
        scanned,
        register_id: registerId,
        asked: body,
        idempotencyKey: keyGiven(idempotencyKey),
        requestHash,
      })
    } catch (error) {
      if (error instanceof Problem && error.code === 'QR_INVALID' && scanned)
        await refuseUnknown(ctx, registerId, scanned.text)
      if (error instanceof Problem && error.code === 'QR_ALREADY_USED' && scanned)
        throw await asUsed(ctx, actor, scanned, error.detail.replayed)
      throw await asClosedRegister(ctx, registerId, error)
    }
  }

  if (!scanned) throw new Problem('MEMBER_REQUIRED')
  const directory = await directoryWith(ctx, body.items)
  const prices = pricesOf(body, pricesIn(directory))
  if (isRefusal(prices)) throw new Problem(prices.code, prices)

  const hash = await findCodeHash(ctx, scanned.text)
  const claim = {
    checkout_id: transactionId,
    is_for_it_alone: false,
    token_hash: scanned.kind === 'token' ? hash : null,
    code_hash: scanned.kind === 'code' ? hash : null,
    store_id: actor.employee!.store_id!,
    register_id: registerId,
    employee_id: actor.user_id,
    items: itemsOf(body),
    discount: body.discount,
    note: body.note ?? null,
    ttl_seconds: limits.claimTtlSeconds,
  }
  const { code: refusal, checkout_id } = await ctx.transact((tx) => claimCode(tx, claim))
  if (refusal === 'QR_INVALID') await refuseUnknown(ctx, registerId, scanned.text)
  if (refusal === 'QR_ALREADY_USED') throw await asUsed(ctx, actor, scanned)
  if (refusal !== null) throw await asClosedRegister(ctx, registerId, new Problem(refusal))
  return stateOf(ctx, actor, checkout_id)
}

/**
 * A member who is not verified yet, or who wants to show their documents, has a code that pays nowhere: the register is told, and
 * offers what the code is for.
 */
async function refuseUnknown(ctx: Context, registerId: string, text: string): Promise<void> {
  const hash = await findCodeHash(ctx, text)
  if (await isCounterCode(ctx.db, hash)) throw new Problem('MEMBER_UNVERIFIED')
  if (await isVisitCode(ctx.db, hash)) throw new Problem('KYC_VISIT')
  await countUnknownCode(ctx, registerId)
}

/** Whether the customer has just paid is what a clerk asks at once: where it was here, the refusal says when and how much. */
async function asUsed(
  ctx: Context,
  actor: Actor,
  { kind, text }: ScannedCode,
  replayed = false,
): Promise<Problem> {
  const hash = await findCodeHash(ctx, text)
  const paid = await findPaidBy(ctx.db, { kind, hash }, actor.employee!.store_id!)
  if (!paid) return new Problem('QR_ALREADY_USED', { replayed })
  const token = texts.codeUsed(timeOf(paid.completed_at), paid.spent_total)
  return new Problem('QR_ALREADY_USED', { fields: { token }, replayed })
}
