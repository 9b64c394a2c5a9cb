import type { Transaction } from '@shirogane/contract/resources/shapes'
import type { Context } from '../../../context.ts'
import { listChargeCards } from '../charge/charge-store.ts'
import type { MovementRow } from './columns.ts'
import { directoryOf } from '../sale/directory.ts'
import { listDebtStates } from '../later/store.ts'
import { listByIds, listLinesOf } from './list-store.ts'
import { payoutsOf } from '../payouts/facts.ts'
import { presentTransaction } from './present.ts'
import { rewardsOf } from './reward-facts.ts'

export type Movement = {
  row: MovementRow
  transaction: Transaction
  /** Until when what a sale deferred is to be paid; null where it deferred nothing. */
  due_on: string | null
}

const idsOf = (rows: readonly MovementRow[]): string[] => rows.map(({ id }) => id)

/** Movements by id, as they are told to those whom they concern. */
export async function getMovements(ctx: Context, ids: readonly string[]): Promise<Map<string, Movement>> {
  const [rows, lines, directory] = await Promise.all([
    listByIds(ctx.db, ids),
    listLinesOf(ctx.db, ids),
    directoryOf(ctx),
  ])
  const deferred = rows.filter(({ kind, tender_later }) => kind === 'payment' && tender_later > 0)
  const [cards, payouts, rewards, debts] = await Promise.all([
    listChargeCards(ctx.db, rows),
    payoutsOf(ctx.db, rows),
    rewardsOf(ctx.db, rows),
    deferred.length === 0 ? [] : listDebtStates(ctx.db, idsOf(deferred)),
  ])
  const due = new Map(debts.map(({ sale_id, due_on }) => [sale_id, due_on]))
  return new Map(
    rows.map((row) => [
      row.id,
      {
        row,
        transaction: {
          ...presentTransaction(
            row,
            lines.get(row.id) ?? [],
            directory,
            cards.get(row.id),
            rewards.get(row.id),
          ),
          ...payouts.get(row.id),
        },
        due_on: due.get(row.id) ?? null,
      },
    ]),
  )
}
