import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { type Act, recordOf, type Rows } from '../act.ts'

export type CashChargeRequest = Act & {
  customer_id: string
  /** The code that they showed, which the charge spends; null where they are known otherwise. */
  code_id: string | null
  store_id: string
  register_id: string
  /** Yen of balance, and what was handed over for them: the change is what exceeds it. */
  amount: number
  cash_tendered: number
}
export type TakeBackChargeRequest = Act & {
  charge_id: string
  register_id: string | null
  reason: string | null
  approved_by: string | null
}

export type CashChargeOutcome = { replayed: boolean } & (
  | { code: null; transaction: string }
  /** The numbers of the refusal's sentence. */
  | { code: ErrorCode; n: number | null; m: number | null }
)

type Row = {
  code: ErrorCode | null
  n: number | null
  m?: number | null
  replayed: boolean
  transaction: string | null
}

/** Charges a member's balance with cash, once for a key. */
export function chargeCash(db: Rows, request: CashChargeRequest): Promise<CashChargeOutcome> {
  return ask(db, 'select code, n, m, replayed, transaction from ledger.charge_cash($1)', request)
}

/** Takes a charge in cash back on its own day, once for a key. */
export function takeBackCharge(db: Rows, request: TakeBackChargeRequest): Promise<CashChargeOutcome> {
  return ask(db, 'select code, n, replayed, transaction from ledger.take_back_charge($1)', request)
}

async function ask(db: Rows, text: string, act: Act): Promise<CashChargeOutcome> {
  const [row] = await db.rows<Row>(text, [JSON.stringify(recordOf(act))])
  const { code, replayed, transaction, n, m = null } = row!
  return code === null ? { code, replayed, transaction: transaction! } : { code, replayed, n, m }
}
