import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { insertAct } from './store.ts'

export type Act = {
  actor: { user_id: string }
  requestId: string
  /** What was done, such as `staff.stopped`. */
  action: string
  /** Which thing it was done to, such as `staff:<id>`. */
  object?: string
  /** The person it was done to or who was looked at. */
  subject_id?: string | null
  /** The shop that it is about; without one, that of the person who acts. */
  store_id?: string | null
  before?: object | null
  after?: object | null
  note?: string
}

/** Puts an act of staff on record, in the transaction of the act itself: what is not on record has not happened. */
export async function recordAct(ctx: Pick<Context, 'now'>, db: Db, act: Act): Promise<void> {
  const at = ctx.now()
  await insertAct(db, {
    id: uuidv7(at),
    at,
    actor_id: act.actor.user_id,
    action: act.action,
    store_id: act.store_id ?? null,
    subject_id: act.subject_id ?? null,
    object: act.object ?? '',
    request_id: act.requestId,
    before: act.before ?? null,
    after: act.after ?? null,
    note: act.note ?? '',
  })
}
