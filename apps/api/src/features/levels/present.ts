import type { Rank } from '@shirogane/contract/resources/members/levels'
import type { RankRow } from './store.ts'

export function presentRank(row: RankRow): Rank {
  return {
    id: row.id,
    level_index: row.level_index,
    name: row.name,
    quota: row.quota,
    point_rate: row.rate_bp,
    birthday_points: row.birthday_points,
    benefits: row.benefits,
  }
}
