import { forfeitPoints as decideForfeit } from '@shirogane/domain/points/forfeit-points'
import type { PointWallet } from '@shirogane/domain/points/wallet'
import { type Held, postAct, type Rows } from '../act.ts'

type ForfeitFacts = {
  /** Null where a person never had one. */
  wallet: PointWallet | null
  home_store: string
}

/**
 * Takes every point of a member who leaves, in the caller's database transaction, and holds their wallet until its
 * commit. Answers how many went.
 */
export async function forfeitPoints(
  db: Rows,
  { user_id, transaction_id }: { user_id: string; transaction_id: string },
): Promise<number> {
  let points = 0
  await postAct<ForfeitFacts, never>(
    db,
    { actor_id: user_id, route: 'forfeit', transaction_id },
    {
      hold: (act) =>
        db.rows<{ facts: Held<ForfeitFacts> | null }>('select ledger.hold_forfeit_points($1) as facts', [
          act,
        ]),
      decide({ wallet, home_store: store_id }) {
        const forfeited =
          wallet && decideForfeit(wallet, { id: transaction_id, customer_id: user_id, store_id })
        if (forfeited === null) return { code: null, movements: [] }
        points = forfeited.transfers.reduce((sum, { amount }) => sum + amount, 0)
        return { code: null, movements: [forfeited] }
      },
    },
  )
  return points
}
