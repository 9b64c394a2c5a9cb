import { createHash, timingSafeEqual } from 'node:crypto'
import {
  type CardGateway,
  type CardKept,
  type CardRefusal,
  type ChargeStanding,
  type GatewayCard,
  NotSigned,
} from './cards.ts'

export type PayjpAccount = {
  /** PAY.JP's own address, or that of one that speaks the same. */
  url: URL
  secretKey: string
  publicKey: string | null
  /** What PAY.JP puts on every message to us. */
  webhookToken: string
  name?: CardGateway['name']
  /** Below the time that a phone waits for our own answer. */
  timeoutMs?: number
}

type Fields = Readonly<Record<string, string | number>>
type PayjpCard = {
  id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  fingerprint?: string | null
  three_d_secure_status?: string | null
}
type PayjpCharge = {
  id: string
  amount: number
  paid: boolean
  refunded: boolean
  failure_code?: string | null
  three_d_secure_status?: string | null
  metadata?: Record<string, unknown> | null
}

/** `null` code: no answer came, or the answer says nothing about what was asked. */
type Answer<T> = { ok: true; body: T } | { ok: false; code: string | null; reason: string }

const refusals: Readonly<Record<string, CardRefusal>> = {
  expired_card: 'CARD_EXPIRED',
  three_d_secure_incompleted: 'CARD_3DS_FAILED',
  three_d_secure_failed: 'CARD_3DS_FAILED',
  three_d_secure_expired: 'CARD_3DS_FAILED',
  not_in_three_d_secure_flow: 'CARD_3DS_FAILED',
  unverified_token: 'CARD_3DS_FAILED',
  token_already_used: 'CARD_TOKEN',
  invalid_id: 'CARD_TOKEN',
  invalid_card: 'CARD_TOKEN',
  not_found: 'CARD_TOKEN',
  already_have_card: 'CARD_TAKEN',
  already_have_the_same_card: 'CARD_TAKEN',
}
/** Every other refusal of a card gets one sentence: the reason is the bank's affair, and would help a guesser. */
const refusalOf = (code: string): CardRefusal => refusals[code] ?? 'CARD_DECLINED'

/** The bank has seen the holder, or has let them pass unseen. */
const seen = new Set(['verified', 'attempted'])

/** PAY.JP's API v1: forms in, JSON out, the secret key as the name of a login without password. */
export function openPayjp({
  url,
  secretKey,
  publicKey,
  webhookToken,
  name = 'payjp',
  timeoutMs = 7_000,
}: PayjpAccount): CardGateway {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  const expectedToken = digest(webhookToken)

  async function ask<T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    fields: Fields = {},
  ): Promise<Answer<T>> {
    const form = new URLSearchParams(
      Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)]),
    )
    const address = new URL(url.pathname.replace(/\/$/, '') + path, url)
    if (method === 'GET') address.search = form.toString()
    let response: Response
    try {
      response = await fetch(address, {
        method,
        headers: { Authorization: authorization, Accept: 'application/json' },
        ...(method === 'POST' && { body: form }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      return { ok: false, code: null, reason: (error as Error).name }
    }
    const body = (await response.json().catch(() => null)) as { error?: { code?: unknown } } | null
    if (response.ok && body !== null) return { ok: true, body: body as T }
    const code = body?.error?.code
    const reason = `HTTP ${response.status} ${typeof code === 'string' ? code : ''}`.trim()
    // A wrong key, a crowd and a broken server are no word about the card.
    const saysNothing =
      typeof code !== 'string' || [401, 403, 408, 429].includes(response.status) || response.status >= 500
    return { ok: false, code: saysNothing ? null : code, reason }
  }

  function standing(answer: Answer<PayjpCharge>): ChargeStanding {
    if (!answer.ok) {
      const { code, reason } = answer
      return code === null ? { state: 'unknown', reason } : { state: 'failed', code: refusalOf(code), reason }
    }
    const { id, amount, paid, refunded, failure_code, three_d_secure_status: status } = answer.body
    if (paid && !refunded) return { state: 'paid', charge: id, amount }
    if (refunded) return { state: 'failed', code: 'CARD_DECLINED', reason: 'refunded' }
    if (failure_code) return { state: 'failed', code: refusalOf(failure_code), reason: failure_code }
    if (status === 'unverified') return { state: 'unverified', charge: id }
    if (seen.has(status ?? '')) return { state: 'verified', charge: id }
    return { state: 'failed', code: 'CARD_3DS_FAILED', reason: `three_d_secure_status ${status}` }
  }

  const cardPath = (customer: string, card = '') =>
    `/v1/customers/${encodeURIComponent(customer)}/cards${card && `/${encodeURIComponent(card)}`}`

  function kept(customer: string, answer: Answer<PayjpCard>): CardKept {
    if (!answer.ok) {
      const { code, reason } = answer
      return code === null ? { outcome: 'unknown', reason } : { outcome: 'refused', code: refusalOf(code) }
    }
    const { id, brand, last4, exp_month, exp_year, fingerprint } = answer.body
    return {
      outcome: 'kept',
      card: { customer, card: id, fingerprint: fingerprint ?? null, brand, last4, exp_month, exp_year },
    }
  }

  async function forgetCard({ customer, card }: Pick<GatewayCard, 'customer' | 'card'>): Promise<boolean> {
    const answer = await ask('DELETE', cardPath(customer, card))
    return answer.ok || answer.code !== null
  }

  async function findById(charge: string): Promise<ChargeStanding> {
    const answer = await ask<PayjpCharge>('GET', `/v1/charges/${encodeURIComponent(charge)}`)
    // What was asked is not the card: a charge that is not there is missing, and no bank has declined it.
    if (!answer.ok) return answer.code === null ? standing(answer) : { state: 'missing' }
    return standing(answer)
  }

  return {
    name,
    publicKey,

    customerOf,

    async listCards(user_id) {
      const answer = await ask<{ data: PayjpCard[] }>('GET', cardPath(customerOf(user_id)), { limit: 100 })
      return answer.ok ? answer.body.data.map(({ id }) => id) : null
    },

    async keepCard({ user_id, token }) {
      const customer = customerOf(user_id)
      const made = await ask('POST', '/v1/customers', { id: customer })
      if (!made.ok && made.code !== 'already_exist_id') {
        return { outcome: 'unknown', reason: made.reason }
      }
      const answer = await ask<PayjpCard>('POST', cardPath(customer), { card: token })
      const result = kept(customer, answer)
      // A token can also be made without the bank, by anyone who has the public key. Such a card is not kept.
      if (answer.ok && result.outcome === 'kept' && !seen.has(answer.body.three_d_secure_status ?? '')) {
        await forgetCard(result.card)
        return { outcome: 'refused', code: 'CARD_3DS_FAILED' }
      }
      return result
    },

    async changeCard({ customer, card }, { exp_month, exp_year }) {
      return kept(customer, await ask<PayjpCard>('POST', cardPath(customer, card), { exp_month, exp_year }))
    },

    forgetCard,

    async openCharge({ charge_id, customer, card, amount }) {
      return standing(
        await ask<PayjpCharge>('POST', '/v1/charges', {
          amount,
          currency: 'jpy',
          customer,
          card,
          three_d_secure: 'true',
          'metadata[charge_id]': charge_id,
        }),
      )
    },

    async finishCharge(charge) {
      const answer = await ask<PayjpCharge>('POST', `/v1/charges/${encodeURIComponent(charge)}/tds_finish`)
      if (answer.ok) return standing(answer)
      if (answer.code === 'three_d_secure_incompleted') return { state: 'unverified', charge }
      // It was finished before, or by another call a moment ago: how it stands says what came of it.
      if (answer.code === 'invalid_three_d_secure_state' || answer.code === 'not_in_three_d_secure_flow') {
        const found = await findById(charge)
        return found.state === 'paid' || found.state === 'unknown' ? found : standing(answer)
      }
      return standing(answer)
    },

    async findCharge({ charge_id, charge, customer, since }) {
      if (charge !== null) return findById(charge)
      const answer = await ask<{ data: PayjpCharge[] }>('GET', '/v1/charges', {
        customer,
        since: Math.floor(since.getTime() / 1000) - 60,
        limit: 100,
      })
      if (!answer.ok) return { state: 'unknown', reason: answer.reason }
      const found = answer.body.data.find(({ metadata }) => metadata?.['charge_id'] === charge_id)
      return found ? standing({ ok: true, body: found }) : { state: 'missing' }
    },

    readNews({ headers, bytes }) {
      const token = headers['x-payjp-webhook-token']
      if (typeof token !== 'string' || !timingSafeEqual(digest(token), expectedToken)) throw new NotSigned()
      const event = parse(bytes)
      const charge = event?.data?.id
      if (typeof event?.type !== 'string' || !event.type.startsWith('charge.') || typeof charge !== 'string')
        return null
      const ours = event.data?.metadata?.['charge_id']
      return { charge, charge_id: typeof ours === 'string' ? ours : null }
    },
  }
}

/** Our own name of the person, so that a second try after a lost answer makes no second customer. */
const customerOf = (user_id: string): string => `cus_${user_id.replaceAll('-', '')}`

/** Equal lengths, so that comparing tells nothing. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

type Event = { type?: unknown; data?: { id?: unknown; metadata?: Record<string, unknown> | null } }

function parse(bytes: Uint8Array): Event | null {
  try {
    return JSON.parse(Buffer.from(bytes).toString()) as Event | null
  } catch {
    return null
  }
}
