import type { Db } from '../../db/sql.ts'

export type NewAct = {
  id: string
  at: Date
  actor_id: string
  action: string
  store_id: string | null
  subject_id: string | null
  object: string
  request_id: string
  before: object | null
  after: object | null
  note: string
}

export async function insertAct(db: Db, act: NewAct): Promise<void> {
  await db.run(
    `insert into audit_log (id, at, actor_id, action, store_id, subject_id, object, request_id, before, after, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      act.id,
      act.at,
      act.actor_id,
      act.action,
      act.store_id,
      act.subject_id,
      act.object,
      act.request_id,
      act.before && JSON.stringify(act.before),
      act.after && JSON.stringify(act.after),
      act.note,
    ],
    'record-act',
  )
}
