import type { DeferralFacts } from '@shirogane/domain/deferred/refuse-deferral'
import type {
  Payer,
  SaleApproval,
  SaleFacts,
  SaleTerms,
  SaleWish,
  ShownCode,
} from '@shirogane/domain/sales/facts'
import type { PayRequest } from './pay-request.ts'

/** A sale as `ledger.read_sales` is asked for its facts. */
export type AskedSale = {
  ord: number
  actor_id: string
  session_id: string
  transaction_id: string
  checkout_id: string | null
  token_hash: Buffer | null
  code_hash: Buffer | null
  store_id: string
  register_id: string
  points: number
  cash: number
  later: number
  parked_id: string | null
  approvals: readonly string[] | null
  skus: readonly string[] | null
}

/** The facts of one sale as `ledger.read_sales` answers them; `terms` holds for all and stands in the first row. */
export type FactRow = Omit<SaleFacts, 'code' | 'payer' | 'deferral' | 'approvals' | 'standing'> & {
  ord: number
  terms: SaleTerms | null
  pay_code_id: string | null
  code_version: string | null
  code_state: ShownCode['state'] | null
  is_claimed_here: boolean | null
  is_claim_live: boolean | null
  is_over: boolean | null
  checkout_version: string | null
  customer_id: string | null
  wallet_version: string | null
  username: string | null
  last_name: string | null
  first_name: string | null
  avatar: string | null
  verified: boolean | null
  kyc_status: string | null
  deferral: DeferralFacts | null
  approvals: SaleApproval[] | null
  standing: SaleFacts['standing'] | null
} & { [Name in keyof Omit<Payer, 'user_id' | 'lots'>]: Payer[Name] | null } & { lots: Payer['lots'] | null }

/** The facts of each sale as a document: what it has many of is read faster as one than column by column. */
export const readSales = (asked: string) =>
  `select row_to_json(f) as facts from ledger.read_sales(${asked}) f`

/** @param asksStock whether the facts say how much of each article there is */
export function askedSaleOf(request: PayRequest, ord: number, asksStock: boolean): AskedSale {
  const approvals = approvalsOf(request)
  const skus = request.lines.flatMap(({ sku_id }) => sku_id ?? [])
  return {
    ord,
    actor_id: request.actor_id,
    session_id: request.session_id,
    transaction_id: request.transaction_id,
    checkout_id: request.checkout_id,
    token_hash: request.token_hash,
    code_hash: request.code_hash,
    store_id: request.store_id,
    register_id: request.register_id,
    points: request.points,
    cash: request.cash,
    later: request.later,
    parked_id: request.parked_id ?? null,
    approvals: approvals.length > 0 ? approvals : null,
    skus: asksStock && skus.length > 0 ? skus : null,
  }
}

export function approvalsOf({ approval_id, contract }: PayRequest): string[] {
  return [approval_id, contract?.approval_id, contract?.signed_approval_id].flatMap((id) => id ?? [])
}

export function wishOf(request: PayRequest): SaleWish {
  const { contract, sale } = request
  return {
    transaction_id: request.transaction_id,
    actor_id: request.actor_id,
    checkout_id: request.checkout_id,
    store_id: request.store_id,
    register_id: request.register_id,
    is_scanned: request.token_hash !== null || request.code_hash !== null,
    lines: request.lines,
    total: request.total,
    points: request.points,
    balance: request.balance,
    cash: request.cash,
    later: request.later,
    signed_approval_id: contract?.signed_approval_id ?? null,
    override_by: contract?.override_by ?? null,
    override_approval_id: contract?.approval_id ?? null,
    discount_approval_id: request.approval_id ?? null,
    gross: sale?.gross ?? null,
    discount: sale?.discount ?? null,
    parked_id: request.parked_id ?? null,
    parked_version: request.parked_version ?? null,
  }
}

export function factsOf(row: FactRow): SaleFacts {
  const { pay_code_id, customer_id } = row
  return {
    is_entitled: row.is_entitled,
    is_here: row.is_here,
    business_date: row.business_date,
    code:
      pay_code_id === null
        ? null
        : {
            id: pay_code_id,
            state: row.code_state!,
            is_claimed_here: row.is_claimed_here === true,
            is_claim_live: row.is_claim_live === true,
            is_over: row.is_over === true,
          },
    is_of_others: row.is_of_others,
    is_open_here: row.is_open_here,
    payer: customer_id === null ? null : payerOf(row, customer_id),
    cash_day: row.cash_day,
    deferral: row.deferral,
    goods: row.goods,
    parked: row.parked,
    approvals: row.approvals ?? [],
    standing: row.standing ?? { entered: [], given: {} },
  }
}

function payerOf(row: FactRow, user_id: string): Payer {
  return {
    user_id,
    is_suspended: row.is_suspended!,
    is_own: row.is_own!,
    has_ended: row.has_ended!,
    balance_paid: row.balance_paid!,
    balance_bonus: row.balance_bonus!,
    point_regular: row.point_regular!,
    point_limited: row.point_limited!,
    point_debt: row.point_debt!,
    lots: row.lots ?? [],
    receivable: row.receivable!,
    level_index: row.level_index!,
    level_year: row.level_year!,
    level_accumulation: row.level_accumulation!,
    level_given: row.level_given,
    balance_spent_on: row.balance_spent_on,
    balance_spent: row.balance_spent!,
    invitation: row.invitation,
  }
}
