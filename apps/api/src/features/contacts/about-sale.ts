import type { ContactKind } from '@shirogane/contract/inputs/person'
import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { receive } from './receive.ts'
import { findOwnSale } from './store.ts'

type Words = {
  id?: string | undefined
  transaction_id: string
  subject?: ContactKind | undefined
  message: string
}

/** A question about a sale of one's own. Name and address are those of the account. */
export async function askAboutSale(
  ctx: Context,
  actor: Actor,
  words: Words,
  ip: string,
): Promise<{ id: string; number: string }> {
  const sale = await findOwnSale(ctx.db, words.transaction_id, actor.user_id)
  if (!sale) throw new Problem('TXN_NOT_FOUND')
  return receive(
    ctx,
    {
      id: words.id,
      user_id: actor.user_id,
      name: sale.name,
      email: sale.email,
      kind: words.subject ?? 'payment',
      message: words.message,
      transaction_id: words.transaction_id,
      transaction_number: sale.number,
    },
    ip,
  )
}
