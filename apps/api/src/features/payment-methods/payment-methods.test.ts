import { Writable } from 'node:stream'
import { type CardForm, type PaymentMethod } from '@shirogane/contract/resources/members/payment-methods'
import { answerBank, cardToken, sandboxCards, saveCard } from '@shirogane/testkit/acts/cards'
import { payjpCard, payjpError, startPayjp } from '@shirogane/testkit/servers/payjp-server'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
const lines: string[] = []
beforeAll(async () => {
  const log = pino(
    { level: 'trace' },
    new Writable({
      write(chunk, _encoding, next) {
        lines.push(String(chunk))
        next()
      },
    }),
  )
  api = await startApi({ log })
})
afterAll(() => api.close())

const cardsOf = async (name: 'yoko' | 'hanako' | 'kyoko'): Promise<PaymentMethod[]> =>
  (await (await api.as(name)).get('paymentMethods.saved')).items

async function clear(name: 'yoko' | 'kyoko'): Promise<void> {
  const caller = await api.as(name)
  for (const { id } of await cardsOf(name)) await caller.get('paymentMethods.remove', { params: { id } })
}

describe('the saved cards', () => {
  test('show what a card is recognised by and not a word more', async () => {
    const [card] = await cardsOf('hanako')
    expect(Object.keys(card!).toSorted()).toEqual(
      [
        'brand',
        'created_at',
        'default',
        'exp_month',
        'exp_year',
        'id',
        'last4',
        'nickname',
        'type',
      ].toSorted(),
    )
    expect(card).toMatchObject({ type: 'card', brand: 'Visa', last4: '4242', default: true })
  })

  test('begin with none, and the first one becomes the main one', async () => {
    const yoko = await api.as('yoko')
    expect(await yoko.get('paymentMethods.saved')).toMatchObject({ items: [], total: 0, next_page: null })
    const first = await saveCard(api, yoko, 'master')
    const second = await saveCard(api, yoko, 'jcb')
    expect([first.default, second.default]).toEqual([true, false])
    expect((await cardsOf('yoko')).map(({ brand }) => brand)).toEqual(['MasterCard', 'JCB'])
    await clear('yoko')
  })

  test('pages are pages', async () => {
    const page = await (
      await api.as('hanako')
    ).get('paymentMethods.saved', { query: { limit: 1, type: 'card' } })
    expect(page).toMatchObject({ page: 1, limit: 1, total: 2, next_page: 2 })
    expect(page.items).toHaveLength(1)
  })
})

describe('the form', () => {
  test('stands under another origin than the app, and may be shown by the app alone', async () => {
    const setup: CardForm = await (await api.as('hanako')).get('paymentMethods.setup')
    expect(new URL(setup.frame_url).origin).not.toBe(new URL(api.url).origin)
    expect(setup).toMatchObject({ public_key: null, email: 'hanako02@example.com' })
    const page = await fetch(setup.frame_url.replace('localhost', '127.0.0.1'))
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/frame-ancestors http:\/\/localhost:\d+ http:\/\/localhost:\*/)
    expect(policy).toContain("script-src 'self'")
    expect(await page.text()).toContain('カード番号')
  })

  test('knows its own cards and refuses every other number unread', async () => {
    const { originFor } = api.server.context.gateways.cards!
    const answer = await fetch(`${originFor('127.0.0.1')}/sandbox/tokens`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ number: '4111111111111111', exp_month: 1, exp_year: 2040 }),
    })
    expect(answer.status).toBe(402)
  })

  test('its gateway answers nobody without the key', async () => {
    const { originFor } = api.server.context.gateways.cards!
    expect((await fetch(`${originFor('127.0.0.1')}/v1/charges`)).status).toBe(401)
    expect((await fetch(`${originFor('127.0.0.1')}/v1/users/me`)).status).toBe(401)
  })
})

describe('a new card', () => {
  test('wants its bank to have seen the holder', async () => {
    const yoko = await api.as('yoko')
    const left = await cardToken(api, 'bank', 'left')
    const body = { gateway_token: left }
    expect(await yoko.refused('paymentMethods.create', { body })).toMatchObject({
      status: 422,
      code: 'CARD_3DS_FAILED',
      message: '本人認証が完了しませんでした。',
    })
    await answerBank(api, left, true)
    expect(await yoko.get('paymentMethods.create', { body })).toMatchObject({ last4: '3220' })
    const failed = { gateway_token: await cardToken(api, 'bank', 'failed') }
    expect((await (await api.as('kyoko')).refused('paymentMethods.create', { body: failed })).code).toBe(
      'CARD_3DS_FAILED',
    )
    await clear('yoko')
  })

  test('is read once: a token that was used, or is none, opens nothing', async () => {
    const yoko = await api.as('yoko')
    const token = await cardToken(api, 'amex')
    await yoko.get('paymentMethods.create', { body: { gateway_token: token } })
    for (const gateway_token of [token, 'tok_0123456789abcdef0123', 'car_0123456789abcdef', 'x']) {
      const refused = await (
        await api.as('kyoko')
      ).refused('paymentMethods.create', { body: { gateway_token } })
      expect(refused).toMatchObject({ status: 422, code: 'CARD_TOKEN' })
    }
    await clear('yoko')
  })

  test('is not kept twice, also when it comes twice at once', async () => {
    const yoko = await api.as('yoko')
    const tokens = [await cardToken(api, 'master'), await cardToken(api, 'master')]
    const replies = await Promise.all(
      tokens.map((gateway_token) => yoko.call('paymentMethods.create', { body: { gateway_token } })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'CARD_TAKEN',
      message: 'このカードはすでに登録されています。',
    })
    expect(await cardsOf('yoko')).toHaveLength(1)
    // What is shown can pay: neither call forgot the other's card at the gateway.
    expect(await api.server.context.gateways.cards!.gateway.listCards(yoko.user_id)).toHaveLength(1)
    await clear('yoko')
  })

  test('that the gateway kept although its answer got lost is kept by the next try', async () => {
    const yoko = await api.as('yoko')
    const { gateway } = api.server.context.gateways.cards!
    const token = await cardToken(api, 'master')
    await gateway.keepCard({ user_id: yoko.user_id, token })
    const gateway_token = await cardToken(api, 'master')
    expect(await yoko.get('paymentMethods.create', { body: { gateway_token } })).toMatchObject({
      last4: '4444',
    })
    expect(await gateway.listCards(yoko.user_id)).toHaveLength(1)
    await clear('yoko')
  })

  test('comes after five no more, whoever asks at once', async () => {
    const yoko = await api.as('yoko')
    const names = ['success', 'master', 'jcb', 'amex', 'lost', 'late', 'twice'] as const
    const tokens = await Promise.all(names.map((name) => cardToken(api, name)))
    const replies = await Promise.all(
      tokens.map((gateway_token) => yoko.call('paymentMethods.create', { body: { gateway_token } })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(replies.find(({ status }) => status !== 201)?.body).toMatchObject({
      code: 'CARD_LIMIT',
      message: '登録できるカードは5枚までです。',
    })
    // What was not kept here is not kept there either.
    expect(await api.server.context.gateways.cards!.gateway.listCards(yoko.user_id)).toHaveLength(5)
    expect((await cardsOf('yoko')).filter((card) => card.default)).toHaveLength(1)
    expect((await yoko.refused('paymentMethods.setup')).code).toBe('CARD_LIMIT')
    await clear('yoko')
  })
})

describe('the number of a card', () => {
  const number = '4111 1111 1111 1111'
  test.each([
    { gateway_token: number },
    { gateway_token: `tok_${number}` },
    { gateway_token: 'tok_4111111111111111' },
    { gateway_token: '４１１１１１１１１１１１１１１１' },
    { gateway_token: '4111-1111-1111-1111' },
  ])('is refused as %o, and stands in no answer and in no line of the log', async (body) => {
    const { status, body: answer } = await (await api.as('yoko')).call('paymentMethods.create', { body })
    expect(status).toBe(422)
    expect(answer).toMatchObject({
      code: 'PAN_REFUSED',
      message: 'カード番号は送信できません。カードの入力画面に入力してください。',
    })
    expect(JSON.stringify(answer)).not.toMatch(/4111/)
  })

  test('is refused in a field of its own, and as a name', async () => {
    const yoko = await api.as('yoko')
    const planted = { gateway_token: 'tok_0123456789abcdef', number: sandboxCards.success, cvc: '123' }
    expect((await yoko.refused('paymentMethods.create', { body: planted })).code).toBe('VALIDATION_ERROR')
    const [card] = await cardsOf('hanako')
    const named = { params: { id: card!.id }, body: { nickname: '4111111111111111' } }
    expect((await (await api.as('hanako')).refused('paymentMethods.update', named)).code).toBe('PAN_REFUSED')
    expect(lines.join('')).not.toMatch(/41111111|4242424242424242/)
  })
})

test('a token whose digits chance to pass for a number is a token', async () => {
  const body = { gateway_token: 'tok_4111111111111111ab' }
  expect((await (await api.as('yoko')).refused('paymentMethods.create', { body })).code).toBe('CARD_TOKEN')
})

describe('changing a card', () => {
  test('there is one main card, also when ten switch at once', async () => {
    const hanako = await api.as('hanako')
    const cards = await cardsOf('hanako')
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        hanako.get('paymentMethods.update', {
          params: { id: cards[index % 2]!.id },
          body: { default: true },
        }),
      ),
    )
    expect((await cardsOf('hanako')).filter((card) => card.default)).toHaveLength(1)
    await hanako.get('paymentMethods.update', { params: { id: cards[0]!.id }, body: { default: true } })
    expect((await cardsOf('hanako'))[0]).toMatchObject({ id: cards[0]!.id, default: true })
  })

  test('a name comes and goes', async () => {
    const hanako = await api.as('hanako')
    const { id } = (await cardsOf('hanako'))[1]!
    const name = (nickname: string) =>
      hanako.get('paymentMethods.update', { params: { id }, body: { nickname } })
    expect((await name(' 旅行用 ')).nickname).toBe('旅行用')
    expect((await name('')).nickname).toBeNull()
    const long = { params: { id }, body: { nickname: 'あ'.repeat(21) } }
    expect((await hanako.refused('paymentMethods.update', long)).code).toBe('VALIDATION_ERROR')
  })

  test('a new date is the gateway’s first; one that has passed is none', async () => {
    const hanako = await api.as('hanako')
    const { id } = (await cardsOf('hanako'))[1]!
    const change = { params: { id }, body: { exp_month: 2, exp_year: 2041 } }
    expect(await hanako.get('paymentMethods.update', change)).toMatchObject({ exp_month: 2, exp_year: 2041 })
    const [kept] = await api.db.query<{ exp_year: number }>(
      `select (o.data ->> 'exp_year')::int as exp_year from sandbox_objects o join payment_methods p on p.gateway_card = o.id
       where p.id = $1`,
      [id],
    )
    expect(kept?.exp_year).toBe(2041)
    const past = { params: { id }, body: { exp_month: 1, exp_year: 2020 } }
    expect((await hanako.refused('paymentMethods.update', past)).code).toBe('CARD_EXPIRED')
    const half = { params: { id }, body: { exp_month: 1 } }
    expect((await hanako.refused('paymentMethods.update', half)).code).toBe('VALIDATION_ERROR')
  })

  test('somebody else’s card is not there', async () => {
    const { id } = (await cardsOf('hanako'))[0]!
    const kyoko = await api.as('kyoko')
    expect(await kyoko.refused('paymentMethods.update', { params: { id }, body: {} })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
    expect((await kyoko.refused('paymentMethods.remove', { params: { id } })).code).toBe('NOT_FOUND')
  })
})

test('a removed card is gone here and there, and the newest that remains becomes the main one', async () => {
  const yoko = await api.as('yoko')
  const [first, second, third] = [
    await saveCard(api, yoko, 'success'),
    await saveCard(api, yoko, 'master'),
    await saveCard(api, yoko, 'jcb'),
  ]
  await yoko.get('paymentMethods.remove', { params: { id: first.id } })
  expect(await cardsOf('yoko')).toMatchObject([
    { id: third.id, default: true },
    { id: second.id, default: false },
  ])
  expect((await yoko.refused('paymentMethods.remove', { params: { id: first.id } })).code).toBe('NOT_FOUND')
  expect(await api.server.context.gateways.cards!.gateway.listCards(yoko.user_id)).toHaveLength(2)
  await clear('yoko')
})

test('cards that are tried out come to a few: five refusals, and three new ones a day', async () => {
  const own = await startApi({ env: { RATE_LIMITS: 'on' } })
  own.clock.stop()
  try {
    const yoko = await own.as('yoko')
    for (let round = 0; round < 5; round += 1) {
      const gateway_token = await cardToken(own, 'bank', 'failed')
      expect((await yoko.refused('paymentMethods.create', { body: { gateway_token } })).code).toBe(
        'CARD_3DS_FAILED',
      )
    }
    const body = { gateway_token: await cardToken(own) }
    expect(await yoko.refused('paymentMethods.create', { body })).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
    })

    const kyoko = await own.as('kyoko')
    for (const name of ['success', 'jcb', 'amex'] as const) await saveCard(own, kyoko, name)
    const fourth = { gateway_token: await cardToken(own, 'twice') }
    expect((await kyoko.refused('paymentMethods.create', { body: fourth })).status).toBe(429)
  } finally {
    await own.close()
  }
})

test('a real account is asked over HTTP, and what it does not answer is no refusal', async () => {
  const payjp = await startPayjp()
  const own = await startApi({
    env: {
      PAYJP_URL: payjp.url.href,
      PAYJP_SECRET_KEY: 'sk_test_1',
      PAYJP_PUBLIC_KEY: 'pk_test_1',
      PAYJP_WEBHOOK_TOKEN: 'whook_1',
    },
  })
  try {
    const yoko = await own.as('yoko')
    const setup = await yoko.get('paymentMethods.setup')
    expect(setup.public_key).toBe('pk_test_1')
    const page = await fetch(setup.frame_url.replace('localhost', '127.0.0.1'))
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self' https://js.pay.jp")
    expect(await page.text()).toContain('<script src="https://js.pay.jp/v2/pay.js"></script>')
    const body = { gateway_token: 'tok_0123456789abcdef' }
    payjp.answers.push({ status: 200, body: {} }, 'lost')
    expect(await yoko.refused('paymentMethods.create', { body })).toMatchObject({
      status: 503,
      code: 'CARD_UNAVAILABLE',
    })
    payjp.answers.push({ status: 200, body: {} }, payjpError(402, 'card_declined', 'card_error'))
    expect((await yoko.refused('paymentMethods.create', { body })).code).toBe('CARD_DECLINED')
    payjp.answers.push({ status: 200, body: {} }, payjpError(402, 'expired_card', 'card_error'))
    expect((await yoko.refused('paymentMethods.create', { body })).code).toBe('CARD_EXPIRED')
    payjp.answers.push({ status: 200, body: {} }, { status: 200, body: payjpCard() })
    expect(await yoko.get('paymentMethods.create', { body })).toMatchObject({ last4: '4242' })
  } finally {
    await own.close()
    await payjp.close()
  }
})
