import { type AccessFacts, hasRight } from '../access/people.ts'
import { type AccessRefusal, refuseAccess } from '../access/refuse-access.ts'
import { type CashDay, type CashRefusal, refuseCash } from '../days/refuse-cash.ts'

/** A sale as it stands: what it was posted with, or what its last correction found. */
type Standing = { cash: number; card: number; employee_id: string; note: string | null }

/** Everything that a correction is decided by. Dates are business days. */
export type CorrectionFacts = {
  access: AccessFacts
  kind: string
  is_voided: boolean
  refunded_total: number
  business_date: string
  /** The day that the shop is on. */
  shop_date: string
  before: Standing
  /** Whether the clerk who is named now works in the shop. */
  is_of_shop: boolean
  /** The cash of the day, where more of the sale was cash. */
  cash_day: CashDay | null
}

/** There is no such sale. */
type NoSale = { access: AccessFacts; kind: null }

/** What was really so: null where it stands. An empty note takes the note away; left out, it stands. */
export type CorrectionWish = {
  cash: number | null
  card: number | null
  employee_id: string | null
  note?: string | undefined
}

export type CorrectionPlan = {
  before: Standing
  after: Standing
}

type Refusal = {
  code:
    | AccessRefusal
    | 'CORRECT_NOT_PAYMENT'
    | 'TXN_VOIDED'
    | 'CORRECT_REFUNDED'
    | 'CORRECT_CLOSED'
    | 'CORRECT_AMOUNTS'
    | 'NOT_FOUND'
    | 'CORRECT_NOTHING'
    | 'CORRECT_APPROVAL'
    | CashRefusal
  /** Asked once more it is the same act: who paid may be written down meanwhile. */
  again?: true
}

/**
 * Corrects a completed sale on its own business day: its cash was really a card or the other way round, another clerk
 * sold it, or its note was wrong. What was sold and what it came to never change.
 */
export function correctSale(
  facts: CorrectionFacts | NoSale,
  wish: CorrectionWish,
): ({ code: null } & CorrectionPlan) | Refusal {
  const forbidden = refuseAccess('correct', facts.access)
  if (forbidden !== null) return { code: forbidden }
  if (facts.kind === null) return { code: 'TXN_NOT_FOUND' }
  const { before } = facts
  const after: Standing = {
    cash: wish.cash ?? before.cash,
    card: wish.card ?? before.card,
    employee_id: wish.employee_id ?? before.employee_id,
    note: wish.note === undefined ? before.note : wish.note || null,
  }
  const code = refuse(facts, after)
  if (code !== null) return { code }
  const cash = refuseCash(facts.cash_day, after.cash - before.cash)
  if (cash) return { code: cash, again: true }
  return { code: null, before, after }
}

function refuse(facts: CorrectionFacts, after: Standing): Refusal['code'] | null {
  const { before } = facts
  if (facts.kind !== 'payment') return 'CORRECT_NOT_PAYMENT'
  if (facts.is_voided) return 'TXN_VOIDED'
  if (facts.refunded_total > 0) return 'CORRECT_REFUNDED'
  if (facts.business_date !== facts.shop_date) return 'CORRECT_CLOSED'
  if (after.cash + after.card !== before.cash + before.card) return 'CORRECT_AMOUNTS'
  if (!facts.is_of_shop) return 'NOT_FOUND'
  const isSame =
    after.cash === before.cash && after.employee_id === before.employee_id && after.note === before.note
  if (isSame) return 'CORRECT_NOTHING'
  return isAgreed(facts.access) ? null : 'CORRECT_APPROVAL'
}

/** One of the two corrects on their own authority. */
function isAgreed({ actor, approver }: AccessFacts): boolean {
  return hasRight(actor, 'correct') || (approver !== null && hasRight(approver, 'correct'))
}
