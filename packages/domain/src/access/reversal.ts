import { type AccessFacts, hasRight } from './people.ts'

/** Who takes back what another person may have taken or given. The second person decides, where there is one. */
export type ReversalPeople = AccessFacts & {
  /** Who decides did it themself, or has nothing to do with the person who did it. */
  is_taker: boolean
  is_independent: boolean
}

/** Who decides may also take back what others did. */
export function isByManager({ actor, approver }: ReversalPeople): boolean {
  return hasRight(approver ?? actor, 'refund.large')
}

/** Register staff take back what they did themselves; for everything else a manager decides. */
export function isTheirs(people: ReversalPeople): boolean {
  return people.is_taker || isByManager(people)
}
