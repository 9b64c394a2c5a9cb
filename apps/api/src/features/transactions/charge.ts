import { limits } from '@shirogane/contract/rules/limits'
import { openCardCharge } from '@shirogane/ledger'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Answer, type Client, type Input, type Output, replayed } from '../../http/operation.ts'
import { ledgerProblem } from '../../http/problem.ts'
import { frameOf, gatewayOf } from '../payment-methods/index.ts'
import { askForCharge, type Resolved, resolveCharge } from './charge/charge-outcome.ts'
import { presentCharge } from './charge/charge-present.ts'
import { findCharge, listChargeCards } from './charge/charge-store.ts'
import { directoryOf } from './sale/directory.ts'
import { presentTransaction } from './history/present.ts'
import { findTransaction } from './store.ts'

/** The first question to the gateway after a lost answer. */
const checkAfterMs = 10_000

/**
 * Charges with a saved card. The charge is written down and its limits are held before the gateway hears of it; no lock
 * and no transaction is open while the gateway is asked. What the gateway does not answer now, a job asks again.
 */
export async function charge(
  ctx: Context,
  actor: Actor,
  { body, idempotencyKey, requestHash, client }: Input<'transactions.charge'>,
): Promise<Answer<Output<'transactions.charge'>>> {
  const gateway = gatewayOf(ctx)
  ctx.limits.capCalls(`charge:${actor.user_id}`, limits.chargesPerMinute)
  const at = ctx.now()
  const opened = await ctx.transact((tx) =>
    openCardCharge(tx, {
      actor_id: actor.user_id,
      transaction_id: uuidv7(at),
      route: 'charge',
      key: idempotencyKey,
      request_hash: Buffer.from(requestHash),
      payment_method_id: body.payment_method_id,
      gateway: gateway.name,
      amount: body.amount,
      check_at: new Date(at.getTime() + checkAfterMs).toISOString(),
    }),
  )
  if (opened.code !== null) throw ledgerProblem({ code: opened.code, n: opened.n, m: opened.m })
  const row = (await findCharge(ctx.db, opened.charge!))!
  if (opened.replayed) {
    // The first answer may have been the one that got lost: whether the bank is next, the gateway says.
    const waits = row.state === 'pending' && row.gateway_charge !== null
    const known = waits ? await askForCharge(ctx, gateway, row, 'customer') : { row, asksBank: false }
    return replayed(await presentOutcome(ctx, client, known))
  }

  const standing = await gateway.openCharge({
    charge_id: row.id,
    customer: row.gateway_customer,
    card: row.gateway_card,
    amount: row.amount,
  })
  const resolved = await resolveCharge(ctx, gateway, row, standing, 'customer')
  return new Answer(await presentOutcome(ctx, client, resolved))
}

/** The movement where there is one; else the charge as it waits or ended, with the bank's page where that is next. */
export async function presentOutcome(
  ctx: Context,
  client: Pick<Client, 'origin'>,
  { row, asksBank }: Resolved,
): Promise<Output<'transactions.charge'>> {
  if (row.state === 'completed') {
    const [movement, directory] = await Promise.all([findTransaction(ctx.db, row.id), directoryOf(ctx)])
    const cards = await listChargeCards(ctx.db, [movement!])
    return { ...presentTransaction(movement!, [], directory, cards.get(row.id)), three_d_secure: null }
  }
  return {
    ...presentCharge(row),
    three_d_secure: asksBank ? { ...frameOf(ctx, client), charge: row.gateway_charge! } : null,
  }
}
