import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Client } from '../../../http/operation.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { recordNotifications } from '../../notifications/index.ts'
import { findAccount } from '../register/account-store.ts'
import { deviceName, networkName } from '../sessions/device.ts'

/** A person who was here before has come with a browser that we do not know: the owner is notified. */
export async function tellOfNewDevice(
  ctx: Context,
  tx: Tx,
  userId: string,
  sessionId: string,
  client: Client,
): Promise<void> {
  const at = ctx.now()
  const device = deviceName(client.userAgent)
  const time = at.toLocaleString('ja-JP', {
    timeZone: 'Asia/Tokyo',
    dateStyle: 'long',
    timeStyle: 'short',
  })
  await recordNotifications(tx, [
    {
      id: uuidv7(at),
      user_id: userId,
      title: '新しい端末からのログインがありました',
      message: `${time}に${device}からログインがありました。お心当たりのない場合は、設定の「ログイン中の端末」からログアウトさせ、パスワードを変更してください。`,
      topic: 'security',
      dedupe_key: `new_device:${sessionId}`,
      transaction_id: null,
      created_at: at,
    },
  ])
  const account = await findAccount(tx, userId)
  if (!account?.email) return
  await enqueueMessage(ctx, tx, {
    user_id: userId,
    to: account.email,
    template: 'new_device',
    data: { device, network: networkName(client.ip), at: time },
    dedupe_key: `new_device:${sessionId}`,
  })
}
