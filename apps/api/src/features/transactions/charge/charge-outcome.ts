import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { limits } from '@shirogane/contract/rules/limits'
import type { Context } from '../../../context.ts'
import { uuidv7 } from '../../../db/uuid.ts'
import type { CardGateway, ChargeStanding } from '../../../gateways/cards.ts'
import { Problem } from '../../../http/problem.ts'
import { enqueueMessage } from '../../messages/index.ts'
import { mailAddresses, recordNotifications } from '../../notifications/index.ts'
import {
  type CardChargeRow,
  failCharge,
  findCharge,
  findChargeOfGateway,
  nameCharge,
  recordChargeOutcome,
  takeDueCharges,
} from './charge-store.ts'

/** Where a charge is now, and whether its bank is to see the holder next. */
export type Resolved = { row: CardChargeRow; asksBank: boolean }

/** Who asks: the customer waits for the answer on a screen, the gateway and the installation look after them. */
type Asker = 'customer' | 'brand'

/**
 * Brings a charge to where the gateway says that it stands, as far as it goes: names it, finishes it once its holder was
 * seen, books it, or gives it up. Every step can be taken by several at once and again; the ledger books once.
 */
export async function resolveCharge(
  ctx: Context,
  gateway: CardGateway,
  charge: CardChargeRow,
  standing: ChargeStanding,
  asker: Asker,
): Promise<Resolved> {
  switch (standing.state) {
    case 'unverified':
      if (!(await isNamed(ctx, charge, standing.charge))) break
      // The customer has been away on the bank's page too long to come back, and without its result nothing can be
      // taken.
      if (ageSeconds(ctx, charge) > limits.chargeAbandonedSeconds)
        await giveUp(ctx, charge, 'CARD_3DS_FAILED', asker)
      break
    case 'verified': {
      // The name is kept before the money is taken, so that the charge is found by it if a later answer is lost.
      if (!(await isNamed(ctx, charge, standing.charge))) break
      const finished = await gateway.finishCharge(standing.charge)
      if (finished.state !== 'verified') return resolveCharge(ctx, gateway, charge, finished, asker)
      break
    }
    case 'paid':
      await book(ctx, charge, standing)
      break
    case 'failed':
      ctx.log.info({ event: 'charge_failed', charge_id: charge.id, reason: standing.reason })
      await giveUp(ctx, charge, standing.code, asker)
      break
    case 'missing':
      // It never reached the gateway; after a while it never will. What was not opened there cannot be paid.
      if (ageSeconds(ctx, charge) > missingSeconds) await giveUp(ctx, charge, 'CARD_DECLINED', asker)
      break
    case 'unknown':
      ctx.log.warn({ event: 'card_gateway', charge_id: charge.id, reason: standing.reason })
      break
  }
  const row = (await findCharge(ctx.db, charge.id)) ?? charge
  return { row, asksBank: standing.state === 'unverified' && row.state === 'pending' }
}

/** Longer than any request to the gateway can be on its way. */
const missingSeconds = 60
const dueMax = 20

const ageSeconds = (ctx: Context, charge: CardChargeRow): number =>
  (ctx.now().getTime() - charge.created_at.getTime()) / 1000

/** Asks the gateway how a charge stands, and brings it there. */
export async function askForCharge(
  ctx: Context,
  gateway: CardGateway,
  charge: CardChargeRow,
  asker: Asker,
): Promise<Resolved> {
  const standing = await gateway.findCharge({
    charge_id: charge.id,
    charge: charge.gateway_charge,
    customer: charge.gateway_customer,
    since: charge.created_at,
  })
  return resolveCharge(ctx, gateway, charge, standing, asker)
}

/** The round of a job: charges whose answer was lost are asked for until each has ended in one way or the other. */
export async function askForDueCharges(ctx: Context): Promise<number> {
  const gateway = ctx.gateways.cards?.gateway
  if (!gateway) return 0
  const due = await takeDueCharges(ctx.db, ctx.now(), dueMax)
  const asked = due.filter((charge) => charge.gateway === gateway.name)
  await Promise.all(asked.map((charge) => askForCharge(ctx, gateway, charge, 'brand')))
  return asked.length
}

/** The gateway has called: its message is not believed, it is asked how the charge stands. */
export async function observeCharge(
  ctx: Context,
  gateway: CardGateway,
  news: { charge: string; charge_id: string | null },
): Promise<void> {
  const known = await findChargeOfGateway(ctx.db, gateway.name, news.charge, news.charge_id)
  if (!known || known.state === 'completed') return
  const standing = await gateway.findCharge({
    charge_id: known.id,
    charge: news.charge,
    customer: known.gateway_customer,
    since: known.created_at,
  })
  // Another charge that merely bears our name of this one is not this one.
  if (known.gateway_charge !== null && known.gateway_charge !== news.charge) return
  // The gateway tells again what was not heard.
  if (standing.state === 'unknown')
    throw new Problem('CARD_UNAVAILABLE', { retryAfterSeconds: 60, reason: standing.reason })
  await resolveCharge(ctx, gateway, known, standing, 'brand')
}

async function isNamed(ctx: Context, charge: CardChargeRow, gatewayCharge: string): Promise<boolean> {
  if (charge.state !== 'pending') return false
  if (await nameCharge(ctx.db, charge.id, gatewayCharge)) return true
  ctx.log.error({ event: 'charge_mismatch', charge_id: charge.id }, 'one charge has two names at the gateway')
  return false
}

async function book(
  ctx: Context,
  { id, gateway }: CardChargeRow,
  { charge, amount }: Extract<ChargeStanding, { state: 'paid' }>,
): Promise<void> {
  const answer = await recordChargeOutcome(ctx.db, { id, gateway, gateway_charge: charge, amount })
  if (answer === 'SETTLED') ctx.wakeOutbox()
  // Money that we cannot book belongs to a customer: it waits for a person, and is logged as an error until one has
  // looked.
  if (answer === 'AMOUNT' || answer === 'UNKNOWN')
    ctx.log.error(
      { event: 'charge_mismatch', charge_id: id, reason: answer },
      'the gateway took what was not asked for',
    )
}

/** A customer who sees the failure on the screen needs no notice of it; one who does not gets a notice and a mail. */
async function giveUp(ctx: Context, charge: CardChargeRow, code: ErrorCode, asker: Asker): Promise<void> {
  const to =
    asker === 'brand'
      ? (await mailAddresses(ctx, [charge.customer_id], 'payment')).get(charge.customer_id)
      : undefined
  const isNotified = await ctx.transact(async (tx) => {
    if (!(await failCharge(tx, charge.id, code)) || asker === 'customer') return false
    await recordNotifications(tx, [
      {
        id: uuidv7(ctx.now()),
        user_id: charge.customer_id,
        topic: 'payment',
        kind: 'charge_failed',
        facts: { amount: charge.amount, code },
        transaction_id: null,
        dedupe_key: `charge-failed:${charge.id}`,
        created_at: ctx.now(),
      },
    ])
    if (to !== undefined) {
      await enqueueMessage(ctx, tx, {
        user_id: charge.customer_id,
        to,
        template: 'charge_failed',
        data: { amount: charge.amount, card: `${charge.brand} **** ${charge.last4}`, code },
        dedupe_key: `charge-failed:${charge.id}:mail`,
      })
    }
    return true
  })
  if (!isNotified) return
  ctx.wakePusher()
  ctx.wakeMessenger()
}
