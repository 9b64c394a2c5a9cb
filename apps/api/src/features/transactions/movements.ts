import type { Transaction } from '@shirogane/contract/resources'
import type { Context } from '../../context.ts'
import { listChargeCards } from './charge-store.ts'
import type { MovementRow } from './columns.ts'
import { directoryOf } from './directory.ts'
import { listByIds, listLinesOf } from './list-store.ts'
import { payoutsOf } from './payouts/facts.ts'
import { presentTransaction } from './present.ts'

export type Movement = { row: MovementRow; transaction: Transaction }

/** Movements by id, as they are told to those whom they concern. */
export async function getMovements(ctx: Context, ids: readonly string[]): Promise<Map<string, Movement>> {
  const [rows, lines, directory] = await Promise.all([
    listByIds(ctx.db, ids),
    listLinesOf(ctx.db, ids),
    directoryOf(ctx),
  ])
  const [cards, payouts] = await Promise.all([listChargeCards(ctx.db, rows), payoutsOf(ctx.db, rows)])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        row,
        transaction: {
          ...presentTransaction(row, lines.get(row.id) ?? [], directory, cards.get(row.id)),
          ...payouts.get(row.id),
        },
      },
    ]),
  )
}
