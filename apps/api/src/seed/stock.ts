import { moveStock } from '@shirogane/ledger'
import type { Client } from 'pg'
import { dbOf } from '../db/sql.ts'
import { uuidv7 } from '../db/uuid.ts'
import { openingStock } from './cast.ts'
import type { Sold } from './history/months.ts'
import { type Act, daysAgo, daysBack } from './history/past.ts'
import type { SeededIds } from './seeded-ids.ts'

/** A shop opens with what it has today; what it sells later comes anew with one delivery in between. */
export function planStock(
  { client, ids, session_id }: { client: Client; ids: SeededIds; session_id: string },
  code: string,
  sold: readonly Sold[],
): Act[] {
  const delivered = daysAgo(30, 9)
  const act = async (kind: 'opening' | 'receive', lines: { sku_id: string; quantity: number }[]) => {
    const outcome = await moveStock(dbOf(client), {
      actor_id: ids.clerks.get(code)!,
      session_id,
      route: 'inventory',
      key: uuidv7(),
      request_hash: Buffer.of(0),
      id: uuidv7(),
      kind,
      store_id: ids.stores.get(code)!.id,
      ...(kind === 'receive' && { supplier: '銀工舎 本工房', slip_number: `${code}-0001` }),
      lines: lines.filter(({ quantity }) => quantity > 0),
    })
    if (outcome.code !== null) throw new Error(`The stock of ${code} was refused: ${outcome.code}`)
  }
  const lines = (has: number, isSold: (at: Date) => boolean) =>
    [...ids.skus.values()]
      .filter(({ stocked }) => stocked)
      .map(({ id }) => {
        const going = sold.filter(({ store: at, sku_id }) => at === code && sku_id === id)
        return { sku_id: id, quantity: has + going.filter(({ at }) => isSold(at)).length }
      })
  const opening = lines(openingStock[code] ?? 0, (at) => at < delivered)
  const delivery = lines(0, (at) => at >= delivered)
  const acts: Act[] = [{ at: daysAgo(daysBack, 9), run: () => act('opening', opening) }]
  if (delivery.some(({ quantity }) => quantity > 0)) {
    acts.push({ at: delivered, run: () => act('receive', delivery) })
  }
  return acts
}
