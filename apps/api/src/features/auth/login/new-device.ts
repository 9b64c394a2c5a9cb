import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/sql.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { Client } from '../../../http/operation.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { recordNotifications } from '../../notifications/index.ts'
import { findAccount } from '../register/account-store.ts'
import { findDeviceName, networkName } from '../sessions/device.ts'

/** A person who was here before has come with a browser that we do not know: the owner is notified. */
export async function notifyOfNewDevice(
  ctx: Context,
  tx: Tx,
  userId: string,
  sessionId: string,
  client: Client,
): Promise<void> {
  const at = ctx.now()
  const seen = { device: findDeviceName(client.userAgent), at: at.toISOString() }
  await recordNotifications(tx, [
    {
      id: uuidv7(at),
      user_id: userId,
      kind: 'new_device',
      facts: seen,
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
    data: { ...seen, network: networkName(client.ip) },
    dedupe_key: `new_device:${sessionId}`,
  })
}
