// Head office keeps the shops: what is printed, what holds there, and the registers at which something can be sold.
import { randomUUID } from 'node:crypto'
import { castPassword } from '@shirogane/testkit/database'
import { sell } from '@shirogane/testkit/acts/sale'
import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const sapporo = {
  code: 'SPR1',
  name: '札幌店',
  postcode: '060-0001',
  address: '北海道札幌市中央区北1条西0-0-0',
  phone: '０１１－０００－００００',
  day_start: '05:00',
  stock_below_zero: false,
  register_refund_max: null,
}
const idOf = async (code: string) =>
  (await api.db.query<{ id: string }>('select id from stores where code = $1', [code]))[0]!.id
/** Head office that has just shown once more who it is. */
async function owner() {
  const caller = await api.as('owner')
  await caller.get('auth.stepUp', { body: { method: 'password', purpose: 'store', password: castPassword } })
  return caller
}
const cash = (register_id?: string) => ({
  amount: 1_100,
  tenders: { cash: 1_100 },
  ...(register_id && { register_id }),
})

describe('a new shop', () => {
  test('has a register, its own numbers and stock from the first sale on, and stands in the log', async () => {
    const made = await (await owner()).get('admin.createStore', { body: { ...sapporo, code: ' ｓｐｒ１ ' } })
    expect(made).toMatchObject({
      ...sapporo,
      postcode: '0600001',
      phone: '011-000-0000',
      registers: [{ number: 1, name: 'レジ 01', closed_at: null }],
      changes: [{ action: 'store.created', before: null, after: { code: 'SPR1' } }],
    })
    await api.db.query(`update employees set store_id = $1 where number = 'E0006'`, [made.id])
    const { items } = await (await api.as('owner')).get('admin.stores')
    expect(items.at(-1)).toEqual({ id: made.id, code: 'SPR1', name: '札幌店', closed_on: null })
    const [numbers] = await api.db.query<{ number: string }>(
      `select ledger.next_number('SPR1', '2027-01-05') as number`,
    )
    expect(numbers!.number).toBe('20270105-SPR1-0001')
    const [levels] = await api.db.query<{ missing: number }>(
      `select count(*)::int as missing from skus k where k.stocked and not exists (
         select from ledger.stock_levels l where l.sku_id = k.id and l.store_id = $1)`,
      [made.id],
    )
    expect(levels!.missing).toBe(0)
  })

  test.each([
    ['code', 'KN1'],
    ['code', 'KNZ1; drop'],
    ['postcode', '123'],
    ['phone', '110'],
    ['name', '　'],
    ['name', '店'.repeat(41)],
    ['day_start', '12:00'],
    ['register_refund_max', -1],
    ['register_refund_max', 0.5],
  ] as const)('is refused with %s %j', async (field, value) => {
    const { status, code, fields } = await (
      await api.as('owner')
    ).refused('admin.createStore', { body: { ...sapporo, code: 'NGY1', [field]: value } })
    expect([status, code]).toEqual([400, 'VALIDATION_ERROR'])
    expect(Object.keys(fields ?? {})).toEqual([field])
  })

  test('takes no code that another shop has, and nothing is made without a proof', async () => {
    const again = await (await owner()).refused('admin.createStore', { body: { ...sapporo, code: 'KNZ1' } })
    expect(again).toMatchObject({ status: 409, code: 'STORE_CODE_TAKEN' })
    // The refused act left the proof; it is used up by one change and no more.
    const office = await api.as('owner')
    await office.get('admin.createStore', { body: { ...sapporo, code: 'NGY1' } })
    expect(await office.refused('admin.createStore', { body: { ...sapporo, code: 'NGY2' } })).toMatchObject({
      status: 403,
      code: 'STEP_UP_REQUIRED',
    })
    expect(await api.db.query(`select 1 from stores where code = 'NGY2'`)).toEqual([])
  })

  test('keeps its code for good: the application has no right to change it', async () => {
    const [right] = await api.db.query<{ code: boolean; number: boolean }>(
      `select has_column_privilege('shirogane_app', 'stores', 'code', 'update') as code,
         has_column_privilege('shirogane_app', 'registers', 'number', 'update') as number`,
    )
    expect(right).toEqual({ code: false, number: false })
  })
})

describe('a changed shop', () => {
  test('prints its new address from the next sale on, and receipts of before keep theirs', async () => {
    const id = await idOf('KNZ1')
    const clerk = await api.as('clerk')
    const before = await sell(clerk, null, cash())
    const shown = await (
      await owner()
    ).get('admin.updateStore', {
      params: { id },
      body: { address: '石川県金沢市香林坊1-2-3', phone: '076-100-9999', register_refund_max: 3_000 },
    })
    expect(shown.changes[0]).toMatchObject({
      action: 'store.changed',
      before: { address: '石川県金沢市片町0-0-0', phone: '076-100-0001', register_refund_max: null },
      after: { address: '石川県金沢市香林坊1-2-3', phone: '076-100-9999', register_refund_max: 3_000 },
    })
    const after = await sell(clerk, null, cash())
    const addressOf = async (sale: string) =>
      (await clerk.get('transactions.receipt', { params: { id: sale } })).content.issuer.address
    expect(await addressOf(before.transaction.id)).toBe('石川県金沢市片町0-0-0')
    expect(await addressOf(after.transaction.id)).toBe('石川県金沢市香林坊1-2-3')
  })

  test('stays in the day that is open: an hour that would turn it back or on is refused', async () => {
    const id = await idOf('SPR1')
    const begin = (at: string) => api.db.query(`update stores set day_start = $2 where id = $1`, [id, at])
    // At any hour of the test: the shop is still in yesterday, and midnight would turn it on.
    await begin('23:59:59')
    const office = await owner()
    const refused = await office.refused('admin.updateStore', {
      params: { id },
      body: { day_start: '00:00' },
    })
    expect(refused).toMatchObject({ status: 409, code: 'STORE_DAY_OPEN' })
    await begin('00:01')
    const [first] = await api.db.query<{ is: boolean }>(
      `select (ledger.now() at time zone 'Asia/Tokyo')::time < '00:01' as is`,
    )
    if (first!.is) api.clock.forward(60_000)
    const changed = await office.get('admin.updateStore', { params: { id }, body: { day_start: '00:00' } })
    expect(changed.day_start).toBe('00:00')
  })

  test('does not take back selling below zero while something lies there', async () => {
    const id = await idOf('KRM1')
    await (await owner()).get('admin.updateStore', { params: { id }, body: { stock_below_zero: true } })
    const [sku] = await api.db.query<{ id: string; shelf: number }>(
      `select l.sku_id as id, l.shelf::int as shelf from ledger.stock_levels l join skus k on k.id = l.sku_id
       where l.store_id = $1 and k.price between 1 and 50000 order by l.shelf limit 1`,
      [id],
    )
    const quantity = sku!.shelf + 1
    const [price] = await api.db.query<{ total: number }>(
      `select (price * $2)::int as total from skus where id = $1`,
      [sku!.id, quantity],
    )
    await sell(await api.as('otherClerk'), null, {
      items: [{ sku_id: sku!.id, quantity }],
      tenders: { cash: price!.total },
    } as never)
    const office = await owner()
    expect(
      await office.refused('admin.updateStore', { params: { id }, body: { stock_below_zero: false } }),
    ).toMatchObject({ status: 409, code: 'STORE_STOCK_BELOW_ZERO' })
    expect(await api.db.query('select * from ledger.audit()')).toEqual([])
  })
})

describe('a register', () => {
  test('comes under the next number of its store, and a proof adds one alone', async () => {
    const id = await idOf('DMY1')
    const add = { params: { id }, body: { name: '  催事場\n東  ' } }
    const office = await owner()
    const both = await Promise.all([
      office.call('admin.createRegister', add),
      office.call('admin.createRegister', add),
    ])
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 403])
    await (await owner()).get('admin.createRegister', { params: { id }, body: { name: '催事場 西' } })
    const { registers } = await office.get('admin.showStore', { params: { id } })
    expect(registers.map(({ number, name }) => [number, name])).toEqual([
      [1, 'レジ 01'],
      [2, '催事場 東'],
      [3, '催事場 西'],
    ])
    // Numbers have two figures, and those of registers out of use are not given again.
    await api.db.query('update registers set number = 99 where store_id = $1 and number = 3', [id])
    expect(await (await owner()).refused('admin.createRegister', add)).toMatchObject({
      status: 409,
      code: 'REGISTER_LIMIT',
    })
  })

  test('out of use sells nothing, gives nothing back, and is offered to nobody; what it sold stays', async () => {
    const id = await idOf('KNZ1')
    const { registers } = await (await api.as('owner')).get('admin.showStore', { params: { id } })
    const closing = registers[1]!.id
    const clerk = await api.as('clerk')
    const asked = {
      body: { transaction_id: randomUUID(), ...cash(closing) },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    const sold = await clerk.get('transactions.pay', asked)
    const change = (body: object, register = closing) => ({ params: { id, register }, body })
    const office = await owner()
    const { changes } = await office.get('admin.updateRegister', change({ closed: true }))
    expect(changes[0]).toMatchObject({
      action: 'store.register_closed',
      before: { register: 'レジ 02', closed: false },
      after: { register: 'レジ 02', closed: true },
    })

    const fresh = {
      body: { transaction_id: randomUUID(), ...cash(closing) },
      headers: { 'Idempotency-Key': randomUUID() },
    }
    for (const refusal of [
      await clerk.refused('transactions.pay', fresh),
      await clerk.refused('admin.openDrawer', {
        body: { id: randomUUID(), register_id: closing, reason: 'exchange' },
      }),
      await (
        await api.as('manager')
      ).refused('transactions.refund', {
        body: {
          transaction_id: sold.transaction.id,
          amount: 100,
          reason: 'サイズ違い',
          register_id: closing,
        },
      }),
    ])
      expect(refusal).toMatchObject({
        status: 409,
        code: 'REGISTER_OUT_OF_USE',
        message: 'このレジは使用を終了しています。別のレジを選んでください。',
      })
    // A clerk who lost the answer of what was sold before still finds it.
    expect((await clerk.get('transactions.pay', asked)).transaction.id).toBe(sold.transaction.id)
    const { store } = await clerk.get('users.employeeDetails')
    expect(store?.registers.map((register) => register.id)).not.toContain(closing)
    // The last one stays.
    expect(
      await (await owner()).refused('admin.updateRegister', change({ closed: true }, registers[0]!.id)),
    ).toMatchObject({ status: 409, code: 'REGISTER_LAST' })
    await (await owner()).get('admin.updateRegister', change({ closed: false }))
    await clerk.get('transactions.pay', {
      body: { transaction_id: randomUUID(), ...cash(closing) },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(await api.db.query('select * from ledger.audit()')).toEqual([])
  })

  test('waits for the customer whose code it holds', async () => {
    const id = await idOf('KNZ1')
    const { registers } = await (await api.as('owner')).get('admin.showStore', { params: { id } })
    const clerk = await api.as('clerk')
    const { token } = await (await api.as('hanako')).get('users.token')
    await clerk.get('transactions.pay', {
      body: { transaction_id: randomUUID(), token, register_id: registers[1]!.id },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    expect(
      await (
        await owner()
      ).refused('admin.updateRegister', {
        params: { id, register: registers[1]!.id },
        body: { closed: true },
      }),
    ).toMatchObject({ status: 409, code: 'REGISTER_IN_USE' })
  })

  test('closes or sells, never both: many payments and the close at once', async () => {
    const id = await idOf('KNZ1')
    const { registers } = await (
      await owner()
    ).get('admin.createRegister', {
      params: { id },
      body: { name: '臨時' },
    })
    const register = registers.at(-1)!.id
    const clerk = await api.as('clerk')
    const office = await owner()
    const pays = Array.from({ length: 12 }, () =>
      clerk.call('transactions.pay', {
        body: { transaction_id: randomUUID(), ...cash(register) },
        headers: { 'Idempotency-Key': randomUUID() },
      }),
    )
    const close = office.call('admin.updateRegister', { params: { id, register }, body: { closed: true } })
    const statuses = (await Promise.all(pays)).map(({ status }) => status)
    expect((await close).status).toBe(200)
    const [late] = await api.db.query<{ sold: number; late: number }>(
      `select count(*)::int as sold, count(*) filter (where t.completed_at > r.closed_at + interval '2 seconds')::int as late
       from ledger.transactions t join registers r on r.id = t.register_id where r.id = $1`,
      [register],
    )
    expect(late).toEqual({ sold: statuses.filter((status) => status === 200).length, late: 0 })
    expect(new Set([200, 409, ...statuses])).toEqual(new Set([200, 409]))
  })

  test('is named out of use also to whoever has just been told that it is in use', async () => {
    const id = await idOf('KNZ1')
    const { registers } = await (
      await owner()
    ).get('admin.createRegister', { params: { id }, body: { name: '催事' } })
    const register = registers.at(-1)!.id
    const clerk = await api.as('clerk')
    const ask = () => ({
      body: { transaction_id: randomUUID(), ...cash(register) },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    await clerk.get('transactions.pay', ask())
    // As another process of the server does it: this one still holds what it read for the sale above.
    await api.db.query('update registers set closed_at = now() where id = $1', [register])
    expect(await clerk.refused('transactions.pay', ask())).toMatchObject({
      status: 409,
      code: 'REGISTER_OUT_OF_USE',
    })
  })

  test('sells at once, also where another process has just set it up', async () => {
    const clerk = await api.as('clerk')
    const ask = (register: string | undefined) => ({
      body: { transaction_id: randomUUID(), ...cash(register) },
      headers: { 'Idempotency-Key': randomUUID() },
    })
    await clerk.get('transactions.pay', ask(undefined))
    const [{ id } = { id: '' }] = await api.db.query<{ id: string }>(
      `insert into registers (id, store_id, number, name)
       select gen_random_uuid(), id, 98, '臨時' from stores where code = 'KNZ1' returning id`,
    )
    expect((await clerk.call('transactions.pay', ask(id))).status).toBe(200)
    // Another store's is not there, however often it is looked for.
    expect(await (await api.as('otherClerk')).refused('transactions.pay', ask(id))).toMatchObject({
      status: 404,
    })
  })

  test('of another store is not there, and a manager sees their own store alone', async () => {
    const [own, other] = [await idOf('KNZ1'), await idOf('KRM1')]
    const manager = await api.as('manager')
    expect((await manager.get('admin.showStore', { params: { id: own } })).code).toBe('KNZ1')
    expect(await manager.refused('admin.showStore', { params: { id: other } })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
    const office = await owner()
    const { registers } = await office.get('admin.showStore', { params: { id: own } })
    expect(
      await office.refused('admin.updateRegister', {
        params: { id: other, register: registers[0]!.id },
        body: { name: '盗む' },
      }),
    ).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('a shop that closes', () => {
  const closing = async (id: string) =>
    (await (await api.as('owner')).get('admin.showStore', { params: { id } })).closing
  const fresh = async (code: string) =>
    (await (await owner()).get('admin.createStore', { body: { ...sapporo, code } })).id

  test('has nothing left to do: what there is stands in a list, and until then it stays open', async () => {
    const id = await idOf('KRM1')
    await sell(await api.as('otherClerk'), null, cash())
    const kinds = (await closing(id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['day', 'stock', 'cash', 'staff'])
    const refused = await (await owner()).refused('admin.closeStore', { params: { id } })
    expect(refused).toMatchObject({
      status: 409,
      code: 'STORE_NOT_READY',
      message: '閉店の前に済ませることが残っています。画面の一覧をご確認ください。',
    })
    const home = await closing(await idOf('KNZ1'))
    expect(home[0]).toEqual({ kind: 'home', n: 1 })
    // The database refuses it to every writer: a shop with something left does not close.
    await expect(
      api.db.query('update stores set closed_at = now(), closed_on = current_date where id = $1', [id]),
    ).rejects.toThrow(/not ready to close/)
  })

  test('takes nothing new afterwards, stays in the books, and never opens again', async () => {
    const id = await fresh('SND1')
    const office = await owner()
    expect(await closing(id)).toEqual([])
    const closed = await office.get('admin.closeStore', { params: { id } })
    expect(closed.closed_on).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(closed.registers.every(({ closed_at }) => closed_at !== null)).toBe(true)
    expect(closed.changes[0]).toMatchObject({
      action: 'store.closed',
      after: { closed_on: closed.closed_on },
    })
    // Asked once more it is closed already, without another proof.
    expect((await office.get('admin.closeStore', { params: { id } })).closed_on).toBe(closed.closed_on)

    const again = await owner()
    expect(
      await again.refused('admin.createRegister', { params: { id }, body: { name: '催事場' } }),
    ).toMatchObject({ status: 409, code: 'STORE_CLOSED' })
    expect(
      await again.refused('admin.updateRegister', {
        params: { id, register: closed.registers[0]!.id },
        body: { closed: false },
      }),
    ).toMatchObject({ status: 409, code: 'STORE_CLOSED' })
    await again.get('auth.stepUp', { body: { method: 'password', purpose: 'staff', password: castPassword } })
    expect(
      (
        await again.refused('admin.createStaff', {
          body: { name: '新人 一子', type: 'register', store_id: id },
        })
      ).status,
    ).toBe(404)
    const [sku] = await api.db.query<{ sku_id: string }>(
      `select l.sku_id from ledger.stock_levels l join stores s on s.id = l.store_id
       where s.code = 'KNZ1' and l.shelf > 1 limit 1`,
    )
    await expect(
      api.db.query(
        `insert into ledger.stock_documents (id, kind, store_id, to_store_id, actor_id, at)
         select gen_random_uuid(), 'transfer', s.id, $1, e.user_id, now() from stores s, employees e
         where s.code = 'KNZ1' and e.number = 'E0002'`,
        [id],
      ),
    ).rejects.toThrow(/the shop is closed/)
    const sent = await (
      await api.as('manager')
    ).call('inventory.send', {
      body: { to_store_id: id, lines: [{ sku_id: sku!.sku_id, quantity: 1 }] },
    })
    expect([sent.status, (sent.body as { code?: string }).code]).toEqual([404, 'NOT_FOUND'])
    await expect(
      api.db.query('update stores set closed_at = null, closed_on = null where id = $1', [id]),
    ).rejects.toThrow(/closed for good/)
    expect((await again.get('admin.day', { query: { store_id: id } })).store.id).toBe(id)
    const { items } = await again.get('admin.stores')
    expect(items.find((one) => one.id === id)).toMatchObject({ closed_on: closed.closed_on })
    expect(items.find(({ code }) => code === 'KNZ1')).toMatchObject({ closed_on: null })
  })

  test('at the moment somebody is taken on there: one of the two happens', async () => {
    const id = await fresh('SND2')
    const office = await owner()
    await office.get('auth.stepUp', {
      body: { method: 'password', purpose: 'staff', password: castPassword },
    })
    const [shut, taken] = await Promise.all([
      office.call('admin.closeStore', { params: { id } }),
      office.call('admin.createStaff', { body: { name: '新人 二子', type: 'register', store_id: id } }),
    ])
    expect([shut.status < 300, taken.status < 300].filter(Boolean)).toHaveLength(1)
    expect(taken.status).not.toBe(500)
    const rows = await api.db.query(
      `select 1 from employees e join stores s on s.id = e.store_id where s.closed_at is not null and e.active`,
    )
    expect(rows).toEqual([])
  })
})
