import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { recordNotifications } from '../../notifications/index.ts'

const notices = {
  passkey_added: [
    'パスキーが登録されました',
    'アカウントにパスキーが登録されました。お心当たりのない場合は、ただちにお問い合わせください。',
  ],
  email_changed: [
    'メールアドレスが変更されました',
    'メールアドレスが変更されました。お心当たりのない場合は、ただちにお問い合わせください。',
  ],
  email_restored: [
    'メールアドレスが元に戻されました',
    'メールアドレスの変更が取り消され、すべての端末でログアウトされました。お心当たりのない場合は、ただちにお問い合わせください。',
  ],
  phone_changed: [
    '電話番号が変更されました',
    '電話番号が変更されました。お心当たりのない場合は、ただちにお問い合わせください。',
  ],
  session_copied: [
    '安全のためログアウトしました',
    'ログイン情報が複製されたおそれがあるため、お使いの端末のうち1台をログアウトしました。お心当たりのない場合は、パスワードを変更のうえ、お問い合わせください。',
  ],
  password_changed: [
    'パスワードが変更されました',
    'パスワードが変更され、ほかの端末はログアウトされました。お心当たりのない場合は、ただちにお問い合わせください。',
  ],
} as const
export type SecurityEvent = keyof typeof notices

type Reach = { email: string | null; phone_number: string | null }

/**
 * Notifies the owner on every channel that was theirs before the change: a thief who took one of them over cannot keep
 * the news from them.
 */
export async function tellOwner(
  ctx: Context,
  tx: Tx,
  userId: string,
  before: Reach,
  { event, key, undo = null }: { event: SecurityEvent; key: string; undo?: string | null },
): Promise<void> {
  const at = ctx.now()
  const [title, message] = notices[event]
  const dedupe_key = `security:${event}:${key}`
  await recordNotifications(tx, [
    {
      id: uuidv7(at),
      user_id: userId,
      title,
      message,
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
