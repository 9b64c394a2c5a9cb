import type { Transaction } from '@shirogane/contract/resources/shapes'
import type { Db, Row } from '../../../db/sql.ts'
import type { MovementRow } from './columns.ts'

type RewardFacts = NonNullable<Transaction['reward']>
type AmountRow = Row & { id: string; amount: number }

/** What movements of rewards did with them, by movement. Nothing is asked where none is among them. */
export async function rewardsOf(
  db: Db,
  rows: readonly Pick<MovementRow, 'id' | 'kind' | 'step' | 'received_paid'>[],
): Promise<Map<string, RewardFacts>> {
  const rewards = rows.filter(({ kind }) => kind === 'reward')
  if (rewards.length === 0) return new Map()
  const amounts = await db.rows<AmountRow>(
    // A claim moves what was confirmed already: its amount is what the inviter gets by it.
    `select t.id, case t.step when 'claim' then -c.confirmed else c.confirmed + c.reward end as amount
     from ledger.transactions t cross join lateral ledger.rewards_changed(t.id) c where t.id = any ($1::uuid[])`,
    [rewards.map(({ id }) => id)],
    'reward-amounts',
  )
  const amountOf = new Map(amounts.map(({ id, amount }) => [id, amount]))
  return new Map(
    rewards.map(({ id, step: moved, received_paid }) => {
      const step = moved === 'claim' || moved === 'reverse' ? moved : 'confirm'
      const method = received_paid > 0 ? 'wallet' : 'bank'
      return [id, { step, amount: amountOf.get(id)!, method: step === 'claim' ? method : null }]
    }),
  )
}
