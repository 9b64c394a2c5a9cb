import type { Context } from '../../../context.ts'
import type { Output } from '../../../http/operation.ts'
import { listChanges } from '../index.ts'
import { presentRank } from '../../levels/present.ts'
import { countMembers, listRanks } from '../../levels/store.ts'

export async function adminList(ctx: Context): Promise<Output<'admin.levels'>> {
  const [ranks, counts, changes] = await Promise.all([
    listRanks(ctx.db),
    countMembers(ctx.db),
    listChanges(ctx, 'level'),
  ])
  const membersOf = new Map(counts.map(({ level_index, members }) => [level_index, members]))
  return {
    items: ranks.map((row) => ({ ...presentRank(row), members: membersOf.get(row.level_index) ?? 0 })),
    changes,
  }
}
