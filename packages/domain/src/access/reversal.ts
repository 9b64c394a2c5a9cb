import { type AccessFacts, hasRight, type Person } from './people.ts'

/** Who takes back what they or a colleague took or gave (`ledger.reversal_people`). */
export type ReversalPeople = AccessFacts & {
  /** Who took or gave it. */
  taker_id: string | null
  /** Each shares no hand with that person. */
  is_actor_independent: boolean
  is_approver_independent: boolean
}

/** Who decides: the second person, where there is one. */
function deciderOf({ actor, approver }: ReversalPeople): Person {
  return approver ?? actor
}

/** Who decides may also take back what others did. */
export function isByManager(people: ReversalPeople): boolean {
  return hasRight(deciderOf(people), 'refund.large')
}

/** Who decides shares no hand with the person who did it. */
export function isByIndependent(people: ReversalPeople): boolean {
  return people.approver === null ? people.is_actor_independent : people.is_approver_independent
}

/** Whether it is theirs to take back: register staff what they did themselves, a manager everything. */
export function isTheirs(people: ReversalPeople): boolean {
  return deciderOf(people).id === people.taker_id || isByManager(people)
}
