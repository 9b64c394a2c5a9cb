import { decideSales, type PutOff } from '@shirogane/domain/sales/decide-sales'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { judgeRanks } from '../levels/judge-ranks.ts'
import type { TransactionRow } from '../rows.ts'
import type { Rows } from '../act.ts'
import { rareOf, saleRowOf, type PostedBatch } from './decided-sale.ts'
import type { PayRequest } from './pay-request.ts'
import { type AskedSale, askedSaleOf, factsOf, type FactRow, wishOf } from './read-facts.ts'

export type PayingCustomer = {
  id: string
  username: string
  last_name: string | null
  first_name: string | null
  avatar: string | null
  verified: boolean
  kyc_status: string
  /** Yen of deferred payments that are still owed. */
  later_total: number
}

/** What came of it: a posted movement, or a refusal with the number of its sentence. */
export type PayOutcome = { replayed: boolean } & (
  | { code: null; transaction: TransactionRow; customer: PayingCustomer | null }
  | { code: ErrorCode; n: number | null }
)

/** As `ledger.post_sales` answers: of a member what a register is told of them, null without one, and the movement. */
type OutcomeRow = TransactionRow &
  Omit<PayingCustomer, 'id'> & {
    ord: number
    code: ErrorCode | 'RETRY' | null
    n: number | null
    replayed: boolean
  }

/** By name, so that a statement prepared before a migration still fits after it. */
const columns = [
  'ord',
  'code',
  'n',
  'replayed',
  'username',
  'last_name',
  'first_name',
  'avatar',
  'verified',
  'kyc_status',
  'later_total',
  'id',
  'number',
  'kind',
  'customer_id',
  'store_id',
  'register_id',
  'employee_id',
  'pay_code_id',
  'related_id',
  'business_date',
  'spent_total',
  'tender_balance_paid',
  'tender_balance_bonus',
  'tender_point_regular',
  'tender_point_limited',
  'tender_cash',
  'tender_card',
  'tender_later',
  'cash_tendered',
  'received_paid',
  'received_bonus',
  'received_point_regular',
  'received_point_limited',
  'receivable_after',
  'earn_base',
  'rate_bp',
  'level_before',
  'level_after',
  'level_accumulation_after',
  'balance_paid_after',
  'balance_bonus_after',
  'point_regular_after',
  'point_limited_after',
  'tax',
  'message',
  'note',
  'refunded_total',
  'voided_by',
  'opened_at',
  'completed_at',
] as const satisfies readonly (keyof OutcomeRow)[]

export const postSales = `select ${columns.join(', ')} from ledger.post_sales(`

/** How the statements of a batch reach the database. */
export type SaleStatements = {
  read(asked: readonly AskedSale[]): Promise<FactRow[]>
  post(batch: PostedBatch & { today: string }): Promise<OutcomeRow[]>
}

/** What a sale waits for before it is decided anew. `moved`: what it was decided by has changed meanwhile. */
export type Waits = { waits_for: PutOff['waits_for'] | 'moved'; customer_id: string | null }

/** What came of each sale, in the order of the requests. */
export type BatchOutcome = PayOutcome | Waits

/**
 * Sales of one batch: facts that lock nothing, a decision for each, one posting of all that is still as it was read.
 *
 * @param asksStock whether shortages are found beforehand; the stock's own door refuses them all the same, but for the
 * whole batch
 * @param busy customers whose sale is under way in another batch; those of this one are added while they are
 */
export async function paySales(
  db: SaleStatements,
  requests: readonly PayRequest[],
  { asksStock, busy }: { asksStock: boolean; busy: Set<string> },
): Promise<BatchOutcome[]> {
  const facts = (
    await db.read(requests.map((request, index) => askedSaleOf(request, index + 1, asksStock)))
  ).toSorted((a, b) => a.ord - b.ord)
  const { terms } = facts[0]!
  const decisions = decideSales(
    terms!,
    facts.map((row, index) => ({ facts: factsOf(row), wish: wishOf(requests[index]!) })),
    busy,
  )
  const budgeted = new Set(terms!.campaigns.flatMap(({ id, budget }) => (budget === null ? [] : [id])))
  const batch: PostedBatch = { rows: [], rare: [], after: null }
  const rare = new Set<string>()
  for (const [index, decision] of decisions.entries()) {
    if ('waits_for' in decision) continue
    const row = saleRowOf(requests[index]!, facts[index]!, decision)
    batch.rows.push(row)
    for (const name of rareOf(row, facts[index]!, budgeted)) rare.add(name)
    if (decision.code === null && decision.after) {
      batch.after = [...(batch.after ?? []), { ord: row.ord, movement: decision.after }]
    }
  }
  batch.rare = [...rare]
  const payers = batch.rows.flatMap(({ code, customer_id }) => (code === null ? (customer_id ?? []) : []))
  for (const payer of payers) busy.add(payer)
  try {
    const answers = batch.rows.length > 0 ? await db.post({ ...batch, today: terms!.today }) : []
    const byOrd = new Map(answers.map((row) => [row.ord, row]))
    return decisions.map((decision, index) => {
      const { customer_id } = facts[index]!
      if ('waits_for' in decision) return { waits_for: decision.waits_for, customer_id }
      const row = byOrd.get(index + 1)!
      return row.code === 'RETRY' ? { waits_for: 'moved', customer_id } : outcomeOf(row)
    })
  } finally {
    for (const payer of payers) busy.delete(payer)
  }
}

/** Whether something is due to the customer before their sale is decided anew. */
export const isDue = ({ waits_for }: Waits): boolean => waits_for === 'year' || waits_for === 'ends'

/** Does that, in the caller's database transaction: what has ended leaves them, and their rank is judged. */
export async function refreshPayer(db: Rows, waits: Waits, storeId: string): Promise<void> {
  if (waits.waits_for === 'ends') {
    await db.rows('select ledger.expire_before_sale($1, $2)', [waits.customer_id, storeId])
  } else if (waits.waits_for === 'year') {
    await judgeRanks(db, [waits.customer_id!])
  }
}

function outcomeOf(row: OutcomeRow): PayOutcome {
  const { ord: _, code, n, replayed, ...answered } = row
  if (code !== null) return { code: code as ErrorCode, n, replayed }
  const { username, last_name, first_name, avatar, verified, kyc_status, later_total, ...transaction } =
    answered
  const { customer_id: id } = transaction
  const customer = id
    ? { id, username, last_name, first_name, avatar, verified, kyc_status, later_total }
    : null
  return { code: null, transaction, customer, replayed }
}
