import type { Refusal } from '../movements/movement.ts'
import type { Payout } from './payout.ts'
import { heldBy, type IsHolder, type PayoutStanding } from './standing.ts'
import { type PaymentsAround, withheldOf, withholdingMonth } from './withholding.ts'

/** An approved payout past its cut-off, before the person who makes the file. */
export type WaitingPayout = Payout &
  PayoutStanding & {
    /** This person approved it, or one who counts as the same hand. */
    is_approver: boolean
    is_linked: boolean
  }

/**
 * What goes into a file now: approved by another person, of members who may still be paid and owe nothing, to accounts in
 * their names. Staff send none of their own.
 */
export function takePayouts<P extends WaitingPayout>(
  { are_frozen, payouts }: { are_frozen: boolean; payouts: readonly P[] },
  isHolder: IsHolder,
):
  | { code: null; payouts: P[] }
  | Refusal<'PAYOUT_FROZEN' | 'PAYOUT_SAME_PERSON' | 'APPROVAL_LINKED' | 'PAYOUT_NONE'> {
  if (are_frozen) return { code: 'PAYOUT_FROZEN' }
  const taken = payouts.filter(
    (payout) => !payout.is_linked && !payout.is_own && heldBy(payout, isHolder) === null,
  )
  if (taken.length > 0) return { code: null, payouts: taken }
  if (payouts.some(({ is_approver }) => is_approver)) return { code: 'PAYOUT_SAME_PERSON' }
  return { code: payouts.some(({ is_linked }) => is_linked) ? 'APPROVAL_LINKED' : 'PAYOUT_NONE' }
}

/** A payout as a line of a file, with what its member is paid around the day on which the file pays. Yen. */
export type PayoutLine = { id: string; amount: number; fee: number; payments: PaymentsAround }

/** What each line leaves out for the tax. */
export function withheldOfLines(lines: readonly PayoutLine[]): { id: string; withheld: number }[] {
  return lines.map(({ id, amount, fee, payments }) => ({
    id,
    withheld: withheldOf(amount, fee, withholdingMonth(payments)),
  }))
}

/** Everything that the writing down of a file is decided by. */
export type ExportPayoutsFacts = {
  /** The employee may look after payouts. */
  is_entitled: boolean
  /** The books do not balance. */
  are_frozen: boolean
  /** In the order of the file. */
  lines: readonly PayoutLine[]
}

/**
 * Whether a file that was made is the one to be sent. What is withheld is reckoned here, by the day on which the file pays: a
 * file that says it otherwise in a single line, because a setting or a member's month has changed since it was made, is
 * refused.
 */
export function exportPayouts(
  { is_entitled, are_frozen, lines }: ExportPayoutsFacts,
  file: { lines: readonly { id: string; withheld: number }[]; total: number },
): { code: null } | Refusal<'FORBIDDEN' | 'PAYOUT_FROZEN' | 'CONFLICT'> {
  if (!is_entitled) return { code: 'FORBIDDEN' }
  if (are_frozen) return { code: 'PAYOUT_FROZEN' }
  const due = withheldOfLines(lines)
  const isAsDue =
    due.length === file.lines.length &&
    due.every(({ id, withheld }, at) => file.lines[at]!.id === id && file.lines[at]!.withheld === withheld)
  const total = lines.reduce((sum, { amount, fee }, at) => sum + amount - fee - due[at]!.withheld, 0)
  return isAsDue && total === file.total ? { code: null } : { code: 'CONFLICT' }
}
