import { noTenders } from '@shirogane/domain/sales/tenders'
import { randomUUID } from 'node:crypto'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import { dueOn } from '@shirogane/domain/deferred/due-on'
import { allocate, type PayRequest, payWithin, taxOf } from '@shirogane/ledger'
import type { Ask, Caller } from '@shirogane/testkit/calls/caller'
import { tap } from '@shirogane/testkit/acts/confirmations'
import { castPassword } from '@shirogane/testkit/database'
import { charge } from '@shirogane/testkit/acts/funds'
import { draw, signedFor, trust } from '@shirogane/testkit/acts/deferred'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetDirectory } from '../sale/directory.ts'

let api: TestApi
let clerk: Caller
let hanako: Caller
beforeAll(async () => {
  api = await startApi()
  ;[clerk, hanako] = [await api.as('clerk'), await api.as('hanako')]
  await trust(api.db, hanako.user_id, 2_000_000)
})
beforeEach(() => moveLedgerClock(api.db, null))
afterAll(async () => {
  const findings = await api.db.query('select * from ledger.audit()')
  await api.close()
  if (findings.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(findings)}`)
})

type Request = Ask & { body: PayBody; headers: Record<string, string> }
const keyed = (body: PayBody): Request => ({ body, headers: { 'Idempotency-Key': randomUUID() } })
async function request(
  amount: number,
  tenders: PayBody['tenders'] = { later: amount },
  later?: PayBody['later'],
): Promise<Request> {
  const { token } = await hanako.get('users.token')
  return keyed({ token, transaction_id: randomUUID(), amount, tenders, ...(later && { later }) })
}
const post = (ask: Ask, by: Caller = clerk) => by.call('transactions.pay', ask)
const refused = (ask: Ask, by: Caller = clerk) => by.refused('transactions.pay', ask)
const waiting = async () => (await hanako.get('transactions.confirmation')).confirmation
const withdraw = (ask: Request) =>
  clerk.call('transactions.withdrawConfirmation', { params: { id: ask.body.transaction_id! } })
const decline = async () =>
  hanako.get('transactions.confirm', {
    params: { id: (await waiting())!.id },
    body: { decision: 'decline' },
  })
async function owed(): Promise<{ owed: number; sales: number }> {
  const [row] = await api.db.query<{ owed: number; sales: number }>(
    `select w.receivable as owed, (select count(*)::int from ledger.deferred_sales d where d.customer_id = w.user_id) as sales
     from ledger.wallets w where w.user_id = $1`,
    [hanako.user_id],
  )
  return row!
}

describe('a deferred payment', () => {
  test('waits for its customer however it is split: three of 13,000 yen in one sitting are three questions', async () => {
    const before = await owed()
    for (let sale = 1; sale <= 3; sale += 1) {
      const ask = await request(13_000)
      expect((await post(ask)).status).toBe(202)
      expect(await owed()).toMatchObject({ sales: before.sales + sale - 1 })
      await tap(hanako)
      expect((await post(ask)).status).toBe(200)
    }
    expect(await owed()).toEqual({ owed: before.owed + 39_000, sales: before.sales + 3 })
  })

  test('shows shop, sum, the deferred part and its day, and is posted once by the yes', async () => {
    const before = await owed()
    const ask = await request(6_000, { cash: 1_000, later: 5_000 })
    const asked = await post(ask)
    expect(asked.status).toBe(202)
    expect(asked.body).toMatchObject({ confirmation: { total: 6_000, later: 5_000, balance: 0 } })
    const [date] = await api.db.query<{ today: string }>(
      `select to_char(ledger.now() at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as today`,
    )
    expect(await waiting()).toMatchObject({
      store: { code: 'KNZ1' },
      total: 6_000,
      later: 5_000,
      due_on: dueOn(date!.today),
    })
    const [notice] = (await hanako.get('notifications.list')).items
    expect(notice!.message).toMatch(
      /6,000円のお支払いです（うち後払い5,000円、お支払期日\d+月\d+日\(.\)）。60秒以内/,
    )
    expect(await owed()).toEqual(before)
    await tap(hanako)
    const sent = await Promise.all(Array.from({ length: 5 }, () => post(ask)))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await post(ask)).headers.get('Idempotency-Replayed')).toBe('true')
    expect(await owed()).toEqual({ owed: before.owed + 5_000, sales: before.sales + 1 })
    const [agreed] = await api.db.query(
      `select a.signature, a.approved_by, c.state, c.later::int from ledger.deferred_agreements a
       join ledger.confirmations c on c.checkout_id = a.sale_id where a.sale_id = $1`,
      [ask.body.transaction_id],
    )
    expect(agreed).toEqual({ signature: null, approved_by: null, state: 'spent', later: 5_000 })
  })

  test('is asked about whatever it is, beside what may go unasked, and where nothing else is asked about', async () => {
    await charge(api.db, hanako.user_id, 9_000)
    const status = async (tenders: PayBody['tenders'], amount: number) => {
      const ask = await request(amount, tenders)
      const reply = await post(ask)
      if (reply.status === 202) await withdraw(ask)
      return reply.status
    }
    expect(await status({ later: 1 }, 1)).toBe(202)
    expect(await status({ balance: 9_000, later: 100 }, 9_100)).toBe(202)
    await api.db.query(`insert into settings (key, value) values ('pay.confirm_over', '0')
      on conflict (key) do update set value = excluded.value`)
    forgetDirectory(api.server.context)
    try {
      expect(await status({ later: 300 }, 300)).toBe(202)
      const ask = await request(900, { balance: 500, later: 400 })
      await post(ask)
      await tap(hanako)
      expect((await post(ask)).status).toBe(200)
    } finally {
      await api.db.query(`delete from settings where key = 'pay.confirm_over'`)
      forgetDirectory(api.server.context)
    }
  })

  test('goes from an open checkout and from a cart that was put aside, and holds its code as long as it waits', async () => {
    const { token } = await hanako.get('users.token')
    const open = await clerk.get('transactions.pay', keyed({ token }))
    const hash = api.server.context.keys.payCodeHash(token)
    await api.db.query(
      `update ledger.pay_codes set expires_at = now() + interval '15 seconds' where token_hash = $1`,
      [hash],
    )
    const update = {
      body: { transaction_id: open.transaction.id, amount: 2_000, tenders: { later: 2_000 } },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    expect((await clerk.call('transactions.payUpdate', update)).status).toBe(202)
    await moveLedgerClock(api.db, new Date(Date.now() + 55_000).toISOString())
    const elsewhere = keyed({ token, amount: 500, tenders: { later: 500 } })
    expect(await refused(elsewhere, await api.as('otherClerk'))).toMatchObject({ code: 'QR_CLAIMED' })
    // A register that is loaded anew finds the question.
    const state = { params: { id: open.transaction.id } }
    expect(await clerk.get('transactions.registerState', state)).toMatchObject({
      status: 'pending_confirm',
      confirmation: { state: 'pending', later: 2_000 },
    })
    await tap(hanako)
    await moveLedgerClock(api.db, new Date(Date.now() + 110_000).toISOString())
    expect(await clerk.get('transactions.payUpdate', update)).toMatchObject({ status: 'completed' })
  })

  test('that was agreed to is no other: amount and part need another yes', async () => {
    const before = await owed()
    const ask = await request(7_000, { cash: 2_000, later: 5_000 })
    await post(ask)
    await tap(hanako)
    for (const [amount, tenders] of [
      [7_001, { cash: 2_000, later: 5_001 }],
      [7_000, { cash: 1_999, later: 5_001 }],
      [5_000, { later: 5_000 }],
    ] as const) {
      const body = { ...ask.body, amount, tenders }
      expect(await refused({ ...ask, body })).toMatchObject({ status: 409, code: 'PAY_CONFIRM_CHANGED' })
    }
    await withdraw(ask)
    expect(await owed()).toEqual(before)
  })
})

describe('without the phone', () => {
  test('a signature and a second person’s approval carry it, each alone does not', async () => {
    const before = await owed()
    const drawn = await request(4_000, { later: 4_000 }, { signature: draw() })
    expect((await post(drawn)).status).toBe(202)
    await withdraw(drawn)
    const approval = await signedFor(clerk, hanako.user_id, 4_000)
    const bare = await request(4_000, { later: 4_000 }, { approval_id: approval.approval_id })
    expect(await refused(bare)).toMatchObject({ status: 422, code: 'DEFERRED_SIGNATURE' })
    const wrong = await request(4_000, { later: 4_000 }, { ...approval, approval_id: randomUUID() })
    expect(await refused(wrong)).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    expect(await owed()).toEqual(before)

    const ask = await request(4_000, { later: 4_000 }, approval)
    expect((await post(ask)).status).toBe(200)
    // A lost answer is found again, although by now this line was drawn before.
    const again = await post(ask)
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
    expect(await owed()).toEqual({ owed: before.owed + 4_000, sales: before.sales + 1 })
    const [row] = await api.db.query(
      `select e.type as approver, l.action from ledger.deferred_agreements a join employees e on e.user_id = a.approved_by
       join audit_log l on l.object like '%' || a.sale_id and l.action = 'later.signed' where a.sale_id = $1`,
      [ask.body.transaction_id],
    )
    expect(row).toEqual({ approver: 'manager', action: 'later.signed' })
  })

  test.each([
    ['a dot', 'M300 100L300 100'],
    ['a dot that was held', `M300 100${'L300 101'.repeat(40)}`],
    ['a short line', 'M12 30L18 22L25 31L33 18L41 29'],
    [
      'a long straight line',
      `M10 100${Array.from({ length: 30 }, (_, step) => `L${30 + step * 18} 100`).join('')}`,
    ],
  ])('%s is no signature, with a second person’s approval and without', async (_, signature) => {
    const { approval_id } = await signedFor(clerk, hanako.user_id, 900)
    for (const later of [{ signature, approval_id }, { signature }]) {
      expect(await refused(await request(900, { later: 900 }, later))).toMatchObject({
        status: 422,
        code: 'DEFERRED_SIGNATURE_SHORT',
        error: sentenceOf('DEFERRED_SIGNATURE_SHORT'),
      })
    }
  })

  test('nobody draws the same line twice, and of two at once one passes', async () => {
    const before = await owed()
    const first = await signedFor(clerk, hanako.user_id, 700)
    expect((await post(await request(700, { later: 700 }, first))).status).toBe(200)
    const second = await signedFor(clerk, hanako.user_id, 700)
    const copied = { ...second, signature: first.signature }
    expect(await refused(await request(700, { later: 700 }, copied))).toMatchObject({
      status: 422,
      code: 'DEFERRED_SIGNATURE_REPEATED',
    })
    expect((await post(await request(700, { later: 700 }, second))).status).toBe(200)

    const kyoko = await api.as('kyoko')
    await trust(api.db, kyoko.user_id)
    const [mine, hers] = [
      await signedFor(clerk, hanako.user_id, 600),
      await signedFor(clerk, kyoko.user_id, 600),
    ]
    const { token } = await kyoko.get('users.token')
    const body = {
      token,
      amount: 600,
      tenders: { later: 600 },
      later: { ...hers, signature: mine.signature },
    }
    const both = [post(await request(600, { later: 600 }, mine)), post(keyed(body))]
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const [{ drawn } = { drawn: 0 }] = await api.db.query<{ drawn: number }>(
      'select count(*)::int as drawn from ledger.deferred_agreements where signature = $1',
      [mine.signature],
    )
    expect(drawn).toBe(1)
    expect((await owed()).owed).toBeGreaterThanOrEqual(before.owed + 1_400)
  })

  test('balance and points beside what is signed for count together with it, and the phone is asked about all', async () => {
    await charge(api.db, hanako.user_id, 9_000)
    const before = await owed()
    const paid = async (tenders: { balance: number; later: number }) =>
      request(tenders.balance + tenders.later, tenders, await signedFor(clerk, hanako.user_id, tenders.later))
    expect((await post(await paid({ balance: 3_000, later: 7_000 }))).status).toBe(200)

    const ask = await paid({ balance: 3_000, later: 7_001 })
    expect((await post(ask)).status).toBe(202)
    expect(await waiting()).toMatchObject({ total: 10_001, balance: 3_000, later: 7_001 })
    await withdraw(ask)
    expect(await refused(ask)).toMatchObject({ code: 'PAYMENT_CANCELED' })
    // Nor past every question of the server.
    const approval = await signedFor(clerk, hanako.user_id, 7_001)
    await expect(api.server.context.gatherer.pay(await bare(7_001, approval, 3_000))).rejects.toMatchObject({
      code: 'SG212',
    })
    expect(await owed()).toEqual({ owed: before.owed + 7_000, sales: before.sales + 1 })

    const agreed = await paid({ balance: 3_000, later: 7_001 })
    expect((await post(agreed)).status).toBe(202)
    await tap(hanako)
    expect((await post(agreed)).status).toBe(200)
    expect(await owed()).toEqual({ owed: before.owed + 14_001, sales: before.sales + 2 })
  })

  test('it is signed for on the same sale once nobody has answered, and not after a no', async () => {
    const before = await owed()
    const silent = await request(3_000)
    await post(silent)
    await moveLedgerClock(api.db, new Date(Date.now() + 61_000).toISOString())
    expect(await refused(silent)).toMatchObject({ code: 'PAY_CONFIRM_EXPIRED' })
    await moveLedgerClock(api.db, null)
    const signed = async (ask: Request) => ({
      body: {
        transaction_id: ask.body.transaction_id!,
        amount: 3_000,
        tenders: { later: 3_000 },
        later: await signedFor(clerk, hanako.user_id, 3_000),
      },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await clerk.get('transactions.payUpdate', await signed(silent))).toMatchObject({
      status: 'completed',
    })
    expect((await owed()).owed).toBe(before.owed + 3_000)

    const denied = await request(3_000)
    await post(denied)
    await decline()
    expect(await refused(denied)).toMatchObject({ code: 'PAY_CONFIRM_DECLINED' })
    const forged = await signed(denied)
    expect(await clerk.refused('transactions.payUpdate', forged)).toMatchObject({
      status: 409,
      code: 'PAY_CONFIRM_DECLINED',
    })
    // Nor where the no comes while the signature is on its way: the ledger looks once more.
    const [register] = await api.db.query<{ store_id: string; register_id: string }>(
      'select store_id, register_id from ledger.checkouts where id = $1',
      [denied.body.transaction_id],
    )
    await expect(
      api.server.context.gatherer.pay({
        ...(await bare(3_000, forged.body.later)),
        ...register,
        checkout_id: denied.body.transaction_id!,
        transaction_id: denied.body.transaction_id!,
        token_hash: null,
      }),
    ).rejects.toMatchObject({ code: 'SG210' })
    expect((await owed()).owed).toBe(before.owed + 3_000)
    // Asked anew, their yes counts.
    const anew = keyed(denied.body)
    expect((await post(anew)).status).toBe(202)
    await tap(hanako)
    expect((await post(anew)).status).toBe(200)
  })
})

/** A deferral as it would come to the ledger past every question of the server. */
async function bare(
  later: number,
  approval?: { signature: string; approval_id: string },
  balance = 0,
): Promise<PayRequest> {
  const amount = later + balance
  const [by] = await api.db.query<{ store_id: string; register_id: string; session_id: string }>(
    `select e.store_id, r.id as register_id, s.id as session_id from employees e
     join registers r on r.store_id = e.store_id and r.number = 1
     join sessions s on s.user_id = e.user_id and s.revoked_at is null
     where e.user_id = $1 order by s.created_at desc limit 1`,
    [clerk.user_id],
  )
  const paid = { ...noTenders, balance, later }
  const line = { line: 1, sku_id: null, sku: null, name: '雑貨', quantity: 1, unit_price: amount }
  const lines = allocate([{ ...line, discount: 0, subtotal: amount, tax_rate_bp: 1_000 }], paid)
  return {
    ...by!,
    ...paid,
    actor_id: clerk.user_id,
    route: 'pay',
    key: randomUUID(),
    request_hash: Buffer.from('a deferral'),
    transaction_id: randomUUID(),
    checkout_id: null,
    token_hash: api.server.context.keys.payCodeHash((await hanako.get('users.token')).token),
    code_hash: null,
    lines,
    total: amount,
    contract: {
      signature: approval?.signature ?? null,
      signed_approval_id: approval?.approval_id ?? null,
      override_by: null,
      approval_id: null,
      override_reason: null,
    },
    cash_tendered: null,
    tax: taxOf(lines, 'discount'),
    note: null,
  }
}

describe('no way to a debt goes round the question', () => {
  test('not one of the calls', async () => {
    const before = await owed()
    const asked = { amount: 1_200, tenders: { later: 1_200 } }
    const answered: Record<string, number | string> = {}
    const direct = await request(1_200)
    answered['pay'] = (await post(direct)).status
    await withdraw(direct)

    const { transaction } = await clerk.get(
      'transactions.pay',
      keyed({ token: (await hanako.get('users.token')).token }),
    )
    const update = { body: { ...asked, transaction_id: transaction.id }, headers: keyed({}).headers }
    answered['pay/update'] = (await clerk.call('transactions.payUpdate', update)).status
    await clerk.call('transactions.withdrawConfirmation', { params: { id: transaction.id } })

    const { store_id: _, ...register } = (
      await api.db.query<{ store_id: string; register_id: string }>(
        `select e.store_id, r.id as register_id from employees e join registers r on r.store_id = e.store_id and r.number = 1
       where e.user_id = $1`,
        [clerk.user_id],
      )
    )[0]!
    const items = [{ name: '雑貨', unit_price: 1_200, quantity: 1 }]
    const parked = await clerk.get('transactions.park', {
      body: { id: randomUUID(), ...register, name: '青い傘', items },
    })
    const taken = await clerk.get('transactions.resume', {
      params: { id: parked.id },
      body: { version: parked.version, ...register },
    })
    const cart = keyed({
      token: (await hanako.get('users.token')).token,
      transaction_id: randomUUID(),
      items,
      tenders: { later: 1_200 },
      parked: { id: taken.parked.id, version: taken.parked.version },
    })
    answered['parked'] = (await post(cart)).status
    await withdraw(cart)

    const [sku] = await api.db.query<{ id: string; price: number }>(
      `select id, price from skus where sku = 'CG001'`,
    )
    const sold = await clerk.get(
      'transactions.pay',
      keyed({ items: [{ sku_id: sku!.id, quantity: 1 }], tenders: { cash: sku!.price } }),
    )
    const swap = await (
      await api.as('manager')
    ).call('transactions.exchange', {
      headers: keyed({}).headers,
      body: {
        give_back: {
          transaction_id: sold.transaction.id,
          items: [{ line: 1, quantity: 1, restock: 'resale' }],
          reason: 'サイズ違い',
        },
        sale: {
          token: (await hanako.get('users.token')).token,
          items: [{ sku_id: sku!.id, quantity: 1 }],
          tenders: { later: sku!.price },
        },
      },
    })
    answered['exchange'] = (swap.body as { code: string }).code
    expect(answered).toEqual({ pay: 202, 'pay/update': 202, parked: 202, exchange: 'DEFERRED_SIGNATURE' })
    expect(await owed()).toEqual(before)
  })

  test('collecting one makes none', async () => {
    await sell(clerk, hanako, { amount: 1_000, tenders: { later: 1_000 } })
    const before = await owed()
    await clerk.get('transactions.laterCollect', {
      body: { user_id: hanako.user_id, pay: 400 },
      headers: keyed({}).headers,
    })
    await charge(api.db, hanako.user_id, 300)
    await hanako.get('transactions.payLater', { body: { pay: 300 }, headers: keyed({}).headers })
    expect(await owed()).toEqual({ owed: before.owed - 700, sales: before.sales })
  })

  test('nor the application itself, whatever it calls or writes', async () => {
    const before = await owed()
    const { gatherer, db } = api.server.context
    await expect(gatherer.pay(await bare(1_000))).rejects.toMatchObject({ code: 'SG212' })
    const one = await bare(1_000)
    await expect(payWithin(db, one)).rejects.toMatchObject({ code: 'SG212' })
    // A question that waits carries nothing, nor does a yes to another amount.
    const ask = await request(1_000)
    await post(ask)
    const open = {
      checkout_id: ask.body.transaction_id!,
      transaction_id: ask.body.transaction_id!,
      token_hash: null,
    }
    await expect(gatherer.pay({ ...(await bare(1_000)), ...open })).rejects.toMatchObject({ code: 'SG210' })
    await tap(hanako)
    await expect(gatherer.pay({ ...(await bare(1_001)), ...open })).rejects.toMatchObject({ code: 'SG210' })
    await withdraw(ask)
    await expect(gatherer.pay({ ...(await bare(1_000)), ...open })).rejects.toMatchObject({ code: 'SG210' })
    for (const statement of [
      `insert into ledger.deferred_sales (sale_id, customer_id, store_id, amount, base, rate_bp, bought_on, due_on, created_at)
       select sale_id, customer_id, store_id, amount, base, rate_bp, bought_on, due_on, created_at from ledger.deferred_sales`,
      `insert into ledger.deferred_agreements select * from ledger.deferred_agreements`,
      `update ledger.confirmations set later = 1`,
      `update ledger.wallets set receivable = receivable + 1`,
    ])
      await expect(db.run(statement, [])).rejects.toThrow('permission denied')
    expect(await owed()).toEqual(before)
  })

  test('and a yes is used once, however often it is sent and whoever takes it back', async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = await owed()
      const ask = await request(1_500)
      await Promise.all(Array.from({ length: 3 }, () => post(ask)))
      const { id } = (await waiting())!
      await hanako.get('auth.stepUp', {
        body: { method: 'password', purpose: 'pay', ref: id, password: castPassword },
      })
      const yes = { params: { id }, body: { decision: 'approve' } }
      const answers = await Promise.all([
        hanako.call('transactions.confirm', yes),
        ...Array.from({ length: 4 }, () => post(ask)),
        ...(round % 2 === 0 ? [withdraw(ask)] : []),
      ])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const last = await post(ask)
      const isPaid = (await owed()).sales === before.sales + 1
      expect(last.status).toBe(isPaid ? 200 : 409)
      expect((await owed()).owed).toBe(before.owed + (isPaid ? 1_500 : 0))
      if (round % 2 === 1) expect(isPaid).toBe(true)
    }
  })
})
