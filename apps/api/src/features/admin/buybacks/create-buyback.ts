import { sentenceOf } from '@shirogane/contract/wire/errors'
import { birthYearMin, isCalendarDate } from '@shirogane/contract/inputs/person'
import { searchCopy } from '@shirogane/contract/rules/variants'
import { buyBack } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { Answer, type Input, type Output, replayed } from '../../../http/operation.ts'
import { ledgerProblem, Problem } from '../../../http/problem.ts'
import { ownRegister } from '../../transactions/index.ts'
import { getDetails } from '../../buybacks/get.ts'
import { quotedItems } from '../../buybacks/rules.ts'
import { getTerms, isBoughtBy } from '../../buybacks/store.ts'

/** Buys: pays, and writes into the ledger of second-hand articles, in one commit. */
export async function createBuyback(
  ctx: Context,
  actor: Actor,
  { body, requestHash }: Input<'admin.createBuyback'>,
): Promise<Answer<Output<'admin.createBuyback'>>> {
  const store_id = actor.employee?.store_id
  if (!store_id) throw new Problem('FORBIDDEN')
  const { date_of_birth, document } = body.seller
  if (!isCalendarDate(date_of_birth) || Number(date_of_birth.slice(0, 4)) < birthYearMin)
    throw new Problem('DOB_INVALID', { fields: { 'seller.date_of_birth': sentenceOf('DOB_INVALID') } })
  const items = quotedItems(body.items, await getTerms(ctx.db))
  if (items.some(({ net_weight_mg, amount }) => net_weight_mg <= 0 || amount <= 0))
    throw new Problem('BUYBACK_QUOTE')
  const register_id = (await isBoughtBy(ctx.db, body.id, actor.user_id))
    ? body.register_id
    : await ownRegister(ctx, actor, body.register_id)
  const asked = {
    ...body,
    seller: {
      ...body.seller,
      // Not even a part of that number may be kept.
      document_tail: document === 'my_number_card' ? null : body.seller.document_tail,
    },
    seller_search: searchCopy(body.seller.name),
    items,
    actor_id: actor.user_id,
    store_id,
    register_id: register_id ?? null,
    request_hash: Buffer.from(requestHash),
  }
  const outcome = await ctx.transact((tx) => buyBack(tx, asked))
  if (outcome.code !== null) throw ledgerProblem({ code: outcome.code, n: outcome.n })
  const details = await getDetails(ctx, actor, body.id)
  if (outcome.replayed) return replayed(details)
  ctx.wakeOutbox()
  return new Answer(details)
}
