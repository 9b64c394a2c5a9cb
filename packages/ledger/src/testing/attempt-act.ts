import type pg from 'pg'
import { type Held, recordOf } from '../act.ts'
import { withinPool } from '../within.ts'

/**
 * Posts what `change` makes of a decision, under the locks of its act. Answers the code of a refusal, what the database
 * said, or `posted`.
 */
export function attemptAct<Facts, Plan>(
  pool: pg.Pool,
  name:
    | 'refund'
    | 'collect_deferred'
    | 'grant_at_register'
    | 'convert_points'
    | 'claim_code'
    | 'update_checkout'
    | 'move_stock'
    | 'reserve_stock'
    | 'request_payout'
    | 'approve_payouts'
    | 'record_payout_results',
  request: object,
  decide: (facts: Facts) => ({ code: null } & Plan) | { code: string },
  change: (plan: Held<Plan>) => object,
): Promise<string> {
  const act = JSON.stringify(recordOf(request))
  const posting = withinPool(pool, async (db) => {
    const hold = `select ledger.hold_${name}($1) as facts`
    const [read] = await db.rows<{ facts: Held<Facts> | null }>(hold, [act])
    const facts = read!.facts
    if (facts === null) throw new Error('there is nothing to decide')
    const plan = decide(facts)
    if (plan.code !== null) throw new Error(`refused: ${plan.code}`)
    const { held, access } = facts
    const decided = JSON.stringify({ ...change({ ...(plan as Plan), held }), access })
    const [row] = await db.rows<{ code: string | null }>(`select code from ledger.${name}($1, $2)`, [
      act,
      decided,
    ])
    return row!.code ?? 'posted'
  })
  return posting.catch((error: Error) => error.message)
}
