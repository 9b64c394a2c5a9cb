import { randomUUID } from 'node:crypto'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import { noTenders, type ByTender } from '@shirogane/domain/sales/tenders'
import { allocate, endConfirmations, type PayRequest, taxOf } from '@shirogane/ledger'
import type { Ask, Caller } from '@shirogane/testkit/calls/caller'
import { tap } from '@shirogane/testkit/acts/confirmations'
import { castPassword } from '@shirogane/testkit/database'
import { charge, grantPoints } from '@shirogane/testkit/acts/funds'
import { moveLedgerClock } from '@shirogane/testkit/ledger-clock'
import { connect } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let api: TestApi
let clerk: Caller
let hanako: Caller
beforeAll(async () => {
  api = await startApi()
  ;[clerk, hanako] = await Promise.all([api.as('clerk'), api.as('hanako')])
})
afterAll(() => api.close())
beforeEach(async () => {
  await moveLedgerClock(api.db, null)
  const [held] = await api.db.query<{ missing: number }>(
    `select 90000 - balance_paid - balance_bonus as missing from ledger.wallets where user_id = $1`,
    [hanako.user_id],
  )
  if (held!.missing > 0) await charge(api.db, hanako.user_id, held!.missing)
  await api.db.query(`update ledger.wallets set balance_spent = 0 where user_id = $1`, [hanako.user_id])
})

type Request = Ask & { body: PayBody; headers: Record<string, string> }
const keyed = (body: PayBody): Request => ({ body, headers: { 'Idempotency-Key': randomUUID() } })
/** A sale in one step: the code is shown now, and everything is asked for at once. */
async function request(amount: number, tenders: PayBody['tenders']): Promise<Request> {
  const { token } = await hanako.get('users.token')
  return keyed({ token, transaction_id: randomUUID(), amount, tenders })
}
const large = () => request(12_000, { balance: 12_000 })
const post = (ask: Ask, by: Caller = clerk) => by.call('transactions.pay', ask)
const stateOf = (id: string, by: Caller = clerk) => by.get('transactions.registerState', { params: { id } })
const waiting = async () => (await hanako.get('transactions.confirmation')).confirmation
const decline = (id: string) =>
  hanako.get('transactions.confirm', { params: { id }, body: { decision: 'decline' } })
const withdraw = (id: string, by: Caller = clerk) =>
  by.call('transactions.withdrawConfirmation', { params: { id } })
const clockAt = (ms: number) => moveLedgerClock(api.db, new Date(Date.now() + ms).toISOString())
async function held(): Promise<{ balance: number; points: number; sales: number; claimed: number }> {
  const [row] = await api.db.query<{ balance: number; points: number; sales: number; claimed: number }>(
    `select w.balance_paid + w.balance_bonus as balance, w.point_regular + w.point_limited as points,
       (select count(*)::int from ledger.transactions t where t.customer_id = w.user_id and t.kind = 'payment') as sales,
       (select count(*)::int from ledger.pay_codes c where c.user_id = w.user_id and c.state = 'claimed'
         and c.claimed_until > ledger.now()) as claimed
     from ledger.wallets w where w.user_id = $1`,
    [hanako.user_id],
  )
  return row!
}
const refusalOf = async (text: string, values: unknown[]) =>
  api.db.query(text, values).then(
    () => '',
    (error: Error) => error.message,
  )

describe('a payment over the threshold', () => {
  test('waits for its customer, moves nothing until they tap, and is then paid once', async () => {
    const before = await held()
    const socket = await connect(api.url, '/transactions', { token: hanako.refresh_token! })
    await socket.join()
    const ask = await large()
    const id = ask.body.transaction_id!
    const asked = await post(ask)
    expect(asked.status).toBe(202)
    expect(asked.body).toMatchObject({
      status: 'pending_confirm',
      transaction: { id, status: 'open', spent_total: 12_000, items: [{ unit_price: 12_000 }] },
      customer: { name: '例示 花子' },
      confirmation: { state: 'pending', total: 12_000, balance: 12_000, points: 0, expires_in: 60 },
    })
    expect(await held()).toEqual({ ...before, claimed: 1 })
    const shown = await waiting()
    expect(shown).toMatchObject({ transaction_id: id, store: { code: 'KNZ1' }, balance: 12_000 })
    await expect
      .poll(() => socket.events.filter(({ name }) => name === 'confirmationChange'))
      .toMatchObject([{ payload: { confirmation_id: shown!.id, transaction_id: id } }])
    const [notice] = (await hanako.get('notifications.list')).items
    expect(notice).toMatchObject({
      title: 'お支払いの確認をお願いします',
      message: expect.stringMatching(/で12,000円のお支払いです。60秒以内に確認してください。$/),
      action: { label: '確認する', path: '/home' },
    })

    // The person who holds the phone proves who they are first; and the register that asks again is answered to wait.
    const yes = { params: { id: shown!.id }, body: { decision: 'approve' } }
    expect(await hanako.refused('transactions.confirm', yes)).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect((await post(ask)).status).toBe(202)
    expect(await tap(hanako)).toMatchObject({ state: 'approved' })
    expect(await waiting()).toBeNull()
    expect((await stateOf(id)).confirmation).toMatchObject({ state: 'approved' })
    expect((await held()).sales).toBe(before.sales)

    const paid = await post(ask)
    expect(paid.status).toBe(200)
    expect(paid.body).toMatchObject({
      status: 'completed',
      transaction: { id, tenders: { balance: 12_000 } },
    })
    const again = await post(ask)
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await held()).toMatchObject({ balance: before.balance - 12_000, sales: before.sales + 1 })
    const rows = await api.db.query('select state from ledger.confirmations where checkout_id = $1', [id])
    expect(rows).toEqual([{ state: 'spent' }])
    socket.close()
  })

  test('is what leaves balance and points, not the bill: 10,000 yen go at once, 10,001 wait', async () => {
    await grantPoints(api.db, hanako.user_id, 500)
    const status = async (amount: number, tenders: PayBody['tenders']) => {
      const reply = await post(await request(amount, tenders))
      if (reply.status === 202) await withdraw((reply.body as RegisterState).transaction.id)
      return reply.status
    }
    expect(await status(10_000, { balance: 10_000 })).toBe(200)
    expect(await status(60_000, { balance: 9_500, points: 500, cash: 50_000 })).toBe(200)
    expect(await status(10_001, { balance: 10_001 })).toBe(202)
    await grantPoints(api.db, hanako.user_id, 2)
    expect(await status(10_001, { balance: 9_999, points: 2 })).toBe(202)
  })

  test('goes from an open checkout as well, under its own id', async () => {
    const { token } = await hanako.get('users.token')
    const open = await clerk.get('transactions.pay', keyed({ token }))
    const id = open.transaction.id
    const update = {
      body: { transaction_id: id, amount: 15_000, tenders: { balance: 11_000, cash: 4_000 } },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    const asked = await clerk.call('transactions.payUpdate', update)
    expect(asked.status).toBe(202)
    // A reloaded register finds the cart and the question.
    expect(await stateOf(id)).toMatchObject({
      status: 'pending_confirm',
      transaction: { spent_total: 15_000 },
      confirmation: { state: 'pending', total: 15_000, balance: 11_000 },
    })
    await tap(hanako)
    expect(await clerk.get('transactions.payUpdate', update)).toMatchObject({ status: 'completed' })
  })

  test('that the ledger would refuse is refused before anybody is asked', async () => {
    const poor = await post(await request(95_000, { balance: 95_000 }))
    expect([poor.status, (poor.body as { code: string }).code]).toEqual([422, 'INSUFFICIENT_BALANCE'])
    const spent = await large()
    await post(spent)
    await tap(hanako)
    await post(spent)
    const again = keyed({ ...spent.body, transaction_id: randomUUID() })
    expect(await clerk.refused('transactions.pay', again)).toMatchObject({ code: 'QR_ALREADY_USED' })
    expect(await waiting()).toBeNull()
  })

  test('is carried through by the tap although its code ends meanwhile, and goes to no other register', async () => {
    const ask = await large()
    const hash = api.server.context.keys.payCodeHash(ask.body.token!)
    await api.db.query(
      `update ledger.pay_codes set expires_at = now() + interval '15 seconds' where token_hash = $1`,
      [hash],
    )
    expect((await post(ask)).status).toBe(202)
    await clockAt(50_000)
    const elsewhere = await api.as('otherClerk')
    const taken = keyed({ token: ask.body.token!, amount: 500, tenders: { balance: 500 } })
    expect(await elsewhere.refused('transactions.pay', taken)).toMatchObject({ code: 'QR_CLAIMED' })
    await tap(hanako)
    await clockAt(110_000)
    expect((await post(ask)).status).toBe(200)
  })
})

describe('without the tap', () => {
  test('a no is final for the request, and the sale is paid in another way', async () => {
    const before = await held()
    const ask = await large()
    await post(ask)
    const shown = await waiting()
    expect(await decline(shown!.id)).toMatchObject({ state: 'declined' })
    expect(await clerk.refused('transactions.pay', ask)).toMatchObject({
      status: 409,
      code: 'PAY_CONFIRM_DECLINED',
      message: 'お客様がお支払いを取りやめました。別の支払い方法をお選びください。',
    })
    const yes = { params: { id: shown!.id }, body: { decision: 'approve' } }
    expect(await hanako.refused('transactions.confirm', yes)).toMatchObject({ code: 'PAY_CONFIRM_ENDED' })
    expect(await held()).toMatchObject({ balance: before.balance, sales: before.sales })
    const cash = keyed({ ...ask.body, tenders: { cash: 12_000 } })
    expect((await post(cash)).status).toBe(200)
    expect(await held()).toMatchObject({ balance: before.balance, sales: before.sales + 1, claimed: 0 })
  })

  test('a minute passes and nothing is held; another request asks anew', async () => {
    const ask = await large()
    const id = ask.body.transaction_id!
    await post(ask)
    const shown = await waiting()
    await clockAt(61_000)
    expect(await waiting()).toBeNull()
    const yes = { params: { id: shown!.id }, body: { decision: 'approve' } }
    expect(await hanako.refused('transactions.confirm', yes)).toMatchObject({
      status: 410,
      code: 'PAY_CONFIRM_LATE',
      message: '確認の時間が過ぎたため、お支払いは行われていません。',
    })
    expect(await clerk.refused('transactions.pay', ask)).toMatchObject({
      status: 409,
      code: 'PAY_CONFIRM_EXPIRED',
    })
    expect(await stateOf(id)).toMatchObject({ status: 'open', confirmation: { state: 'expired' } })
    await api.server.context.transact(endConfirmations)
    const anew = keyed(ask.body)
    expect((await post(anew)).status).toBe(202)
    const rows = await api.db.query(
      'select state from ledger.confirmations where checkout_id = $1 order by asked_at',
      [id],
    )
    expect(rows).toEqual([{ state: 'expired' }, { state: 'pending' }])
    await withdraw(id)
  })

  test('the day does not close while one waits, and does as soon as none is', async () => {
    const ask = await large()
    await post(ask)
    const blockers = () =>
      api.db.query<{ kind: string }>(
        `select b.kind from stores s, ledger.close_blockers(s.id) b where s.code = 'KNZ1' and b.id = $1`,
        [ask.body.transaction_id],
      )
    expect(await blockers()).toEqual([{ kind: 'pending' }])
    const cancel = { transaction_id: ask.body.transaction_id, status: 'cancelled' }
    await clerk.get('transactions.payUpdate', { body: cancel })
    expect(await blockers()).toEqual([])
    expect(await waiting()).toBeNull()
    // The register has given the sale up: its code lives, and its question is over.
    expect(await held()).toMatchObject({ claimed: 0 })
  })

  test('an answer that nobody used in time carries nothing', async () => {
    const before = await held()
    const ask = await large()
    await post(ask)
    await tap(hanako)
    await clockAt(121_000)
    expect(await clerk.refused('transactions.pay', ask)).toMatchObject({ code: 'PAY_CONFIRM_EXPIRED' })
    expect((await held()).sales).toBe(before.sales)
  })
})

describe('never another sale than the one that was shown', () => {
  test('another amount, tender, employee or shop has no part in the tap', async () => {
    const ask = await large()
    await post(ask)
    await tap(hanako)
    const changed = [
      { ...ask.body, amount: 12_001, tenders: { balance: 12_001 } },
      { ...ask.body, amount: 11_999, tenders: { balance: 11_999 } },
      { ...ask.body, tenders: { balance: 11_000, cash: 1_000 } },
    ]
    for (const body of changed) {
      expect(await clerk.refused('transactions.pay', { ...ask, body })).toMatchObject({
        status: 409,
        code: 'PAY_CONFIRM_CHANGED',
      })
    }
    const others = [await api.as('manager'), await api.as('otherClerk')]
    for (const other of others) {
      expect(await other.refused('transactions.pay', ask)).toMatchObject({ code: 'PAY_CONFIRM_CHANGED' })
    }
    expect((await withdraw(ask.body.transaction_id!, others[1])).status).toBe(404)
    // Taken back, the changed sale is put before the customer anew.
    await withdraw(ask.body.transaction_id!)
    expect((await post(keyed(changed[0]!))).status).toBe(202)
    expect(await waiting()).toMatchObject({ total: 12_001 })
    await withdraw(ask.body.transaction_id!)
  })

  test('is another customer’s to see or to answer', async () => {
    const ask = await large()
    await post(ask)
    const shown = await waiting()
    const kyoko = await api.as('kyoko')
    expect((await kyoko.get('transactions.confirmation')).confirmation).toBeNull()
    const yes = { params: { id: shown!.id }, body: { decision: 'decline' } }
    expect((await kyoko.refused('transactions.confirm', yes)).status).toBe(404)
    expect(
      (await kyoko.refused('transactions.registerState', { params: { id: ask.body.transaction_id! } }))
        .status,
    ).toBe(404)
    await withdraw(ask.body.transaction_id!)
  })

  test('two taps, the register’s cancel and ten sendings at once make one sale or none', async () => {
    for (let round = 0; round < 6; round += 1) {
      const before = await held()
      const ask = await large()
      await Promise.all(Array.from({ length: 4 }, () => post(ask)))
      const shown = await waiting()
      await hanako.get('auth.stepUp', {
        body: { method: 'password', purpose: 'pay', ref: shown!.id, password: castPassword },
      })
      const yes = { params: { id: shown!.id }, body: { decision: 'approve' } }
      const taps = [hanako.call('transactions.confirm', yes), hanako.call('transactions.confirm', yes)]
      const sent = Array.from({ length: 5 }, () => post(ask))
      const taken = round % 2 === 0 ? withdraw(ask.body.transaction_id!) : null
      const answers = await Promise.all([...taps, ...sent, ...(taken ? [taken] : [])])
      expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      const last = await post(ask)
      const after = await held()
      const [row] = await api.db.query<{ state: string }>(
        'select state from ledger.confirmations where checkout_id = $1',
        [ask.body.transaction_id],
      )
      const isPaid = after.sales === before.sales + 1
      expect([row!.state, last.status]).toEqual(isPaid ? ['spent', 200] : ['withdrawn', 409])
      expect(after.balance).toBe(before.balance - (isPaid ? 12_000 : 0))
      if (round % 2 === 1) expect(isPaid).toBe(true)
    }
  })

  test('the last second belongs to the tap or to the clock, and to the payment only with the tap', async () => {
    for (const ms of [59_500, 60_500]) {
      const before = await held()
      const ask = await large()
      await post(ask)
      const shown = await waiting()
      await hanako.get('auth.stepUp', {
        body: { method: 'password', purpose: 'pay', ref: shown!.id, password: castPassword },
      })
      await moveLedgerClock(
        api.db,
        new Date(new Date(shown!.expires_at).getTime() - 60_000 + ms).toISOString(),
      )
      const [tapped] = await Promise.all([
        hanako.call('transactions.confirm', { params: { id: shown!.id }, body: { decision: 'approve' } }),
        api.server.context.transact(endConfirmations),
      ])
      const paid = await post(ask)
      expect([tapped.status, paid.status]).toEqual(ms < 60_000 ? [200, 200] : [410, 409])
      expect((await held()).sales).toBe(before.sales + (ms < 60_000 ? 1 : 0))
      await moveLedgerClock(api.db, null)
    }
  })

  test('stands in the database: one question for a sale, in its order, and no payment beside it', async () => {
    const ask = await large()
    const id = ask.body.transaction_id!
    await post(ask)
    const set = (text: string) =>
      refusalOf(`update ledger.confirmations set ${text} where checkout_id = $1`, [id])
    const device = `decided_at = now(), decided_by = gen_random_uuid()`
    expect(await set(`state = 'spent', ended_at = now(), ${device}`)).toContain('does not become spent')
    expect(await set(`state = 'expired', ended_at = now()`)).toContain('does not become expired')
    expect(await set('balance = 1, total = 1')).toContain('never changes')
    expect(await set(`state = 'approved'`)).toContain('confirmations_decided')
    expect(
      await refusalOf(
        `insert into ledger.confirmations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).*
         from ledger.confirmations c where checkout_id = $1`,
        [id],
      ),
    ).toContain('confirmations_of_checkout')
    expect(await refusalOf('delete from ledger.confirmations where checkout_id = $1', [id])).toContain(
      'never allowed',
    )
    await set(`state = 'approved', ${device}`)
    expect(await set(`state = 'spent', ended_at = now()`)).toContain('does not become spent')
    expect(await set(`state = 'declined', ended_at = now()`)).toContain('does not become declined')
    expect(await set(`state = 'withdrawn', ended_at = now()`)).toBe('')
    expect(await set(`state = 'pending', ended_at = null, decided_at = null, decided_by = null`)).not.toBe('')
    const asApp = api.server.context.db.run(`update ledger.confirmations set state = 'approved'`, [])
    await expect(asApp).rejects.toThrow('permission denied')
  })

  test('is not got round: the ledger posts nothing large that nobody agreed to, whoever brings it', async () => {
    const { gatherer } = api.server.context
    const [shop] = await api.db.query<{ store_id: string; register_id: string }>(
      `select e.store_id, r.id as register_id from employees e join registers r on r.store_id = e.store_id and r.number = 1
       where e.user_id = $1`,
      [clerk.user_id],
    )
    const [session] = await api.db.query<{ id: string }>(
      'select id from sessions where user_id = $1 and revoked_at is null limit 1',
      [clerk.user_id],
    )
    const sale = async (tenders: Partial<ByTender>, token?: string): Promise<PayRequest> => {
      const paid = { ...noTenders, ...tenders }
      const total = paid.points + paid.balance + paid.cash
      const line = { line: 1, sku_id: null, sku: null, name: '雑貨', quantity: 1, unit_price: total }
      const lines = allocate([{ ...line, discount: 0, subtotal: total, tax_rate_bp: 1_000 }], paid)
      return {
        ...shop!,
        ...paid,
        actor_id: clerk.user_id,
        session_id: session!.id,
        route: 'pay',
        key: randomUUID(),
        request_hash: Buffer.from('a sale'),
        transaction_id: randomUUID(),
        checkout_id: null,
        token_hash: api.server.context.keys.payCodeHash(token ?? (await hanako.get('users.token')).token),
        code_hash: null,
        lines,
        total,
        contract: null,
        cash_tendered: null,
        tax: taxOf(lines, 'discount'),
        note: null,
      }
    }
    await grantPoints(api.db, hanako.user_id, 5_000)
    const before = await held()
    const refused = { code: 'SG212' }
    await expect(gatherer.pay(await sale({ balance: 10_001 }))).rejects.toMatchObject(refused)
    await expect(gatherer.pay(await sale({ balance: 9_000, points: 1_001 }))).rejects.toMatchObject(refused)
    // Beside another that is honest: only the large one falls.
    const kyoko = await api.as('kyoko')
    const honest = await sale({ cash: 20_000 }, (await kyoko.get('users.token')).token)
    const [small, big] = await Promise.allSettled([
      gatherer.pay(honest),
      gatherer.pay(await sale({ balance: 10_001 })),
    ])
    expect(small).toMatchObject({ status: 'fulfilled', value: { code: null } })
    expect(big).toMatchObject({ status: 'rejected', reason: refused })

    // Neither a question that waits, nor one that was taken back, nor the confirmation of another sale carries it.
    const ask = await large()
    await post(ask)
    const open = {
      checkout_id: ask.body.transaction_id!,
      transaction_id: ask.body.transaction_id!,
      token_hash: null,
    }
    await expect(gatherer.pay({ ...(await sale({ balance: 12_000 })), ...open })).rejects.toThrow(
      'not agreed',
    )
    await tap(hanako)
    await expect(gatherer.pay({ ...(await sale({ balance: 12_001 })), ...open })).rejects.toThrow(
      'does not become',
    )
    await withdraw(ask.body.transaction_id!)
    await expect(gatherer.pay({ ...(await sale({ balance: 12_000 })), ...open })).rejects.toThrow(
      'not agreed',
    )
    expect(await held()).toMatchObject({
      balance: before.balance,
      points: before.points,
      sales: before.sales,
    })
    // Nor is there a question that begins with its answer.
    expect(
      await refusalOf(
        `insert into ledger.confirmations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(),
           'state', 'spent', 'decided_at', now(), 'decided_by', gen_random_uuid(), 'ended_at', now()))).*
         from ledger.confirmations c where checkout_id = $1`,
        [ask.body.transaction_id],
      ),
    ).toContain('never allowed')

    expect(await gatherer.pay(await sale({ balance: 9_000, points: 1_000 }))).toMatchObject({ code: null })
  })

  test('counts from the moment it is set: a register that has not heard of it is answered 503 and then 202', async () => {
    const set = (value: number) =>
      api.db.query(
        `insert into settings (key, value) values ('pay.confirm_over', to_jsonb($1::int))
         on conflict (key) do update set value = excluded.value`,
        [value],
      )
    const before = await held()
    expect((await post(await request(3_000, { balance: 3_000 }))).status).toBe(200)
    await set(2_000)
    try {
      const ask = await request(3_000, { balance: 3_000 })
      const reply = await post(ask)
      expect(reply).toMatchObject({
        status: 503,
        body: { code: 'PAYMENT_UNKNOWN', message: sentenceOf('PAYMENT_UNKNOWN') },
      })
      expect(reply.headers.get('retry-after')).toBe('2')
      expect(await held()).toMatchObject({ balance: before.balance - 3_000, sales: before.sales + 1 })
      expect((await post(ask)).status).toBe(202)
      await withdraw(ask.body.transaction_id!)
    } finally {
      await set(10_000)
    }
  })

  test('that two people have agreed on holds with the next sale', async () => {
    const [owner, accountant] = [await api.as('owner'), await api.as('accountant')]
    const params = { key: 'pay.confirm_over' }
    const agree = async (before: number, value: number) => {
      const { waiting } = await owner.get('admin.updateSetting', { params, body: { before, value } })
      // A sale goes on between the two confirmations, and knows what held until then.
      expect((await post(await request(1_000, { balance: 1_000 }))).status).toBe(200)
      await accountant.get('admin.decideSetting', {
        params,
        body: { id: waiting!.id, decision: 'approved' },
      })
    }
    await agree(10_000, 2_000)
    const ask = await request(3_000, { balance: 3_000 })
    expect((await post(ask)).status).toBe(202)
    await withdraw(ask.body.transaction_id!)
    await agree(2_000, 10_000)
    expect((await post(await request(3_000, { balance: 3_000 }))).status).toBe(200)
  })
})
