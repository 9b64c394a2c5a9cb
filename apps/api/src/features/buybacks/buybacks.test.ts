// Buying from people: what the law wants written down, what leaves the drawer, and everything that must not be bought.
import { randomUUID } from 'node:crypto'
import type { BuybackBody } from '@shirogane/contract/resources/brand/buybacks'
import { identityDocuments } from '@shirogane/contract/resources/brand/cash'
import { ageOn } from '@shirogane/domain/people/age'
import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { reverseBuyback } from '@shirogane/ledger'
import { castPassword } from '@shirogane/testkit/database'
import { charge } from '@shirogane/testkit/acts/funds'
import { takeOn, vouchManually } from '@shirogane/testkit/acts/let-in'
import { outboxIsEmpty } from '@shirogane/testkit/servers/outbox'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../context.ts'
import { readBook } from './read-book.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

let marks = 0
const ring = (change: object = {}) => ({
  kind: 'ring' as const,
  name: '銀の指輪',
  quantity: 1,
  fineness: 925 as const,
  gross_weight_mg: 12_340,
  deduction_mg: 0,
  grade: 'A' as const,
  features: `SV925の刻印、内側に傷 ${(marks += 1)}`,
  serial: null,
  ...change,
})
const seller = {
  name: '例示 次郎',
  address: '石川県金沢市片町0-0-0',
  date_of_birth: '1980-04-01',
  occupation: '会社員',
  document: 'driver_license' as const,
  document_tail: '1234',
  method: 'in_person_visual' as const,
}
const bank = {
  bank_code: '9999',
  branch_code: '001',
  account_type: 'ordinary' as const,
  account_number: '0012345',
  account_holder_kana: 'レイジ ジロウ',
}
const bodyOf = (change: Partial<Record<keyof BuybackBody, unknown>> = {}) => ({
  id: randomUUID(),
  user_id: null,
  seller,
  purpose: '不用品の処分',
  seen: true,
  items: [ring()],
  amount: 3_652,
  paid_by: 'cash',
  bank: null,
  signature: [[0, 0, 100, 40]],
  ...change,
})
const manager = () => api.as('manager')
const buy = async (change: Parameters<typeof bodyOf>[0] = {}) =>
  (await manager()).get('admin.createBuyback', { body: bodyOf(change) })
const refusal = async (change: Parameters<typeof bodyOf>[0]) => {
  const { status, code } = await (await manager()).refused('admin.createBuyback', { body: bodyOf(change) })
  return [status, code]
}
const transfersOf = (id: string) =>
  api.db.query(
    'select debit_kind, credit_kind, amount from ledger.transfers where transaction_id = $1 order by line',
    [id],
  )
const ledgerIsWhole = async () => expect(await api.db.query('select * from ledger.audit()')).toEqual([])
async function readCode(name: 'kyoko' | 'hanako'): Promise<string> {
  const { token } = await (await api.as(name)).get('users.token')
  return (await (await manager()).get('admin.buybackMember', { body: { token } })).id
}

test('one showing of a code is read at one desk, however many read it at once', async () => {
  const { token } = await (await api.as('hanako')).get('users.token')
  const desks = await Promise.all([manager(), api.as('otherManager'), manager(), api.as('otherManager')])
  const replies = await Promise.all(
    desks.map((desk) => desk.call('admin.buybackMember', { body: { token } })),
  )
  // The desk that read it first may have lost the answer, and reads it once more.
  const [here, there] = [0, 1].map((side) => replies.filter((_, index) => index % 2 === side))
  const isRead = ({ status }: { status: number }) => status === 200
  expect(here!.every(isRead)).not.toBe(there!.every(isRead))
  expect(replies.filter(isRead)).toHaveLength(2)
  const refused = replies.find((reply) => !isRead(reply))
  expect(refused?.body).toMatchObject({ code: 'QR_ALREADY_USED' })
  const rows = await api.db.query(
    `select 1 from desk_readings d join ledger.pay_codes c on c.id = d.pay_code_id where c.user_id = $1 and c.state = 'live'`,
    [(await api.as('hanako')).user_id],
  )
  expect(rows).toHaveLength(1)
})

describe('pays', () => {
  test('cash out of the drawer, with everything that the ledger of second-hand articles asks for', async () => {
    const [before] = await api.db.query<{ expected: number }>(
      `select (ledger.day_report(id, ledger.shop_date(id)) #>> '{cash,expected}')::bigint as expected
       from stores where code = 'KNZ1'`,
    )
    const made = await buy({ items: [ring({ deduction_mg: 340, gross_weight_mg: 12_680 })], note: '箱付き' })
    expect(made).toMatchObject({
      status: 'paid',
      amount: 3_652,
      paid_by: 'cash',
      seller: { ...seller, age: ageOn(seller.date_of_birth, tokyoDate(new Date())) },
      purpose: '不用品の処分',
      price_per_g: 400,
      note: '箱付き',
      items: [{ net_weight_mg: 12_340, rate_bp: 8_000, amount: 3_652, disposed_on: null }],
    })
    expect(await transfersOf(made.id)).toEqual([
      { debit_kind: 'buyback_goods', credit_kind: 'drawer', amount: 3_652 },
    ])
    const [after] = await api.db.query<{ expected: number }>(
      `select (ledger.day_report(id, ledger.shop_date(id)) #>> '{cash,expected}')::bigint as expected
       from stores where code = 'KNZ1'`,
    )
    expect((after?.expected ?? 0) - (before?.expected ?? 0)).toBe(-3_652)
    await ledgerIsWhole()
  })

  test('nothing before a price of silver was agreed on', async () => {
    const [rate] = await api.db.query<{ value: number }>(
      `delete from settings where key = 'silver_price_per_g' returning value`,
    )
    const quote = await (await manager()).refused('admin.buybackQuote', { body: { items: [ring()] } })
    expect([quote.status, quote.code]).toEqual([409, 'SILVER_RATE_MISSING'])
    expect(await refusal({})).toEqual([409, 'SILVER_RATE_MISSING'])
    await api.db.query(`insert into settings (key, value) values ('silver_price_per_g', $1)`, [
      JSON.stringify(rate!.value),
    ])
    await ledgerIsWhole()
  })

  test('a member whose code was read, as paid balance that the prepaid book counts', async () => {
    const user_id = await readCode('kyoko')
    const kyoko = await api.as('kyoko')
    const before = await kyoko.get('users.wallet')
    const made = await buy({ user_id, paid_by: 'balance' })
    const after = await kyoko.get('users.wallet')
    expect(after.balance_paid - before.balance_paid).toBe(3_652)
    expect(after.balance_bonus).toBe(before.balance_bonus)
    await outboxIsEmpty(api.db)
    const { items } = await kyoko.get('transactions.list')
    expect(items[0]).toMatchObject({ type: 'buyback', id: made.id, received_wallet: 3_652 })
    await ledgerIsWhole()
  })

  test('by a transfer that is owed until somebody else has made it, once', async () => {
    const made = await buy({ paid_by: 'bank', bank })
    expect(made.awaits_bank).toBe(true)
    const accountant = await api.as('accountant')
    const transaction_id = randomUUID()
    // The person who gave the buyer their access may be the buyer.
    const owner = await api.as('owner')
    const letInBy = (id: string | null) =>
      api.db.query(
        `update employees set way_in_by = $1, let_in_at = case when $1::uuid is not null then now() end
         where number = 'E0002'`,
        [id],
      )
    await letInBy(owner.user_id)
    expect(
      await owner.refused('admin.settleBuyback', { params: { id: made.id }, body: { transaction_id } }),
    ).toMatchObject({ status: 403, code: 'APPROVAL_LINKED' })
    await expect(
      api.db.query(
        'update buybacks set bank_paid_at = now(), bank_paid_by = $2, bank_transaction_id = $3 where id = $1',
        [made.id, owner.user_id, transaction_id],
      ),
    ).rejects.toMatchObject({ constraint: 'two_persons' })
    await letInBy(null)
    const paid = await accountant.get('admin.settleBuyback', {
      params: { id: made.id },
      body: { transaction_id },
    })
    expect(paid.awaits_bank).toBe(false)
    // The same act again is the same act; another one is too late.
    await accountant.get('admin.settleBuyback', { params: { id: made.id }, body: { transaction_id } })
    expect(
      (
        await accountant.refused('admin.settleBuyback', {
          params: { id: made.id },
          body: { transaction_id: randomUUID() },
        })
      ).code,
    ).toBe('CONFLICT')
    expect(await transfersOf(transaction_id)).toEqual([
      { debit_kind: 'buyback_payable', credit_kind: 'bank', amount: 3_652 },
    ])
    await ledgerIsWhole()
  })

  test('once, however often and however concurrently it is asked for', async () => {
    const body = { ...bodyOf(), id: randomUUID() }
    const caller = await manager()
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => caller.call('admin.createBuyback', { body })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
    expect(await transfersOf(body.id)).toHaveLength(1)
    const other = { ...body, purpose: '買い替え' }
    expect((await caller.refused('admin.createBuyback', { body: other })).code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('nothing where the pieces may be stolen: they are written down with the seller', async () => {
    const made = await buy({ suspected: true, note: '盗難の届けと特徴が一致' })
    expect(made).toMatchObject({ status: 'stopped', transaction_number: null })
    expect(await transfersOf(made.id)).toEqual([])
    await ledgerIsWhole()
  })
})

describe('refuses', () => {
  test('whoever is not eighteen yet, up to midnight before the birthday', async () => {
    const [day] = await api.db.query<{ today: string; born: string; younger: string }>(
      `select d::text as today, (d - interval '18 years')::date::text as born,
         (d - interval '18 years' + interval '1 day')::date::text as younger
       from (select (now() at time zone 'Asia/Tokyo')::date as d) x`,
    )
    expect(await refusal({ seller: { ...seller, date_of_birth: day?.younger } })).toEqual([
      422,
      'BUYBACK_MINOR',
    ])
    await buy({ seller: { ...seller, date_of_birth: day?.born } })
  })

  test('documents that were looked at in a way that the law does not take', async () => {
    expect(await refusal({ seller: { ...seller, method: 'in_person_ic' } })).toEqual([
      422,
      'BUYBACK_ID_REQUIRED',
    ])
  })

  test('a member whose code nobody read here, one who is stopped, and balance for nobody', async () => {
    const { user_id } = await api.as('takasaki')
    expect(await refusal({ user_id, paid_by: 'balance' })).toEqual([422, 'MEMBER_REQUIRED'])
    expect(await refusal({ paid_by: 'balance' })).toEqual([422, 'MEMBER_REQUIRED'])
    const hanako = await readCode('hanako')
    await api.db.query('update users set suspended_at = now() where id = $1', [hanako])
    expect(await refusal({ user_id: hanako })).toEqual([403, 'CUSTOMER_SUSPENDED'])
    await api.db.query('update users set suspended_at = null where id = $1', [hanako])
  })

  test('balance beyond what a member may hold, to the yen', async () => {
    const user_id = await readCode('kyoko')
    const { balance } = await (await api.as('kyoko')).get('users.wallet')
    await charge(api.db, user_id, 100_000 - 3_651 - balance)
    expect(await refusal({ user_id, paid_by: 'balance' })).toEqual([422, 'BALANCE_LIMIT'])
  })

  test('a sum that is no longer that of the price', async () => {
    expect(await refusal({ amount: 3_653 })).toEqual([409, 'BUYBACK_QUOTE'])
  })

  test('a transfer without an account', async () => {
    expect(await refusal({ paid_by: 'bank' })).toEqual([422, 'BUYBACK_BANK_REQUIRED'])
  })

  test('a piece that looks like one bought before, until its record was looked at', async () => {
    const earlier = await buy({ items: [ring({ serial: 'TS-0042' })] })
    const again = ring({ serial: ' ts 0042', features: '別の書き方' })
    const quoted = await (await manager()).get('admin.buybackQuote', { body: { items: [again] } })
    expect(quoted.lookalikes).toMatchObject([{ line: 1, number: earlier.number, by: 'serial' }])
    expect(await refusal({ items: [again] })).toEqual([409, 'BUYBACK_DUPLICATE'])
    await buy({ items: [again], lookalikes_seen: true })
    const alike = ring({ features: 'SV925の刻印 月の紋' })
    await buy({ items: [alike] })
    expect(await refusal({ items: [{ ...alike, gross_weight_mg: 12_300 }], amount: 3_640 })).toEqual([
      409,
      'BUYBACK_DUPLICATE',
    ])
  })

  test('a clerk, another store and a number card’s number', async () => {
    expect((await (await api.as('clerk')).refused('admin.createBuyback', { body: bodyOf() })).code).toBe(
      'FORBIDDEN',
    )
    const made = await buy({ seller: { ...seller, document: 'my_number_card', document_tail: '9876' } })
    expect(made.seller.document_tail).toBeNull()
    expect(
      (await (await api.as('otherManager')).refused('admin.buyback', { params: { id: made.id } })).status,
    ).toBe(404)
  })
})

describe('a purchase that was booked wrongly', () => {
  const pin = '702946'
  const dayOf = async () => {
    const [row] = await api.db.query<{ expected: number; count: number; total: number; other: number }>(
      `select (r #>> '{cash,expected}')::bigint as expected, (r #>> '{buybacks,count}')::int as count,
         (r #>> '{buybacks,total}')::bigint as total, (r #>> '{cash,other}')::bigint as other
       from stores, ledger.day_report(id, ledger.shop_date(id)) r where code = 'KNZ1'`,
    )
    return row!
  }
  const asked = (change: object = {}) => ({
    transaction_id: randomUUID(),
    amount: 3_652,
    reason: '重さの読み違い',
    ...change,
  })
  /** The approval of head office, for exactly this purchase. */
  async function approvalFor(
    { id, number }: { id: string; number: string },
    amount = 3_652,
  ): Promise<string> {
    const owner = await api.as('owner')
    await owner.get('users.pin', { body: { current_password: castPassword, pin } })
    const approval = await (
      await manager()
    ).get('approvals.ask', {
      body: { kind: 'buyback', subject: { buyback_id: id, number }, amount, reason: '重さの読み違い' },
    })
    await owner.get('approvals.decide', {
      params: { id: approval.id },
      body: { decision: 'approve', pin },
    })
    return approval.id
  }
  const refused = async (id: string, body: object) => {
    const reply = await (await manager()).refused('admin.reverseBuyback', { params: { id }, body })
    return [reply.status, reply.code, reply.message]
  }

  test('goes back by the approval of a second person, once however often it is asked for; the row stays', async () => {
    const before = await dayOf()
    const made = await buy()
    expect(made.may_reverse).toBe('approval')
    expect(await refused(made.id, asked())).toEqual([
      403,
      'APPROVAL_REQUIRED',
      'この操作には責任者の承認が必要です。',
    ])
    const approval_id = await approvalFor(made)
    const other = await buy()
    expect((await refused(other.id, asked({ approval_id })))[1]).toBe('APPROVAL_REQUIRED')
    // A yen too few: the approval of the second person is still good after that.
    expect(await refused(made.id, asked({ approval_id, amount: 3_651 }))).toEqual([
      422,
      'BUYBACK_RETURN',
      '支払った金額と同じ3,652円を受け取ってから取り消してください。',
    ])
    const body = asked({ approval_id })
    const caller = await manager()
    const replies = await Promise.all(
      [body, body, body, { ...body, transaction_id: randomUUID() }].map((each) =>
        caller.call('admin.reverseBuyback', { params: { id: made.id }, body: each }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    const [row] = await api.db.query<{ id: string; times: number }>(
      `select min(id::text) as id, count(*)::int as times from ledger.transactions where related_id = $1`,
      [made.id],
    )
    expect(row?.times).toBe(1)
    expect(await transfersOf(row?.id ?? '')).toEqual([
      { debit_kind: 'drawer', credit_kind: 'buyback_goods', amount: 3_652 },
    ])
    expect(await caller.get('admin.buyback', { params: { id: made.id } })).toMatchObject({
      status: 'reversed',
      number: made.number,
      amount: 3_652,
      held: 0,
      may_reverse: null,
      reversal: { reason: '重さの読み違い', approved_by: expect.any(String) as string },
    })
    expect((await refused(made.id, asked({ approval_id })))[1]).toMatch(/CONFLICT|APPROVAL_REQUIRED/)
    const after = await dayOf()
    expect(after).toEqual({
      ...before,
      count: before.count + 1,
      total: before.total + 3_652,
      expected: before.expected - 3_652,
    })
    const found = await caller.get('admin.buybacks', { query: { status: 'reversed' } })
    expect(found.items.map(({ id }) => id)).toContain(made.id)
    expect(String((await caller.call('admin.buybacksCsv')).body)).toMatch(
      new RegExp(`${made.number}-1,.*取消,.*重さの読み違い`),
    )
    // The same piece is bought again, rightly.
    await buy({ items: [{ ...ring(), features: made.items[0]?.features }] })
    await ledgerIsWhole()
  })

  test('is never taken back by whoever bought it, nor rewritten, whatever the way', async () => {
    const made = await buy()
    const forged = (columns: string) =>
      api.db.query(
        `update buybacks b set reversed_at = now(), reversal_reason = '理由', reversal_id = gen_random_uuid(), ${columns}
         where id = $1`,
        [made.id],
      )
    await expect(forged('reversed_by = employee_id')).rejects.toThrow('buyback_maker_is_no_checker')
    const someone = `(select user_id from employees where type = 'owner' limit 1)`
    await expect(forged(`reversed_by = ${someone}`)).rejects.toThrow('was not taken back')
    const clerk = await api.as('clerk')
    const ask = { params: { id: made.id }, body: asked() }
    expect((await clerk.refused('admin.reverseBuyback', ask)).code).toBe('FORBIDDEN')
    expect((await (await api.as('otherManager')).refused('admin.reverseBuyback', ask)).status).toBe(404)
    const stopped = await buy({ suspected: true })
    expect((await refused(stopped.id, asked()))[1]).toBe('CONFLICT')
    await ledgerIsWhole()
  })

  test('is no other person’s where one hand let both managers in', async () => {
    const made = await buy()
    const owner = await api.as('owner')
    const [store] = await api.db.query<{ id: string }>(`select id from stores where code = 'KNZ1'`)
    const second = await takeOn(api, owner, 'manager', store!.id)
    await api.db.query(`update employees set way_in_by = $1, let_in_at = ledger.now() where user_id = $2`, [
      owner.user_id,
      (await manager()).user_id,
    ])
    const seen = () => second.get('admin.buyback', { params: { id: made.id } })
    expect((await seen()).may_reverse).toBe('approval')
    const ask = { params: { id: made.id }, body: asked() }
    expect((await second.refused('admin.reverseBuyback', ask)).code).toBe('APPROVAL_REQUIRED')
    await vouchManually(api, await manager())
    expect((await seen()).may_reverse).toBe('alone')
    expect((await second.get('admin.reverseBuyback', ask)).status).toBe('reversed')
    await ledgerIsWhole()
  })

  test('comes back out of the balance that it was paid into, and not where that was spent', async () => {
    const user_id = await readCode('hanako')
    const hanako = await api.as('hanako')
    const made = await buy({ user_id, paid_by: 'balance' })
    const approval_id = await approvalFor(made)
    const before = await hanako.get('users.wallet')
    await (
      await manager()
    ).get('admin.reverseBuyback', { params: { id: made.id }, body: asked({ approval_id }) })
    const after = await hanako.get('users.wallet')
    expect(before.balance_paid - after.balance_paid).toBe(3_652)
    await outboxIsEmpty(api.db)
    const notices = await hanako.get('notifications.list')
    expect(notices.items[0]).toMatchObject({ title: '買取の取り消し' })

    const spent = await buy({ user_id, paid_by: 'balance' })
    const approval = await approvalFor(spent)
    const { balance_paid } = await hanako.get('users.wallet')
    await sell(await api.as('clerk'), hanako, {
      amount: balance_paid - 3_650,
      tenders: { balance: balance_paid - 3_650 },
    })
    expect(await refused(spent.id, asked({ approval_id: approval }))).toEqual([
      422,
      'INSUFFICIENT_BALANCE',
      '残高が2円不足しています。チャージするか、別の支払い方法をお選びください。',
    ])
    await ledgerIsWhole()
  })

  test('and paid to a member in cash says so in their own list, where no balance moved', async () => {
    const user_id = await readCode('hanako')
    const hanako = await api.as('hanako')
    const made = await buy({ user_id, paid_by: 'cash' })
    const shown = async () =>
      (await hanako.get('transactions.list', {})).items.find(({ id }) => id === made.id)?.status
    const detail = async () => (await hanako.get('transactions.details', { params: { id: made.id } })).status
    expect([await shown(), await detail()]).toEqual(['completed', 'completed'])
    await (
      await manager()
    ).get('admin.reverseBuyback', {
      params: { id: made.id },
      body: asked({ approval_id: await approvalFor(made) }),
    })
    expect([await shown(), await detail()]).toEqual(['deleted', 'deleted'])
  })

  test('and owed to a bank is owed no more, unless the bank has paid; after its day it stays', async () => {
    const made = await buy({ paid_by: 'bank', bank })
    const body = asked({ approval_id: await approvalFor(made) })
    const done = await (await manager()).get('admin.reverseBuyback', { params: { id: made.id }, body })
    expect(done.awaits_bank).toBe(false)
    const accountant = await api.as('accountant')
    const recordPaid = (id: string) =>
      accountant.call('admin.settleBuyback', { params: { id }, body: { transaction_id: randomUUID() } })
    expect((await recordPaid(made.id)).status).toBe(409)
    const sent = await buy({ paid_by: 'bank', bank })
    const approval = await approvalFor(sent)
    await recordPaid(sent.id)
    expect((await refused(sent.id, asked({ approval_id: approval })))[1]).toBe('CONFLICT')

    const late = await buy()
    const [boss] = await api.db.query<{ user_id: string }>(
      `select user_id from employees where type = 'owner' limit 1`,
    )
    const { user_id: actor_id } = await manager()
    // As it will be once the day is closed.
    const closeUntil = (date: string) =>
      api.db.query(`update stores set closed_until = ${date} where code = 'KNZ1'`)
    const [open] = await api.db.query<{ until: string | null }>(
      `select closed_until::text as until from stores where code = 'KNZ1'`,
    )
    const act = { id: randomUUID(), buyback_id: late.id, actor_id, approved_by: boss!.user_id }
    await closeUntil('ledger.shop_date(id)')
    try {
      const closed = await api.server.context.transact((tx) =>
        reverseBuyback(tx, { ...act, amount: 3_652, reason: '理由' }),
      )
      expect(closed.code).toBe('DAY_CLOSED')
    } finally {
      await closeUntil(open!.until === null ? 'null' : `'${open!.until}'`)
    }
    await ledgerIsWhole()
  })
})

describe('the ledger of second-hand articles', () => {
  test('keeps a piece for its days, lets it go once, and is never rewritten', async () => {
    const made = await buy()
    const caller = await manager()
    const let_go = { params: { id: made.id, line: '1' }, body: { disposed_to: '地金として売却' } }
    const held = await caller.refused('admin.disposeBuyback', let_go)
    expect([held.code, held.message]).toEqual([
      'BUYBACK_HELD',
      '保管期間（14日）が過ぎるまで処分できません。',
    ])
    for (const statement of [
      `update buybacks set seller_name = '別人' where id = '${made.id}'`,
      `update buyback_items set held_until = held_until - 20 where buyback_id = '${made.id}'`,
      `delete from buyback_items where buyback_id = '${made.id}'`,
      `delete from buybacks where id = '${made.id}'`,
      'truncate buyback_items cascade',
      `insert into buyback_items select buyback_id, 2, kind, name, quantity, fineness, gross_weight_mg, deduction_mg,
         net_weight_mg, grade, price_per_g, rate_bp, amount, features, serial, serial_key, features_key, held_until
         from buyback_items where buyback_id = '${made.id}'`,
    ])
      await expect(api.db.query(statement)).rejects.toThrow(/never|once|add up/)
    await api.db.query('alter table buyback_items disable trigger buyback_item_stays')
    await api.db.query('update buyback_items set held_until = current_date - 3 where buyback_id = $1', [
      made.id,
    ])
    await api.db.query('alter table buyback_items enable trigger buyback_item_stays')
    const gone = await caller.get('admin.disposeBuyback', let_go)
    expect(gone.items[0]?.disposed_to).toBe('地金として売却')
    expect((await caller.refused('admin.disposeBuyback', let_go)).code).toBe('CONFLICT')
  })

  test('takes every paper that the counter knows, and names it', async () => {
    const numbers = new Map<string, string>()
    for (const document of identityDocuments) {
      const document_tail = document === 'my_number_card' ? null : '1234'
      numbers.set(document, (await buy({ seller: { ...seller, document, document_tail } })).number)
    }
    const file = String((await (await manager()).call('admin.buybacksCsv')).body)
    const lineOf = (document: string) =>
      file.split('\r\n').find((row) => row.includes(numbers.get(document)!))
    expect(lineOf('driving_history')).toContain(',運転経歴証明書（2012年4月以降のもの）,')
    expect(lineOf('passport')).toContain(',パスポート（所持人記入欄のあるもの）,')
  })

  test('leaves whole or not at all: what is too much for one file or paper is no act either', async () => {
    await buy()
    await buy()
    const all = (await (await api.as('owner')).get('admin.buybackBook')).items.length
    const [owner] = await api.db.query<{ user_id: string }>(
      `select user_id from employees where number = 'E0001'`,
    )
    const actor = owner as Actor
    const take = (rowsMax: number) =>
      readBook(
        api.server.context,
        actor,
        {},
        {
          action: 'buyback.print',
          daysMax: 92,
          rowsMax,
          requestId: randomUUID(),
        },
      )
    const looks = () =>
      api.db.query(`select id from audit_log where action = 'buyback.print' and actor_id = $1`, [
        actor.user_id,
      ])
    await expect(take(all - 1)).rejects.toMatchObject({ code: 'SEARCH_TOO_WIDE' })
    // The one that counted them.
    expect(await looks()).toHaveLength(1)
    expect((await take(all)).rows).toHaveLength(all)
    expect(await looks()).toHaveLength(2)
  })

  test('is searched by name and number, read on record, and leaves as a file without formulas', async () => {
    const made = await buy({ seller: { ...seller, name: '髙﨑 外字' }, note: '=1+1' })
    const caller = await manager()
    const found = await caller.get('admin.buybacks', { query: { q: '高崎' } })
    expect(found.items.map(({ id }) => id)).toEqual([made.id])
    expect((await caller.get('admin.buybacks', { query: { q: made.number } })).total).toBe(1)
    await caller.get('admin.buyback', { params: { id: made.id } })
    const file = String((await caller.call('admin.buybacksCsv')).body)
    expect(file).toContain(`${made.number}-1`)
    expect(file).toContain("'=1+1")
    expect(file).not.toMatch(/,\d{4}-\d\d-\d\d,/)
    const book = await caller.get('admin.buybackBook')
    expect(book.items.at(-1)).toMatchObject({
      number: made.number,
      seller: { name: '髙﨑 外字', address: seller.address, occupation: '会社員' },
      note: '=1+1',
      items: [{ line: 1, name: '銀の指輪', quantity: 1 }],
    })
    const from = '2020-01-01'
    const long = await caller.refused('admin.buybackBook', { query: { from, until: '2020-04-02' } })
    expect([long.code, long.message]).toEqual(['PERIOD_TOO_LONG', expect.stringContaining('92') as string])
    const [row] = await api.db.query<{ looks: number }>(
      `select count(*)::int as looks from audit_log where object = $1 and action = 'buyback.show'`,
      [`buyback:${made.id}`],
    )
    expect(row?.looks).toBe(1)
  })
})
