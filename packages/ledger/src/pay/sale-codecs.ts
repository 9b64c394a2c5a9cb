import {
  array,
  bytea,
  composite,
  date,
  int2,
  int4,
  int8,
  jsonb,
  text,
  uuid,
  type Codec,
} from '../door/binary.ts'
import { columnsOf, plainTenders, eachOf, allTenders } from '@shirogane/domain/sales/tenders'
import type { LineRow } from '../rows.ts'
import type { SaleRow } from './decided-sale.ts'
import type { AskedSale } from './read-facts.ts'

/** `amount_only` is of refunds. */
type LineOfSale = Omit<LineRow, 'amount_only'>

/** Their object identifiers, which each database gives anew. */
export type SaleTypes = {
  asked: number
  asked_list: number
  decided: number
  decided_list: number
  line: number
  line_list: number
}

export const saleTypesOf = `select 'ledger.asked_sale'::regtype::oid as asked,
  'ledger.asked_sale[]'::regtype::oid as asked_list, 'ledger.decided_sale'::regtype::oid as decided,
  'ledger.decided_sale[]'::regtype::oid as decided_list, 'ledger.pay_line'::regtype::oid as line,
  'ledger.pay_line[]'::regtype::oid as line_list`

/** Batches as `ledger.read_sales` and `ledger.post_sales` take them. Columns stand in the order of their types. */
export type SaleCodecs = { asked: Codec<readonly AskedSale[]>; decided: Codec<readonly SaleRow[]> }

const uuids = array(2951, uuid)

export function saleCodecs(types: SaleTypes): SaleCodecs {
  const line = composite<LineOfSale>(types.line, {
    line: int2,
    sku_id: uuid,
    sku: text,
    name: text,
    quantity: int4,
    unit_price: int8,
    discount: int8,
    subtotal: int8,
    tax_rate_bp: int4,
    ...columnsOf('share', allTenders, () => int8),
    detail: jsonb,
  })
  const asked = composite<AskedSale>(types.asked, {
    ord: int4,
    actor_id: uuid,
    session_id: uuid,
    transaction_id: uuid,
    checkout_id: uuid,
    token_hash: bytea,
    code_hash: bytea,
    store_id: uuid,
    register_id: uuid,
    points: int8,
    cash: int8,
    later: int8,
    parked_id: uuid,
    approvals: uuids,
    skus: uuids,
  })
  const decided = composite<SaleRow>(types.decided, {
    ord: int4,
    actor_id: uuid,
    route: text,
    key: text,
    request_hash: bytea,
    transaction_id: uuid,
    code: text,
    n: int8,
    checkout_id: uuid,
    checkout_version: text,
    pay_code_id: uuid,
    code_version: text,
    customer_id: uuid,
    wallet_version: text,
    store_id: uuid,
    register_id: uuid,
    business_date: date,
    lines: array(types.line_list, line),
    total: int8,
    points: int8,
    ...eachOf(plainTenders, () => int8),
    cash_tendered: int8,
    tax: jsonb,
    note: text,
    sale: jsonb,
    parked_id: uuid,
    parked_version: int4,
    approved_by: uuid,
    approvals: jsonb,
    contract: jsonb,
    use_limited: int8,
    use_regular: int8,
    use_bonus: int8,
    use_paid: int8,
    lots: jsonb,
    paid_after: int8,
    bonus_after: int8,
    regular_after: int8,
    limited_after: int8,
    receivable_after: int8,
    base: int8,
    rate_bp: int4,
    earned: int8,
    earned_limited: int8,
    parts: jsonb,
    budgets: jsonb,
    level_before: int2,
    level_after: int2,
    level_bought: int2,
    accumulation: int8,
    inviter_id: uuid,
    reward: int8,
    reward_rate_bp: int4,
    reward_base_min: int8,
    reward_cut: int8,
    reward_day_max: int8,
    reward_before: int8,
  })
  return { asked: array(types.asked_list, asked), decided: array(types.decided_list, decided) }
}
