import type { BuybackKind } from '@shirogane/contract/terms/buyback-words'
import { falseClaim } from '@shirogane/contract/inputs/silver-names'
import type { SkuCategory } from '@shirogane/contract/terms/sku-terms'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import { Answer, type Input, type Output, replayed } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { createPiece } from '../../../skus/index.ts'
import { getDetails } from '../../../buybacks/get.ts'
import { getPiece, movePiece, stillHeld } from '../../../buybacks/piece.ts'
import { putOnSale } from '../../../buybacks/piece-store.ts'
import { recordLook } from '../../../buybacks/store.ts'
import { pieceForSale } from '../../../inventory/text.ts'

const articles: Readonly<Record<BuybackKind, { category: SkuCategory; picture: Sku['picture'] }>> = {
  ring: { category: 'ring', picture: 'ring' },
  necklace: { category: 'necklace', picture: 'necklace' },
  bracelet: { category: 'bracelet', picture: 'bangle' },
  earring: { category: 'earring', picture: 'ring' },
  tableware: { category: 'tableware', picture: 'spoon' },
  bullion: { category: 'other', picture: 'dish' },
  other: { category: 'other', picture: 'ring' },
}

/** Puts a piece on sale: an article of which there is one, in the stock of the shop that bought it, in one commit. */
export async function stock(
  ctx: Context,
  actor: Actor,
  { params, body, requestHash, requestId }: Input<'admin.stockBuyback'>,
): Promise<Answer<Output<'admin.stockBuyback'>>> {
  const { row, piece } = await getPiece(ctx, actor, params)
  if (piece.article?.id === body.id) return replayed(await getDetails(ctx, actor, row.id))
  if (piece.article !== null || piece.way !== null || row.status !== 'paid') throw new Problem('CONFLICT')
  if (falseClaim(body.name, piece.fineness, articles[piece.kind].category) !== null)
    throw new Problem('SKU_SILVER_NAME')
  const isNew = await ctx.transact(async (tx) => {
    const { id, name, price, size } = body
    const made = await createPiece(ctx, tx, actor, requestId, {
      ...articles[piece.kind],
      id,
      sku: `U-${row.number}-${piece.line}`,
      name,
      price,
      size,
      fineness: piece.fineness,
      weight_mg: piece.net_weight_mg,
    })
    if (!made) return false
    const outcome = await putOnSale(tx, {
      buyback_id: row.id,
      line: piece.line,
      sku_id: id,
      employee_id: actor.user_id,
    })
    if (outcome !== 'done') throw outcome === 'held' ? stillHeld(row, piece) : new Problem('CONFLICT')
    await movePiece(ctx, tx, actor, {
      kind: 'opening',
      store_id: row.store_id,
      sku_id: id,
      place: 'shelf',
      reason: pieceForSale,
      requestHash,
    })
    const at = ctx.now()
    await recordLook(tx, {
      id: uuidv7(at),
      at,
      actor_id: actor.user_id,
      action: 'buyback.stock',
      subject_id: row.customer_id,
      object: `buyback:${row.id}:${piece.line}`,
      request_id: requestId,
    })
    return true
  })
  if (!isNew) {
    // The same form at the same moment: the second request finds what the first one made.
    const { piece: now } = await getPiece(ctx, actor, params)
    if (now.article?.id !== body.id) throw new Problem('CONFLICT')
    return replayed(await getDetails(ctx, actor, row.id))
  }
  return new Answer(await getDetails(ctx, actor, row.id))
}
