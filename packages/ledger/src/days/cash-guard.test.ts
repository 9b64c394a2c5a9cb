import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { postCorrection } from '../refund/correct.ts'
import { type Clerk, createWorld, type Customer, posted, type World } from '../testing/world.ts'
import { withinPool } from '../within.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => world.owner.query(`delete from settings where key = 'cash.identity_over'`))
afterAll(() => world.close())

const line = (yen: number) =>
  world.owner.query(`insert into settings (key, value) values ('cash.identity_over', $1)`, [String(yen)])

/** Says that so much of a sale was cash and the rest of what was paid by hand a card. */
async function correct(
  sale: { id: string; tender_cash: number; tender_card: number },
  cash: number,
  { by = world.manager, key = randomUUID() }: { by?: Clerk; key?: string } = {},
): Promise<string | null> {
  const card = sale.tender_cash + sale.tender_card - cash
  const { code } = await withinPool(world.app, (db) =>
    postCorrection(db, {
      actor_id: by.user_id,
      session_id: by.session_id,
      key,
      request_hash: Buffer.from(`${sale.id}${cash}`),
      id: randomUUID(),
      movement_id: randomUUID(),
      sale_id: sale.id,
      cash,
      card,
      employee_id: null,
      reason: '端末の控えと照合',
      approved_by: null,
    }),
  )
  return code
}

/** Writes down who pays, as staff do it while the customer stands there. */
async function check(customer: Customer | null, transaction: string, suspicious = false): Promise<void> {
  await world.owner.query(
    `insert into cash_checks (id, store_id, employee_id, customer_id, transaction_id, business_date, amount, name, address,
       date_of_birth, occupation, purpose, document, method, suspicious, at, keep_until)
     values (gen_random_uuid(), $1::uuid, $2, $3, $4, ledger.shop_date($1::uuid), 1, '例示 花子', '石川県金沢市', '1985-05-05',
       '会社員', '贈答', 'passport', 'in_person_visual', $5, ledger.now(), ledger.shop_date($1::uuid) + interval '7 years')`,
    [world.manager.store_id, world.manager.user_id, customer?.id ?? null, transaction, suspicious],
  )
}

const buy = async (customer: Customer | null, sale: Parameters<World['buy']>[1]) =>
  posted(customer === null ? await world.pay(sale) : await world.buy(customer, sale))

describe('what is collected in cash', () => {
  test('counts with the cash of its day, is asked about like a sale, and goes on under its key', async () => {
    const customer = await world.customer({ paid: 4_000 })
    await world.trust(customer)
    await buy(customer, { cash: 1, later: 9_000 })
    await line(5_000)
    await buy(customer, { cash: 2_000 })
    const key = randomUUID()
    expect((await world.collect({ customer, amount: 3_000, key })).code).toBe('CASH_KYC_REQUIRED')
    expect((await world.wallet(customer)).receivable).toBe(9_000)
    // Neither a card nor balance is cash, and what is just within the line is not asked about.
    expect((await world.collect({ customer, amount: 500, tender: 'card' })).code).toBeNull()
    expect(
      (await world.collect({ customer, amount: 500, tender: 'balance', code: await world.code(customer) }))
        .code,
    ).toBeNull()
    expect((await world.collect({ customer, amount: 2_999 })).code).toBeNull()
    expect((await world.collect({ customer, amount: 1 })).code).toBe('CASH_KYC_REQUIRED')
    await check(customer, randomUUID())
    expect((await world.collect({ customer, amount: 3_000, key })).code).toBeNull()
    expect((await world.collect({ customer, amount: 3_000, key })).replayed).toBe(true)
    expect((await world.wallet(customer)).receivable).toBe(2_001)
  })

  test('beyond the law’s own line is refused with a sentence and not by the guard behind it', async () => {
    const customer = await world.customer()
    await world.owner.query(`insert into settings (key, value) values ('deferred.limit', '3000000')`)
    await world.trust(customer, 3_000_000)
    await buy(customer, { cash: 1, later: 2_500_000 })
    expect((await world.collect({ customer, amount: 2_000_000 })).code).toBe('CASH_KYC_REQUIRED')
    await check(customer, randomUUID(), true)
    expect((await world.collect({ customer, amount: 2_000_000 })).code).toBe('SUSPICIOUS_HOLD')
    expect((await world.collect({ customer, amount: 2_000_000, by: world.manager })).code).toBeNull()
    await world.owner.query(`delete from settings where key = 'deferred.limit'`)
  })
})

describe('what is corrected to have been cash', () => {
  test('of a member counts with the cash of the day, before and after', async () => {
    const customer = await world.customer()
    const first = await buy(customer, { card: 1_900_000 })
    await buy(customer, { cash: 1_000_000 })
    const key = randomUUID()
    expect(await correct(first, 1_000_001, { key })).toBe('CASH_KYC_REQUIRED')
    expect(await correct(first, 1_000_000)).toBeNull()
    expect(await world.wallet(customer)).toMatchObject({ cash_in: 2_000_000 })
    expect((await world.buy(customer, { cash: 1 })).code).toBe('CASH_KYC_REQUIRED')
    // What was no cash after all leaves room again.
    expect(await correct(first, 0)).toBeNull()
    await buy(customer, { cash: 1_000_000 })
    expect(await correct(first, 1)).toBe('CASH_KYC_REQUIRED')
    await check(customer, randomUUID())
    expect(await correct(first, 1_000_001, { key })).toBeNull()
  })

  test('without a member is asked about as one sale', async () => {
    const sale = await buy(null, { cash: 1_999_999, card: 2 })
    expect(await correct(sale, 2_000_001)).toBe('CASH_KYC_REQUIRED')
    expect(await correct(sale, 2_000_000)).toBeNull()
    await check(null, sale.id)
    expect(await correct(sale, 2_000_001)).toBeNull()
  })

  test('is not written by anybody without a check', async () => {
    const customer = await world.customer()
    for (const sale of [
      await buy(customer, { cash: 1_500_000, card: 600_000 }),
      await buy(null, { cash: 1_500_000, card: 600_000 }),
    ]) {
      await expect(
        world.owner.query(
          `do $$ declare s ledger.transactions; m uuid := gen_random_uuid(); begin
             select * into s from ledger.transactions where id = '${sale.id}';
             insert into ledger.movements (id, number, kind, store_id, register_id, employee_id, related_id, business_date,
               reason, message, opened_at, completed_at)
             values (m, m::text, 'adjustment', s.store_id, s.register_id, s.employee_id, s.id, s.business_date, 'x', '{"code": "tender_corrected"}',
               ledger.now(), ledger.now());
             insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder,
               amount)
             values (m, 1, 'correct_tender', 'drawer', s.store_id, 'card_clearing', s.store_id, 600000);
             insert into ledger.outbox (topic, transaction_id, created_at, available_at)
             values ('transaction', m, ledger.now(), ledger.now());
             insert into ledger.corrections (id, transaction_id, revision, cash_before, cash_after, card_before, card_after,
               employee_before, employee_after, reason, corrected_by, movement_id, corrected_at)
             values (gen_random_uuid(), s.id, 1, 1500000, 2100000, 600000, 0, s.employee_id, s.employee_id, 'x',
               s.employee_id, m, ledger.now());
           end $$`,
        ),
      ).rejects.toThrow(/needs a check of who paid it/)
    }
  })
})
