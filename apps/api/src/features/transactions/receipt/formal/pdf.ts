import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../../context.ts'
import { Answer, type Input, type Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { drawPdf } from '../../../../lib/pdf.ts'
import { issuedFor } from '../issue.ts'
import { formalAmount } from '@shirogane/receipt/document/formal'
import { findCopy, findReceipt } from '../store.ts'

/** A copy that was counted, as often as its download is tried. */
export async function formalReceiptPdf(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.formalReceiptPdf'>,
): Promise<Answer<Output<'transactions.formalReceiptPdf'>>> {
  ctx.limits.capCalls(`paper:${actor.user_id}`, limits.documentsPerMinute)
  await issuedFor(ctx, actor, params.id)
  const formal = await findReceipt(ctx.db, params.id, 'formal')
  const copy = formal && (await findCopy(ctx.db, formal.id, params.copy))
  if (!formal || !copy) throw new Problem('RECEIPT_NONE')
  const { content } = formal
  return new Answer(
    await drawPdf({
      paper: 'formal',
      content,
      addressee: formal.addressee!,
      proviso: formal.proviso!,
      issued_at: formal.issued_at.toISOString(),
      amount: formalAmount(content),
      copy: copy.copy,
      refunded_total: copy.refunded_total,
      isVoided: copy.voided,
    }),
    {
      headers: {
        'Content-Disposition': `attachment; filename="ryoshusho-${content.number}-${copy.copy}.pdf"`,
      },
    },
  )
}
