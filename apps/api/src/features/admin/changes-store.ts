import type { Db, Row, Tx } from '../../db/sql.ts'

export async function insertChange(
  tx: Tx,
  change: {
    id: string
    at: Date
    actor_id: string
    action: string
    object: string
    request_id: string
    before: object | null
    after: object
  },
): Promise<void> {
  await tx.run(
    `insert into audit_log (id, at, actor_id, action, object, request_id, before, after)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      change.id,
      change.at,
      change.actor_id,
      change.action,
      change.object,
      change.request_id,
      change.before && JSON.stringify(change.before),
      JSON.stringify(change.after),
    ],
    'record-change',
  )
}

/** Of one thing, or of all things whose name begins so. */
export function selectChanges(
  db: Db,
  object: string,
): Promise<(Row & { at: Date; by: string; action: string; before: unknown; after: unknown })[]> {
  return db.rows(
    `select a.at, coalesce(e.name, u.username) as by, a.action, a.before, a.after
     from audit_log a join users u on u.id = a.actor_id left join employees e on e.user_id = a.actor_id
     where (a.object = $1 or a.object like $1 || ':%') and a.after is not null order by a.at desc, a.id desc limit 50`,
    [object],
    'changes',
  )
}
