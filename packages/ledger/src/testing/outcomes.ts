import type { PayOutcome } from '../pay/post-sales.ts'
import type { Customer, World } from './world.ts'

export const refusalOf = (outcome: PayOutcome) =>
  outcome.code === null ? 'posted' : outcome.n === null ? outcome.code : `${outcome.code} ${outcome.n}`

/** How many were posted, and how many refused with each code. */
export function codesOf(outcomes: readonly PayOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of outcomes) counts[code ?? 'posted'] = (counts[code ?? 'posted'] ?? 0) + 1
  return counts
}

export async function countOf(world: World, table: string, customer: Customer): Promise<number> {
  const column = table === 'transactions' ? 'customer_id' : 'user_id'
  const { rows } = await world.app.query(`select count(*) as n from ledger.${table} where ${column} = $1`, [
    customer.id,
  ])
  return rows[0].n
}

/** The wallet without what the test does not speak of. */
export async function held(world: World, customer: Customer) {
  const { balance_paid, balance_bonus, point_regular, point_limited } = await world.wallet(customer)
  return [balance_paid, balance_bonus, point_regular, point_limited]
}
