import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { drawPdf } from '../../../lib/pdf.ts'
import { issuedFor } from './issue.ts'
import { stateOf } from '@shirogane/receipt/document/state'
import { findReceipt } from './store.ts'

export async function receiptPdf(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.receiptPdf'>,
): Promise<Answer<Output<'transactions.receiptPdf'>>> {
  ctx.limits.capCalls(`paper:${actor.user_id}`, limits.documentsPerMinute)
  const { row, content, copies } = await issuedFor(ctx, actor, params.id)
  const formal = await findReceipt(ctx.db, params.id, 'formal')
  return new Answer(
    await drawPdf({
      paper: 'receipt',
      content,
      isVoided: stateOf(row) === 'voided',
      hasFormal: formal !== null,
      // What a member keeps in their own app is the original, however many documents the shop handed out.
      copy: actor.role === 'customer' ? 1 : copies,
    }),
    { headers: { 'Content-Disposition': `attachment; filename="receipt-${content.number}.pdf"` } },
  )
}
