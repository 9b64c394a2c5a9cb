import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output } from '../../../http/operation.ts'
import { drawPdf } from '../../../lib/pdf.ts'
import { statementOf } from '../../payouts/statement.ts'

export async function payoutStatementPdf(
  ctx: Context,
  actor: Actor,
  { params }: Input<'transactions.payoutStatementPdf'>,
): Promise<Answer<Output<'transactions.payoutStatementPdf'>>> {
  ctx.limits.capCalls(`paper:${actor.user_id}`, limits.documentsPerMinute)
  const statement = await statementOf(ctx, actor, params.id)
  return new Answer(await drawPdf({ paper: 'payout', statement }), {
    headers: { 'Content-Disposition': `attachment; filename="shiharai-${statement.number}.pdf"` },
  })
}
