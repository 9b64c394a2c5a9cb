import { noTenders } from '@shirogane/domain/sales/tenders'
import { randomUUID } from 'node:crypto'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { castLogins, type CastName } from '@shirogane/testkit/cast'
import { castPassword } from '@shirogane/testkit/database'
import { fingerprint } from '@shirogane/testkit/asks/fingerprint'
import { charge, grantPoints } from '@shirogane/testkit/acts/funds'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { openSocket } from '@shirogane/testkit/calls/socket'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(async () => {
  const findings = await api.db.query('select * from ledger.audit()')
  await api.close()
  if (findings.length > 0) throw new Error(`the books do not balance: ${JSON.stringify(findings)}`)
})

const reason = 'お客さま都合'
const key = (value: string = randomUUID()) => ({ headers: { 'Idempotency-Key': value } })
const approval = (name: CastName = 'manager', password = castPassword) => ({
  employee_id: castLogins[name],
  password,
})
type Tenders = Parameters<typeof sell>[2]['tenders']
async function sold(by: Caller, to: Caller | null, tenders: Tenders): Promise<string> {
  const amount = Object.values(tenders).reduce((sum, part) => sum + part, 0)
  return (await sell(by, to, { amount, tenders })).transaction.id
}
/** Does this while the ledger's clock is a day ahead, with sessions that last as long. */
async function tomorrow<T>(work: () => Promise<T>): Promise<T> {
  const ahead = async (days: number) => {
    await api.db.query(
      `create or replace function ledger.now() returns timestamptz language sql stable parallel safe
       return transaction_timestamp() + interval '${days} days'`,
    )
    await api.db.query(`update sessions set absolute_expires_at = absolute_expires_at + interval '2 days'`)
  }
  await ahead(1)
  try {
    return await work()
  } finally {
    await ahead(0)
  }
}
const walletOf = async (caller: Caller) => caller.get('users.wallet')

describe('a refund', () => {
  test('goes back to where the money came from, as the preview said, and the customer is told', async () => {
    const [manager, clerk, hanako] = [await api.as('manager'), await api.as('clerk'), await api.as('hanako')]
    await charge(api.db, hanako.user_id, 5_000)
    await grantPoints(api.db, hanako.user_id, 1_000)
    await outboxIsEmpty(api.db)
    const before = await walletOf(hanako)
    const sale = await sell(clerk, hanako, {
      amount: 11_000,
      tenders: { points: 1_000, balance: 5_000, cash: 5_000 },
    })
    const { id } = sale.transaction
    const opened = await openSocket(api.url, '/transactions', { token: hanako.refresh_token })
    if ('refused' in opened) throw new Error(opened.refused)
    await opened.join()

    const preview = await manager.get('transactions.refundPreview', {
      body: { transaction_id: id, amount: 3_300 },
    })
    expect(preview).toMatchObject({
      total: 3_300,
      refundable_after: 7_700,
      tenders: { ...noTenders, points: 300, balance: 1_500, cash: 1_500 },
      tax: [{ rate: 1_000, taxable: 3_000, tax: 272 }],
      approval_required: false,
    })
    expect(await walletOf(hanako)).toMatchObject({ balance: before.balance - 5_000 })

    const back = await manager.get('transactions.refund', {
      body: { transaction_id: id, amount: 3_300, reason },
      ...key(),
    })
    expect(back).toMatchObject({
      type: 'refund',
      status: 'completed',
      spent_total: 3_300,
      related_id: id,
      message: '1,500円を残高に、1,500円を現金で、300ptを返金しました。',
      tenders: preview.tenders,
      tax: preview.tax,
      refund: { ...preview.refund, reason },
    })
    expect(await clerk.get('transactions.details', { params: { id } })).toMatchObject({
      status: 'partially_refunded',
      refunded_total: 3_300,
      refundable: 7_700,
    })
    const earned = sale.transaction.received_point_total
    const share = Math.floor((earned * 3_000) / 10_000)
    expect(preview.refund.points_reclaimed).toBe(share)
    expect(await walletOf(hanako)).toMatchObject({
      balance: before.balance - 3_500,
      point_balance: before.point_balance - 700 + earned - share,
    })

    const seen = await hanako.get('transactions.details', { params: { id } })
    expect(seen.returns).toEqual([
      { id: back.id, number: back.number, kind: 'refund', amount: 3_300, at: back.completed_at },
    ])
    expect((await hanako.get('transactions.details', { params: { id: back.id } })).returns).toBeUndefined()

    await outboxIsEmpty(api.db)
    const notified = opened.events.find(
      ({ name, payload }) => name === 'newClientTransaction' && (payload as { id?: string }).id === back.id,
    )
    expect(notified?.payload).toMatchObject({ type: 'refund', message: back.message })
    opened.close()
    const { items } = await hanako.get('notifications.list')
    expect(items[0]).toMatchObject({ title: '返金が完了しました', message: back.message })
    const outbox = await api.nobody.send('GET', '/demo/outbox?to=hanako02%40example.com')
    expect(JSON.stringify(outbox.body)).toContain(`返金が完了しました：${back.message}`)
  })

  test('becomes balance where the customer agrees to it: issued anew, within what anybody may hold, and never without them', async () => {
    const [manager, clerk, hanako] = [await api.as('manager'), await api.as('clerk'), await api.as('kyoko')]
    await charge(api.db, hanako.user_id, 2_000)
    const before = await walletOf(hanako)
    const sale = await sold(clerk, hanako, { balance: 2_000, cash: 3_000, card: 1_000 })
    const share = { transaction_id: sale, amount: 3_000 }
    const agreed = { ...share, to_balance: true, consent: true as const, reason }
    const dayOf = async () => {
      const [row] = await api.db.query<{ issued: number; returned: number }>(
        `select coalesce(sum(issued), 0)::int as issued, coalesce(sum(returned), 0)::int as returned
         from ledger.prepaid_book('-infinity', 'infinity') where bucket = 'paid'`,
      )
      return row!
    }
    const book = await dayOf()
    const drawer = async () =>
      (
        await api.db.query<{ held: number }>(
          `select ledger.drawer_now(id) as held from stores where code = 'KNZ1'`,
        )
      )[0]!.held
    const held = await drawer()
    const money = await manager.get('transactions.refundPreview', { body: share })
    expect(money).toMatchObject({
      balance_possible: true,
      drawer_short: false,
      refund: { balance_paid: 1_000, balance_issued: 0, cash: 1_500, card: 500 },
    })
    const preview = await manager.get('transactions.refundPreview', { body: { ...share, to_balance: true } })
    expect(preview.refund).toMatchObject({ balance_paid: 3_000, balance_issued: 2_000, cash: 0, card: 0 })
    expect(
      await manager.refused('transactions.refund', {
        body: { ...share, to_balance: true, reason },
        ...key(),
      }),
    ).toMatchObject({
      status: 422,
      code: 'REFUND_CONSENT',
      message: '残高への返金には、お客さまの同意が必要です。',
    })

    const once = key()
    const back = await manager.get('transactions.refund', { body: agreed, ...once })
    expect(back).toMatchObject({
      message: '3,000円を残高に返金しました。',
      tenders: { balance: 1_000, cash: 1_500, card: 500 },
      refund: { ...preview.refund, reason },
    })
    expect((await manager.get('transactions.refund', { body: agreed, ...once })).id).toBe(back.id)
    expect((await walletOf(hanako)).balance).toBe(before.balance - 2_000 + 3_000)
    expect(await drawer()).toBe(held)
    expect(await dayOf()).toEqual({ issued: book.issued + 2_000, returned: book.returned + 1_000 })

    // What is issued counts against what anybody may hold; what merely comes back does not.
    const room = 100_000 - (await walletOf(hanako)).balance
    await charge(api.db, hanako.user_id, room - 1_500)
    expect(await manager.refused('transactions.refund', { body: agreed, ...key() })).toMatchObject({
      code: 'REFUND_BALANCE_LIMIT',
      message: '返金後の残高が上限（100,000円）を超えます。',
    })
    // A sale without a customer has no wallet to go to, and a void gives back what was paid.
    const nobody = await sold(clerk, null, { cash: 500 })
    const refused = await manager.refused('transactions.refundPreview', {
      body: { transaction_id: nobody, to_balance: true },
    })
    expect(refused).toMatchObject({ code: 'REFUND_NO_WALLET' })
    await expect(
      api.db.query(`update ledger.refunds set issued_paid = 1 where sale_id = $1`, [sale]),
    ).rejects.toThrow(/never allowed/)
  })

  test('says beforehand which articles come back only by the fault of the brand, until when, and that the drawer has too little', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const [sku] = await api.db.query<{ id: string; price: number }>(
      `select id, price from skus where barcode = '2000000000015'`,
    )
    const sale = await clerk.get('transactions.pay', {
      body: {
        transaction_id: randomUUID(),
        items: [{ sku_id: sku!.id, quantity: 1 }],
        tenders: { card: sku!.price },
      },
      ...key(),
    })
    const { id } = sale.transaction
    await api.db.query(`update skus set not_returnable = 'engraved' where id = $1`, [sku!.id])
    expect(await manager.get('transactions.refundPreview', { body: { transaction_id: id } })).toMatchObject({
      lines: [{ not_returnable: 'engraved' }],
      drawer_short: false,
      balance_possible: false,
      return_until: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    })
    await api.db.query(`update skus set not_returnable = null where id = $1`, [sku!.id])
    const cash = await sold(clerk, null, { cash: 700 })
    const [held] = await api.db.query<{ id: string; held: number }>(
      `select id, ledger.drawer_now(id) as held from stores where code = 'KNZ1'`,
    )
    const out = {
      store_id: held!.id,
      act: 'pay_out' as const,
      amount: held!.held - 600,
      reason: '両替' as const,
    }
    expect((await manager.call('admin.moveCash', { body: out, ...key() })).status).toBe(200)
    expect(await manager.get('transactions.refundPreview', { body: { transaction_id: cash } })).toMatchObject(
      {
        drawer_short: true,
        refund: { cash: 700 },
      },
    )
    // It is a warning: a manager who knows better gives the cash all the same.
    await manager.get('transactions.refund', { body: { transaction_id: cash, reason }, ...key() })
  })

  test('of all that is left ends the sale; a second one, one yen too much and one of a refund are conflicts', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const id = await sold(clerk, null, { cash: 1_000 })
    const ask = (body: object) => ({ body: { transaction_id: id, reason, ...body }, ...key() })
    await manager.get('transactions.refund', ask({ amount: 600 }))
    expect(await manager.refused('transactions.refund', ask({ amount: 401 }))).toMatchObject({
      status: 422,
      code: 'REFUND_EXCEEDS',
      message: '返金額が返金可能な金額（400円）を超えています。',
    })
    const last = await manager.get('transactions.refund', ask({}))
    expect(last.spent_total).toBe(400)
    expect(await manager.refused('transactions.refund', ask({}))).toMatchObject({
      status: 409,
      code: 'ALREADY_REFUNDED',
    })
    expect(
      await manager.refused('transactions.refund', {
        body: { transaction_id: last.id, reason },
        ...key(),
      }),
    ).toMatchObject({
      status: 409,
      code: 'REFUND_NOT_PAYMENT',
      message: 'お支払い以外の取引は返金できません。',
    })
    expect(
      await manager.refused('transactions.refundPreview', { body: { transaction_id: last.id } }),
    ).toMatchObject({ status: 409, code: 'REFUND_NOT_PAYMENT' })
  })

  test('brings back what was given away with the sale, for nothing: with all of it, by its line, and by a void', async () => {
    const [manager, owner] = [await api.as('manager'), await api.as('owner')]
    const [ring, gift] = await api.db.query<{ id: string; price: number }>(
      `select id, price from skus where sku in ('RG001-11', 'CG001') order by sku desc`,
    )
    const shelf = async () => {
      const { quantity } = await manager.get('inventory.show', { params: { id: gift!.id } })
      return quantity
    }
    const give = async (quantity: number) => {
      const lines = [ring!, gift!].map(({ id }) => ({ sku_id: id, quantity }))
      const supply = { supplier: '銀河工房', slip_number: randomUUID(), lines }
      await manager.get('inventory.receive', { body: supply, ...key() })
      const free = { kind: 'percent', value: 100, reason: 'bundle' }
      const { transaction } = await manager.get('transactions.pay', {
        body: {
          items: [
            { sku_id: ring!.id, quantity },
            { sku_id: gift!.id, quantity, discount: free },
          ],
          tenders: { cash: ring!.price * quantity },
        },
        ...key(),
      })
      return transaction.id
    }
    const giveBack = (transaction_id: string, items?: { line: number; quantity: number }[]) =>
      manager.get('transactions.refund', {
        body: { transaction_id, reason, approval: approval('owner'), ...(items && { items }) },
        ...key(),
      })

    const whole = await give(1)
    const sold = await shelf()
    const back = await giveBack(whole)
    expect(back.items).toMatchObject([
      { subtotal: ring!.price },
      { sku_id: gift!.id, quantity: 1, subtotal: 0 },
    ])
    expect(await shelf()).toBe(sold + 1)

    const parts = await give(2)
    const before = await shelf()
    const one = [1, 2].map((line) => ({ line, quantity: 1 }))
    expect((await giveBack(parts, one)).spent_total).toBe(ring!.price)
    expect(await shelf()).toBe(before + 1)
    const asked = (items: { line: number; quantity: number }[]) =>
      manager.refused('transactions.refund', {
        body: { transaction_id: parts, reason, approval: approval('owner'), items },
        ...key(),
      })
    expect(await asked([one[0]!, { line: 2, quantity: 2 }])).toMatchObject({ code: 'REFUND_EXCEEDS' })
    expect(await asked([one[1]!])).toMatchObject({ code: 'REFUND_NOTHING' })
    await giveBack(parts, one)
    expect(await shelf()).toBe(before + 2)

    const wrong = await give(1)
    const rung = await shelf()
    await owner.get('auth.stepUp', {
      body: { method: 'password', purpose: 'till_approval', ref: wrong, password: castPassword },
    })
    await owner.get('transactions.delete', {
      params: { id: wrong },
      body: { employee_id: castLogins.owner, password: castPassword },
      ...key(),
    })
    expect(await shelf()).toBe(rung + 1)
  })

  test('of three at once that do not fit together, one is posted', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const id = await sold(clerk, null, { cash: 1_000 })
    const replies = await Promise.all(
      Array.from({ length: 3 }, () =>
        manager.call('transactions.refund', {
          body: { transaction_id: id, amount: 600, reason },
          ...key(),
        }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  })

  test('is given once for a key, also at the same time, and the key serves nothing else', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const id = await sold(clerk, null, { cash: 1_000 })
    const same = key()
    const ask = (amount: number) => ({ body: { transaction_id: id, amount, reason }, ...same })
    const replies = await Promise.all([1, 2, 3].map(() => manager.call('transactions.refund', ask(100))))
    expect(new Set(replies.map(({ body }) => (body as { id: string }).id)).size).toBe(1)
    const replay = await manager.call('transactions.refund', ask(100))
    expect(replay.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await manager.refused('transactions.refund', ask(200))).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    const details = await clerk.get('transactions.details', { params: { id } })
    expect(details.refunded_total).toBe(100)
  })

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ amount: 1_000_000_000 }, 'amount'],
    [{ amount: 1, items: [{ line: 1, quantity: 1 }] }, 'amount'],
    [{ items: [] }, 'items'],
    [{ items: [{ line: 0, quantity: 1 }] }, 'items.0.line'],
    [{ items: [{ line: 1, quantity: -1 }] }, 'items.0.quantity'],
    [{ reason: '　' }, 'reason'],
    [{ reason: '\u200b\u202e' }, 'reason'],
    [{ user_id: randomUUID() }, 'user_id'],
    [{ tender: 'cash' }, 'tender'],
  ])('%j is refused, and nothing has moved', async (wrong, field) => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const id = await sold(clerk, null, { cash: 1_000 })
    const before = await fingerprint(api.db)
    const refusal = await manager.refused('transactions.refund', {
      body: { transaction_id: id, reason, ...wrong },
      ...key(),
    })
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect(Object.keys(refusal.fields ?? {})).toContain(field)
    expect(await fingerprint(api.db)).toBe(before)
  })

  test('of a line that the sale has not, or of more pieces than were sold, is refused', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const id = await sold(clerk, null, { cash: 1_000 })
    const ask = (line: number, quantity: number) => ({
      body: { transaction_id: id, reason, items: [{ line, quantity }] },
      ...key(),
    })
    expect(await manager.refused('transactions.refund', ask(2, 1))).toMatchObject({
      status: 422,
      code: 'REFUND_LINE_UNKNOWN',
    })
    expect(await manager.refused('transactions.refund', ask(1, 2))).toMatchObject({
      status: 422,
      code: 'REFUND_EXCEEDS',
    })
  })

  test('after the window is refused with its days', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const id = await sold(clerk, null, { cash: 1_000 })
    await api.db.query(`insert into settings (key, value) values ('refund.window_days', '-1')`)
    const refusal = await manager.refused('transactions.refund', {
      body: { transaction_id: id, reason },
      ...key(),
    })
    await api.db.query(`delete from settings where key = 'refund.window_days'`)
    expect(refusal).toMatchObject({ status: 422, code: 'REFUND_PERIOD_OVER' })
    expect(refusal.message).toContain('返品期限（')
  })
})

describe('whose approval is enough', () => {
  const refundBy = (caller: Caller, id: string, more: object = {}) =>
    caller.call('transactions.refund', { body: { transaction_id: id, reason, ...more }, ...key() })
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string }).code,
  ]

  test('a register gives back small sales of others on their day; its own, larger and older ones need a manager', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const small = await sold(manager, null, { cash: 5_000 })
    expect((await refundBy(clerk, small)).status).toBe(200)

    const own = await sold(clerk, null, { cash: 300 })
    const large = await sold(manager, null, { cash: 5_001 })
    // The ceiling is the brand's setting, unless the store has one of its own.
    const ceilingIs = async (brand: number | null, store: number | null) => {
      await api.db.query(
        brand === null
          ? `delete from settings where key = 'refund.register_max'`
          : `insert into settings (key, value) values ('refund.register_max', '${brand}')`,
      )
      await api.db.query(`update stores set register_refund_max = $1 where code = 'KNZ1'`, [store])
      const { approval_required } = await clerk.get('transactions.refundPreview', {
        body: { transaction_id: large },
      })
      return approval_required
    }
    expect([await ceilingIs(5_001, null), await ceilingIs(null, 5_001), await ceilingIs(null, null)]).toEqual(
      [false, false, true],
    )
    const old = await sold(manager, null, { cash: 300 })
    const needsManager = async (id: string) => {
      const preview = await clerk.get('transactions.refundPreview', { body: { transaction_id: id } })
      expect(preview.approval_required).toBe(true)
      expect(codeOf(await refundBy(clerk, id))).toEqual([403, 'REFUND_APPROVAL'])
      const reply = await refundBy(clerk, id, { approval: approval() })
      expect(reply.status).toBe(200)
      const [row] = await api.db.query<{ approved_by: string }>(
        `select approved_by from ledger.transactions where related_id = $1`,
        [id],
      )
      expect(row?.approved_by).toBe(manager.user_id)
    }
    await needsManager(own)
    await needsManager(large)
    await tomorrow(() => needsManager(old))
  })

  test('what a register gives back of one sale counts together: in parts it is no smaller', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const id = await sold(manager, null, { cash: 20_000 })
    const part = (amount: number, more: object = {}) => refundBy(clerk, id, { amount, ...more })
    expect((await part(3_000)).status).toBe(200)
    expect(codeOf(await part(2_001))).toEqual([403, 'REFUND_APPROVAL'])
    const preview = (amount: number) =>
      clerk.get('transactions.refundPreview', { body: { transaction_id: id, amount } })
    expect((await preview(2_001)).approval_required).toBe(true)
    expect((await preview(2_000)).approval_required).toBe(false)
    expect((await part(2_000)).status).toBe(200)
    expect(codeOf(await part(1))).toEqual([403, 'REFUND_APPROVAL'])
    expect((await part(5_000, { approval: approval() })).status).toBe(200)
  })

  test('somebody who was asked gives their approval for exactly one refund: of this sale, these articles and this amount, once', async () => {
    const clerk = await api.as('clerk')
    const id = await sold(clerk, null, { cash: 900 })
    const number = (await clerk.get('transactions.details', { params: { id } })).number
    const asked = async (amount: number, subject: object) => {
      const { id: approval_id } = await clerk.get('approvals.ask', {
        body: {
          kind: 'refund',
          amount,
          subject: { transaction_id: id, number, items: null, amount: null, ...subject },
        },
      })
      await clerk.get('approvals.witness', { params: { id: approval_id }, body: approval() })
      return approval_id
    }
    const approvalId = await asked(300, { amount: 300 })
    for (const wrong of [{ amount: 301 }, {}, { amount: 299 }])
      expect(codeOf(await refundBy(clerk, id, { ...wrong, approval_id: approvalId }))).toEqual([
        403,
        'APPROVAL_REQUIRED',
      ])
    expect(codeOf(await refundBy(clerk, id, { amount: 300, approval_id: randomUUID() }))).toEqual([
      403,
      'APPROVAL_REQUIRED',
    ])
    const same = key()
    const ask = { body: { transaction_id: id, reason, amount: 300, approval_id: approvalId }, ...same }
    const done = await clerk.get('transactions.refund', ask)
    expect((await clerk.get('transactions.refund', ask)).id).toBe(done.id)
    expect(
      (await clerk.get('transactions.details', { params: { id: done.id } })).till?.approved_by?.number,
    ).toBe('E0002')
    expect(codeOf(await refundBy(clerk, id, { amount: 300, approval_id: approvalId }))).toEqual([
      403,
      'APPROVAL_REQUIRED',
    ])

    // What is left after that is less than what this approval was given for: neither the money nor the approval goes.
    const rest = await asked(900, {})
    expect(codeOf(await refundBy(clerk, id, { approval_id: rest }))).toEqual([403, 'APPROVAL_REQUIRED'])
  })

  test('articles that come back are on sale again, damaged or put aside, as staff say for each line', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const { transaction } = await clerk.get('transactions.pay', {
      body: {
        transaction_id: randomUUID(),
        items: [
          { name: '匙', unit_price: 100, quantity: 2 },
          { name: '皿', unit_price: 200, quantity: 1 },
          { name: '布', unit_price: 300, quantity: 1 },
        ],
        tenders: { cash: 700 },
      },
      ...key(),
    })
    const done = await manager.get('transactions.refund', {
      body: {
        transaction_id: transaction.id,
        reason,
        items: [
          { line: 1, quantity: 1, restock: 'damaged' },
          { line: 2, quantity: 1, restock: 'hold' },
          { line: 3, quantity: 1 },
        ],
      },
      ...key(),
    })
    const rows = await api.db.query<{ restock: string | null }>(
      `select restock from ledger.transaction_lines where transaction_id = $1 order by line`,
      [done.id],
    )
    expect(rows.map(({ restock }) => restock)).toEqual(['damaged', 'hold', 'resale'])
  })

  test('nobody is their own second person: not the caller, not a clerk, not staff of another store or of the office', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const own = await sold(clerk, null, { cash: 300 })
    expect(codeOf(await refundBy(clerk, own, { approval: approval('clerk') }))).toEqual([403, 'FORBIDDEN'])
    for (const name of ['otherManager', 'otherClerk', 'accountant', 'reviewer'] as const) {
      expect(codeOf(await refundBy(clerk, own, { approval: approval(name) }))).toEqual([
        400,
        'EMPLOYEE_AUTH_FAILED',
      ])
    }
    const byManager = await sold(manager, null, { cash: 300 })
    expect(codeOf(await refundBy(manager, byManager))).toEqual([403, 'REFUND_APPROVAL'])
    expect((await refundBy(manager, byManager, { approval: approval('owner') })).status).toBe(200)
  })

  test('head office shows once more who it is, for this sale alone', async () => {
    const [owner, clerk] = [await api.as('owner'), await api.as('clerk')]
    const id = await sold(clerk, null, { cash: 9_000 })
    const before = await fingerprint(api.db)
    expect(codeOf(await refundBy(owner, id))).toEqual([403, 'STEP_UP_REQUIRED'])
    const stepUp = (ref: string) =>
      owner.get('auth.stepUp', {
        body: { method: 'password', purpose: 'till_approval', ref, password: castPassword },
      })
    await stepUp(randomUUID())
    expect(codeOf(await refundBy(owner, id))).toEqual([403, 'STEP_UP_REQUIRED'])
    expect(await fingerprint(api.db)).toBe(before)
    await stepUp(id)
    expect((await refundBy(owner, id)).status).toBe(200)
  })

  test('a sale to oneself is nobody’s to give back', async () => {
    const [manager, clerk, yoko] = [await api.as('manager'), await api.as('clerk'), await api.as('yoko')]
    const id = await sold(clerk, yoko, { cash: 300 })
    await api.db.query(`update employees set own_customer_id = $2 where user_id = $1`, [
      manager.user_id,
      yoko.user_id,
    ])
    expect(codeOf(await refundBy(manager, id))).toEqual([403, 'SELF_DEALING'])
    await api.db.query(`update employees set own_customer_id = null where user_id = $1`, [manager.user_id])
  })

  test('a sale of another store is not there, and neither is a register of one', async () => {
    const [manager, clerk, other] = [
      await api.as('manager'),
      await api.as('clerk'),
      await api.as('otherManager'),
    ]
    const id = await sold(clerk, null, { cash: 300 })
    expect(codeOf(await refundBy(other, id))).toEqual([404, 'TXN_NOT_FOUND'])
    expect(codeOf(await other.call('transactions.refundPreview', { body: { transaction_id: id } }))).toEqual([
      404,
      'TXN_NOT_FOUND',
    ])
    const [register] = await api.db.query<{ id: string }>(
      `select r.id from registers r join stores s on s.id = r.store_id where s.code = 'KRM1'`,
    )
    expect(codeOf(await refundBy(manager, id, { register_id: register?.id }))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('a void', () => {
  const voidBy = (caller: Caller, id: string, who: object) =>
    caller.call('transactions.delete', { params: { id }, body: { ...who }, ...key() })
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [
    status,
    (body as { code?: string }).code,
  ]

  test('takes everything back on the same day, and the sale stays in view as what it is', async () => {
    const [clerk, kyoko] = [await api.as('clerk'), await api.as('kyoko')]
    await charge(api.db, kyoko.user_id, 1_000)
    const before = await walletOf(kyoko)
    const id = await sold(clerk, kyoko, { balance: 800, cash: 300 })
    const preview = await clerk.get('transactions.refundPreview', {
      body: { transaction_id: id, void: true },
    })
    expect(preview).toMatchObject({ total: 1_100, approval_required: false, refund: { kind: 'void' } })
    const reply = await voidBy(clerk, id, { ...approval('clerk'), reason: '打ち間違い' })
    expect(reply.body).toMatchObject({
      type: 'refund',
      spent_total: 1_100,
      message: 'お支払いが取り消されました：1,100円',
      refund: { kind: 'void', reason: '打ち間違い', cash: 300 },
    })
    expect(await walletOf(kyoko)).toMatchObject({
      balance: before.balance,
      point_balance: before.point_balance,
    })
    expect(await kyoko.get('transactions.details', { params: { id } })).toMatchObject({
      status: 'deleted',
      refundable: 0,
      spent_total: 1_100,
    })
    expect(codeOf(await voidBy(clerk, id, approval('clerk')))).toEqual([409, 'TXN_VOIDED'])
    const manager = await api.as('manager')
    expect(
      codeOf(await manager.call('transactions.refund', { body: { transaction_id: id, reason }, ...key() })),
    ).toEqual([409, 'TXN_VOIDED'])
    await outboxIsEmpty(api.db)
    const { items } = await kyoko.get('notifications.list')
    expect(items[0]).toMatchObject({ title: 'お支払いが取り消されました', message: '1,100円' })
  })

  test('of a sale that points alone paid takes back points and no yen', async () => {
    const [clerk, kyoko] = [await api.as('clerk'), await api.as('kyoko')]
    await grantPoints(api.db, kyoko.user_id, 500)
    const [points, mixed] = [
      await sold(clerk, kyoko, { points: 300 }),
      await sold(clerk, kyoko, { points: 200, cash: 900 }),
    ]
    for (const [id, amount] of [
      [points, '300pt'],
      [mixed, '900円'],
    ] as const) {
      const reply = await voidBy(clerk, id, approval('clerk'))
      expect(reply.body).toMatchObject({ message: `お支払いが取り消されました：${amount}` })
      await outboxIsEmpty(api.db)
      const { items } = await kyoko.get('notifications.list')
      expect(items[0]).toMatchObject({ title: 'お支払いが取り消されました', message: amount })
    }
  })

  test('is refused after a refund, on another day, and of a refund', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const id = await sold(clerk, null, { cash: 1_000 })
    const part = await manager.get('transactions.refund', {
      body: { transaction_id: id, amount: 1, reason },
      ...key(),
    })
    expect(codeOf(await voidBy(clerk, id, approval()))).toEqual([409, 'VOID_AFTER_REFUND'])
    expect(codeOf(await voidBy(clerk, part.id, approval()))).toEqual([409, 'REFUND_NOT_PAYMENT'])
    const old = await sold(clerk, null, { cash: 1_000 })
    expect(codeOf(await tomorrow(() => voidBy(clerk, old, approval())))).toEqual([409, 'TXN_CLOSED'])
  })

  test('of a small own sale is the register’s own approval, of anything else a manager’s, and of a large own one never', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    const others = await sold(manager, null, { cash: 300 })
    expect(codeOf(await voidBy(clerk, others, approval('clerk')))).toEqual([403, 'VOID_APPROVAL'])
    expect((await voidBy(clerk, others, approval())).status).toBe(200)
    const large = await sold(clerk, null, { cash: 5_001 })
    expect(codeOf(await voidBy(clerk, large, approval('clerk')))).toEqual([403, 'VOID_APPROVAL'])
    expect((await voidBy(clerk, large, approval())).status).toBe(200)
    const managers = await sold(manager, null, { cash: 5_001 })
    expect(codeOf(await voidBy(manager, managers, approval()))).toEqual([403, 'VOID_APPROVAL'])
    expect((await voidBy(manager, managers, approval('owner'))).status).toBe(200)
  })

  test('is also the approval of a manager who was asked and answers on their own phone, for this sale once', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    await manager.get('users.pin', { body: { current_password: castPassword, pin: '482913' } })
    const id = await sold(clerk, null, { cash: 9_000 })
    const other = await sold(clerk, null, { cash: 9_000 })
    const { number } = await clerk.get('transactions.details', { params: { id } })
    const asked = await clerk.get('approvals.ask', {
      body: { kind: 'void', amount: 9_000, subject: { transaction_id: id, number }, reason: '打ち間違い' },
    })
    const gone = (sale: string, more: object, once = key()) =>
      clerk.call('transactions.delete', { params: { id: sale }, body: more, ...once })
    const approval_id = asked.id
    expect(codeOf(await gone(id, { approval_id }))).toEqual([403, 'APPROVAL_REQUIRED'])
    await manager.get('approvals.decide', {
      params: { id: approval_id },
      body: { decision: 'approve', pin: '482913' },
    })
    expect(codeOf(await gone(other, { approval_id }))).toEqual([403, 'APPROVAL_REQUIRED'])
    expect(codeOf(await gone(id, {}))).toEqual([400, 'VALIDATION_ERROR'])
    expect(codeOf(await gone(id, { approval_id, password: 'x' }))).toEqual([400, 'VALIDATION_ERROR'])
    const once = key()
    expect((await gone(id, { approval_id }, once)).status).toBe(200)
    expect((await gone(id, { approval_id }, once)).status).toBe(200)
    expect(codeOf(await gone(id, { approval_id }))).toEqual([409, 'TXN_VOIDED'])
    expect(await clerk.get('transactions.details', { params: { id } })).toMatchObject({
      status: 'deleted',
      till: { returns: [{ kind: 'void', amount: 9_000 }], handed: null },
    })
  })

  test('and a refund at the same time: exactly one of them happens', async () => {
    const [manager, clerk] = [await api.as('manager'), await api.as('clerk')]
    for (let round = 0; round < 5; round += 1) {
      const id = await sold(clerk, null, { cash: 500 })
      const replies = await Promise.all([
        voidBy(clerk, id, approval()),
        manager.call('transactions.refund', { body: { transaction_id: id, reason }, ...key() }),
        voidBy(clerk, id, approval('clerk')),
      ])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    }
  })
})

describe('the password at the register', () => {
  let limited: TestApi
  beforeAll(async () => {
    limited = await startApi({ env: { RATE_LIMITS: 'on' } })
    limited.clock.stop()
  })
  afterAll(() => limited.close())

  test('five wrong ones lock for a quarter of an hour, unknown numbers like known ones, and it stays out of every row', async () => {
    const clerk = await limited.as('clerk')
    const id = await sold(clerk, null, { cash: 300 })
    const attempt = (employee_id: string, password: string) =>
      clerk.refused('transactions.delete', { params: { id }, body: { employee_id, password }, ...key() })
    const unknown = await attempt('E9999', 'nobody-has-this-1')
    const known = await attempt('E0003', 'nobody-has-this-1')
    expect([known.status, known.code, known.message]).toEqual([
      400,
      'EMPLOYEE_AUTH_FAILED',
      '社員番号またはパスワードが正しくありません。',
    ])
    expect([unknown.status, unknown.code, unknown.message]).toEqual([known.status, known.code, known.message])
    for (let times = 0; times < 3; times += 1) await attempt('E0002', 'nobody-has-this-1')
    expect(await attempt('E0003', castPassword)).toMatchObject({
      status: 423,
      code: 'EMPLOYEE_AUTH_LOCKED',
      message: '続けて失敗したためロックしました。15分後にもう一度お試しください。',
    })
    limited.clock.forward(15 * 60_000)
    // The session of a quarter of an hour ago is renewed first.
    const again = await limited.signIn('clerk')
    const reply = await again.call('transactions.delete', {
      params: { id },
      body: { employee_id: 'E0003', password: castPassword },
      ...key(),
    })
    expect(reply.status).toBe(200)
  })

  test('twenty refunds an hour are what one person gives, repeats not counted', async () => {
    const [manager, clerk] = [await limited.signIn('manager'), await limited.signIn('clerk')]
    const id = await sold(clerk, null, { cash: 1_000 })
    const ask = (same: string) =>
      manager.call('transactions.refund', {
        body: { transaction_id: id, amount: 1, reason },
        ...key(same),
      })
    const keys = Array.from({ length: 20 }, () => randomUUID())
    for (const one of keys) expect((await ask(one)).status).toBe(200)
    const after = await ask(randomUUID())
    expect([after.status, (after.body as { code: string }).code]).toEqual([429, 'RATE_LIMITED'])
    expect((await ask(keys[19]!)).headers.get('Idempotency-Replayed')).toBe('true')
  })
})
