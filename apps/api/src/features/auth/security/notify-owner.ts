import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { recordNotifications } from '../../notifications/index.ts'

/** What another person may have done in the owner's name; its notice and its letter are called the same. */
export type SecurityEvent =
  | 'passkey_added'
  | 'email_changed'
  | 'email_restored'
  | 'phone_changed'
  | 'session_copied'
  | 'password_changed'

type Reach = { email: string | null; phone_number: string | null }

/**
 * Notifies the owner on every channel that was theirs before the change: a thief who took one of them over cannot keep
 * the news from them.
 */
export async function notifyOwner(
  ctx: Context,
  tx: Tx,
  userId: string,
  before: Reach,
  { event, key, undo = null }: { event: SecurityEvent; key: string; undo?: string | null },
): Promise<void> {
  const at = ctx.now()
  const dedupe_key = `security:${event}:${key}`
  await recordNotifications(tx, [
    {
      id: uuidv7(at),
      user_id: userId,
      kind: event,
      facts: {},
      topic: 'security',
      dedupe_key,
      transaction_id: null,
      created_at: at,
    },
  ])
  if (before.email) {
    await enqueueMessage(ctx, tx, {
      user_id: userId,
      to: before.email,
      template: 'account_changed',
      data: { event, undo },
      dedupe_key: `${dedupe_key}:mail`,
    })
  }
  if (before.phone_number && event !== 'passkey_added') {
    await enqueueMessage(ctx, tx, {
      user_id: userId,
      to: before.phone_number,
      template: 'account_changed_sms',
      data: { event },
      dedupe_key: `${dedupe_key}:sms`,
    })
  }
}
