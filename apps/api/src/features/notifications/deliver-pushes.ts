import type { Context } from '../../context.ts'
import { UnknownKey } from '../../lib/unknown-key.ts'
import type { PushDelivery, PushDevice, PushGateway } from '../../gateways/push.ts'
import { forgetDevice, forgetPush, type PushRow, putPushOff, takeDuePushes } from './push-store.ts'
import { shownOnLockedScreen } from './rules.ts'
import { noticeText } from '../../notices/notices.ts'

const batchMax = 50
/** Longer than the slowest answer of a service, or a second process would ring what the first one still holds. */
const leaseSeconds = 30
/** Twenty minutes in all: what is older is read in the app. */
const attemptsMax = 6

/** Rings the devices whose turn it is. Answers whether there may be more. */
export async function deliverPushes(ctx: Context, push: PushGateway): Promise<boolean> {
  const rows = await takeDuePushes(ctx.db, { at: ctx.now(), count: batchMax, leaseSeconds })
  await Promise.all(rows.map((row) => deliver(ctx, push, row)))
  return rows.length === batchMax
}

async function deliver(ctx: Context, push: PushGateway, row: PushRow): Promise<void> {
  const device = row.alive ? openDevice(ctx, row) : null
  if (device === null) return forgetDevice(ctx.db, row)
  const delivery = await push.send(device, {
    payload: JSON.stringify({
      id: row.notification_id,
      ...shownOnLockedScreen({ ...row, ...noticeText(row) }),
    }),
    // Thirty-two letters are all that a service takes, and a notice has as many.
    topic: row.notification_id.replaceAll('-', ''),
    urgency: row.topic === 'payment' || row.topic === 'security' ? 'high' : 'normal',
  })
  await recordDelivery(ctx, row, delivery)
}

/**
 * Null where it is not what was encrypted. Under a key other than those given, a process that has that key may read it.
 */
function openDevice(ctx: Context, { encrypted }: PushRow): PushDevice | null {
  try {
    return JSON.parse(ctx.keys.decrypt('push', encrypted)) as PushDevice
  } catch (error) {
    if (error instanceof UnknownKey) throw error
    return null
  }
}

async function recordDelivery(ctx: Context, row: PushRow, delivery: PushDelivery): Promise<void> {
  if (delivery.outcome === 'sent') return forgetPush(ctx.db, row)
  if (delivery.outcome === 'gone') return forgetDevice(ctx.db, row)
  ctx.log.warn({
    event: 'push_not_sent',
    notification_id: row.notification_id,
    reason: delivery.reason,
    attempts: row.attempts,
  })
  if (delivery.outcome === 'refused' || row.attempts >= attemptsMax) return forgetPush(ctx.db, row)
  const seconds = Math.max(delivery.retryAfterSeconds ?? 0, 5 * 3 ** (row.attempts - 1))
  return putPushOff(ctx.db, row, new Date(ctx.now().getTime() + seconds * 1_000))
}
