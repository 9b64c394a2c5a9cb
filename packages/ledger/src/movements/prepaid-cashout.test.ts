import { randomUUID } from 'node:crypto'
import { quotaOf } from '@shirogane/domain/prepaid/quota'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CashoutDesk, openCashoutDesk } from '../testing/cashouts.ts'
import { createWorld, type Customer, posted, type World } from '../testing/world.ts'

/** Of half-years in which no other of these tests paid anything in or got anything back. */
let year = 2027
let world: World
let desk: CashoutDesk
let before: string
let after: string
beforeAll(async () => {
  world = await createWorld()
  desk = await openCashoutDesk(world)
})
beforeEach(async () => {
  year += 1
  before = `${year}-09-30 23:59:59+09`
  after = `${year}-10-01 00:00:00+09`
  await world.setClock(before)
})
afterAll(() => world.close())

async function quota(on = `${year}-10-01`) {
  const { rows } = await world.app.query(
    `select period_from::text, issued, unused, repaid, most from ledger.cashout_quota($1)`,
    [on],
  )
  const quota = { ...rows[0], ...quotaOf(rows[0]) }
  // What the law leaves room for is told twice: by the decision, and by the trigger that holds it for everybody.
  expect(quota.most).toBe(rows[0].most)
  return quota
}

const member = (paid: number): Promise<Customer> => world.customer({ paid })

const balance = async (customer: Customer) => {
  const { balance_paid, balance_bonus, point_regular } = await world.wallet(customer)
  return [balance_paid, balance_bonus, point_regular]
}
const accountOf = async (kind: string) => {
  const { rows } = await world.owner.query(
    `select coalesce(sum(case when credit_kind = $1::ledger.account then amount else -amount end), 0)::int as held
     from ledger.transfers where $1::ledger.account in (credit_kind, debit_kind)`,
    [kind],
  )
  return rows[0].held as number
}

describe('the quota', () => {
  test('is the larger of a fifth of what the half-year before issued and a twentieth of what it left unused', async () => {
    const customer = await member(10_004)
    expect(await quota()).toMatchObject({ period_from: `${year}-10-01`, issued: 10_004, repaid: 0 })
    const { unused, most } = await quota()
    expect(most).toBe(Math.max(2_000, Math.floor(unused / 20)))
    // A charge that was taken back was never issued; one of the new half-year counts for the next.
    await world.setClock(after)
    await world.charge(customer, 5_000)
    expect(await quota()).toMatchObject({ issued: 10_004 })
    expect((await quota(`${year + 1}-03-31`)).period_from).toBe(`${year}-10-01`)
    expect(await quota(`${year + 1}-04-01`)).toMatchObject({
      period_from: `${year + 1}-04-01`,
      issued: 5_000,
      unused: unused + 5_000,
    })
    // Nothing issued for half a year: a twentieth of what is unused.
    expect(await quota(`${year + 1}-10-01`)).toMatchObject({
      issued: 0,
      most: Math.floor((unused + 5_000) / 20),
    })
  })

  test('lets the last yen pass and not one more, over all members', async () => {
    const [hanako, kyoko] = [await member(100_000), await member(0)]
    await world.setClock(after)
    await world.charge(kyoko, 30_000)
    const { most } = await quota()
    expect(await desk.payBack({ customer: hanako, amount: most + 1 })).toMatchObject({
      code: 'PREPAID_CASHOUT_PROHIBITED',
    })
    expect(await desk.payBack({ customer: hanako, amount: most - 1_000 })).toMatchObject({ code: null })
    expect(await desk.payBack({ customer: kyoko, amount: 1_001 })).toMatchObject({
      code: 'PREPAID_CASHOUT_PROHIBITED',
    })
    expect(await desk.payBack({ customer: kyoko, amount: 1_000 })).toMatchObject({ code: null })
    expect(await quota()).toMatchObject({ repaid: most, remaining: 0 })
    expect(await desk.payBack({ customer: kyoko, amount: 1 })).toMatchObject({
      code: 'PREPAID_CASHOUT_PROHIBITED',
    })
    expect(await world.findings()).toEqual([])
  })

  test.each(['relocation', 'emigration', 'other_hardship', 'business_end'] as const)(
    'does not stand against %s, which fills it all the same',
    async (reason) => {
      const customer = await member(10_000)
      await world.setClock(after)
      const { most } = await quota()
      const paid = (await balance(customer))[0]!
      expect(await desk.payBack({ customer, amount: paid, reason })).toMatchObject({ code: null })
      expect(await balance(customer)).toEqual([0, 0, 0])
      expect(await quota()).toMatchObject({ repaid: paid, remaining: Math.max(0, most - paid) })
      expect(await world.findings()).toEqual([])
    },
  )

  test('is asked again when it is agreed to, and of many at once lets pass what it has room for', async () => {
    const customers = await Promise.all(Array.from({ length: 8 }, () => member(10_000)))
    await world.setClock(after)
    const { most } = await quota()
    const amount = Math.floor(most / 3)
    const asked = []
    for (const customer of customers) asked.push(await desk.request({ customer, amount }))
    expect(asked.every(({ code }) => code === null)).toBe(true)
    const said = await Promise.all(asked.map(({ id }) => desk.approve(id)))
    expect(said.filter(({ code }) => code === null)).toHaveLength(3)
    expect(said.filter(({ code }) => code === 'PREPAID_CASHOUT_PROHIBITED')).toHaveLength(5)
    expect((await quota()).repaid).toBe(3 * amount)
    for (const { id } of asked) await desk.decline(id)
    expect(await world.findings()).toEqual([])
  })
})

describe('what is paid back', () => {
  test('is paid balance alone: given balance and points stay, and no more goes than there is', async () => {
    const customer = await world.customer({ paid: 3_000, bonus: 700, points: 50 })
    await world.setClock(after)
    const reason = 'emigration'
    expect(await desk.request({ customer, amount: 3_001, reason })).toMatchObject({
      code: 'CASHOUT_ABOVE_BALANCE',
      n: 3_000,
    })
    const [bank, cash] = [await accountOf('bank'), await accountOf('cash_office')]
    expect(await desk.payBack({ customer, amount: 2_000, reason })).toMatchObject({ code: null })
    expect(await balance(customer)).toEqual([1_000, 700, 50])
    expect(await desk.payBack({ customer, amount: 1_000, reason, way: 'cash' })).toMatchObject({ code: null })
    expect(await balance(customer)).toEqual([0, 700, 50])
    expect([(await accountOf('bank')) - bank, (await accountOf('cash_office')) - cash]).toEqual([
      2_000, 1_000,
    ])
    expect(await world.findings()).toEqual([])
  })

  test('is looked at anew: what was spent meanwhile is not there any more', async () => {
    const customer = await member(3_000)
    await world.setClock(after)
    const { id } = await desk.request({ customer, amount: 3_000, reason: 'relocation' })
    posted(await world.buy(customer, { balance: 1 }))
    expect(await desk.approve(id)).toMatchObject({ code: 'CASHOUT_ABOVE_BALANCE', n: 2_999 })
    expect(await desk.decline(id)).toBeNull()
    expect(await balance(customer)).toEqual([2_999, 0, 0])
  })

  test('is paid once, whatever is pressed how often', async () => {
    const customer = await member(3_000)
    await world.setClock(after)
    const asked = { customer, amount: 1_000, reason: 'relocation', id: randomUUID() } as const
    const twice = await Promise.all([desk.request(asked), desk.request(asked)])
    expect(twice.every(({ code }) => code === null)).toBe(true)
    expect(twice.filter(({ replayed }) => replayed)).toHaveLength(1)
    expect(await desk.request({ ...asked, amount: 999 })).toMatchObject({ code: 'CONFLICT' })
    expect(await desk.request({ ...asked, id: randomUUID() })).toMatchObject({ code: 'CASHOUT_WAITING' })
    const key = randomUUID()
    const said = await Promise.all([
      ...Array.from({ length: 4 }, () => desk.approve(asked.id, { key })),
      ...Array.from({ length: 4 }, () => desk.approve(asked.id)),
      desk.approve(asked.id),
    ])
    expect(said.every(({ code }) => code === null)).toBe(true)
    expect(said.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await desk.approve(asked.id, { key, hash: Buffer.from([1]) })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(await balance(customer)).toEqual([2_000, 0, 0])
    expect(await world.findings()).toEqual([])
  })

  test('waits for the proof of whoever agrees, and leaves no trace until then', async () => {
    const customer = await member(1_000)
    await world.setClock(after)
    const { id } = await desk.request({ customer, amount: 1_000, reason: 'relocation' })
    const key = randomUUID()
    expect(await desk.approve(id, { key, proven: false })).toMatchObject({ code: 'STEP_UP_REQUIRED' })
    expect(await balance(customer)).toEqual([1_000, 0, 0])
    expect(await desk.approve(id, { key })).toMatchObject({ code: null, replayed: false })
  })

  test('stands still while the books are looked into', async () => {
    const customer = await member(1_000)
    await world.setClock(after)
    const asked = { customer, amount: 1_000, reason: 'relocation' } as const
    const { id } = await desk.request(asked)
    const check = randomUUID()
    await world.owner.query('insert into book_checks (id, checked_at, findings) values ($1, now(), 1)', [
      check,
    ])
    await world.owner.query('insert into payout_freezes (check_id, frozen_at) values ($1, now())', [check])
    expect(await desk.approve(id)).toMatchObject({ code: 'PAYOUT_FROZEN' })
    expect(await desk.decline(id)).toBeNull()
    await world.owner.query(
      `update payout_freezes set lifted_at = now(), lifted_by = $1, lift_note = '確認' where lifted_at is null`,
      [desk.owner.user_id],
    )
    expect(await desk.payBack(asked)).toMatchObject({ code: null })
  })
})

describe('who', () => {
  test('asks and agrees is head office, two people, and neither is the member', async () => {
    const customer = await member(1_000)
    await world.setClock(after)
    const asked = { customer, amount: 1_000, reason: 'relocation' } as const
    expect(await desk.request({ ...asked, by: world.manager })).toMatchObject({ code: 'FORBIDDEN' })
    const { id } = await desk.request({ ...asked, by: desk.owner })
    expect(await desk.approve(id)).toMatchObject({ code: 'APPROVAL_OWN' })
    expect(await desk.approve(id, { by: desk.accountant })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await desk.decline(id, desk.accountant)).toBe('FORBIDDEN')
    expect(await desk.decline(id, desk.owner)).toBeNull()
    expect(await desk.approve(id)).toMatchObject({ code: 'CONFLICT' })
    expect(await desk.approve(randomUUID())).toMatchObject({ code: 'NOT_FOUND' })

    const own = (who: { user_id: string }, value: string | null) =>
      world.owner.query('update employees set own_customer_id = $2 where user_id = $1', [who.user_id, value])
    await own(desk.accountant, customer.id)
    expect(await desk.request(asked)).toMatchObject({ code: 'CASHOUT_SELF' })
    await own(desk.accountant, null)
    const next = await desk.request(asked)
    await own(desk.owner, customer.id)
    expect(await desk.approve(next.id)).toMatchObject({ code: 'CASHOUT_SELF' })
    await own(desk.owner, null)
    // Nor does an account count as another person's on the day after it was taken off.
    await world.owner.query('insert into former_own_accounts values ($1, $2, ledger.now())', [
      customer.id,
      desk.owner.user_id,
    ])
    expect(await desk.approve(next.id)).toMatchObject({ code: 'CASHOUT_SELF' })
    await world.owner.query('delete from former_own_accounts where customer_id = $1', [customer.id])
    // One hand that holds both accounts is one person.
    await world.owner.query('update employees set way_in_by = $2, let_in_at = now() where user_id = $1', [
      desk.owner.user_id,
      desk.accountant.user_id,
    ])
    expect(await desk.approve(next.id)).toMatchObject({ code: 'APPROVAL_LINKED' })
    await world.owner.query('update employees set way_in_by = null, let_in_at = null where user_id = $1', [
      desk.owner.user_id,
    ])
    expect(await desk.decline(next.id, desk.owner)).toBeNull()
    expect(await balance(customer)).toEqual([1_000, 0, 0])
  })
})

test('who is stopped, or owes for what was deferred, is paid nothing back until that has ended', async () => {
  const [stopped, debtor] = [await member(1_000), await member(1_000)]
  await world.setClock(after)
  const suspend = (at: 'now()' | 'null') =>
    world.owner.query(`update users set suspended_at = ${at} where id = $1`, [stopped.id])
  const asked = { customer: stopped, amount: 1_000, reason: 'relocation' } as const
  const { id } = await desk.request(asked)
  await suspend('now()')
  expect(await desk.approve(id)).toMatchObject({ code: 'CASHOUT_HELD' })
  expect(await desk.decline(id)).toBeNull()
  expect(await desk.request(asked)).toMatchObject({ code: 'CASHOUT_HELD' })
  await suspend('null')
  expect(await desk.payBack(asked)).toMatchObject({ code: null })

  await world.trust(debtor)
  posted(await world.buy(debtor, { later: 500 }))
  expect(await desk.request({ ...asked, customer: debtor })).toMatchObject({ code: 'CASHOUT_HELD' })
})

test('what head office pays back makes no working day of one on which the shop is closed', async () => {
  const customer = await member(1_000)
  await world.setClock(`${year}-10-05 12:00:00+09`)
  expect(await desk.payBack({ customer, amount: 1_000, reason: 'relocation' })).toMatchObject({ code: null })
  const closeUntil = (date: string | null) =>
    world.owner.query('update stores set closed_until = $1 where id = ledger.home_store()', [date])
  await closeUntil(`${year}-10-04`)
  const { rows } = await world.owner.query(
    `select ledger.earlier_open_day(s.id, $1::date + 1) as open,
       exists (select from ledger.transactions t where t.store_id = s.id and t.business_date = $1) as is_booked
     from stores s where s.id = ledger.home_store()`,
    [`${year}-10-05`],
  )
  await closeUntil(null)
  expect(rows).toEqual([{ open: null, is_booked: true }])
})

describe('the door', () => {
  test('keeps what is written of it in step with what was moved, even for the owner of the database', async () => {
    const customer = await member(5_000)
    await world.setClock(after)
    const { id } = await desk.request({ customer, amount: 1_000, reason: 'relocation' })
    const wrong = async (text: string, refusal: RegExp) => {
      await expect(world.owner.query(text, [id])).rejects.toThrow(refusal)
    }
    const paid = `update prepaid_cashouts set status = 'paid', decided_at = now(), decided_by = `
    await wrong(`${paid} '${desk.owner.user_id}' where id = $1`, /not what was moved/)
    await wrong(`${paid} requested_by where id = $1`, /cashout_maker_is_no_checker/)
    await wrong('update prepaid_cashouts set amount = 2000 where id = $1', /does not become/)
    await wrong('delete from prepaid_cashouts where id = $1', /never removed/)
    await expect(world.app.query(`update prepaid_cashouts set status = 'paid'`)).rejects.toThrow(
      'permission denied',
    )
    const agreed = { actor_id: desk.owner.user_id, route: 'cashout', key: randomUUID(), request_hash: '' }
    await expect(
      world.app.query('select ledger.approve_cashout($1, $2)', [
        JSON.stringify({ ...agreed, transaction_id: id }),
        JSON.stringify({ movements: [] }),
      ]),
    ).rejects.toThrow('nothing was held')
    expect(await desk.approve(id)).toMatchObject({ code: null })
    await wrong(`update prepaid_cashouts set status = 'withdrawn' where id = $1`, /does not become/)
    await wrong('delete from prepaid_cashouts where id = $1', /never removed/)
  })

  test.each([
    ['that nobody asked for', {}, /not what was moved/],
    ['of given balance', { tender_balance_paid: '0', tender_balance_bonus: '100' }, /movements_add_up/],
    ['by one person alone', { approved_by: 'null' }, /movements_add_up/],
    ['without a reason', { reason: 'null' }, /movements_add_up/],
  ])('takes no movement %s', async (_, change, refusal) => {
    const customer = await world.customer({ paid: 1_000, bonus: 1_000 })
    await world.setClock(after)
    const movement = {
      id: 'gen_random_uuid()',
      number: `'x' || gen_random_uuid()`,
      kind: `'prepaid_cashout'`,
      customer_id: 'w.user_id',
      store_id: 'ledger.home_store()',
      employee_id: `'${desk.accountant.user_id}'::uuid`,
      approved_by: `'${desk.owner.user_id}'::uuid`,
      reason: `'転居'`,
      business_date: `'${year}-10-01'::date`,
      spent_total: '100',
      tender_balance_paid: '100',
      tender_balance_bonus: '0',
      ...change,
    }
    const moved = world.owner.query(
      `with head as (
         insert into ledger.movements (${Object.keys(movement).join(', ')}, balance_paid_after, balance_bonus_after,
           point_regular_after, point_limited_after, opened_at, completed_at)
         select ${Object.values(movement).join(', ')}, w.balance_paid - 100, w.balance_bonus, 0, 0, ledger.now(), ledger.now()
         from ledger.wallets w where w.user_id = $1 returning id, customer_id, store_id
       ), told as (insert into ledger.outbox (topic, transaction_id, created_at, available_at)
         select 'transaction', id, now(), now() from head)
       insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
       select id, 1, 'x', 'balance_paid', customer_id, 'bank', store_id, 100 from head`,
      [customer.id],
    )
    await expect(moved).rejects.toThrow(refusal)
    expect(await balance(customer)).toEqual([1_000, 1_000, 0])
  })

  test('refuses what passes the quota, whoever writes it', async () => {
    const customer = await member(100_000)
    await world.setClock(after)
    const { most } = await quota()
    const { id, code } = await desk.request({ customer, amount: most })
    expect(code).toBeNull()
    expect(await desk.payBack({ customer: await member(5), amount: 1, reason: 'relocation' })).toMatchObject({
      code: null,
    })
    await expect(
      world.owner.query(
        `with paid as (
           update prepaid_cashouts set status = 'paid', decided_by = $2, decided_at = ledger.now() where id = $1 returning *
         )
         select ledger.post_movement(jsonb_build_object('id', c.id, 'kind', 'prepaid_cashout', 'customer_id', c.user_id,
           'store_id', ledger.home_store(), 'employee_id', c.requested_by, 'approved_by', c.decided_by, 'reason', c.note,
           'spent_total', c.amount, 'transfers', jsonb_build_array(
             ledger.transfer('prepaid_cashout', 'balance_paid', 'bank', c.amount)))) from paid c`,
        [id, desk.owner.user_id],
      ),
    ).rejects.toThrow('passes the quota')
    expect(await desk.decline(id)).toBeNull()
  })
})
