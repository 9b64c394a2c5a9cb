import { randomUUID } from 'node:crypto'
import type { Charge } from '@shirogane/contract/resources/sales/charges'
import type { Caller, Reply } from '@shirogane/testkit/calls/caller'
import { answerBank, saveCard, type SandboxCardName } from '@shirogane/testkit/acts/cards'
import { charge as fund } from '@shirogane/testkit/acts/funds'
import { outboxOf } from '@shirogane/testkit/acts/newcomer'
import {
  openedCharge,
  payjpCharge,
  payjpError,
  payjpEvent,
  type PayjpServer,
  startPayjp,
} from '@shirogane/testkit/servers/payjp-server'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askForDueCharges } from './charge/charge-outcome.ts'

let api: TestApi
/** The books balance after every test. */
async function booksBalance({ db }: TestApi): Promise<void> {
  const findings = await db.query('select * from ledger.audit()')
  if (findings.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(findings)}`)
}
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  await booksBalance(api)
  await api.close()
})

type Ordered = { amount?: number; key?: string; card?: string }
async function order(caller: Caller, name: SandboxCardName, over: Ordered = {}): Promise<Reply> {
  const payment_method_id = over.card ?? (await saveCard(api, caller, name)).id
  return caller.call('transactions.charge', {
    body: { payment_method_id, amount: over.amount ?? 1_000 },
    headers: { 'Idempotency-Key': over.key ?? randomUUID() },
  })
}
const charged = async (caller: Caller, name: SandboxCardName, over?: Ordered): Promise<Charge> =>
  (await order(caller, name, over)).body as Charge
const balanceOf = async (caller: Caller): Promise<number> => (await caller.get('users.wallet')).balance
const finish = (caller: Caller, id: string, body: object = {}) =>
  caller.get('transactions.finishCharge', { params: { id }, body })
const show = (caller: Caller, id: string) => caller.get('transactions.details', { params: { id } })

/** Empties a wallet at the register, so that the limit of the balance is out of the way. */
async function spend(caller: Caller): Promise<void> {
  const balance = await balanceOf(caller)
  if (balance > 0) await sell(await api.as('clerk'), caller, { amount: balance, tenders: { balance } })
}

describe('a charge', () => {
  test('that the card carries is balance at once, with its card, its number and its place in the history', async () => {
    const kyoko = await api.as('kyoko')
    const before = await balanceOf(kyoko)
    const charge = await charged(kyoko, 'master', { amount: 3_000 })
    expect(charge).toMatchObject({
      type: 'charge',
      status: 'completed',
      received_wallet: 3_000,
      spent_total: 0,
      card: { brand: 'MasterCard', last4: '4444' },
      three_d_secure: null,
      wallet_after: { balance: before + 3_000 },
    })
    expect(charge.number).toMatch(/^\d{8}-KNZ1-\d+$/)
    expect(await balanceOf(kyoko)).toBe(before + 3_000)
    const { three_d_secure: _, ...movement } = charge
    expect(await show(kyoko, charge.id)).toMatchObject(movement)
    const list = await kyoko.get('transactions.list', { query: { filter: 'charge', limit: 1 } })
    expect(list.items).toEqual([movement])
  })

  test('is told as a notice and by mail, once', async () => {
    const kyoko = await api.as('kyoko')
    const charge = await charged(kyoko, 'master', { amount: 500 })
    await outboxIsEmpty(api.db)
    const notices = await kyoko.get('notifications.list', { query: { limit: 5 } })
    expect(notices.items.filter(({ transaction_id }) => transaction_id === charge.id)).toMatchObject([
      { title: 'チャージが完了しました' },
    ])
    const mails = await outboxOf(api, 'kyoko03@example.com')
    expect(mails.filter(({ text }) => text.includes(charge.number))).toHaveLength(1)
  })

  test('whose card is declined has failed, says why, and has moved nothing', async () => {
    const takasaki = await api.as('takasaki')
    const before = await balanceOf(takasaki)
    const charge = await charged(takasaki, 'decline')
    expect(charge).toMatchObject({
      status: 'failed',
      message: 'カード会社で承認されませんでした。別のカードをお試しください。',
      received_wallet: 1_000,
      completed_at: null,
    })
    expect(await show(takasaki, charge.id)).toMatchObject({ status: 'failed', message: charge.message })
    expect(await charged(takasaki, 'expired')).toMatchObject({
      status: 'failed',
      message: 'カードの有効期限が切れています。',
    })
    expect(await balanceOf(takasaki)).toBe(before)
    const { unsettled } = await takasaki.get('transactions.list', { query: { filter: 'charge' } })
    expect(unsettled.map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect((await takasaki.get('transactions.list', { query: { filter: 'refund' } })).unsettled).toEqual([])
  })
})

describe('3-D Secure', () => {
  test('comes first: until the bank has seen the holder nothing is taken, whatever the browser says', async () => {
    const hanako = await api.as('hanako')
    const before = await balanceOf(hanako)
    const charge = await charged(hanako, 'bank')
    expect(charge).toMatchObject({ status: 'pending', three_d_secure: { public_key: null } })
    expect(charge.three_d_secure?.charge).toMatch(/^ch_/)
    expect(await finish(hanako, charge.id)).toMatchObject({
      status: 'pending',
      three_d_secure: { charge: charge.three_d_secure!.charge },
    })
    await answerBank(api, charge.three_d_secure!.charge, true)
    expect(await balanceOf(hanako)).toBe(before)
    const replies = await Promise.all(Array.from({ length: 10 }, () => finish(hanako, charge.id)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set(['completed']))
    expect(await balanceOf(hanako)).toBe(before + 1_000)
  })

  test('that fails, or is left, ends the charge for good', async () => {
    const hanako = await api.as('hanako')
    const before = await balanceOf(hanako)
    const failed = await charged(hanako, 'bank')
    await answerBank(api, failed.three_d_secure!.charge, false)
    expect(await finish(hanako, failed.id)).toMatchObject({
      status: 'failed',
      message: '本人認証が完了しませんでした。',
    })
    const left = await charged(hanako, 'bank')
    expect(await finish(hanako, left.id, { cancelled: true })).toMatchObject({ status: 'failed' })
    // The bank's page in another window comes too late.
    await answerBank(api, left.three_d_secure!.charge, true)
    expect(await finish(hanako, left.id)).toMatchObject({ status: 'failed' })
    expect(await balanceOf(hanako)).toBe(before)
  })

  test('that was passed cannot be taken back by leaving', async () => {
    const hanako = await api.as('hanako')
    const charge = await charged(hanako, 'bank')
    await answerBank(api, charge.three_d_secure!.charge, true)
    expect(await finish(hanako, charge.id, { cancelled: true })).toMatchObject({ status: 'completed' })
  })

  test('of somebody else’s charge is nobody’s business', async () => {
    const { id } = await charged(await api.as('hanako'), 'bank')
    const refused = { params: { id }, body: {} }
    const kyoko = await api.as('kyoko')
    expect((await kyoko.refused('transactions.finishCharge', refused)).code).toBe('TXN_NOT_FOUND')
    expect((await kyoko.refused('transactions.details', { params: { id } })).code).toBe('TXN_NOT_FOUND')
    await finish(await api.as('hanako'), id, { cancelled: true })
  })
})

describe('an answer that got lost', () => {
  test('leaves the charge under way, and the question of a job ends it: booked once', async () => {
    const yoko = await api.as('yoko')
    const before = await balanceOf(yoko)
    const charge = await charged(yoko, 'lost', { amount: 2_000 })
    // There is no bank's page to be shown: all that is missing is the answer.
    expect(charge).toMatchObject({ status: 'pending', received_wallet: 2_000, three_d_secure: null })
    expect(await balanceOf(yoko)).toBe(before)
    const { unsettled } = await yoko.get('transactions.list')
    expect(unsettled).toMatchObject([{ id: charge.id, status: 'pending', type: 'charge' }])
    api.clock.forward(11_000)
    await Promise.all([askForDueCharges(api.server.context), askForDueCharges(api.server.context)])
    expect(await show(yoko, charge.id)).toMatchObject({ status: 'completed' })
    expect(await balanceOf(yoko)).toBe(before + 2_000)
    expect((await yoko.get('transactions.list')).unsettled).toEqual([])
  })

  test('and a result that comes late: under way until the gateway has one', async () => {
    const yoko = await api.as('yoko')
    const before = await balanceOf(yoko)
    const charge = await charged(yoko, 'late', { amount: 1_500 })
    expect(charge.status).toBe('pending')
    expect(await finish(yoko, charge.id)).toMatchObject({ status: 'pending' })
    expect(await balanceOf(yoko)).toBe(before)
    api.clock.forward(9_000)
    expect(await finish(yoko, charge.id)).toMatchObject({ status: 'completed' })
    expect(await balanceOf(yoko)).toBe(before + 1_500)
  })

  test('a result that is told twice is booked once', async () => {
    const yoko = await api.as('yoko')
    const before = await balanceOf(yoko)
    expect(await charged(yoko, 'twice', { amount: 700 })).toMatchObject({ status: 'completed' })
    expect(await balanceOf(yoko)).toBe(before + 700)
  })
})

describe('one human act', () => {
  test('a double click is one charge, and the second answer says so', async () => {
    const kyoko = await api.as('kyoko')
    const before = await balanceOf(kyoko)
    const key = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => order(kyoko, 'master', { amount: 600, key })),
    )
    expect(new Set(replies.map(({ body }) => (body as Charge).id)).size).toBe(1)
    expect(replies.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(7)
    expect(await balanceOf(kyoko)).toBe(before + 600)
    const again = await order(kyoko, 'master', { amount: 600, key })
    expect(again.body).toMatchObject({ status: 'completed' })
    expect((await order(kyoko, 'master', { amount: 700, key })).body).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(await balanceOf(kyoko)).toBe(before + 600)
  })

  test('whose first answer got lost is led to its bank by the second', async () => {
    const hanako = await api.as('hanako')
    const key = randomUUID()
    const first = await charged(hanako, 'bank', { amount: 500, key })
    const second = await charged(hanako, 'bank', { amount: 500, key })
    expect(second).toMatchObject({ id: first.id, three_d_secure: first.three_d_secure })
    await finish(hanako, first.id, { cancelled: true })
  })
})

describe('refuses', () => {
  test.each([0, 1, 499, 30_001, 999_999_999])('%i yen, with the range', async (amount) => {
    expect((await order(await api.as('kyoko'), 'master', { amount })).body).toMatchObject({
      code: 'TOPUP_RANGE',
      message: 'チャージは500円以上30,000円以下で入力してください。',
    })
  })

  test.each([-1, 1.5, 1_000_000_000])('%d, which is no amount', async (amount) => {
    expect((await order(await api.as('kyoko'), 'master', { amount })).body).toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test('more than a balance may hold, what is under way counted', async () => {
    const kyoko = await api.as('kyoko')
    await spend(kyoko)
    await fund(api.db, kyoko.user_id, 95_000)
    const waiting = await charged(kyoko, 'lost', { amount: 4_000 })
    expect((await order(kyoko, 'master', { amount: 1_001 })).body).toMatchObject({
      code: 'BALANCE_LIMIT',
      message: 'チャージ後の残高が上限（100,000円）を超えます。',
    })
    expect(await charged(kyoko, 'master', { amount: 1_000 })).toMatchObject({ status: 'completed' })
    await finish(kyoko, waiting.id)
    expect(await balanceOf(kyoko)).toBe(100_000)
    await spend(kyoko)
  })

  test('more than 5,000 yen a month of somebody of sixteen, twelve at once', async () => {
    const mirai = await api.as('mirai')
    const before = await balanceOf(mirai)
    const [spent] = await api.db.query<{ sum: number }>(
      `select coalesce(sum(received_paid), 0)::bigint as sum from ledger.transactions
       where customer_id = $1 and kind = 'charge'
         and completed_at >= date_trunc('month', now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'`,
      [mirai.user_id],
    )
    const room = Math.floor((5_000 - spent!.sum) / 500)
    await saveCard(api, mirai, 'jcb')
    const replies = await Promise.all(Array.from({ length: 12 }, () => order(mirai, 'jcb', { amount: 500 })))
    const taken = replies.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(Math.max(0, room))
    expect(replies.find(({ status }) => status !== 200)?.body).toMatchObject({
      code: 'TOPUP_MINOR_LIMIT',
      message: '18歳未満の方のチャージは1か月5,000円までです。',
    })
    expect(await balanceOf(mirai)).toBe(before + taken.length * 500)
  })

  test('more than 20,000 yen a day of a fresh account', async () => {
    const yoko = await api.as('yoko')
    await spend(yoko)
    await api.db.query('update users set created_at = now() where id = $1', [yoko.user_id])
    const [done] = await api.db.query<{ sum: number }>(
      `select coalesce(sum(amount), 0)::bigint as sum from ledger.card_charges where customer_id = $1 and state <> 'failed'`,
      [yoko.user_id],
    )
    await charged(yoko, 'twice', { amount: 20_000 - done!.sum })
    expect((await order(yoko, 'twice', { amount: 500 })).body).toMatchObject({
      code: 'TOPUP_LIMIT_DAY',
      message: '1日のチャージ上限（20,000円）を超えています。',
    })
    await api.db.query(`update users set created_at = now() - interval '61 days' where id = $1`, [
      yoko.user_id,
    ])
  })

  test('a card that was removed, is another’s, or has expired', async () => {
    const yoko = await api.as('yoko')
    const { id } = await saveCard(api, yoko, 'amex')
    await yoko.get('paymentMethods.remove', { params: { id } })
    expect((await order(yoko, 'amex', { card: id })).body).toMatchObject({ code: 'NOT_FOUND' })
    const others = await saveCard(api, await api.as('kyoko'), 'master')
    expect((await order(yoko, 'master', { card: others.id })).body).toMatchObject({ code: 'NOT_FOUND' })
    const old = await saveCard(api, yoko, 'amex')
    await api.db.query('update payment_methods set exp_year = 2020 where id = $1', [old.id])
    expect((await order(yoko, 'amex', { card: old.id })).body).toMatchObject({
      code: 'CARD_EXPIRED',
      message: 'カードの有効期限が切れています。',
    })
  })

  test('to remove a card while a charge with it is under way, and the account with it', async () => {
    const yoko = await api.as('yoko')
    await spend(yoko)
    const card = await saveCard(api, yoko, 'late')
    const charge = await charged(yoko, 'late', { amount: 900 })
    expect(await yoko.refused('paymentMethods.remove', { params: { id: card.id } })).toMatchObject({
      status: 409,
      code: 'CARD_IN_USE',
      message: '処理中のチャージがあるため削除できません。',
    })
    api.clock.forward(9_000)
    await finish(yoko, charge.id)
    await yoko.get('paymentMethods.remove', { params: { id: card.id } })
  })
})

test('whoever never comes back from the bank is told after half an hour, and nothing was taken', async () => {
  const own = await startApi()
  try {
    const before = await balanceOf(await own.as('hanako'))
    const card = await saveCard(own, await own.as('hanako'), 'bank')
    const { id } = await (
      await own.as('hanako')
    ).get('transactions.charge', { body: { payment_method_id: card.id, amount: 800 } })
    own.clock.forward(1_801_000)
    await askForDueCharges(own.server.context)
    const hanako = await own.signIn('hanako')
    expect(await show(hanako, id)).toMatchObject({ status: 'failed' })
    expect(await balanceOf(hanako)).toBe(before)
    const { items } = await hanako.get('notifications.list', { query: { limit: 5 } })
    expect(items).toContainEqual(
      expect.objectContaining({
        title: 'チャージできませんでした',
        message: '800円のチャージは完了していません。本人認証が完了しませんでした。',
      }),
    )
    const mails = await outboxOf(own, 'hanako02@example.com')
    const mail = mails.find(({ subject }) => subject === '【ツキシロ】チャージできませんでした')
    expect(mail?.text).toContain('カード：Visa **** 3220')
  } finally {
    await own.close()
  }
})

describe('the gateway’s messages', () => {
  let payjp: PayjpServer
  let own: TestApi
  let hanako: Caller
  let card: string
  beforeAll(async () => {
    payjp = await startPayjp()
    own = await startApi({
      env: {
        PAYJP_URL: payjp.url.href,
        PAYJP_SECRET_KEY: 'sk_test_1',
        PAYJP_PUBLIC_KEY: 'pk_test_1',
        PAYJP_WEBHOOK_TOKEN: 'whook_1',
      },
    })
    hanako = await own.as('hanako')
    await own.db.query(
      `insert into payment_methods (id, user_id, gateway, gateway_customer, gateway_card, brand, last4, exp_month, exp_year, created_at)
       values (gen_random_uuid(), $1, 'payjp', 'cus_1', 'car_1', 'Visa', '4242', 12, 2034, now())`,
      [hanako.user_id],
    )
    const [row] = await own.db.query<{ id: string }>(`select id from payment_methods where gateway = 'payjp'`)
    card = row!.id
  })
  afterAll(async () => {
    await booksBalance(own)
    await own.close()
    await payjp.close()
  })

  /** A charge that waits for its bank, under a name of PAY.JP. */
  async function waiting(name: string, amount = 1_000): Promise<string> {
    payjp.answers.push({ status: 200, body: openedCharge({ id: name, amount }) })
    const { id, status } = await hanako.get('transactions.charge', {
      body: { payment_method_id: card, amount },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(status).toBe('pending')
    return id
  }
  const sendEvent = (event: object, token = 'whook_1') =>
    own.nobody.call('gateway.webhook', { body: event, headers: { 'X-Payjp-Webhook-Token': token } })
  const standsAs = (body: object) => ({ status: 200, body })
  const stateOf = async (id: string) => (await show(hanako, id)).status

  test('a charge that PAY.JP has taken is booked, however often and from wherever it is told', async () => {
    const id = await waiting('ch_once')
    const before = await balanceOf(hanako)
    const paid = payjpCharge({ id: 'ch_once', amount: 1_000, metadata: { charge_id: id } })
    payjp.answers.push(...Array.from({ length: 20 }, () => standsAs(paid)))
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => sendEvent(payjpEvent('charge.succeeded', paid))),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(replies[0]?.body).toEqual({ received: true })
    expect(await balanceOf(hanako)).toBe(before + 1_000)
    payjp.answers.length = 0
    // Told again after a day: nothing is even asked.
    expect((await sendEvent(payjpEvent('charge.succeeded', paid))).status).toBe(200)
    expect(await balanceOf(hanako)).toBe(before + 1_000)
  })

  test.each(['', 'whook_2'])('unsigned ("%s") they are refused and nothing is asked', async (token) => {
    const id = await waiting(`ch_unsigned${token}`)
    const asked = payjp.requests.length
    const { status, body } = await sendEvent(
      payjpEvent('charge.succeeded', payjpCharge({ id: `ch_unsigned${token}` })),
      token,
    )
    expect([status, (body as { code: string }).code]).toEqual([403, 'WEBHOOK_UNSIGNED'])
    expect(payjp.requests.length).toBe(asked)
    expect(await stateOf(id)).toBe('pending')
  })

  test('what they say of a charge is not believed: PAY.JP is asked', async () => {
    const id = await waiting('ch_lied')
    const before = await balanceOf(hanako)
    payjp.answers.push(standsAs(openedCharge({ id: 'ch_lied' })))
    await sendEvent(payjpEvent('charge.succeeded', payjpCharge({ id: 'ch_lied', amount: 99_999 })))
    expect(await stateOf(id)).toBe('pending')
    expect(await balanceOf(hanako)).toBe(before)
  })

  test('a charge that was taken for another amount is not booked', async () => {
    const id = await waiting('ch_amount')
    const before = await balanceOf(hanako)
    const paid = payjpCharge({ id: 'ch_amount', amount: 1_001 })
    payjp.answers.push(standsAs(paid))
    expect((await sendEvent(payjpEvent('charge.succeeded', paid))).status).toBe(200)
    expect([await stateOf(id), await balanceOf(hanako)]).toEqual(['pending', before])
  })

  test('out of order: a failure that is told after the success changes nothing, and money after a failure is booked', async () => {
    const first = await waiting('ch_order')
    const before = await balanceOf(hanako)
    const paid = payjpCharge({ id: 'ch_order', amount: 1_000 })
    payjp.answers.push(standsAs(paid))
    await sendEvent(payjpEvent('charge.succeeded', paid))
    await sendEvent(
      payjpEvent('charge.failed', openedCharge({ id: 'ch_order', failure_code: 'card_declined' })),
    )
    expect([await stateOf(first), await balanceOf(hanako)]).toEqual(['completed', before + 1_000])

    const second = await waiting('ch_after', 2_000)
    payjp.answers.push(
      standsAs(
        openedCharge({ id: 'ch_after', failure_code: 'card_declined', three_d_secure_status: 'verified' }),
      ),
    )
    await sendEvent(payjpEvent('charge.failed', openedCharge({ id: 'ch_after' })))
    expect(await stateOf(second)).toBe('failed')
    const late = payjpCharge({ id: 'ch_after', amount: 2_000 })
    payjp.answers.push(standsAs(late))
    await sendEvent(payjpEvent('charge.succeeded', late))
    expect([await stateOf(second), await balanceOf(hanako)]).toEqual(['completed', before + 3_000])
  })

  test('before our own answer: a charge whose name we do not know yet is found by ours', async () => {
    payjp.answers.push('lost')
    const { id, status } = await hanako.get('transactions.charge', {
      body: { payment_method_id: card, amount: 1_300 },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(status).toBe('pending')
    const before = await balanceOf(hanako)
    const paid = payjpCharge({ id: 'ch_early', amount: 1_300, metadata: { charge_id: id } })
    payjp.answers.push(standsAs(paid))
    await sendEvent(payjpEvent('charge.succeeded', paid))
    expect([await stateOf(id), await balanceOf(hanako)]).toEqual(['completed', before + 1_300])
  })

  test('a charge that never reached PAY.JP ends as failed, once it cannot be on its way any more', async () => {
    payjp.answers.push('lost')
    const { id } = await hanako.get('transactions.charge', {
      body: { payment_method_id: card, amount: 1_400 },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    const nothing = { status: 200, body: { object: 'list', count: 0, has_more: false, data: [] } }
    payjp.answers.push(nothing)
    await finish(hanako, id)
    expect(await stateOf(id)).toBe('pending')
    own.clock.forward(61_000)
    payjp.answers.push(nothing)
    await finish(hanako, id)
    expect(await stateOf(id)).toBe('failed')
  })

  test('when PAY.JP cannot be asked, it is to tell again', async () => {
    const id = await waiting('ch_again')
    payjp.answers.push(payjpError(500, 'payjp_wrong'))
    const reply = await sendEvent(payjpEvent('charge.succeeded', payjpCharge({ id: 'ch_again' })))
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await stateOf(id)).toBe('pending')
  })

  test('of charges that are none of ours, and of other things, nothing follows', async () => {
    const asked = payjp.requests.length
    expect((await sendEvent(payjpEvent('charge.succeeded', payjpCharge({ id: 'ch_stranger' })))).status).toBe(
      200,
    )
    expect((await sendEvent(payjpEvent('customer.created', { id: 'cus_1' }))).status).toBe(200)
    expect(payjp.requests.length).toBe(asked)
  })
})
