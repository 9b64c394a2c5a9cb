// Cash beyond two million yen from one person on one day: no way round the check, in one piece or in many.
import { randomUUID } from 'node:crypto'
import { identityDocuments } from '@shirogane/contract/resources/brand/cash'
import { trust } from '@shirogane/testkit/acts/deferred'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Name = 'hanako' | 'kyoko' | 'takasaki' | 'yoko'
const tokenOf = async (name: Name) => (await (await api.as(name)).get('users.token')).token
async function pay(
  cash: number,
  {
    member,
    by = 'clerk',
    id = randomUUID(),
  }: {
    member?: Name
    by?: 'clerk' | 'manager' | 'otherClerk'
    id?: string
  } = {},
) {
  const reply = await (
    await api.as(by)
  ).call('transactions.pay', {
    body: {
      transaction_id: id,
      amount: cash,
      tenders: { cash },
      ...(member && { token: await tokenOf(member) }),
    },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  return (reply.body as { code?: string }).code ?? 'paid'
}
/** The register holds the member's code, and the sale waits for its check. */
async function open(member: Name): Promise<string> {
  const id = randomUUID()
  await (
    await api.as('clerk')
  ).get('transactions.pay', {
    body: { transaction_id: id, token: await tokenOf(member) },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  return id
}
const complete = async (id: string, cash: number, by: 'clerk' | 'manager' = 'clerk') => {
  const reply = await (
    await api.as(by)
  ).call('transactions.payUpdate', {
    body: { transaction_id: id, amount: cash, tenders: { cash }, status: 'completed' },
    headers: { 'Idempotency-Key': randomUUID() },
  })
  return (reply.body as { code?: string }).code ?? 'paid'
}
const checkOf = (transaction_id: string, change: object = {}) => ({
  id: randomUUID(),
  transaction_id,
  amount: 2_100_000,
  name: '例示 花子',
  address: '石川県金沢市片町0-0-0',
  date_of_birth: '1985-05-05',
  occupation: '会社員',
  document: 'driver_license',
  document_tail: '1234',
  method: 'in_person_visual',
  purpose: '贈答',
  seen: true,
  ...change,
})
const check = async (transaction_id: string, change: object = {}, by: 'clerk' | 'manager' = 'clerk') =>
  (await api.as(by)).get('admin.createCashCheck', { body: checkOf(transaction_id, change) })

test('cash of 1,500,000 and 600,000 from one member on one day: the second waits for its check', async () => {
  expect(await pay(1_500_000, { member: 'hanako' })).toBe('paid')
  expect(await pay(500_000, { member: 'hanako' })).toBe('paid')
  // In any of our shops, and by a yen.
  expect(await pay(1, { member: 'hanako', by: 'otherClerk' })).toBe('CASH_KYC_REQUIRED')
  const id = await open('hanako')
  expect(await complete(id, 600_000)).toBe('CASH_KYC_REQUIRED')
  const { number, business_date } = await check(id)
  expect(number).toMatch(/^C\d{6}$/)
  expect(await complete(id, 600_000)).toBe('paid')
  // The day is covered, and the next day begins anew.
  expect(await pay(700_000, { member: 'hanako' })).toBe('paid')
  const [row] = await api.db.query<{ keeps: boolean; customer: boolean }>(
    `select keep_until >= $2::date + interval '7 years' as keeps, customer_id is not null as customer
     from cash_checks where number = $1`,
    [number, business_date],
  )
  expect(row).toEqual({ keeps: true, customer: true })
})

test('every paper that the counter knows is one that a check is written with', async () => {
  for (const document of identityDocuments) {
    const id = randomUUID()
    expect(await pay(2_000_001, { id })).toBe('CASH_KYC_REQUIRED')
    const document_tail = document === 'my_number_card' ? null : '1234'
    expect((await check(id, { document, document_tail })).number).toMatch(/^C\d{6}$/)
  }
})

test('a sale without a member is checked by itself, and its check covers no other sale', async () => {
  expect(await pay(2_000_000)).toBe('paid')
  const id = randomUUID()
  expect(await pay(2_000_001, { id })).toBe('CASH_KYC_REQUIRED')
  await check(id)
  expect(await pay(2_000_001)).toBe('CASH_KYC_REQUIRED')
  expect(await pay(2_000_001, { id })).toBe('paid')
})

test('two registers at once cannot pass the line between them', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      pay(900_000, { member: 'kyoko', by: index % 2 === 0 ? 'clerk' : 'otherClerk' }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'paid').length).toBeLessThanOrEqual(2)
  const [row] = await api.db.query<{ cash: number }>(
    `select coalesce(sum(tender_cash), 0)::bigint as cash from ledger.transactions
     where customer_id = $1 and completed_at > now() - interval '1 minute' and kind = 'payment'`,
    [(await api.as('kyoko')).user_id],
  )
  expect(row?.cash).toBeLessThanOrEqual(2_000_000)
})

test('what a manager holds for suspicious is settled by a manager alone, and nobody tells the member', async () => {
  const id = await open('takasaki')
  const refused = await (
    await api.as('clerk')
  ).refused('admin.createCashCheck', { body: checkOf(id, { suspicious: true }) })
  expect(refused.code).toBe('FORBIDDEN')
  await check(id, { suspicious: true, note: '資金の出所が不明' }, 'manager')
  expect(await complete(id, 2_500_000)).toBe('SUSPICIOUS_HOLD')
  expect(await complete(id, 2_500_000, 'manager')).toBe('paid')
  const { items } = await (await api.as('takasaki')).get('transactions.list')
  expect(JSON.stringify(items)).not.toContain('資金')
})

describe('below the line that the brand draws', () => {
  beforeAll(async () => {
    await api.db.query(
      `insert into settings (key, value) values ('cash.identity_over', '30000')
       on conflict (key) do update set value = excluded.value`,
    )
  })
  afterAll(() => api.db.query(`update settings set value = '2000000' where key = 'cash.identity_over'`))

  test('a debt that is paid in cash waits for the check of whoever owes it, and goes on with it', async () => {
    const [clerk, kyoko] = [await api.as('clerk'), await api.as('kyoko')]
    await trust(api.db, kyoko.user_id)
    await sell(clerk, kyoko, { amount: 40_000, tenders: { later: 40_000 } })
    const ask = {
      body: { user_id: kyoko.user_id, pay: true },
      headers: { 'Idempotency-Key': randomUUID() },
    } as const
    expect(await clerk.refused('transactions.laterCollect', ask)).toMatchObject({
      status: 422,
      code: 'CASH_KYC_REQUIRED',
    })
    const body = checkOf(randomUUID(), { user_id: kyoko.user_id, amount: 40_000 })
    // Only of a customer whom the shop has to do with.
    const stranger = { ...body, id: randomUUID(), user_id: (await api.as('mirai')).user_id }
    expect((await clerk.refused('admin.createCashCheck', { body: stranger })).code).toBe('NOT_FOUND')
    await clerk.get('admin.createCashCheck', { body })
    expect(await clerk.get('transactions.laterCollect', ask)).toMatchObject({ spent_total: 40_000 })
  })

  test('a card that turns out to have been cash waits for the check of whose sale it was', async () => {
    const [manager, mirai] = [await api.as('manager'), await api.as('mirai')]
    const { transaction } = await sell(await api.as('clerk'), mirai, {
      amount: 40_000,
      tenders: { card: 40_000 },
    })
    const ask = {
      body: {
        transaction_id: transaction.id,
        correction: { tenders: { cash: 40_000, card: 0 }, reason: '現金でした' },
      },
    }
    expect((await manager.refused('transactions.payUpdate', ask)).code).toBe('CASH_KYC_REQUIRED')
    await check(transaction.id, { amount: 40_000 })
    expect((await manager.get('transactions.payUpdate', ask)).transaction.tenders).toMatchObject({
      cash: 40_000,
      card: 0,
    })
  })
})

describe('the law holds in the database itself', () => {
  test('a check is never changed, taken away or made by another store', async () => {
    await expect(api.db.query(`update cash_checks set amount = 1`)).rejects.toThrow('never changed')
    await expect(api.db.query('delete from cash_checks')).rejects.toThrow('never changed')
    await expect(
      api.db.query(
        `insert into cash_checks select gen_random_uuid(), 'C999999', (select id from stores where code = 'DMY1'),
           null, employee_id, customer_id, transaction_id, business_date, amount, name, address, date_of_birth, occupation,
           purpose, document, document_tail, method, suspicious, note, at, keep_until from cash_checks limit 1`,
      ),
    ).rejects.toThrow('Only staff of that store')
  })

  test('no path posts a sale beyond the line without a check', async () => {
    await expect(
      api.db.query(
        `do $$ declare v uuid := gen_random_uuid(); s record; begin
           select st.id, r.id as register, e.user_id as employee into s from stores st
           join registers r on r.store_id = st.id and r.number = 1
           join employees e on e.store_id = st.id and e.type = 'register' where st.code = 'KNZ1';
           insert into ledger.movements (id, number, kind, store_id, register_id, employee_id, business_date, spent_total,
             tender_cash, cash_tendered, tax, opened_at, completed_at)
           values (v, 'X-' || v, 'payment', s.id, s.register, s.employee, ledger.shop_date(s.id), 2000001, 2000001, 2000001,
             '[{"rate": 1000, "taxable": 2000001, "tax": 181818}]', now(), now());
           insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, subtotal, tax_rate_bp,
             share_points, share_balance, share_cash, share_card, share_later)
           values (v, 1, '雑貨', 1, 2000001, 2000001, 1000, 0, 0, 2000001, 0, 0);
           insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
           values (v, 1, 'pay_cash', 'drawer', s.id, 'sales', s.id, 2000001);
           insert into ledger.outbox (topic, transaction_id, created_at, available_at) values ('transaction', v, now(), now());
         end $$`,
      ),
    ).rejects.toThrow('needs a check of who paid it')
  })
})

test('the list shows checks and days that look split; a stricter line is the brand’s, a looser one nobody’s', async () => {
  expect(await pay(1_500_000, { member: 'yoko' })).toBe('paid')
  const manager = await api.as('manager')
  const { checks, days, identity_over } = await manager.get('admin.cashChecks')
  expect(identity_over).toBe(2_000_000)
  expect(checks.map(({ suspicious }) => suspicious)).toContain(true)
  const of = (username: string) => days.find(({ customer }) => customer?.username === username)
  expect(of('hanako')).toMatchObject({ total: 3_300_000, sales: 4, checked: true })
  expect(of('yoko')).toMatchObject({ total: 1_500_000, sales: 1, checked: false })
  expect((await (await api.as('otherManager')).get('admin.cashChecks')).checks).toEqual([])

  const owner = await api.as('owner')
  const line = (value: number, before: number) => ({
    params: { key: 'cash.identity_over' },
    body: { before, value },
  })
  expect((await owner.refused('admin.updateSetting', line(2_000_001, 2_000_000))).code).toBe('SETTING_VALUE')
  const { key, waiting } = await owner.get('admin.updateSetting', line(1_500_000, 2_000_000))
  await (
    await api.as('accountant')
  ).get('admin.decideSetting', { params: { key }, body: { id: waiting!.id, decision: 'approved' } })
  expect(await pay(1, { member: 'yoko' })).toBe('CASH_KYC_REQUIRED')
})

test('the list ends with the day that is open, which is tomorrow’s where a shop has closed early', async () => {
  await api.db.query(`update stores set closed_until = ledger.shop_date(id) where code = 'KRM1'`)
  const [days] = await api.db.query<{ early: string; other: string }>(
    `select max(ledger.shop_date(id)::text) filter (where code = 'KRM1') as early,
       max(ledger.shop_date(id)::text) filter (where code = 'KNZ1') as other from stores`,
  )
  expect(days!.early > days!.other).toBe(true)
  expect(await pay(1_500_000, { by: 'otherClerk' })).toBe('paid')

  const everywhere = await (await api.as('owner')).get('admin.cashChecks')
  expect(everywhere.until).toBe(days!.early)
  expect(everywhere.days).toContainEqual(
    expect.objectContaining({ business_date: days!.early, customer: null, total: 1_500_000 }),
  )
  expect((await (await api.as('manager')).get('admin.cashChecks')).until).toBe(days!.other)
})
