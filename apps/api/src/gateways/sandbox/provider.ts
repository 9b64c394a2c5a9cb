import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '../../db/sql.ts'
import {
  changeObject,
  createObject,
  findObject,
  type Kept,
  listOfCustomer,
  removeObject,
  type SandboxCard,
  type SandboxCharge,
} from './store.ts'
import { testCardOf } from './test-cards.ts'

/** An answer as PAY.JP gives it; `lost` is one that never arrives, although everything was done. */
export type ProviderAnswer = { status: number; body: unknown } | 'lost'
export type Form = Readonly<Record<string, string | undefined>>

const lateMs = 8_000

const refusal = (status: number, type: string, code: string, message: string): ProviderAnswer => ({
  status,
  body: { error: { status, type, code, message } },
})
const notFound = refusal(404, 'client_error', 'not_found', 'No such object')
const cardError = (code: string) => refusal(402, 'card_error', code, code)
const named = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

export type Provider = ReturnType<typeof openProvider>

/**
 * The demo's gateway: it speaks as PAY.JP's API does, as far as our adapter listens, and its cards do on purpose what
 * real ones do by accident. It stands for another company: it knows nothing of ours but the address for its messages.
 */
export function openProvider({
  db,
  now,
  announce,
}: {
  db: Db
  now: () => Date
  /** Sends a message to the merchant, who may or may not hear it. */
  announce: (event: object) => void
}) {
  const seconds = () => Math.floor(now().getTime() / 1000)

  /** As it stands now: what takes its time has happened when its time has come. */
  async function current(id: string): Promise<Kept<SandboxCharge> | null> {
    const charge = await findObject<SandboxCharge>(db, id)
    if (!charge || charge.paid || !charge.settles_at || Date.parse(charge.settles_at) > now().getTime()) {
      return charge
    }
    return (await take(charge)) ?? current(id)
  }

  function take(charge: Kept<SandboxCharge>): Promise<Kept<SandboxCharge> | null> {
    return changeObject<SandboxCharge>(
      db,
      charge.id,
      { paid: false },
      { paid: true, captured: true, captured_at: seconds() },
    )
  }

  function sendEvent(type: string, charge: Kept<SandboxCharge>): void {
    announce({
      id: named('evnt'),
      object: 'event',
      type,
      created: seconds(),
      livemode: false,
      pending_webhooks: 1,
      data: shown(charge),
    })
  }

  return {
    /** From the form in a browser. Only cards of ours are read, and of those no number is kept. */
    async createToken(asked: {
      number: unknown
      exp_month: unknown
      exp_year: unknown
    }): Promise<ProviderAnswer> {
      const card = testCardOf(String(asked.number))
      if (!card) return refusal(402, 'card_error', 'invalid_number', 'Unknown test card')
      if (card.behaviour === 'refused') return cardError('card_declined')
      const id = named('tok')
      const token = {
        id,
        object: 'token',
        behaviour: card.behaviour,
        used: false,
        brand: card.brand,
        last4: card.number.slice(-4),
        exp_month: Number(asked.exp_month),
        exp_year: Number(asked.exp_year),
        fingerprint: createHash('sha256').update(`sandbox ${card.number}`).digest('hex').slice(0, 32),
        three_d_secure_status: card.behaviour === 'bank' ? 'unverified' : 'verified',
      }
      await createObject(db, id, token)
      return { status: 200, body: { id, three_d_secure_status: token.three_d_secure_status } }
    },

    /** The bank's page has been answered, for a token or for a charge. */
    async answerBank(id: string, passed: boolean): Promise<ProviderAnswer> {
      const changed = await changeObject(
        db,
        id,
        { three_d_secure_status: 'unverified' },
        { three_d_secure_status: passed ? 'verified' : 'failed' },
      )
      return changed ? { status: 200, body: { id } } : notFound
    },

    async createCustomer({ id = named('cus') }: Form): Promise<ProviderAnswer> {
      const isNew = await createObject(db, id, { id, object: 'customer' })
      return isNew
        ? { status: 200, body: { id, object: 'customer', livemode: false } }
        : refusal(400, 'client_error', 'already_exist_id', 'The id exists')
    },

    async addCard(customer: string, { card: tokenId = '' }: Form): Promise<ProviderAnswer> {
      const token = await findObject<SandboxCard>(db, tokenId)
      if (!token || !tokenId.startsWith('tok_'))
        return refusal(400, 'client_error', 'invalid_id', 'No such token')
      if (!(await findObject(db, customer)))
        return refusal(400, 'client_error', 'invalid_customer', 'No such customer')
      if (token.three_d_secure_status === 'unverified')
        return refusal(400, 'client_error', 'unverified_token', '3-D Secure is not done')
      if (token.three_d_secure_status === 'failed')
        return refusal(402, 'card_error', 'three_d_secure_failed', '3-D Secure failed')
      const held = await listOfCustomer<SandboxCard>(db, customer, 'car')
      if (held.some((card) => card.fingerprint === token.fingerprint))
        return refusal(400, 'client_error', 'already_have_the_same_card', 'The customer has this card')
      if (!(await changeObject(db, tokenId, { used: false }, { used: true })))
        return refusal(400, 'client_error', 'token_already_used', 'The token is used')
      const { behaviour, brand, last4, exp_month, exp_year, fingerprint, three_d_secure_status } = token
      const id = named('car')
      const card: Kept<SandboxCard> = {
        id,
        object: 'card',
        behaviour,
        brand,
        last4,
        exp_month,
        exp_year,
        fingerprint,
        customer,
        three_d_secure_status,
      }
      await createObject(db, id, card)
      return { status: 200, body: shown(card) }
    },

    async listCards(customer: string): Promise<ProviderAnswer> {
      const data = (await listOfCustomer<SandboxCard>(db, customer, 'car')).map(shown)
      return {
        status: 200,
        body: { object: 'list', count: data.length, has_more: false, url: '/v1/cards', data },
      }
    },

    async changeCard(customer: string, id: string, form: Form): Promise<ProviderAnswer> {
      const [exp_month, exp_year] = [Number(form['exp_month']), Number(form['exp_year'])]
      const changed = await changeObject<SandboxCard>(db, id, { customer }, { exp_month, exp_year })
      return changed ? { status: 200, body: shown(changed) } : notFound
    },

    async removeCard(customer: string, id: string): Promise<ProviderAnswer> {
      const card = await findObject<SandboxCard>(db, id)
      if (card?.customer !== customer || !(await removeObject(db, id))) return notFound
      return { status: 200, body: { id, deleted: true, livemode: false } }
    },

    async createCharge(form: Form): Promise<ProviderAnswer> {
      const card = await findObject<SandboxCard>(db, form['card'] ?? '')
      const amount = Number(form['amount'])
      if (!card || card.customer !== form['customer'])
        return refusal(400, 'client_error', 'dont_has_this_card', 'No such card')
      if (!Number.isInteger(amount) || amount < 50 || amount > 9_999_999)
        return refusal(400, 'client_error', 'invalid_amount', 'The amount is out of range')
      const id = named('ch')
      const { behaviour, ...rest } = card
      const charge: Kept<SandboxCharge> = {
        id,
        object: 'charge',
        behaviour,
        amount,
        currency: 'jpy',
        created: seconds(),
        customer: card.customer,
        card: rest,
        captured: false,
        captured_at: null,
        paid: false,
        refunded: false,
        amount_refunded: 0,
        failure_code: null,
        failure_message: null,
        three_d_secure_status: behaviour === 'bank' ? 'unverified' : 'verified',
        metadata: { charge_id: form['metadata[charge_id]'] ?? '' },
        livemode: false,
      }
      await createObject(db, id, charge)
      return { status: 200, body: shown(charge) }
    },

    async finishCharge(id: string): Promise<ProviderAnswer> {
      const charge = await current(id)
      if (!charge) return notFound
      if (charge.three_d_secure_status === 'unverified')
        return refusal(400, 'client_error', 'three_d_secure_incompleted', '3-D Secure is not done')
      if (charge.three_d_secure_status === 'failed')
        return refusal(402, 'card_error', 'three_d_secure_failed', '3-D Secure failed')
      if (charge.paid) return refusal(400, 'client_error', 'invalid_three_d_secure_state', 'It is finished')
      if (charge.behaviour === 'decline' || charge.behaviour === 'expired') {
        const code = charge.behaviour === 'decline' ? 'card_declined' : 'expired_card'
        const failed = await changeObject<SandboxCharge>(db, id, { paid: false }, { failure_code: code })
        if (failed) sendEvent('charge.failed', failed)
        return cardError(code)
      }
      if (charge.behaviour === 'late') {
        const settles_at = charge.settles_at ?? new Date(now().getTime() + lateMs).toISOString()
        await changeObject(db, id, { paid: false }, { settles_at })
        const timer = setTimeout(() => {
          void current(id).then(
            (confirmed) => confirmed && sendEvent('charge.succeeded', confirmed),
            () => undefined,
          )
        }, lateMs)
        timer.unref()
        return 'lost'
      }
      const taken = await take(charge)
      if (!taken) return refusal(400, 'client_error', 'invalid_three_d_secure_state', 'It is finished')
      if (charge.behaviour === 'lost') return 'lost'
      sendEvent('charge.succeeded', taken)
      if (charge.behaviour === 'twice') sendEvent('charge.succeeded', taken)
      return { status: 200, body: shown(taken) }
    },

    async showCharge(id: string): Promise<ProviderAnswer> {
      const charge = await current(id)
      return charge ? { status: 200, body: shown(charge) } : notFound
    },

    async listCharges({ customer = '', since = '0' }: Form): Promise<ProviderAnswer> {
      const charges = await listOfCustomer<SandboxCharge>(db, customer, 'ch')
      const data = charges.filter(({ created }) => created >= Number(since)).map(shown)
      return {
        status: 200,
        body: { object: 'list', count: data.length, has_more: false, url: '/v1/charges', data },
      }
    },
  }
}

/** What the outside is told: not how the card was made to behave. */
function shown({ behaviour: _, settles_at: __, used: ___, ...rest }: Kept<object>): object {
  return rest
}
