import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessages, type NewMessage } from '../messages/index.ts'
import { listHeadOffice, type Whom } from './staff-store.ts'
import { type NewNotification, recordNotifications } from './store.ts'
import type { NoticeFacts } from '../../notices/notices.ts'

type Mail = {
  [Name in NewMessage['template']]: Pick<NewMessage<Name>, 'template' | 'data'>
}[NewMessage['template']]

export type HeadOfficeNotice = NoticeFacts &
  Pick<NewNotification, 'topic' | 'path'> & {
    /** Names the fact: however often it is told, each of them hears of it once. */
    key: string
    /** Goes to those whose address is confirmed; left out where the bell is enough. */
    mail?: Mail
  }

/**
 * Notifies head office of something, by the bell and, where it is said, by mail: the owner and accounting, or the one
 * of them it is for. A caller that wants a mail out at once says `ctx.wakeMessenger()` after the commit.
 */
export async function notifyHeadOffice(
  ctx: Pick<Context, 'keys' | 'now'>,
  db: Db,
  notices: readonly HeadOfficeNotice[],
  whom: Whom = {},
): Promise<void> {
  if (notices.length === 0) return
  const at = ctx.now()
  const people = await listHeadOffice(db, whom)
  const notified = people.flatMap((person) => notices.map((notice) => ({ person, word: notice })))
  await recordNotifications(
    db,
    notified.map(({ person: { user_id }, word: { key, mail: _, ...notice } }) => ({
      ...notice,
      id: uuidv7(at),
      user_id,
      dedupe_key: `${key}:${user_id}`,
      transaction_id: null,
      created_at: at,
    })),
  )
  await enqueueMessages(
    ctx,
    db,
    notified.flatMap(({ person: { user_id, email }, word: { key, mail } }) =>
      email === null || mail === undefined
        ? []
        : [{ ...mail, user_id, to: email, dedupe_key: `${key}:${user_id}:mail` }],
    ),
  )
}
