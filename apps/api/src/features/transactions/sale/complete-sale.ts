import { type ErrorCode, sentenceOf } from '@shirogane/contract/wire/errors'
import type { ScannedCode } from '@shirogane/contract/inputs/pay-code'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import {
  allocate,
  type PayingCustomer,
  type PayOutcome,
  type PayRequest,
  QueueFull,
  type SaleDetail,
  type SaleLine,
  taxOf,
} from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { accepted, Answer, replayed } from '../../../http/operation.ts'
import { ledgerProblem, Problem } from '../../../http/problem.ts'
import { findCodeHash } from '../../../lib/code-hash-store.ts'
import { stockOf } from '../../skus/index.ts'
import { agreementLost, confirmFirst, wasDeclined, wasToBeAsked } from '../confirm/confirm-first.ts'
import { type Directory, directoryWith, forgetDirectory, pricesIn } from './directory.ts'
import { discountApproval } from './discounts.ts'
import { findQuote } from '../parked/store.ts'
import { contractOf } from '../later/contract-of.ts'
import { orSayUnknown } from './or-say-unknown.ts'
import { presentRegisterCustomer, presentTransaction } from '../history/present.ts'
import { notifyRefused } from '../refused.ts'
import { stateOf } from '../register/state.ts'
import { isRefusal, type Prices, pricesOf, tenderedOf } from './rules.ts'
import { findFirstAnswer, findMember, findTransaction, listLines, type MemberRow } from '../store.ts'
import { text } from '../text.ts'

export type Sale = {
  route: 'pay' | 'pay/update'
  transaction_id: string
  checkout_id: string | null
  /** What was scanned, for a sale in one step; null for a checkout, and for a sale without a member. */
  scanned: ScannedCode | null
  register_id: string
  asked: Pick<
    PayBody,
    | 'items'
    | 'amount'
    | 'discount'
    | 'tenders'
    | 'cash_tendered'
    | 'note'
    | 'expected_total'
    | 'approval_id'
    | 'terminal'
    | 'later'
    | 'parked'
  >
  idempotencyKey: string
  requestHash: Uint8Array
}

/**
 * Settles a sale in one commit: code spent, tenders moved, points granted, level raised, announcement written, answer
 * bound to its key. Everything that needs no lock is decided before.
 */
export async function completeSale(
  ctx: Context,
  actor: Actor,
  sale: Sale,
  /** Where it is a part of something larger: by what it is posted, and falls with it. */
  within?: (request: PayRequest) => Promise<PayOutcome>,
): Promise<Answer<RegisterState>> {
  const directory = await directoryWith(ctx, sale.asked.items)
  const key = sale.idempotencyKey
  let request: PayRequest
  try {
    request = await requestOf(ctx, actor, { ...sale, key }, directory)
  } catch (error) {
    // What was sold at the prices of that time stays sold, even if the catalogue has changed since.
    const before =
      error instanceof Problem ? await answeredBefore(ctx, actor, { ...sale, key }, directory) : null
    if (before === null) throw error
    return before
  }

  const { confirm_over } = directory
  const isSigned = typeof request.contract?.signed_approval_id === 'string'
  // Every deferred amount is asked about, so that splitting a bill does not avoid the question.
  const isUnasked = request.later > 0 && !isSigned
  if (isUnasked || isLarge(request, confirm_over)) {
    // The middle of an exchange does not wait for a customer's yes: it is done as a return, and then a sale that waits.
    if (within && isUnasked) throw new Problem('DEFERRED_SIGNATURE')
    if (within) throw new Problem('EXCHANGE_CONFIRM', { blanks: { n: confirm_over } })
    const step = await confirmFirst(ctx, request, { over: confirm_over, asked: sale.asked })
    if (step.is === 'refused') {
      notifyRefused(ctx, request, step)
      throw await refusalOf(ctx, actor, request, step)
    }
    if (step.is === 'waiting') return accepted(await stateOf(ctx, actor, sale.transaction_id))
    Object.assign(request, step.by)
  } else if (isSigned && (await wasDeclined(ctx, request))) {
    throw new Problem('PAY_CONFIRM_DECLINED')
  }
  const outcome = await (within ? within(request) : payOrSayUnknown(ctx, request))
  if (outcome.code !== null) {
    if (outcome.replayed) throw refusedBefore(outcome)
    notifyRefused(ctx, request, outcome)
    throw await refusalOf(ctx, actor, request, outcome)
  }

  if (outcome.replayed) {
    return replayed(completedState(outcome, await listLines(ctx.db, outcome.transaction.id), directory))
  }
  ctx.wakeOutbox()
  return new Answer(completedState(outcome, request.lines, directory))
}

/**
 * Whether more leaves the customer than may go unasked. What is deferred counts with it: a signature stands for the deferred
 * part alone, and not for balance and points beside it.
 */
function isLarge({ points, balance, later }: PayRequest, over: number): boolean {
  const taken = points + balance
  return over > 0 && taken > 0 && taken + later > over
}

type KeyedSale = Sale & { key: string }

/** What the ledger is asked for, at the prices of this moment; refuses what needs no lock to be refused. */
async function requestOf(
  ctx: Context,
  actor: Actor,
  sale: KeyedSale,
  directory: Directory,
): Promise<PayRequest> {
  const prices = pricesOf(sale.asked, await pricesFor(ctx, actor, sale, directory))
  if (isRefusal(prices)) throw new Problem(prices.code, prices)
  const { lines, gross, discount, total } = prices
  const { expected_total = total, terminal, parked } = sale.asked
  if (expected_total !== total) throw totalChanged(total)
  const approval_id = await discountApproval(ctx, actor, discount, sale.asked.approval_id)
  const tendered = tenderedOf(total, sale.asked, sale.checkout_id !== null || sale.scanned !== null)
  if (isRefusal(tendered)) throw new Problem(tendered.code)
  const { tenders, cash_tendered } = tendered
  const allocated = allocate(lines, tenders)

  const hash = sale.scanned && (await findCodeHash(ctx, sale.scanned.text))
  return {
    actor_id: actor.user_id,
    session_id: actor.session_id,
    route: sale.route,
    key: sale.key,
    request_hash: Buffer.from(sale.requestHash),
    transaction_id: sale.transaction_id,
    checkout_id: sale.checkout_id,
    token_hash: sale.scanned?.kind === 'token' ? hash : null,
    code_hash: sale.scanned?.kind === 'code' ? hash : null,
    store_id: actor.employee!.store_id!,
    register_id: sale.register_id,
    lines: allocated,
    total,
    ...tenders,
    contract: await contractOf(ctx, actor, sale.asked.later, tenders.later),
    cash_tendered,
    tax: taxOf(allocated, directory.points_as),
    note: sale.asked.note ?? null,
    sale: discount > 0 || terminal ? saleDetailOf({ gross, discount, terminal, approval_id }) : null,
    parked_id: parked?.id ?? null,
    parked_version: parked?.version ?? null,
    approval_id,
  }
}

const totalChanged = (total: number): Problem =>
  new Problem('TOTAL_CHANGED', {
    fields: { expected_total: text.totalNow(total) },
  })

/** The first answer to this very request, where there was one. */
async function answeredBefore(
  ctx: Context,
  actor: Actor,
  { route, key, requestHash }: KeyedSale,
  directory: Directory,
): Promise<Answer<RegisterState> | null> {
  await ctx.gatherer.finished({ actor_id: actor.user_id, route, key })
  const first = await findFirstAnswer(ctx.db, actor.user_id, route, key)
  if (first === null) return null
  if (!first.request_hash.equals(requestHash)) throw new Problem('IDEMPOTENCY_KEY_REUSED')
  if (first.refusal !== null) throw refusedBefore(first.refusal)
  const { transaction_id: id } = first
  const [transaction, lines] = await Promise.all([findTransaction(ctx.db, id), listLines(ctx.db, id)])
  if (transaction === null) return null
  const member = transaction.customer_id === null ? null : await findMember(ctx.db, transaction.customer_id)
  return replayed(
    completedState({ transaction, customer: member && payingCustomerOf(member) }, lines, directory),
  )
}

const payingCustomerOf = ({ notes: _, birth_month: __, ...customer }: MemberRow): PayingCustomer => customer

type Refused = { code: ErrorCode; n: number | null }

/** Without what is said of single inputs: that would be of today, and contradict the sentence. */
const refusedBefore = (refused: Refused): Problem => ledgerProblem(refused, { replayed: true })

async function refusalOf(
  ctx: Context,
  actor: Actor,
  { lines }: PayRequest,
  refused: Refused,
): Promise<Problem> {
  if (refused.code !== 'STOCK_SHORTAGE') return ledgerProblem(refused)
  return ledgerProblem(refused, { fields: await shortLines(ctx, actor, lines) })
}

/** The catalogue, and for a cart that was put aside the silver rate that the customer was told. */
async function pricesFor(ctx: Context, actor: Actor, sale: Sale, directory: Directory): Promise<Prices> {
  const prices = pricesIn(directory)
  if (!sale.asked.parked) return prices
  return { ...prices, quote: await findQuote(ctx.db, sale.asked.parked.id, actor.employee!.store_id!) }
}

function saleDetailOf({
  gross,
  discount,
  terminal,
  approval_id,
}: {
  gross: number
  discount: number
  terminal: PayBody['terminal']
  approval_id: string | null
}): SaleDetail {
  return {
    ...(discount > 0 && { gross, discount }),
    ...(approval_id !== null && { approval_id }),
    ...(terminal && { terminal }),
  }
}

/** Which lines ask for more than there is: the register keeps its cart and shows the sentence where it belongs. */
async function shortLines(
  ctx: Context,
  actor: Actor,
  lines: readonly SaleLine[],
): Promise<Record<string, string>> {
  const wanted = new Map<string, number>()
  for (const { sku_id, quantity } of lines) {
    if (sku_id !== null) wanted.set(sku_id, (wanted.get(sku_id) ?? 0) + quantity)
  }
  const stock = await stockOf(ctx, actor, [...wanted.keys()])
  return Object.fromEntries(
    lines.flatMap(({ sku_id, line }) => {
      const shelf = sku_id === null ? undefined : stock.get(sku_id)
      if (!shelf || shelf.available >= wanted.get(sku_id!)!) return []
      return [[`items.${line - 1}.quantity`, sentenceOf('STOCK_SHORTAGE', { n: shelf.available })]]
    }),
  )
}

async function payOrSayUnknown(ctx: Context, request: PayRequest): Promise<PayOutcome> {
  return orSayUnknown(ctx, 'a payment', () =>
    ctx.gatherer.pay(request).catch((error: unknown) => {
      if (error instanceof QueueFull)
        throw new Problem('OVERLOADED', { retryAfterSeconds: 1, reason: 'payments wait' })
      if (agreementLost(error)) throw new Problem('PAY_CONFIRM_EXPIRED')
      if (wasToBeAsked(error)) {
        // Nothing has moved. The register sends it again in a moment, and its customer is asked.
        forgetDirectory(ctx)
        throw new Problem('PAYMENT_UNKNOWN', { retryAfterSeconds: 2 })
      }
      throw error
    }),
  )
}

function completedState(
  { transaction, customer }: Pick<Extract<PayOutcome, { code: null }>, 'transaction' | 'customer'>,
  lines: Parameters<typeof presentTransaction>[1],
  directory: Directory,
): RegisterState {
  // What this request did, even where a refund, a void or a correction has followed since.
  const asPaid = {
    ...transaction,
    refunded_total: 0,
    voided_by: null,
    corrected_cash: null,
    corrected_card: null,
    corrected_employee_id: null,
  }
  const presented = presentTransaction(asPaid, lines, directory)
  return {
    status: 'completed',
    transaction: presented,
    customer:
      customer &&
      presentRegisterCustomer(
        { ...customer, ...presented.wallet_after!, level_index: transaction.level_after! },
        directory.levels,
      ),
    claim_expires_at: null,
    warnings: [],
  }
}
