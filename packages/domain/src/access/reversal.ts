import { type AccessFacts, hasRight } from './people.ts'

/**
 * Who takes back what they or a colleague took or gave (`ledger.reversal_people`). Who decides is the second person, where
 * there is one.
 */
export type ReversalPeople = AccessFacts & {
  /** Who decides took or gave it themself. */
  is_taker: boolean
  /** Who decides shares no hand with the person who did. */
  is_independent: boolean
}

/** Who decides may also take back what others did. */
export function isByManager({ actor, approver }: ReversalPeople): boolean {
  return hasRight(approver ?? actor, 'refund.large')
}

/** Whether it is theirs to take back: register staff what they did themselves, a manager everything. */
export function isTheirs(people: ReversalPeople): boolean {
  return people.is_taker || isByManager(people)
}
