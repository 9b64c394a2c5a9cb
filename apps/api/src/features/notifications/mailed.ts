import type { NoticeTopic } from '@shirogane/contract/resources/members/notifications'
import type { Context } from '../../context.ts'
import { listMailed } from './push-store.ts'

/** The mail address of each of these people who wants mails of this topic. */
export async function mailAddresses(
  ctx: Pick<Context, 'db'>,
  userIds: readonly string[],
  topic: NoticeTopic,
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await listMailed(ctx.db, [...new Set(userIds)], topic)
  return new Map(rows.map(({ user_id, email }) => [user_id, email]))
}
