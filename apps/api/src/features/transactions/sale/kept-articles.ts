import { isBrandFault } from '@shirogane/contract/terms/refund-words'
import type { Context } from '../../../context.ts'
import { Problem } from '../../../http/problem.ts'
import { listKeptLines } from '../store.ts'

/**
 * What was engraved, resized, made or cut to order, and what touches the skin, comes back only where the brand is at
 * fault. Money alone, with the articles left where they are, is no return.
 */
export async function refuseKeptArticles(
  ctx: Context,
  asked: {
    sale_id: string
    items: readonly { line: number }[] | null
    amount: number | null
    reason: string
  },
): Promise<void> {
  if (asked.amount !== null || isBrandFault(asked.reason)) return
  const kept = await listKeptLines(ctx.db, asked.sale_id)
  const isAsked = (line: number) => asked.items === null || asked.items.some((item) => item.line === line)
  if (kept.some(isAsked)) throw new Problem('RETURN_NOT_ALLOWED')
}
