/** Rights that rules here ask for, by their names in `packages/contract/src/wire/rights.ts`; a tidy test compares the two. */
type Right =
  | 'sell'
  | 'refund'
  | 'refund.large'
  | 'void'
  | 'correct'
  | 'approve'
  | 'shops.act'
  | 'staff'
  | 'later.collect'
  | 'later.bank'
  | 'later.write_off'
  | 'charge.take'
  | 'stock.receive'
  | 'stock.count'
  | 'cashout'
  | 'cashout.approve'
  | 'books.lift'
  | 'legal.agree'

/** An employee, or who else asks. */
export type Person = {
  id: string
  /** At work for the brand: neither dismissed nor suspended. */
  is_active: boolean
  /** Their shop; null of head office, and of who is no employee. */
  store_id: string | null
  rights: readonly string[]
}

/**
 * Who acts and who else agreed to it, as `ledger.access_facts` reads them for an act. An act with a posting of its own reads
 * them there anew, and begins again where they are others by then (`ledger.check_access`).
 */
export type AccessFacts = {
  /** The shop that the act concerns; null where there is none. */
  store_id: string | null
  /** The actor is in a session of their own that lives. */
  is_signed_in: boolean
  actor: Person
  /** The second person, who has proved who they are; null without one. */
  approver: Person | null
  /** The two share no hand (`ledger.independent`); not asked without a second person. */
  are_independent: boolean
  /** The act is about a member account of one of them, or of a person of one household with them. */
  is_own: boolean
  /** The register stands in `store_id`; true where the act names none. */
  is_register_here: boolean
}

/** Whether a right is theirs, with or without a second person. */
export function hasRight({ rights }: Person, right: Right): boolean {
  return rights.includes(right)
}

/** Whether who acts is at work, in a session of their own, and this is their work. */
export function isEntitled({ actor, is_signed_in }: AccessFacts, right: Right): boolean {
  return is_signed_in && actor.is_active && hasRight(actor, right)
}

/** Whether who acts works in the shop that the act concerns. Head office works in none. */
export function isOfShop({ actor, store_id }: AccessFacts): boolean {
  return store_id !== null && actor.store_id === store_id
}

/**
 * Whether who acts works in the shop that the act concerns, or in head office, which acts in all; where the act concerns no
 * shop, neither does. Of who is no employee it says nothing: ask `isEntitled` first.
 */
export function reachesShop(access: AccessFacts): boolean {
  return isOfShop(access) || (access.store_id !== null && access.actor.store_id === null)
}
