import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { listManagers } from './staff-store.ts'
import { type NewNotification, recordNotifications } from './store.ts'
import type { NoticeFacts } from '../../notices/notices.ts'

export type StoreNotice = NoticeFacts &
  Pick<NewNotification, 'topic' | 'path'> & {
    store_id: string
    /** Names the fact: however often it is told, each of them hears of it once. */
    key: string
  }

/** Tells the managers of the store that each word is about; a store without one is head office's own concern. */
export async function notifyManagers(
  ctx: Pick<Context, 'now'>,
  db: Db,
  notices: readonly StoreNotice[],
): Promise<void> {
  if (notices.length === 0) return
  const at = ctx.now()
  const people = await listManagers(db)
  await recordNotifications(
    db,
    notices.flatMap(({ store_id, key, ...notice }) => {
      const near = people.filter((person) => person.store_id === store_id)
      return (near.length > 0 ? near : people.filter((person) => person.store_id === null)).map(
        ({ user_id }) => ({
          ...notice,
          id: uuidv7(at),
          user_id,
          dedupe_key: `${key}:${user_id}`,
          transaction_id: null,
          created_at: at,
        }),
      )
    }),
  )
}
