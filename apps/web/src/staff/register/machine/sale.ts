import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { Discount } from '@shirogane/contract/terms/sale-terms'
import { cartOf, fitDiscounts, totalsOf } from '../cart/cart.ts'
import type { Line } from '../cart/cart.ts'
import { fitTenders } from '../tender/tenders.ts'
import type { Reply } from './outcome.ts'
import { emptySale, isEditing, withSale } from './register.ts'
import type { Fresh, Register, SaleEffect, Step } from './register.ts'
import type { Refusal } from './sale-parts.ts'
import { availableOf, isQuestion, nothingAvailable } from './sale-state.ts'
import type { Notice } from './sale-state.ts'

/** With a hold of two minutes, an untouched sale gives the code back after about six. */
const quietRenewalsMax = 3

export const stopClaim: SaleEffect = { do: 'stop_timer', timer: 'claim' }

/** A change of the cart: the tenders follow it. */
export function setLines(
  register: Register,
  lines: readonly Line[],
  selected: string | null,
  discount: Discount | null = register.sale.discount,
  /** What was said before this was begun. A notice that came since has not been read yet, and stays. */
  seen: Notice | null = register.sale.notice,
): Register {
  if (!isEditing(register)) return register
  const { entered, member, notice } = register.sale
  const cart = fitDiscounts({ lines, discount })
  return {
    ...withSale(register, {
      ...cart,
      selected,
      entered: fitTenders(totalsOf(cart).total, entered, availableOf(member)),
      notice: notice === seen ? keptNotice(notice) : notice,
    }),
    quietRenewals: 0,
  }
}

/** A refusal has been read once the clerk goes on working; what needs an act stays. */
function keptNotice(notice: Notice | null): Notice | null {
  return notice?.kind === 'scan_lost' || notice?.kind === 'member_gone' || isQuestion(notice) ? notice : null
}

export function attach(
  register: Register,
  { transaction, customer, claim_expires_in, warnings }: RegisterState,
): Step {
  if (customer === null) return [register, []]
  const { sale } = register
  const member = { customer }
  const warning = warnings[0]
  // What one person gave is not taken from the next: their points, their balance, and what they signed for.
  const isOther = sale.member !== null && sale.member.customer.id !== customer.id
  const signed = sale.signed?.user_id === customer.id ? sale.signed : null
  const entered = {
    ...sale.entered,
    ...(isOther && { points: 0, balance: 0 }),
    ...(signed === null && { later: 0 }),
  }
  const next = withSale(register, {
    transaction_id: transaction.id,
    member,
    is_scanning: false,
    signed,
    entered: fitTenders(totalsOf(sale).total, entered, availableOf(member)),
    // What an article was said to be while the code was looked up is still true.
    notice: warning === undefined ? sale.notice : { kind: 'warning', message: warning },
  })
  return [
    { ...next, act: null, level_at_scan: customer.level.current_level, quietRenewals: 0 },
    [holdClaim(claim_expires_in)],
  ]
}

export function detach(register: Register, { id }: Fresh, notice: Notice | null): Step {
  const { sale } = register
  const next = withSale(register, {
    transaction_id: id,
    member: null,
    is_scanning: false,
    signed: null,
    entered: fitTenders(totalsOf(sale).total, { ...sale.entered, later: 0 }, nothingAvailable),
    notice,
  })
  return [{ ...next, level_at_scan: null }, [stopClaim]]
}

/** An empty cart, and a new sale in it. */
export function begin(register: Register, { id }: Fresh): Step {
  const { serial } = register
  return [
    { ...register, sale: emptySale(id), act: null, level_at_scan: null, serial: serial + 1 },
    [stopClaim],
  ]
}

/** While the sale is being worked on, its hold on the code is renewed shortly before it ends. */
export function holdClaim(seconds: number | undefined): SaleEffect {
  if (seconds === undefined) return stopClaim
  return { do: 'start_timer', timer: 'claim', ms: Math.max(5_000, seconds * 1_000 - 30_000) }
}

export function renewClaim(register: Register, { key }: Fresh): Step {
  const { sale, quietRenewals, register_id } = register
  const { transaction_id, lines } = sale
  if (!isEditing(register) || sale.member === null || quietRenewals >= quietRenewalsMax) return [register, []]
  const body = { transaction_id, register_id, ...(lines.length > 0 && cartOf(sale)) }
  return [{ ...register, quietRenewals: quietRenewals + 1 }, [{ do: 'renew_hold', body, key }]]
}

export function takeRenewal(
  register: Register,
  transaction_id: string,
  reply: Reply<RegisterState, Refusal>,
): Step {
  const { sale } = register
  const isOfThis = isEditing(register) && sale.transaction_id === transaction_id && sale.member !== null
  return [register, reply.kind === 'answer' && isOfThis ? [holdClaim(reply.value.claim_expires_in)] : []]
}
