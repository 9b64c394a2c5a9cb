import { limits } from '@shirogane/contract/rules/limits'
import type { Transaction } from '@shirogane/contract/resources/shapes'
import { holds } from '@shirogane/contract/wire/rights'
import {
  mayGiveBack,
  planRefund,
  postRefund,
  type RefundedItem,
  type RefundOutcome,
  type Restock,
  type TransactionRow,
} from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Answer, replayed } from '../../../http/operation.ts'
import { ledgerProblem, Problem } from '../../../http/problem.ts'
import { hashOfAct } from '../../../lib/acts.ts'
import { requireApprovalOnce } from '../../approvals/index.ts'
import { requireStepUp } from '../../auth/index.ts'
import { countAct } from '../sale/count-act.ts'
import { directoryOf } from '../sale/directory.ts'
import { orSayUnknown } from '../sale/or-say-unknown.ts'
import { presentTransaction } from '../history/present.ts'
import { asClosedRegister, ownRegister } from '../register/registers.ts'
import { mayRead } from '../history/rights.ts'
import { findTransaction, isKnownKey, listLines } from '../store.ts'

export type GivingBack = {
  kind: 'refund' | 'void'
  sale_id: string
  items: readonly RefundedItem[] | null
  amount: number | null
  reason: string | null
  restock: Restock | undefined
  register_id: string | undefined
  /** The customer agreed to balance where cash or a card would come back. */
  to_balance: boolean
  /** The approval of the person who was asked about this act. */
  approval_id: string | null
  /** The second person who has proved who they are for this act. */
  approved_by: string | null
  idempotencyKey: string
}

/** A sale of the caller's store. For a sale that is not there no password is checked. */
export async function getOwnSale(ctx: Context, actor: Actor, id: string): Promise<TransactionRow> {
  const sale = await findTransaction(ctx.db, id)
  if (!sale || !mayRead(actor, sale)) throw new Problem('TXN_NOT_FOUND')
  return sale
}

/** Posts a refund or a void in one commit: what goes back, what is taken back, the announcement, the answer to the key. */
export async function giveBack(ctx: Context, actor: Actor, asked: GivingBack): Promise<Answer<Transaction>> {
  const registerId = holds(actor.role, 'shops.act')
    ? null
    : await ownRegister(ctx, actor, asked.register_id, { route: asked.kind, key: asked.idempotencyKey })
  const uncount = await countGivingBack(ctx, actor, asked)
  const outcome = await orSayUnknown(ctx, 'a refund', async () => {
    const posted = await ctx.transact((tx) => postWithin(ctx, tx, actor, asked, registerId))
    if (posted.code === null && posted.replayed) await uncount()
    return posted
  })
  if (outcome.code !== null) {
    throw await asClosedRegister(ctx, registerId, ledgerProblem(outcome))
  }
  const presented = await presentGivenBack(ctx, outcome.transaction)
  if (outcome.replayed) return replayed(presented)
  ctx.wakeOutbox()
  return new Answer(presented)
}

export async function presentGivenBack(ctx: Context, row: TransactionRow): Promise<Transaction> {
  const [lines, directory] = await Promise.all([listLines(ctx.db, row.id), directoryOf(ctx)])
  return presentTransaction(row, lines, directory)
}

export const countGivingBack = (ctx: Context, actor: Actor, asked: GivingBack) =>
  countAct(ctx, actor, {
    act: 'refund',
    max: limits.refundsPerHour,
    route: asked.kind,
    key: asked.idempotencyKey,
  })

/**
 * Posts it in the caller's transaction. After a refusal the caller decides whether the rest of that transaction stays.
 */
export async function postWithin(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  asked: GivingBack,
  registerId: string | null,
): Promise<RefundOutcome> {
  const { idempotencyKey: key, register_id: __, approval_id, ...act } = asked
  const agreed = approval_id === null ? null : await agreedTo(ctx, tx, actor, { ...act, approval_id, key })
  const posted = await postRefund(tx, {
    ...act,
    approved_by: agreed?.by ?? act.approved_by,
    actor_id: actor.user_id,
    session_id: actor.session_id,
    route: act.kind,
    key,
    request_hash: hashOf(asked),
    transaction_id: uuidv7(ctx.now()),
    register_id: registerId,
  })
  if (agreed !== null && (posted.code !== null || posted.transaction.spent_total !== agreed.amount)) {
    // What was agreed to is not what would happen: neither happens, and the approval may be used for what it was given.
    throw new Problem(posted.code ?? 'CONFLICT')
  }
  // Head office shows once more who it is; without the proof nothing of this stays.
  if (holds(actor.role, 'shops.act') && posted.code === null && !posted.replayed) {
    await requireStepUp(ctx, tx, actor, 'till_approval', act.sale_id)
  }
  return posted
}

/**
 * Uses up the approval of a second person for exactly this refund, and says who they are. Null where none is needed: a
 * repeat is answered as it was, and a caller who may do it alone leaves the approval unused.
 */
async function agreedTo(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  {
    sale_id,
    items,
    amount,
    to_balance,
    kind,
    approval_id,
    key,
  }: Omit<GivingBack, 'idempotencyKey' | 'register_id'> & {
    approval_id: string
    key: string
  },
): Promise<{ by: string; amount: number } | null> {
  if (await isKnownKey(tx, actor.user_id, kind, key)) return null
  const isVoid = kind === 'void'
  const plan = await planRefund(tx, { kind, sale_id, items, amount, to_balance })
  if (plan.code !== null) throw ledgerProblem(plan)
  // A void always has a word of its own, by password or by this.
  const isEnough = !isVoid && (await mayGiveBack(tx, plan, { actor_id: actor.user_id, isVoid }))
  if (isEnough) return null
  const sale = { transaction_id: sale_id, number: plan.number }
  const subject = isVoid
    ? sale
    : { ...sale, items: items?.map(({ line, quantity }) => ({ line, quantity })) ?? null, amount }
  const act = { kind, store_id: plan.store_id, amount: plan.total, subject } as const
  const by = await requireApprovalOnce(ctx, tx, actor, act, approval_id, () =>
    isKnownKey(tx, actor.user_id, kind, key),
  )
  return by === null ? null : { by, amount: plan.total }
}

/** Of what is asked, without any password. */
function hashOf(asked: GivingBack): Buffer {
  const { kind, sale_id, items, amount, reason, restock, register_id, approved_by, approval_id } = asked
  const parts: unknown[] = [
    kind,
    sale_id,
    items,
    amount,
    reason,
    restock,
    register_id,
    approved_by,
    approval_id,
  ]
  // Only where it was asked for, so that what was sent before there was such a thing is still the same.
  if (asked.to_balance) parts.push('to_balance')
  return hashOfAct(parts)
}
