import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { enqueueMessages } from '../messages/index.ts'
import { recordNotifications } from '../notifications/index.ts'
import {
  type Announcement,
  listAnnounced,
  listNextMembers,
  markNotified,
  type Member,
  takeAnnouncement,
} from './announce-store.ts'

const batch = 500

/**
 * Notifies every member of the terms that are to come into force: in the app, and by mail where they have confirmed an
 * address. No member can switch it off. A bundle and a commit at a time, so that a run that is broken off is continued
 * where it stopped; a person who registers before the day is notified in a later round.
 */
export async function announceTerms(ctx: Context, size = batch): Promise<void> {
  for (const documentId of await listAnnounced(ctx.db)) {
    for (let again = true; await announceBundle(ctx, documentId, { size, again }); again = false);
  }
}

/** Answers whether there may be more. */
async function announceBundle(
  ctx: Context,
  documentId: string,
  { size, again }: { size: number; again: boolean },
): Promise<boolean> {
  const notified = await ctx.transact(async (tx) => {
    const announcement = await takeAnnouncement(tx, documentId, again)
    if (announcement === null) return 0
    const members = await listNextMembers(tx, announcement, size)
    const last = members.at(-1)
    if (last === undefined) return 0
    await notify(ctx, tx, announcement, members)
    await markNotified(tx, documentId, last)
    return members.length
  })
  if (notified > 0) {
    ctx.wakePusher()
    ctx.wakeMessenger()
  }
  return notified === size
}

async function notify(
  ctx: Context,
  tx: Tx,
  { version, changes, effective_on }: Announcement,
  members: readonly Member[],
): Promise<void> {
  const at = ctx.now()
  const key = (userId: string) => `terms:${version}:${userId}`
  await recordNotifications(
    tx,
    members.map(({ id }) => ({
      id: uuidv7(at),
      user_id: id,
      kind: 'terms_changed',
      facts: { effective_on },
      topic: 'security',
      path: `/about/pp?doc=tos&version=${version}`,
      dedupe_key: key(id),
      transaction_id: null,
      created_at: at,
      can_wait: true,
    })),
  )
  await enqueueMessages(
    ctx,
    tx,
    members.flatMap(({ id, email }) =>
      email === null
        ? []
        : [
            {
              user_id: id,
              to: email,
              template: 'terms_changed' as const,
              data: { effective_on, changes },
              dedupe_key: `${key(id)}:mail`,
              can_wait: true,
            },
          ],
    ),
  )
}
