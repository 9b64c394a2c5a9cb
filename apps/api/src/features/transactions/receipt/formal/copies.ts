import type { TransactionRow } from '@shirogane/ledger'
import type { Actor, Context } from '../../../../context.ts'
import type { Tx } from '../../../../db/sql.ts'
import type { Input, Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { formalOf, issuedFor } from '../issue.ts'
import { findReceipt, recordCopy } from '../store.ts'

/** Counts one more copy before it is handed out, so that none is ever handed out uncounted. */
export async function formalReceiptCopy(
  ctx: Context,
  actor: Actor,
  { params, body }: Input<'transactions.formalReceiptCopy'>,
): Promise<Output<'transactions.formalReceiptCopy'>> {
  const issued = await issuedFor(ctx, actor, params.id)
  const formal = await findReceipt(ctx.db, params.id, 'formal')
  if (!formal) throw new Problem('RECEIPT_NONE')
  const { refunded } = await formalOf(ctx, issued, formal.content)
  return ctx.transact((tx) =>
    countCopy(tx, actor, {
      receipt_id: formal.id,
      id: body.id,
      row: issued.row,
      refunded_total: refunded,
      on_paper: false,
    }),
  )
}

/** One more copy of a document; the one that this id already has when the answer to it was lost. */
export async function countCopy(
  tx: Tx,
  actor: Actor,
  asked: { receipt_id: string; id: string; row: TransactionRow; refunded_total: number; on_paper: boolean },
): Promise<{ copy: number; reissue: boolean }> {
  const { receipt_id, copy } = await recordCopy(tx, {
    receipt_id: asked.receipt_id,
    id: asked.id,
    refunded_total: asked.refunded_total,
    voided: asked.row.voided_by !== null,
    on_paper: asked.on_paper,
    made_by: actor.user_id,
  })
  if (receipt_id !== asked.receipt_id) throw new Problem('CONFLICT')
  return { copy, reissue: copy > 1 }
}
