import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import { uuidv7 } from '../../db/uuid.ts'
import type { CardKept, GatewayCard } from '../../gateways/cards.ts'
import { holdsCardNumber } from '../../http/wire/card-numbers.ts'
import type { Input, Output } from '../../http/operation.ts'
import { Problem } from '../../http/problem.ts'
import { network, type Rule } from '../../http/rate-limits.ts'
import { forgetCards } from './forget.ts'
import { gatewayOf } from './frame.ts'
import { presentCard } from './present.ts'
import {
  beginKeeping,
  countCards,
  endKeeping,
  isAnotherKeeping,
  listGatewayCards,
  recordCard,
} from './store.ts'

const daySeconds = 86_400
/** The gateway's name of a card that it has just read. */
const tokenForm = /^tok_(?=\w*[A-Za-z])[0-9A-Za-z]{8,64}$/

/**
 * Keeps a card that the gateway's form has read. A thief who tries out stolen cards here comes to a few: each try is
 * counted before it is judged, by person, device and network, and a card that is kept gives its failure back.
 */
export async function createPaymentMethod(
  ctx: Context,
  actor: Actor,
  { body, client }: Input<'paymentMethods.create'>,
): Promise<Output<'paymentMethods.create'>> {
  // A token's letters and digits may chance to hold a run that passes for a number; a token is known by its form.
  if (!tokenForm.test(body.gateway_token))
    throw new Problem(holdsCardNumber(body) ? 'PAN_REFUSED' : 'CARD_TOKEN')
  if ((await countCards(ctx.db, actor.user_id)) >= limits.cardsMax) throw tooMany()
  const failures: Rule[] = [
    actor.user_id,
    `network:${network(client.ip)}`,
    ...(client.deviceCookie === null ? [] : [ctx.keys.nameOf('device', client.deviceCookie)]),
  ].map((who) => ({
    bucket: `card-failures:${who}`,
    max: limits.cardFailuresPerDay * (who.startsWith('network:') ? 4 : 1),
    windowSeconds: daySeconds,
  }))
  await ctx.limits.spend(...failures)

  const keeping = { id: uuidv7(ctx.now()), user_id: actor.user_id, at: ctx.now() }
  await beginKeeping(ctx.db, keeping)
  try {
    return await keepAndRecord(ctx, keeping, { token: body.gateway_token, failures })
  } finally {
    await endKeeping(ctx.db, keeping.id)
  }
}

type Keeping = { id: string; user_id: string; at: Date }

async function keepAndRecord(
  ctx: Context,
  keeping: Keeping,
  { token, failures }: { token: string; failures: readonly Rule[] },
): Promise<Output<'paymentMethods.create'>> {
  const { user_id } = keeping
  const kept = await keep(ctx, keeping, token)
  if (kept.outcome === 'unknown') {
    await ctx.limits.giveBack(...failures)
    ctx.log.warn({ event: 'card_gateway', reason: kept.reason })
    throw new Problem('CARD_UNAVAILABLE', { retryAfterSeconds: 5, reason: kept.reason })
  }
  if (kept.outcome === 'refused') throw new Problem(kept.code)
  await ctx.limits.giveBack(...failures)
  const cards = { bucket: `cards:${user_id}`, max: limits.cardsPerDay, windowSeconds: daySeconds }
  if (await ctx.limits.overflow(cards)) {
    await forgetCards(ctx, [namesOf(kept.card)])
    throw new Problem('RATE_LIMITED', { retryAfterSeconds: 3_600, reason: cards.bucket })
  }

  const at = ctx.now()
  const card = { ...kept.card, id: uuidv7(at), user_id, gateway: gatewayOf(ctx).name, at }
  try {
    const row = await ctx.transact((tx) => recordCard(tx, { ...card, max: limits.cardsMax }))
    if (row) return presentCard(row)
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code !== '23505') throw error
    if (constraint === 'payment_methods_same_card') await forgetCards(ctx, [namesOf(kept.card)])
    throw new Problem('CARD_TAKEN')
  }
  await forgetCards(ctx, [namesOf(kept.card)])
  throw tooMany()
}

/** Longer than all that is asked of the gateway for one card. */
const keepingMs = 120_000

/**
 * An earlier answer may have been lost, and the gateway keeps a card of which we know nothing: it would refuse the same
 * card for ever. What only the gateway has is forgotten, and the card kept anew. A card that another call is
 * registering at this moment, as after a double tap, is not lost: the gateway is asked first, then who is at work, then
 * what is recorded, so that a call that is done by the second question is found by the third.
 */
async function keep(ctx: Context, { id, user_id, at }: Keeping, token: string): Promise<CardKept> {
  const gateway = gatewayOf(ctx)
  const kept = await gateway.keepCard({ user_id, token })
  if (kept.outcome !== 'refused' || kept.code !== 'CARD_TAKEN') return kept
  const there = await gateway.listCards(user_id)
  if (await isAnotherKeeping(ctx.db, { id, user_id, since: new Date(at.getTime() - keepingMs) })) return kept
  const here = await listGatewayCards(ctx.db, user_id)
  const lost = (there ?? []).filter((card) => !here.includes(card))
  if (lost.length === 0) return kept
  for (const card of lost) await gateway.forgetCard({ customer: gateway.customerOf(user_id), card })
  return gateway.keepCard({ user_id, token })
}

const namesOf = ({ customer, card }: GatewayCard) => ({ gateway_customer: customer, gateway_card: card })
const tooMany = () => new Problem('CARD_LIMIT', { blanks: { n: limits.cardsMax } })
