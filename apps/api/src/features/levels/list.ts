import type { Context } from '../../context.ts'
import type { Output } from '../../http/operation.ts'
import { presentRank } from './present.ts'
import { listRanks } from './store.ts'

export async function listLevels(ctx: Context): Promise<Output<'levels.list'>> {
  return { items: (await listRanks(ctx.db)).map(presentRank) }
}
