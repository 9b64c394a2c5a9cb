import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import { holdExchange, payWithin, type RefundOutcome } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, type Input, type Output, replayed } from '../../http/operation.ts'
import { ledgerProblem, Problem } from '../../http/problem.ts'
import { findCodeHash } from '../../lib/code-hash-store.ts'
import { recordExchange } from './refund/exchange-store.ts'
import {
  getOwnSale,
  type GivingBack,
  countGivingBack,
  postWithin,
  presentGivenBack,
} from './refund/give-back.ts'
import { orSayUnknown } from './sale/or-say-unknown.ts'
import { refuseKeptArticles } from './sale/kept-articles.ts'
import { asClosedRegister, ownRegister } from './register/registers.ts'
import { countUnknownCode, readScanned } from './sale/scan.ts'
import { completeSale } from './sale/complete-sale.ts'

/**
 * Takes articles back and sells others for them, in one commit: both are posted, or neither is. What is refused of the sale
 * leaves the articles with the customer and the money where it was, so nothing of it ever has to be mended.
 */
export async function exchange(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey: key, requestHash }: Input<'transactions.exchange'>,
): Promise<Answer<Output<'transactions.exchange'>>> {
  const { give_back, sale, cash_handed = 0 } = body
  await getOwnSale(ctx, actor, give_back.transaction_id)
  if (give_back.to_balance === true && give_back.consent !== true) throw new Problem('REFUND_CONSENT')
  const share = { sale_id: give_back.transaction_id, items: give_back.items, amount: null }
  await refuseKeptArticles(ctx, { ...share, reason: give_back.reason })
  const register_id = await ownRegister(ctx, actor, body.register_id, { route: 'pay', key })
  const scanned = sale.token === undefined ? null : readScanned(ctx, register_id, sale.token)
  const transaction_id = sale.transaction_id ?? uuidv7()
  const asked: GivingBack = {
    kind: 'refund',
    ...share,
    items: give_back.items.map(({ line, quantity, restock }) => ({ line, quantity, restock })),
    reason: give_back.reason,
    restock: undefined,
    register_id: body.register_id,
    to_balance: give_back.to_balance === true,
    approval_id: give_back.approval_id ?? null,
    approved_by: null,
    // One key for both halves: after a lost answer of either half, they are looked for together.
    idempotencyKey: key,
  }
  const uncount = await countGivingBack(ctx, actor, asked)

  const work = () =>
    ctx.transact(async (tx) => {
      await holdExchange(tx, {
        sale_id: give_back.transaction_id,
        transaction_id,
        scanned: scanned && (await findCodeHash(ctx, scanned.text)),
        sku_ids: sale.items?.flatMap((item) => ('sku_id' in item ? [item.sku_id] : [])) ?? [],
      })
      const back = await postWithin(ctx, tx, actor, asked, register_id)
      if (back.code !== null) throw ledgerProblem(back)
      const cash = sale.tenders.cash ?? 0
      const more = cash - back.transaction.tender_cash
      // The customer hands over the difference: what comes back of the return is as good as in their hand.
      const cash_tendered = more > 0 ? back.transaction.tender_cash + cash_handed : cash
      const sold = await completeSale(
        ctx,
        actor,
        {
          route: 'pay',
          transaction_id,
          checkout_id: null,
          scanned,
          register_id,
          asked: { ...sale, ...(cash > 0 && { cash_tendered }) },
          idempotencyKey: key,
          requestHash,
        },
        (request) => payWithin(tx, request),
      )
      await recordExchange(tx, back.transaction.id, sold.output.transaction.id)
      return { back, sold }
    })
  let done: Awaited<ReturnType<typeof work>>
  try {
    done = await orSayUnknown(ctx, 'an exchange', work)
  } catch (error) {
    if (error instanceof Problem && error.code === 'QR_INVALID') await countUnknownCode(ctx, register_id)
    throw await asClosedRegister(ctx, register_id, error)
  }
  const answer = await present(done.back, done.sold.output)
  if (done.back.replayed) {
    await uncount()
    return replayed(answer)
  }
  ctx.wakeOutbox()
  return new Answer(answer)

  async function present(back: Extract<RefundOutcome, { code: null }>, { transaction }: RegisterState) {
    return {
      refund: await presentGivenBack(ctx, back.transaction),
      sale: transaction,
      cash: transaction.tenders.cash - back.transaction.tender_cash,
      change: transaction.change ?? 0,
    }
  }
}
