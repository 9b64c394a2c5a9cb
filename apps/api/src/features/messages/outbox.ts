import type { Context } from '../../context.ts'
import { recipientNames } from './enqueue.ts'
import { listKeptMessages } from './store.ts'
import { readBrand, writeOut } from './write-out.ts'

export type OutboxMessage = {
  id: string
  channel: 'mail' | 'sms'
  template: string
  to: string
  subject: string | null
  text: string
  created_at: string
}

/** What the demo sent, or would have sent, newest first. */
export async function listOutbox(ctx: Context, to: string | null, count: number): Promise<OutboxMessage[]> {
  const [brand, rows] = await Promise.all([
    readBrand(ctx),
    listKeptMessages(ctx.db, to === null ? null : recipientNames(ctx, to), count),
  ])
  return rows.map((row) => {
    const written = writeOut(ctx, row, brand)
    return {
      id: row.id,
      channel: row.channel,
      template: row.template,
      to: written.to,
      subject: written.channel === 'mail' ? written.subject : null,
      text: written.text,
      created_at: row.created_at.toISOString(),
    }
  })
}
