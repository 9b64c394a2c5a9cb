import { randomUUID } from 'node:crypto'
import { moveStock } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import { daysBetween } from '../../lib/days.ts'
import { getBuyback } from './get.ts'
import { type BuybackRow, type ItemRow, listItems } from './store.ts'

/** A piece of a purchase that the caller may see. */
export async function getPiece(
  ctx: Context,
  actor: Actor,
  params: { id: string; line: string },
): Promise<{ row: BuybackRow; piece: ItemRow }> {
  const row = await getBuyback(ctx, actor, params.id)
  const piece = (await listItems(ctx.db, [row.id])).find(({ line }) => line === Number(params.line))
  if (!piece) throw new Problem('NOT_FOUND')
  return { row, piece }
}

export function stillHeld(row: BuybackRow, piece: ItemRow): Problem {
  return new Problem('BUYBACK_HELD', { blanks: { n: daysBetween(row.on, piece.held_until) } })
}

/** Puts a piece on the shelf, or takes it from where it lies, by the word of the ledger of second-hand articles. */
export async function movePiece(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  move: {
    kind: 'opening' | 'dispose'
    store_id: string
    sku_id: string
    place: 'shelf' | 'hold' | 'damaged'
    reason: string
    requestHash: Uint8Array
  },
): Promise<void> {
  const done = await moveStock(tx, {
    actor_id: actor.user_id,
    session_id: actor.session_id,
    route: 'buybacks',
    key: `piece:${randomUUID()}`,
    request_hash: Buffer.from(move.requestHash),
    id: uuidv7(ctx.now()),
    kind: move.kind,
    store_id: move.store_id,
    reason: move.reason,
    piece: true,
    lines: [{ sku_id: move.sku_id, quantity: 1, place: move.place }],
  })
  if (done.code === null) return
  // Another request was quicker: it was sold, or carried elsewhere, in this moment.
  throw new Problem(done.code === 'STOCK_SHORTAGE' ? 'CONFLICT' : done.code)
}

/** The name under which a closed photograph of a piece is kept. */
export const photoObjectOf = (name: string): string => `pieces/${name}`
