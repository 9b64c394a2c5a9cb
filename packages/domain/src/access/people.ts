/** What staff may do, by the names of the table of rights. */
type Right =
  | 'sell'
  | 'refund'
  | 'refund.large'
  | 'void'
  | 'correct'
  | 'approve'
  | 'shops.act'
  | 'later.collect'
  | 'later.bank'
  | 'later.write_off'
  | 'charge.take'
  | 'stock.receive'
  | 'stock.count'
  | 'cashout'
  | 'cashout.approve'

/** An employee, or who else asks. */
export type Person = {
  id: string
  /** At work for the brand: neither dismissed nor suspended. */
  is_active: boolean
  /** Their shop; null of head office, and of who is no employee. */
  store_id: string | null
  rights: readonly string[]
}

/** Who acts and who else agreed to it, as they stand at the moment of the facts. */
export type AccessFacts = {
  /** The shop that it concerns; null where there is none. */
  store_id: string | null
  /** The actor is in a session of their own that lives. */
  is_signed_in: boolean
  actor: Person
  /** The second person, who has proved who they are; null without one. */
  approver: Person | null
  /** The two share no hand. */
  are_independent: boolean
  /** What it is about is an account of one of them, or of a person of one household with them. */
  is_own: boolean
  /** The register stands in that shop; true where none is named. */
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

/** Whether who acts works in the shop that it concerns. */
export function isOfShop({ actor, store_id }: AccessFacts): boolean {
  return store_id !== null && actor.store_id === store_id
}

/** Whether who acts may do so there. Head office belongs to no shop and acts in all; where there is no shop, none does. */
export function reachesShop(access: AccessFacts): boolean {
  return isOfShop(access) || (access.store_id !== null && access.actor.store_id === null)
}
