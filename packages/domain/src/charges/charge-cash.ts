import { type AccessFacts, isEntitled, isOfShop } from '../access/people.ts'
import { type CodeFacts, type CodeRefusal, refuseCodes } from '../codes/refuse-code.ts'
import { type CashDay, type CashRefusal, refuseCash } from '../days/refuse-cash.ts'
import type { Decision } from '../movements/movement.ts'
import { transfersOf } from '../movements/transfer.ts'
import { type ChargedMember, refuseBalance, refuseMinor, refuseRange } from './limits.ts'

/** Everything that a charge in cash at the register is decided by. */
export type CashChargeFacts = ChargedMember & {
  access: AccessFacts
  /** The code that the member showed; empty where none was. */
  codes: readonly CodeFacts[]
  has_wallet: boolean
  /** Suspended, or left. */
  is_stopped: boolean
  verified: boolean
  cash_day: CashDay
}

export type CashChargeWish = {
  transaction_id: string
  actor_id: string
  customer_id: string
  code_id: string | null
  store_id: string
  register_id: string
  /** Yen of balance, and what was handed over for them. */
  amount: number
  cash_tendered: number
}

type Code =
  | CodeRefusal
  | CashRefusal
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'SELF_DEALING'
  | 'CUSTOMER_SUSPENDED'
  | 'MEMBER_UNVERIFIED'
  | 'TOPUP_RANGE'
  | 'TENDERED_SHORT'
  | 'TOPUP_MINOR_LIMIT'
  | 'BALANCE_LIMIT'

/** Cash becomes paid balance, yen for yen. A charge is no sale: nothing is earned by it, and no tax arises. */
export function chargeCash(facts: CashChargeFacts, wish: CashChargeWish): Decision<Code> {
  const { amount, cash_tendered } = wish
  const { access } = facts
  if (!isEntitled(access, 'charge.take') || !isOfShop(access)) return { code: 'FORBIDDEN' }
  const shown = refuseCodes(facts.codes)
  if (shown !== null) return { code: shown }
  if (!access.is_register_here || !facts.has_wallet) return { code: 'NOT_FOUND' }
  if (access.is_own) return { code: 'SELF_DEALING' }
  if (facts.is_stopped) return { code: 'CUSTOMER_SUSPENDED' }
  if (!facts.verified) return { code: 'MEMBER_UNVERIFIED' }
  const range = refuseRange(facts, amount)
  if (range) return range
  if (cash_tendered < amount) return { code: 'TENDERED_SHORT' }
  const limit = refuseMinor(facts, amount) ?? refuseBalance(facts, amount)
  if (limit) return limit
  const cash = refuseCash(facts.cash_day, amount)
  if (cash) return { code: cash }
  return {
    code: null,
    movements: [
      {
        id: wish.transaction_id,
        kind: 'charge',
        customer_id: wish.customer_id,
        store_id: wish.store_id,
        register_id: wish.register_id,
        employee_id: wish.actor_id,
        pay_code_id: wish.code_id,
        cash_tendered,
        transfers: transfersOf([['charge', 'drawer', 'balance_paid', amount]]),
      },
    ],
  }
}
