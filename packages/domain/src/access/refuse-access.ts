import { type AccessFacts, hasRight, isEntitled, type Person, reachesShop } from './people.ts'

export type AccessRefusal =
  | 'FORBIDDEN'
  | 'TXN_NOT_FOUND'
  | 'APPROVAL_LINKED'
  | 'NOT_FOUND'
  | 'SELF_DEALING'
  | 'POINTS_SELF'

type Needs = {
  /** Who acts has this right, also beside a second person: an approval lends none. */
  right: Parameters<typeof isEntitled>[1]
  /** The answer to who works in another shop, and where the facts name no shop, as of a sale that there is not. */
  elsewhere: 'TXN_NOT_FOUND' | 'FORBIDDEN'
  /** Who may be the second person of an act in this shop. */
  isApprover: (person: Person, store_id: string | null) => boolean
  /** The answer where who acts names themself as the second person. */
  both: 'FORBIDDEN' | 'APPROVAL_LINKED'
  /** A register that the act names has to stand in the shop. */
  is_at_register: boolean
  /** The answer where it is about an account of theirs; null where that is no matter. */
  own: 'SELF_DEALING' | 'POINTS_SELF' | null
}

/** Staff of the shop, and of head office those who act in all shops. */
const worksThere: Needs['isApprover'] = (person, store_id) =>
  person.store_id === store_id || hasRight(person, 'shops.act')

const takeBack = {
  right: 'void',
  elsewhere: 'FORBIDDEN',
  isApprover: worksThere,
  both: 'APPROVAL_LINKED',
  is_at_register: false,
} as const

/** What each act asks of the people who do it. Acts that ask for less take `isEntitled` and its like themselves. */
const acts = {
  refund: {
    right: 'refund',
    elsewhere: 'TXN_NOT_FOUND',
    isApprover: worksThere,
    both: 'FORBIDDEN',
    is_at_register: true,
    own: 'SELF_DEALING',
  },
  correct: {
    right: 'sell',
    elsewhere: 'TXN_NOT_FOUND',
    isApprover: worksThere,
    both: 'FORBIDDEN',
    is_at_register: false,
    own: null,
  },
  take_back_charge: { ...takeBack, own: 'SELF_DEALING' },
  take_back_points: { ...takeBack, own: 'POINTS_SELF' },
  grant_points: {
    right: 'sell',
    elsewhere: 'FORBIDDEN',
    isApprover: (person, store_id) =>
      hasRight(person, 'approve') && (person.store_id === null || person.store_id === store_id),
    both: 'FORBIDDEN',
    is_at_register: false,
    own: 'POINTS_SELF',
  },
} as const satisfies Record<string, Needs>

/**
 * Why these people may not do this at all, in the order in which it is answered; null where they may. Whether so much of it
 * needs a second person is decided by the act, which knows the amount.
 */
export function refuseAccess(act: keyof typeof acts, access: AccessFacts): AccessRefusal | null {
  const needs: Needs = acts[act]
  if (!isEntitled(access, needs.right)) return 'FORBIDDEN'
  if (!reachesShop(access)) return needs.elsewhere
  const refusal = refuseApprover(access, needs)
  if (refusal !== null) return refusal
  if (needs.is_at_register && !access.is_register_here) return 'NOT_FOUND'
  return access.is_own ? needs.own : null
}

function refuseApprover(
  { store_id, actor, approver, are_independent }: AccessFacts,
  { isApprover, both }: Needs,
): 'FORBIDDEN' | 'APPROVAL_LINKED' | null {
  if (approver === null) return null
  if (!approver.is_active || !isApprover(approver, store_id)) return 'FORBIDDEN'
  if (approver.id === actor.id) return both
  return are_independent ? null : 'APPROVAL_LINKED'
}
