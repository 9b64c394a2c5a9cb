import {
  type Gift as DecidedGift,
  type GiftFacts,
  giveGifts as decideGifts,
} from '@shirogane/domain/points/give-gifts'
import { decideAndPost, type Held, type Rows } from '../act.ts'
import type { MovementMessage } from '../movement-message.ts'

/** What the brand gives a member; what is left out there is none of. */
export type Gift = Pick<DecidedGift, 'transaction_id' | 'user_id'> &
  Partial<Omit<DecidedGift, 'message'>> & { message?: MovementMessage | null }

const nothing = {
  occasion: null,
  sale_id: null,
  store_id: null,
  points: 0,
  expires_at: null,
  yen: 0,
  yen_expires_at: null,
  message: null,
}

/**
 * Gives what may be given in the caller's database transaction, each gift of an occasion once, however often and from
 * however many places it is asked for at a time. Answers the movements of those that were given.
 */
export async function giveGifts(db: Rows, asked: readonly Gift[]): Promise<string[]> {
  if (asked.length === 0) return []
  const gifts = asked.map((gift): DecidedGift => ({ ...nothing, ...gift }))
  const { given } = await decideAndPost(
    { gifts },
    {
      hold: (act) =>
        db.rows<{ facts: Held<GiftFacts> | null }>('select ledger.hold_gifts($1) as facts', [act]),
      decide: (facts: GiftFacts) => decideGifts(facts, gifts),
      post: (act, decided) =>
        db.rows<{ given: string[] }>('select ledger.give_gifts($1, $2) as given', [act, decided]),
    },
  )
  return given
}

/** The same for one. Answers whether this call gave it. */
export async function giveGift(db: Rows, gift: Gift): Promise<boolean> {
  return (await giveGifts(db, [gift])).length > 0
}
