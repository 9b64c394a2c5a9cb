import { decideSales, type PutOff } from '@shirogane/domain/sales/decide-sales'
import { columnsOf, plainTenders } from '@shirogane/domain/sales/tenders'
import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { judgeRanks } from '../levels/judge-ranks.ts'
import type { TransactionRow } from '../rows.ts'
import type { Rows } from '../act.ts'
import { rareOf, saleRowOf, type PostedBatch, type SaleRow } from './decided-sale.ts'
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

/**
 * As `ledger.post_sales` answers: number and times of a movement; and the movement with its member where it was posted
 * before.
 */
export type SaleAnswer = {
  id: string
  code: ErrorCode | 'RETRY' | null
  n: number | null
  replayed: boolean
  number: string
  opened_at: Date | string
  completed_at: Date | string
  movement: Omit<TransactionRow, 'opened_at' | 'completed_at'> | null
  customer: PayingCustomer | null
}

/** By name, so that a statement prepared before a migration still fits after it. */
const columns = [
  'id',
  'code',
  'n',
  'replayed',
  'number',
  'opened_at',
  'completed_at',
  'movement',
  'customer',
] as const satisfies readonly (keyof SaleAnswer)[]

export const postSales = `select ${columns.join(', ')} from ledger.post_sales(`

/** How the statements of a batch reach the database. */
export type SaleStatements = {
  read(asked: readonly AskedSale[]): Promise<FactRow[]>
  post(batch: PostedBatch & { today: string }): Promise<SaleAnswer[]>
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
    const byId = new Map(answers.map((answer) => [answer.id, answer]))
    const sales = new Map(batch.rows.map((row) => [row.ord, row]))
    return decisions.map((decision, index) => {
      const { customer_id } = facts[index]!
      if ('waits_for' in decision) return { waits_for: decision.waits_for, customer_id }
      // The ledger writes ids in small letters, no matter how they were asked for.
      const answer = byId.get(requests[index]!.transaction_id.toLowerCase())!
      return answer.code === 'RETRY'
        ? { waits_for: 'moved', customer_id }
        : outcomeOf(answer, sales.get(index + 1)!, facts[index]!)
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

function outcomeOf(answer: SaleAnswer, sale: SaleRow, facts: FactRow): PayOutcome {
  const { code, n, replayed, movement } = answer
  if (code !== null) return { code: code as ErrorCode, n, replayed }
  const transaction = {
    ...(movement ?? movementOf(sale, answer)),
    opened_at: new Date(answer.opened_at),
    completed_at: new Date(answer.completed_at),
  }
  return {
    code: null,
    transaction,
    customer: movement === null ? customerOf(sale, facts) : answer.customer,
    replayed,
  }
}

function customerOf({ customer_id, later }: SaleRow, facts: FactRow): PayingCustomer | null {
  if (customer_id === null) return null
  const { username, last_name, first_name, avatar, verified, kyc_status, receivable } = facts
  return {
    id: customer_id,
    username: username!,
    last_name,
    first_name,
    avatar,
    verified: verified!,
    kyc_status: kyc_status!,
    later_total: receivable! + later,
  }
}

/** The movement of a sale that was posted as it was decided. A test holds it beside what the ledger answers later. */
function movementOf(
  sale: SaleRow,
  { id, number }: SaleAnswer,
): Omit<TransactionRow, 'opened_at' | 'completed_at'> {
  return {
    id,
    number,
    kind: 'payment',
    customer_id: sale.customer_id,
    store_id: sale.store_id,
    register_id: sale.register_id,
    employee_id: sale.actor_id,
    pay_code_id: sale.pay_code_id,
    related_id: null,
    business_date: sale.business_date!,
    spent_total: sale.total,
    tender_balance_paid: sale.use_paid ?? 0,
    tender_balance_bonus: sale.use_bonus ?? 0,
    tender_point_regular: sale.use_regular ?? 0,
    tender_point_limited: sale.use_limited ?? 0,
    ...columnsOf('tender', plainTenders, (tender) => sale[tender]),
    cash_tendered: sale.cash_tendered,
    received_paid: 0,
    received_bonus: 0,
    received_point_regular: sale.earned ?? 0,
    received_point_limited: sale.earned_limited ?? 0,
    receivable_after: sale.receivable_after,
    earn_base: sale.base ?? 0,
    rate_bp: sale.rate_bp ?? 0,
    level_before: sale.level_before,
    level_after: sale.level_after,
    level_accumulation_after: sale.accumulation,
    balance_paid_after: sale.paid_after,
    balance_bonus_after: sale.bonus_after,
    point_regular_after: sale.regular_after,
    point_limited_after: sale.limited_after,
    // As the ledger keeps documents, so that an answer is the same to the byte when it is asked for again.
    tax: sale.tax.map(({ tax, rate, taxable }) => ({ tax, rate, taxable })),
    message: null,
    note: sale.note,
    refunded_total: 0,
    voided_by: null,
  }
}
