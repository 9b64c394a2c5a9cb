import type { Context } from '../../context.ts'
import { type Delivery, mailsAtOnce } from '../../gateways/mail.ts'
import { enqueueMessage } from './enqueue.ts'
import {
  type MessageRow,
  putMessageOff,
  recordMessageFailure,
  recordMessageSent,
  takeDueMessages,
} from './store.ts'
import { readBrand, writeOut } from './write-out.ts'

/**
 * No more is taken than is handed over at once: what stood in line here behind a slow gateway would come to the end of its
 * lease there, and a second process would send it too.
 */
const atOnce = { sms: 20, mail: mailsAtOnce } as const
/** Longer than the slowest answer of a gateway, or a second process would send what the first one still holds. */
const leaseSeconds = 60
/** A code in an SMS is worth nothing after ten minutes; a mail may wait for a mail server until the next day. */
const attemptsMax = { sms: 3, mail: 10 } as const

/** Sends what is due by this channel. Answers whether there may be more. */
export async function deliverDue(ctx: Context, channel: keyof typeof atOnce): Promise<boolean> {
  if (!ctx.gateways[channel]) return false
  const count = atOnce[channel]
  const rows = await takeDueMessages(ctx.db, { channels: [channel], at: ctx.now(), count, leaseSeconds })
  if (rows.length === 0) return false
  const brand = await readBrand(ctx)
  await Promise.all(
    rows.map(async (row) => {
      await recordDelivery(ctx, row, await sendMessage(ctx, row, brand))
    }),
  )
  return rows.length === count
}

async function sendMessage(
  ctx: Context,
  row: MessageRow,
  brand: Parameters<typeof writeOut>[2],
): Promise<Delivery> {
  let written: ReturnType<typeof writeOut>
  try {
    written = writeOut(ctx, row, brand)
  } catch {
    // Encrypted with another key, or by a version that knows a template which this one does not.
    return { outcome: 'failed', reason: 'cannot be written' }
  }
  if (written.channel === 'sms') return ctx.gateways.sms!.send({ to: written.to, text: written.text })
  return ctx.gateways.mail!.send({ id: row.id, to: written.to, subject: written.subject, text: written.text })
}

async function recordDelivery(ctx: Context, row: MessageRow, delivery: Delivery): Promise<void> {
  if (delivery.outcome === 'sent') {
    // Only the demo keeps what it sent, for its outbox page: elsewhere a code that is out has no business here.
    await recordMessageSent(ctx.db, row.id, ctx.now(), ctx.config.demo)
    return
  }
  const isLast = row.attempts >= attemptsMax[row.channel]
  ctx.log.warn({
    event: 'message_not_sent',
    message_id: row.id,
    template: row.template,
    channel: row.channel,
    reason: delivery.reason,
    attempts: row.attempts,
  })
  if (delivery.outcome === 'failed' && !isLast) {
    await putMessageOff(ctx.db, row.id, new Date(ctx.now().getTime() + 5_000 * 4 ** (row.attempts - 1)))
    return
  }
  await recordMessageFailure(ctx.db, row.id, delivery.reason)
  await notifyOtherwise(ctx, row)
}

/** A person who waits for an SMS that will not come is told by mail, which says nothing of what it was about. */
async function notifyOtherwise(ctx: Context, row: MessageRow): Promise<void> {
  if (row.channel !== 'sms' || row.user_id === null || row.email === null) return
  await enqueueMessage(ctx, ctx.db, {
    user_id: row.user_id,
    to: row.email,
    template: 'sms_failed',
    data: {},
    dedupe_key: `sms-failed:${row.id}`,
  })
}
