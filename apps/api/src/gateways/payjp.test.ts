import {
  openedCharge,
  payjpCard,
  payjpCharge,
  payjpError,
  payjpEvent,
  type PayjpServer,
  startPayjp,
} from '@shirogane/testkit/servers/payjp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CardGateway, NotSigned } from './cards.ts'
import { openPayjp } from './payjp.ts'

let payjp: PayjpServer
let gateway: CardGateway
beforeAll(async () => {
  payjp = await startPayjp()
  gateway = openPayjp({
    url: payjp.url,
    secretKey: 'sk_test_c62fade9d045b54cd76d7036',
    publicKey: 'pk_test_0383a1b8f91e8a6e3ea0e2a9',
    webhookToken: 'whook_8f4e9c1a',
    timeoutMs: 300,
  })
})
beforeEach(() => {
  payjp.requests.length = 0
  payjp.answers.length = 0
})
afterAll(() => payjp.close())

const user_id = '0195f3e2-a7c1-7b6c-8d4e-5f6a7b8c9d0e'
const customer = 'cus_0195f3e2a7c17b6c8d4e5f6a7b8c9d0e'
const ok = (body: unknown) => ({ status: 200, body })
const done = () => payjp.requests.map(({ method, path }) => `${method} ${path}`)

describe('keeping a card', () => {
  const keep = () => gateway.keepCard({ user_id, token: 'tok_0123456789abcdef' })

  test('makes the customer under our own name, adds the token, and knows the card by its last digits', async () => {
    payjp.answers.push(ok({ id: customer, object: 'customer' }), ok(payjpCard()))
    expect(await keep()).toEqual({
      outcome: 'kept',
      card: {
        customer,
        card: 'car_99abf74cb5527ff68233a8b836dd',
        fingerprint: 'e1d8225886e3a7211127df751c86787f',
        brand: 'Visa',
        last4: '4242',
        exp_month: 12,
        exp_year: 2034,
      },
    })
    expect(payjp.requests).toEqual([
      {
        method: 'POST',
        path: '/v1/customers',
        authorization: `Basic ${Buffer.from('sk_test_c62fade9d045b54cd76d7036:').toString('base64')}`,
        form: { id: customer },
      },
      expect.objectContaining({
        method: 'POST',
        path: `/v1/customers/${customer}/cards`,
        form: { card: 'tok_0123456789abcdef' },
      }),
    ])
  })

  test('goes on where the customer is there already', async () => {
    payjp.answers.push(payjpError(400, 'already_exist_id'), ok(payjpCard()))
    expect(await keep()).toMatchObject({ outcome: 'kept' })
  })

  test.each([null, 'unverified', 'failed'])(
    'is undone where the bank has not seen the holder (%s)',
    async (three_d_secure_status) => {
      payjp.answers.push(
        ok({ id: customer }),
        ok(payjpCard({ three_d_secure_status })),
        ok({ id: 'car', deleted: true }),
      )
      expect(await keep()).toEqual({ outcome: 'refused', code: 'CARD_3DS_FAILED' })
      expect(done().at(-1)).toBe(`DELETE /v1/customers/${customer}/cards/car_99abf74cb5527ff68233a8b836dd`)
    },
  )

  test.each([
    [402, 'card_declined', 'CARD_DECLINED'],
    [402, 'expired_card', 'CARD_EXPIRED'],
    [402, 'unacceptable_brand', 'CARD_DECLINED'],
    [402, 'card_flagged', 'CARD_DECLINED'],
    [400, 'unverified_token', 'CARD_3DS_FAILED'],
    [400, 'token_already_used', 'CARD_TOKEN'],
    [400, 'invalid_id', 'CARD_TOKEN'],
    [400, 'already_have_the_same_card', 'CARD_TAKEN'],
  ])('HTTP %i %s is %s', async (status, code, expected) => {
    payjp.answers.push(ok({ id: customer }), payjpError(status, code, 'card_error'))
    expect(await keep()).toEqual({ outcome: 'refused', code: expected })
  })

  test.each([
    ['a wrong key', payjpError(401, 'invalid_api_key', 'auth_error')],
    ['a crowd', payjpError(429, 'over_capacity')],
    ['a broken server', payjpError(500, 'payjp_wrong', 'server_error')],
    ['a page of a proxy', { status: 502, body: 'Bad Gateway' }],
    ['silence', { ...ok(payjpCard()), delayMs: 1_000 }],
    ['a lost connection', 'lost' as const],
  ])('%s is no refusal', async (_name, answer) => {
    payjp.answers.push(ok({ id: customer }), answer)
    expect(await keep()).toMatchObject({ outcome: 'unknown' })
  })
})

test('a card is changed and forgotten by its two names', async () => {
  const card = { customer, card: 'car_1' }
  payjp.answers.push(
    ok(payjpCard({ exp_month: 1, exp_year: 2040 })),
    ok({ deleted: true }),
    payjpError(404, 'not_found'),
    'lost',
  )
  expect(await gateway.changeCard(card, { exp_month: 1, exp_year: 2040 })).toMatchObject({
    card: { exp_month: 1, exp_year: 2040 },
  })
  expect(payjp.requests[0]?.form).toEqual({ exp_month: '1', exp_year: '2040' })
  expect(await gateway.forgetCard(card)).toBe(true)
  // What is not there is forgotten; what was not answered may still be there.
  expect(await gateway.forgetCard(card)).toBe(true)
  expect(await gateway.forgetCard(card)).toBe(false)
})

test('the cards of a person are listed by name, and not guessed at', async () => {
  payjp.answers.push(
    ok({ object: 'list', data: [payjpCard({ id: 'car_1' }), payjpCard({ id: 'car_2' })] }),
    'lost',
  )
  expect(await gateway.listCards(user_id)).toEqual(['car_1', 'car_2'])
  expect(await gateway.listCards(user_id)).toBeNull()
})

const order = { charge_id: '0195f3e2-0000-7000-8000-000000000001', customer, card: 'car_1', amount: 3_000 }

describe('a charge', () => {
  test('is opened with 3-D Secure and under our own name, and takes nothing', async () => {
    payjp.answers.push(ok(openedCharge()))
    expect(await gateway.openCharge(order)).toEqual({
      state: 'unverified',
      charge: 'ch_fa990a4c10672a93053a774730b0a',
    })
    expect(payjp.requests[0]).toMatchObject({
      method: 'POST',
      path: '/v1/charges',
      form: {
        amount: '3000',
        currency: 'jpy',
        customer,
        card: 'car_1',
        three_d_secure: 'true',
        'metadata[charge_id]': order.charge_id,
      },
    })
  })

  test('is finished once the bank has seen the holder, for the amount that PAY.JP says', async () => {
    payjp.answers.push(ok(payjpCharge({ amount: 3_000 })))
    expect(await gateway.finishCharge('ch_1')).toEqual({
      state: 'paid',
      charge: 'ch_fa990a4c10672a93053a774730b0a',
      amount: 3_000,
    })
    expect(done()).toEqual(['POST /v1/charges/ch_1/tds_finish'])
  })

  test.each([
    [400, 'three_d_secure_incompleted', { state: 'unverified', charge: 'ch_1' }],
    [402, 'three_d_secure_failed', { state: 'failed', code: 'CARD_3DS_FAILED' }],
    [400, 'three_d_secure_expired', { state: 'failed', code: 'CARD_3DS_FAILED' }],
    [402, 'card_declined', { state: 'failed', code: 'CARD_DECLINED' }],
    [402, 'expired_card', { state: 'failed', code: 'CARD_EXPIRED' }],
    [402, 'processing_error', { state: 'failed', code: 'CARD_DECLINED' }],
    [500, 'pg_wrong', { state: 'unknown' }],
    [429, 'over_capacity', { state: 'unknown' }],
  ])('that ends with HTTP %i %s stands as %o', async (status, code, expected) => {
    payjp.answers.push(payjpError(status, code))
    expect(await gateway.finishCharge('ch_1')).toMatchObject(expected)
  })

  test('that was finished before is looked up and not taken for a failure', async () => {
    payjp.answers.push(payjpError(400, 'invalid_three_d_secure_state'), ok(payjpCharge()))
    expect(await gateway.finishCharge('ch_1')).toMatchObject({ state: 'paid', amount: 3_000 })
    expect(done()).toEqual(['POST /v1/charges/ch_1/tds_finish', 'GET /v1/charges/ch_1'])
    payjp.answers.push(payjpError(400, 'not_in_three_d_secure_flow'), 'lost')
    expect(await gateway.finishCharge('ch_1')).toMatchObject({ state: 'unknown' })
    payjp.answers.push(payjpError(400, 'not_in_three_d_secure_flow'), ok(openedCharge()))
    expect(await gateway.finishCharge('ch_1')).toMatchObject({ state: 'failed', code: 'CARD_3DS_FAILED' })
  })

  test.each([
    [payjpCharge(), { state: 'paid', amount: 3_000 }],
    [openedCharge(), { state: 'unverified' }],
    [openedCharge({ three_d_secure_status: 'verified' }), { state: 'verified' }],
    [openedCharge({ three_d_secure_status: 'attempted' }), { state: 'verified' }],
    [openedCharge({ three_d_secure_status: 'failed' }), { state: 'failed', code: 'CARD_3DS_FAILED' }],
    [openedCharge({ three_d_secure_status: 'error' }), { state: 'failed', code: 'CARD_3DS_FAILED' }],
    [
      openedCharge({ three_d_secure_status: 'verified', failure_code: 'card_declined' }),
      { state: 'failed', code: 'CARD_DECLINED' },
    ],
    [payjpCharge({ refunded: true, amount_refunded: 3_000 }), { state: 'failed' }],
  ])('is read as it stands (%#)', async (body, expected) => {
    payjp.answers.push(ok(body))
    expect(await gateway.findCharge({ ...order, charge: 'ch_1', since: new Date() })).toMatchObject(expected)
  })

  test('whose name got lost is found by ours among the newest of its customer', async () => {
    const since = new Date('2026-11-21T01:00:00Z')
    const data = [
      payjpCharge({ metadata: { charge_id: 'another' } }),
      openedCharge({ metadata: { charge_id: order.charge_id } }),
    ]
    payjp.answers.push(ok({ object: 'list', count: 2, has_more: false, url: '/v1/charges', data }))
    expect(await gateway.findCharge({ ...order, charge: null, since })).toMatchObject({ state: 'unverified' })
    expect(payjp.requests[0]?.path).toBe(
      `/v1/charges?customer=${customer}&since=${since.getTime() / 1000 - 60}&limit=100`,
    )
    payjp.answers.push(ok({ object: 'list', count: 0, data: [] }), 'lost')
    expect(await gateway.findCharge({ ...order, charge: null, since })).toEqual({ state: 'missing' })
    expect(await gateway.findCharge({ ...order, charge: null, since })).toMatchObject({ state: 'unknown' })
  })

  test('that PAY.JP has never heard of is missing, and not declined', async () => {
    payjp.answers.push(payjpError(404, 'not_found'))
    expect(await gateway.findCharge({ ...order, charge: 'ch_1', since: new Date() })).toEqual({
      state: 'missing',
    })
  })
})

describe('a message', () => {
  const bytes = (body: unknown) => Buffer.from(JSON.stringify(body))
  const news = (token: string | undefined, body: unknown) =>
    gateway.readNews({ headers: { 'x-payjp-webhook-token': token }, bytes: bytes(body) })
  const event = payjpEvent('charge.succeeded', payjpCharge({ metadata: { charge_id: order.charge_id } }))

  test('names the charge that it is about, by both names', () => {
    expect(news('whook_8f4e9c1a', event)).toEqual({
      charge: 'ch_fa990a4c10672a93053a774730b0a',
      charge_id: order.charge_id,
    })
  })

  test.each([undefined, '', 'whook_8f4e9c1b', 'whook_8f4e9c1a '])(
    'with the token %o is anybody’s',
    (token) => {
      expect(() => news(token, event)).toThrow(NotSigned)
    },
  )

  test.each([
    payjpEvent('customer.card.created', payjpCard()),
    payjpEvent('charge.succeeded', {}),
    null,
    'charge.succeeded',
    { type: 7 },
  ])('of another kind is of no concern (%#)', (body) => {
    expect(news('whook_8f4e9c1a', body)).toBeNull()
  })
})
