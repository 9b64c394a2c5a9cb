import type { Actor, Context } from '../../context.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { directoryOf } from './directory.ts'
import { presentTransaction } from './present.ts'
import { mayRead } from './rights.ts'
import { pointsOfLines, reasonsOf } from './reasons.ts'
import { findTransaction, listLines } from './store.ts'

export async function details(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.details'>,
): Promise<Output<'transactions.details'>> {
  const row = await findTransaction(ctx.db, params.id)
  if (!row || !mayRead(actor, row)) throw new Problem('TXN_NOT_FOUND')
  const [lines, directory] = await Promise.all([listLines(ctx.db, row.id), directoryOf(ctx)])
  return {
    ...presentTransaction(row, lines, directory),
    point_reasons: await reasonsOf(ctx, row, directory.levels),
    item_points: pointsOfLines(row, lines),
    pending_points: null,
  }
}
