/** Who takes back what another person may have taken or given: the employee, and a second person who agreed to it. */
export type ReversalPeople = {
  /** The employee may take such things back in this shop. */
  is_entitled: boolean
  has_approver: boolean
  /** Of the second person: at work in this shop, or of head office. */
  is_approver_entitled: boolean
  /** Both are one hand: an account that one keeps for the other. */
  is_linked: boolean
  /** What is taken back is an account of one of them. */
  is_own: boolean
  /** Who decides may also take back what others did. */
  is_manager: boolean
  /** Who decides did it themself, or has nothing to do with the person who did it. */
  is_taker: boolean
  is_independent: boolean
}

export type ReversalRefusal = 'FORBIDDEN' | 'APPROVAL_LINKED'

/** Why these people give or take nothing back here, no matter what it is. */
export function refusePeople(
  people: Pick<ReversalPeople, 'is_entitled' | 'has_approver' | 'is_approver_entitled' | 'is_linked'>,
): ReversalRefusal | null {
  if (!people.is_entitled || (people.has_approver && !people.is_approver_entitled)) return 'FORBIDDEN'
  return people.has_approver && people.is_linked ? 'APPROVAL_LINKED' : null
}

/** Register staff take back what they did themselves; for everything else a manager decides. */
export function isTheirs({ is_manager, is_taker }: ReversalPeople): boolean {
  return is_manager || is_taker
}
