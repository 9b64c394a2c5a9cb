import type { Db, Row } from '../../db/sql.ts'

export type LevelRow = Row & {
  id: string
  name: string
  quota: number
  rate_bp: number
  benefits: string[]
}

/** The level above the one with this id; null at the top, and for an id that is no level's. */
export function findNextLevel(db: Db, levelId: string): Promise<LevelRow | null> {
  return db.first<LevelRow>(
    `select n.id, n.name, n.quota, n.rate_bp, n.benefits
     from levels l join levels n on n.level_index = l.level_index + 1
     where l.id = $1`,
    [levelId],
    'next-level',
  )
}
