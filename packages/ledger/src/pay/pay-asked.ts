import { array, bytea, composite, int2, int4, int8, jsonb, text, uuid, type Codec } from '../door/binary.ts'
import type { PayRequest } from './pay-request.ts'
import type { LineRow } from '../rows.ts'

/** A payment and its place in the batch, from 1. */
type Asked = PayRequest & { ord: number }
/** `amount_only` is of refunds. */
type AskedLine = Omit<LineRow, 'amount_only'>

/** Their object identifiers, which each database gives anew. */
export type AskedTypes = { asked: number; asked_list: number; line: number; line_list: number }

export const askedTypesOf = `select 'ledger.pay_asked'::regtype::oid as asked, 'ledger.pay_asked[]'::regtype::oid as asked_list,
  'ledger.pay_line'::regtype::oid as line, 'ledger.pay_line[]'::regtype::oid as line_list`

/** A batch as `ledger.pay_all` takes it. The columns stand in the order in which the two types have them. */
export function askedCodec(types: AskedTypes): Codec<readonly Asked[]> {
  const line = composite<AskedLine>(types.line, {
    line: int2,
    sku_id: uuid,
    sku: text,
    name: text,
    quantity: int4,
    unit_price: int8,
    discount: int8,
    subtotal: int8,
    tax_rate_bp: int4,
    share_points: int8,
    share_balance: int8,
    share_cash: int8,
    share_card: int8,
    share_later: int8,
    detail: jsonb,
  })
  const asked = composite<Asked>(types.asked, {
    ord: int4,
    actor_id: uuid,
    session_id: uuid,
    route: text,
    key: text,
    request_hash: bytea,
    transaction_id: uuid,
    checkout_id: uuid,
    token_hash: bytea,
    code_hash: bytea,
    store_id: uuid,
    register_id: uuid,
    lines: array(types.line_list, line),
    total: int8,
    points: int8,
    balance: int8,
    cash: int8,
    card: int8,
    cash_tendered: int8,
    tax: jsonb,
    note: text,
    sale: jsonb,
    parked_id: uuid,
    parked_version: int4,
    approval_id: uuid,
    later: int8,
    contract: jsonb,
  })
  return array(types.asked_list, asked)
}
