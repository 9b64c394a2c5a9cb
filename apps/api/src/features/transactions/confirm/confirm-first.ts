import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { limits } from '@shirogane/contract/rules/limits'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import { followQuestion } from '@shirogane/domain/questions/follow-question'
import { askConfirmation, type PayRequest } from '@shirogane/ledger'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { Problem } from '../../../http/problem.ts'
import { hashOfAct } from '../../../lib/acts.ts'
import { allTenders } from '@shirogane/domain/sales/tenders'
import type { NoticeFacts } from '../../../notices/notices.ts'
import { isOwnApproval } from '../../approvals/index.ts'
import { recordNotifications } from '../../notifications/index.ts'
import { directoryOf } from '../sale/directory.ts'
import { itemsOf } from '../sale/rules.ts'
import {
  type Asked,
  type ConfirmationRow,
  findAsked,
  findConfirmation,
  recordConfirmationChange,
} from './store.ts'

export type Step =
  /** The payment goes to the ledger, under the checkout that was asked about where there is one. */
  | { is: 'go'; by: Partial<PayRequest> }
  | { is: 'waiting' }
  | { is: 'refused'; code: ErrorCode; n: number | null }

/**
 * A payment that takes much from its customer, or defers any of it, waits for their tap. The register sends the same
 * request until it is answered: the first time it asks, then it learns what was said, and after a yes it pays.
 */
export async function confirmFirst(
  ctx: Context,
  request: PayRequest,
  { over, asked }: { over: number; asked: Pick<PayBody, 'items' | 'amount' | 'discount'> },
): Promise<Step> {
  const before = await findAsked(ctx.db, request)
  // Answered or paid before: the ledger says what came of it.
  if (before.settled) return { is: 'go', by: {} }
  const digest = digestOf(request)
  const next = followQuestion(before.id === null ? null : factsOf(before, request, digest))
  if (next.is === 'wait') return { is: 'waiting' }
  if (next.is === 'refused') return { ...next, n: null }
  // The checkout holds the code; the scanned text has no part in it any more.
  if (next.is === 'go')
    return { is: 'go', by: { checkout_id: before.checkout_id, token_hash: null, code_hash: null } }

  await ctx.limits.spend({
    bucket: `confirm:${request.checkout_id ?? request.transaction_id}`,
    max: limits.confirmationsPerHour,
    windowSeconds: 3_600,
  })
  const id = uuidv7(ctx.now())
  const ask = async (tx: Tx) => {
    const answer = await askConfirmation(tx, request, {
      id,
      digest,
      over,
      items: itemsOf(asked),
      discount: asked.discount,
      answerSeconds: limits.confirmSeconds,
      useSeconds: limits.confirmUseSeconds,
    })
    if (answer.fresh) await notifyCustomer(ctx, tx, id)
    return answer
  }
  const outcome = await ctx.transact(ask).catch((error: unknown) => {
    throw isOwnApproval(error) ? new Problem('APPROVAL_RIGHT') : error
  })
  if (outcome.code !== null) return { is: 'refused', code: outcome.code, n: outcome.n }
  if (outcome.fresh) {
    ctx.wakeLive()
    ctx.wakePusher()
  }
  return { is: 'waiting' }
}

const factsOf = (before: Asked, request: PayRequest, digest: Buffer) => ({
  state: before.state,
  is_same: before.digest.equals(digest),
  is_of_request: before.key === request.key && before.employee_id === request.actor_id,
})

/** Whether the customer was asked about this sale last and said no: what is signed afterwards does not stand for them. */
export async function wasDeclined(ctx: Context, request: PayRequest): Promise<boolean> {
  const { settled: completed, state } = await findAsked(ctx.db, request)
  return !completed && state === 'declined'
}

/** The payment came to the ledger, and its customer's confirmation was no longer there to carry it. Nothing has moved. */
export function agreementLost(error: unknown): boolean {
  return (error as { code?: string }).code === 'SG210'
}

/** The ledger asks for an approval that this process did not know to ask for: what may go unasked was lowered a moment ago. */
export function wasToBeAsked(error: unknown): boolean {
  return (error as { code?: string }).code === 'SG212'
}

/** The one who is asked hears of it on all their devices, in the commit that asks. */
export async function notifyCustomer(ctx: Context, tx: Tx, id: string): Promise<void> {
  const row = await findConfirmation(tx, id)
  if (!row) throw new Error('A confirmation that was just written is gone')
  const { stores } = await directoryOf(ctx)
  await recordConfirmationChange(tx, {
    event_id: uuidv7(ctx.now()),
    user_id: row.customer_id,
    confirmation_id: row.id,
    transaction_id: row.checkout_id,
    at: ctx.now(),
  })
  await recordNotifications(tx, [
    {
      id: uuidv7(ctx.now()),
      user_id: row.customer_id,
      ...factsFor(row, stores.get(row.store_id)?.name ?? ''),
      // The clerk waits at the register, and a customer who bought nothing must know: this notice cannot be switched
      // off.
      topic: 'security',
      path: '/home',
      dedupe_key: `confirmation:${row.id}`,
      transaction_id: null,
      created_at: ctx.now(),
    },
  ])
}

const factsFor = (
  { kind, receiver, total, later, due_on }: ConfirmationRow,
  store: string,
): NoticeFacts<'confirm_move' | 'confirm_payment'> => {
  const seconds = limits.confirmSeconds
  return kind === 'move'
    ? { kind: 'confirm_move', facts: { store, receiver: receiver ?? '', points: total, seconds } }
    : { kind: 'confirm_payment', facts: { store, total, later, due_on, seconds } }
}

/** Everything that the customer agrees to, and who asks: the same request has the same digest, and no other has. */
function digestOf(request: PayRequest): Buffer {
  const { store_id, register_id, actor_id, transaction_id } = request
  const { lines, total } = request
  const paid = allTenders.map((tender) => request[tender])
  return hashOfAct([store_id, register_id, actor_id, transaction_id, lines, total, ...paid])
}
