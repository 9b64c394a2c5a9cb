import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeOffDebt } from '../deferred/write-off.ts'
import { withinPool } from '../within.ts'
import { askConfirmation } from '../pay/ask-confirmation.ts'
import { answerConfirmation } from '../pay/questions.ts'
import { createWorld, type Customer, lineOf, posted, type Sale, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(() => world.setClock('2026-11-05T03:00:00Z'))
afterAll(async () => {
  await world.setClock(null)
  await world.close()
})

async function debtor(holdings = {}, limit = 50_000): Promise<Customer> {
  const customer = await world.customer(holdings)
  await world.trust(customer, limit)
  return customer
}
/** What a member is, without what other parts of the brand ask before they write it. */
const become = (statement: string) =>
  world.owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
const debtOf = async (sale: string) =>
  (await world.app.query('select * from ledger.deferred_sales where sale_id = $1', [sale])).rows[0]
const collected = async (asked: Parameters<World['collect']>[0]) => {
  const outcome = await world.collect(asked)
  if (outcome.code !== null) throw new Error(`refused: ${outcome.code}`)
  return outcome.transaction
}
const back = async (asked: Parameters<World['giveBack']>[0]) => {
  const outcome = await world.giveBack(asked)
  if (outcome.code !== null) throw new Error(`refused: ${outcome.code}`)
  return outcome.transaction
}

describe('the day on which it is due', () => {
  test('stands in the debt as it was decided', async () => {
    const sale = posted(await world.buy(await debtor(), { later: 1_000 }))
    expect(await debtOf(sale.id)).toMatchObject({ bought_on: '2026-11-05', due_on: '2026-12-28' })
  })

  test('cannot be put off in the database, so that no plan of instalments can be made of it', async () => {
    const customer = await debtor()
    const sale = posted(await world.buy(customer, { later: 1_000 }))
    await expect(
      world.owner.query(`update ledger.deferred_sales set due_on = due_on + 30 where sale_id = $1`, [
        sale.id,
      ]),
    ).rejects.toThrow(/never allowed/)
    await expect(
      world.owner.query(
        `insert into ledger.deferred_sales (sale_id, customer_id, store_id, amount, base, rate_bp, bought_on, due_on, created_at)
         values ($1, $2, $3, 1000, 0, 100, '2026-11-05', '2027-01-05', now())`,
        [randomUUID(), customer.id, world.register.store_id],
      ),
    ).rejects.toThrow(/deferred_sales_check/)
  })
})

describe('who may defer', () => {
  test('a member whose documents are checked, of age, with a limit', async () => {
    const customer = await debtor()
    const sale = posted(await world.buy(customer, { later: 6_000, cash: 4_000 }))
    expect(sale).toMatchObject({
      tender_later: 6_000,
      tender_cash: 4_000,
      earn_base: 4_000,
      receivable_after: 6_000,
    })
    expect(await debtOf(sale.id)).toMatchObject({ status: 'open', outstanding: 6_000, due_on: '2026-12-28' })
    expect(await world.wallet(customer)).toMatchObject({ receivable: 6_000, level_accumulation: 4_000 })
  })

  test.each([
    [
      'no limit',
      `select ledger.set_deferred_limit($1, 0, 'x', (select user_id from employees limit 1), null, null)`,
    ],
    ['papers unchecked', `update users set kyc_status = 'pending' where id = $1`],
    ['no date of birth', `update users set date_of_birth = null where id = $1`],
    ['seventeen until tomorrow', `update users set date_of_birth = '2008-11-06' where id = $1`],
    ['not verified', `update users set verified = false where id = $1`],
  ])('%s: not', async (_, statement) => {
    const customer = await debtor()
    await become(statement.replaceAll('$1', `'${customer.id}'`))
    expect(await world.buy(customer, { later: 1_000 })).toMatchObject({ code: 'LATER_UNAVAILABLE' })
  })

  test('of age at the first moment of the birthday', async () => {
    const customer = await debtor()
    await become(`update users set date_of_birth = '2008-11-05' where id = '${customer.id}'`)
    posted(await world.buy(customer, { later: 1_000 }))
  })

  test('nobody without a code', async () => {
    expect(await world.pay({ later: 1_000 })).toMatchObject({ code: 'MEMBER_REQUIRED' })
  })

  test('not a yen beyond the limit, over all stores and however many ask at a time', async () => {
    const customer = await debtor({}, 10_000)
    expect(await world.buy(customer, { later: 10_001 })).toMatchObject({ code: 'DEFERRED_LIMIT', n: 10_000 })
    // A new code ends the one before, so the sales go round the codes: two stores and two hands at a time.
    const rounds = await Promise.all(
      [world.register, world.elsewhere, world.register, world.neighbour].map(async (clerk) =>
        world.buy(customer, { later: 4_000, clerk }),
      ),
    )
    const passed = rounds.filter(({ code }) => code === null).length
    expect(passed).toBeLessThanOrEqual(2)
    const { receivable } = await world.wallet(customer)
    expect(receivable).toBe(passed * 4_000)
    while ((await world.wallet(customer)).receivable + 4_000 <= 10_000) {
      posted(await world.buy(customer, { later: 4_000 }))
    }
    expect(await world.buy(customer, { later: 4_000 })).toMatchObject({ code: 'DEFERRED_LIMIT' })
    expect((await world.wallet(customer)).receivable).toBe(8_000)
  })

  test('the database itself stops a debt beyond the limit, and a debt without its rows', async () => {
    const customer = await debtor({}, 5_000)
    posted(await world.buy(customer, { later: 5_000 }))
    const id = randomUUID()
    const more = `
      with head as (insert into ledger.movements (id, number, kind, customer_id, store_id, register_id, employee_id, business_date,
        spent_total, tender_later, receivable_after, balance_paid_after, balance_bonus_after, point_regular_after,
        point_limited_after, opened_at, completed_at)
      values ('${id}', '${id}', 'payment', '${customer.id}', '${world.register.store_id}', '${world.register.register_id}',
        '${world.register.user_id}', current_date, 1, 1, 5001, 0, 0, 0, 0, now(), now())
      ), lines as (insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, subtotal, tax_rate_bp,
        share_points, share_balance, share_cash, share_card, share_later) values ('${id}', 1, 'x', 1, 1, 1, 1000, 0, 0, 0, 0, 1)
      ), told as (insert into ledger.outbox (topic, transaction_id, created_at, available_at) values ('transaction', '${id}', now(), now()))
      insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
      values ('${id}', 1, 'x', 'receivable', '${customer.id}', 'sales', '${world.register.store_id}', 1);`
    await expect(world.owner.query(`begin; ${more} commit;`)).rejects.toThrow(/would pass its limit/)
    await world.trust(customer, 6_000)
    await expect(world.owner.query(`begin; ${more} commit;`)).rejects.toThrow(
      /without a debt and a contract|do not add up to what is owed/,
    )
  })

  test('a limit below the debt stops new debts and leaves the old', async () => {
    const customer = await debtor({}, 20_000)
    const sale = posted(await world.buy(customer, { later: 8_000 }))
    await world.trust(customer, 5_000)
    expect(await world.buy(customer, { later: 1 })).toMatchObject({ code: 'DEFERRED_LIMIT', n: 5_000 })
    await collected({ customer, amount: 8_000 })
    expect(await debtOf(sale.id)).toMatchObject({ status: 'settled' })
  })

  test.each([
    `update ledger.wallets set deferred_limit = 99999 where user_id = $1`,
    `update ledger.wallets set receivable = 0 where user_id = $1`,
    `update ledger.deferred_sales set collected = amount where customer_id = $1`,
    `delete from ledger.deferred_sales where customer_id = $1`,
    `delete from ledger.deferred_limits where customer_id = $1`,
    `update ledger.deferred_agreements set signature = 'M0 0L9 9' where customer_id = $1`,
  ])('even the owner may not: %s', async (statement) => {
    const customer = await debtor()
    posted(await world.buy(customer, { later: 1_000 }))
    await expect(world.owner.query(statement, [customer.id])).rejects.toThrow(
      /nobody granted|move by transfers only|by their moves only|never allowed/,
    )
  })
})

describe('the confirmation of its customer', () => {
  const nothing = { receivable: 0 }
  const request = async (customer: Customer, sale: Sale) =>
    world.request({ ...sale, code: await world.code(customer) })

  test('is asked for whoever brings the deferral: without one nothing is posted', async () => {
    const customer = await debtor()
    const refused = { code: 'SG212' }
    const plain = await request(customer, { later: 500 })
    await expect(world.gatherer.pay(plain)).rejects.toMatchObject(refused)
    // A line without a second person is none.
    const drawn = await request(customer, { later: 500, cash: 500 })
    const contract = { ...drawn.contract!, signature: 'M1 1L20 20L30 9' }
    await expect(world.gatherer.pay({ ...drawn, contract })).rejects.toMatchObject(refused)
    // Nor is the approval that lets a late payer pass.
    const late = await request(customer, { later: 500, override_by: world.manager })
    await expect(world.gatherer.pay(late)).rejects.toMatchObject(refused)
    // Of a batch that one alone falls.
    const other = await world.customer()
    const [honest, bare] = await Promise.allSettled([
      world.gatherer.pay(await request(other, { cash: 700 })),
      world.gatherer.pay(await request(customer, { later: 600 })),
    ])
    expect(honest).toMatchObject({ status: 'fulfilled', value: { code: null } })
    expect(bare).toMatchObject({ status: 'rejected', reason: refused })
    expect(await world.wallet(customer)).toMatchObject(nothing)
  })

  test('is one second person’s, for this amount, member, store and clerk, and is used once', async () => {
    const customer = await debtor()
    const other = await debtor()
    const signed = await world.sign(await request(customer, { later: 500 }))
    const { contract } = signed
    const withApproval = async (who: Customer, sale: Sale, of = contract) => ({
      ...(await request(who, sale)),
      contract: of,
    })
    const unfit = { code: 'APPROVAL_REQUIRED' }
    expect(await world.gatherer.pay(await withApproval(customer, { later: 501 }))).toMatchObject(unfit)
    expect(await world.gatherer.pay(await withApproval(other, { later: 500 }))).toMatchObject(unfit)
    for (const clerk of [world.neighbour, world.elsewhere])
      expect(await world.gatherer.pay(await withApproval(customer, { later: 500, clerk }))).toMatchObject(
        unfit,
      )
    const sale = posted(await world.gatherer.pay(await withApproval(customer, { later: 500 })))
    const { rows } = await world.app.query(
      'select approval_id, approved_by, confirmed_by from ledger.deferred_agreements where sale_id = $1',
      [sale.id],
    )
    expect(rows).toEqual([
      {
        approval_id: contract!.signed_approval_id,
        approved_by: world.manager.user_id,
        confirmed_by: world.register.user_id,
      },
    ])
    expect(await world.gatherer.pay(await withApproval(customer, { later: 500 }))).toMatchObject(unfit)
    // The same line once more, with an approval of its own: no two signatures are drawn exactly alike.
    const again = await world.sign(await request(customer, { later: 500 }))
    const copied = { ...again.contract!, signature: contract!.signature }
    await expect(world.gatherer.pay({ ...again, contract: copied })).rejects.toMatchObject({
      constraint: 'deferred_agreements_signed_once',
    })
    expect(await world.wallet(customer)).toMatchObject({ receivable: 500 })
    expect(await world.wallet(other)).toMatchObject(nothing)
  })

  test('given on the phone carries the amount and the day that stood there, and no other', async () => {
    const customer = await debtor()
    const agreedTo = async (sale: Sale) => {
      const asked = await request(customer, sale)
      const id = randomUUID()
      const question = { id, digest: Buffer.from(id), over: 0, items: [], discount: undefined }
      expect(
        await withinPool(world.app, (db) =>
          askConfirmation(db, asked, { ...question, answerSeconds: 60, useSeconds: 120 }),
        ),
      ).toMatchObject({ code: null, fresh: true })
      const answer = { id, customer_id: customer.id, session_id: customer.session_id, agrees: true }
      await withinPool(world.app, (db) => answerConfirmation(db, answer))
      return { ...asked, checkout_id: asked.transaction_id, token_hash: null }
    }
    const lost = { code: 'SG210' }
    const asked = await agreedTo({ later: 900 })
    const more = {
      ...world.request({ later: 901, id: asked.transaction_id }),
      checkout_id: asked.checkout_id,
    }
    await expect(world.gatherer.pay(more)).rejects.toMatchObject(lost)
    expect(posted(await world.gatherer.pay(asked))).toMatchObject({ tender_later: 900 })
    // Over midnight at the end of a month another day would be due.
    await world.setClock('2026-11-30T14:59:40Z')
    const late = await agreedTo({ later: 700 })
    await world.setClock('2026-11-30T15:00:10Z')
    await expect(world.gatherer.pay(late)).rejects.toMatchObject(lost)
    expect(await world.wallet(customer)).toMatchObject({ receivable: 900 })
  })

  test('of one approval and two deferrals at a time, one is posted', async () => {
    const customer = await debtor()
    const signed = await world.sign(await request(customer, { later: 900 }))
    const rival = { ...signed, key: randomUUID(), transaction_id: randomUUID() }
    const outcomes = await Promise.allSettled([world.gatherer.pay(signed), world.gatherer.pay(rival)])
    const codes = outcomes.map((one) => (one.status === 'fulfilled' ? one.value.code : 'failed'))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(await world.wallet(customer)).toMatchObject({ receivable: 900 })
  })
})

describe('late payers', () => {
  test('get nothing more from the day after, unless somebody lets them pass, and that stays written down', async () => {
    const customer = await debtor()
    const first = posted(await world.buy(customer, { later: 3_000 }))
    await world.setClock('2026-12-28T14:59:00Z')
    posted(await world.buy(customer, { later: 1_000 }))
    await world.setClock('2026-12-28T15:00:00Z')
    expect(await world.buy(customer, { later: 1_000 })).toMatchObject({ code: 'DEFERRED_OVERDUE' })
    const passed = posted(await world.buy(customer, { later: 1_000, override_by: world.manager }))
    const { rows } = await world.app.query(
      'select override_by, override_reason, confirmed_by from ledger.deferred_agreements where sale_id = $1',
      [passed.id],
    )
    expect(rows[0]).toEqual({
      override_by: world.manager.user_id,
      override_reason: 'お約束の日を確認',
      confirmed_by: world.register.user_id,
    })
    await collected({ customer, sale: first.id })
    posted(await world.buy(customer, { later: 1_000 }))
  })

  test('an override lets nobody past the limit', async () => {
    const customer = await debtor({}, 4_000)
    posted(await world.buy(customer, { later: 3_000 }))
    await world.setClock('2027-01-05T00:00:00Z')
    expect(await world.buy(customer, { later: 2_000, override_by: world.manager })).toMatchObject({
      code: 'DEFERRED_LIMIT',
    })
  })
})

describe('collecting', () => {
  test('takes the oldest first, in parts, and earns exactly what paying at once would have earned', async () => {
    const customer = await debtor()
    const first = posted(await world.buy(customer, { later: 1_050, cash: 50 }))
    await world.setClock('2026-11-06T03:00:00Z')
    const second = posted(await world.buy(customer, { later: 2_000 }))
    // 1% of 1,100 is 11: nothing of it for the 50 that were paid at once.
    expect(first.received_point_regular).toBe(0)
    const parts = [await collected({ customer, amount: 49 }), await collected({ customer, amount: 1 })]
    expect(parts.map((part) => part.received_point_regular)).toEqual([0, 1])
    const rest = await collected({ customer, amount: 1_500, tender: 'card' })
    expect(rest).toMatchObject({
      kind: 'later_payment',
      tender_card: 1_500,
      received_point_regular: 10 + 5,
      tax: [],
    })
    expect(await debtOf(first.id)).toMatchObject({ status: 'settled', collected: 1_050, points: 11 })
    expect(await debtOf(second.id)).toMatchObject({ status: 'partially_paid', outstanding: 1_500 })
    expect((await world.wallet(customer)).level_accumulation).toBe(50 + 1_550)
  })

  test('lifts the rank when it is paid, and not before', async () => {
    const customer = await debtor()
    const sale = posted(await world.buy(customer, { later: 30_000 }))
    expect(sale.level_after).toBe(0)
    expect(await collected({ customer })).toMatchObject({
      level_before: 0,
      level_after: 1,
      received_point_regular: 300,
    })
  })

  test('of a chosen debt, at another store, with change', async () => {
    const customer = await debtor()
    const old = posted(await world.buy(customer, { later: 5_000 }))
    const chosen = posted(await world.buy(customer, { later: 2_000 }))
    const paid = await collected({ customer, sale: chosen.id, by: world.elsewhere, cash_tendered: 5_000 })
    expect(paid).toMatchObject({
      store_id: world.elsewhere.store_id,
      spent_total: 2_000,
      cash_tendered: 5_000,
      related_id: chosen.id,
      receivable_after: 5_000,
    })
    expect(await debtOf(old.id)).toMatchObject({ status: 'open', collected: 0 })
  })

  test('from balance with the customer’s code, which it spends, or by themselves', async () => {
    const customer = await debtor({ paid: 3_000, bonus: 500 })
    posted(await world.buy(customer, { later: 4_000 }))
    expect(await world.collect({ customer, tender: 'balance', amount: 100 })).toMatchObject({
      code: 'QR_INVALID',
    })
    const stranger = await world.customer({ paid: 9_000 })
    expect(
      await world.collect({ customer, tender: 'balance', amount: 100, code: await world.code(stranger) }),
    ).toMatchObject({ code: 'QR_INVALID' })
    const code = await world.code(customer)
    expect(await world.collect({ customer, tender: 'balance', code })).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      n: 500,
    })
    expect(await collected({ customer, tender: 'balance', amount: 700, code })).toMatchObject({
      tender_balance_bonus: 500,
      tender_balance_paid: 200,
    })
    expect(await world.collect({ customer, tender: 'balance', amount: 1, code })).toMatchObject({
      code: 'QR_ALREADY_USED',
    })
    expect(await collected({ customer, tender: 'balance', amount: 2_800, own: true })).toMatchObject({
      tender_balance_paid: 2_800,
      employee_id: null,
      store_id: world.register.store_id,
    })
    expect(await world.wallet(customer)).toMatchObject({ balance_paid: 0, balance_bonus: 0, receivable: 500 })
  })

  test('refuses more than is owed by one yen, nothing, a stranger, another’s register and other ways', async () => {
    const customer = await debtor()
    posted(await world.buy(customer, { later: 1_000 }))
    expect(await world.collect({ customer, amount: 1_001 })).toMatchObject({
      code: 'DEFERRED_EXCEEDS',
      n: 1_000,
    })
    expect(await world.collect({ customer, amount: 0 })).toMatchObject({ code: 'AMOUNT_INVALID' })
    expect(await world.collect({ customer, amount: 500, cash_tendered: 499 })).toMatchObject({
      code: 'TENDERED_SHORT',
    })
    expect(await world.collect({ customer, tender: 'bank' })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await world.collect({ customer, own: true, tender: 'cash' })).toMatchObject({ code: 'FORBIDDEN' })
    expect(
      await world.collect({ customer, by: { ...world.register, store_id: world.elsewhere.store_id } }),
    ).toMatchObject({ code: 'FORBIDDEN' })
    expect(await world.collect({ customer: await world.customer() })).toMatchObject({ code: 'DEFERRED_NONE' })
    const own = await world.clerk(world.register.store_id, world.register.register_id, customer.id)
    expect(await world.collect({ customer, by: own })).toMatchObject({ code: 'SELF_DEALING' })
  })

  test('one key collects once, however many ask at a time', async () => {
    const customer = await debtor()
    posted(await world.buy(customer, { later: 9_000 }))
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.collect({ customer, amount: 3_000, key })),
    )
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(await world.wallet(customer)).toMatchObject({ receivable: 6_000 })
    expect(await world.collect({ customer, amount: 2_999, key })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    const rivals = await Promise.all(
      [world.register, world.elsewhere, world.neighbour].map((by) =>
        world.collect({ customer, amount: 4_000, by }),
      ),
    )
    expect(rivals.filter(({ code }) => code === null)).toHaveLength(1)
    expect(await world.wallet(customer)).toMatchObject({ receivable: 2_000 })
  })
})

describe('articles that come back', () => {
  test('take the debt away before anything is handed out', async () => {
    const customer = await debtor({ paid: 5_000 })
    const sale = posted(
      await world.buy(customer, {
        balance: 2_000,
        cash: 3_000,
        later: 6_000,
        lines: [lineOf(1, 7_700), lineOf(2, 3_300)],
      }),
    )
    const chain = await back({ sale: sale.id, items: [{ line: 2, quantity: 1 }] })
    // Shares of the chain: 600 balance, 900 cash, 1,800 deferred. The cash pays off the debt.
    expect(chain).toMatchObject({
      back_later: 1_800,
      back_cash: 900,
      tender_later: 2_700,
      tender_cash: 0,
      received_paid: 600,
      receivable_after: 3_300,
    })
    await collected({ customer, amount: 3_000 })
    const ring = await back({ sale: sale.id })
    // 300 is still owed and falls away; 1,400 balance goes back; the rest was paid in cash, then or now.
    expect(ring).toMatchObject({
      tender_later: 300,
      received_paid: 1_400,
      tender_cash: 6_000,
      receivable_after: 0,
    })
    expect(await world.wallet(customer)).toMatchObject({
      receivable: 0,
      balance_paid: 5_000,
      point_regular: 0,
      point_debt: 0,
      level_accumulation: 0,
    })
    expect(await debtOf(sale.id)).toMatchObject({ status: 'settled', cash_left: 0, outstanding: 0 })
  })

  test('that were never paid for bring nothing back, and the debt is cancelled', async () => {
    const customer = await debtor()
    const sale = posted(await world.buy(customer, { later: 6_000 }))
    expect(await back({ sale: sale.id })).toMatchObject({
      tender_later: 6_000,
      tender_cash: 0,
      points_reclaimed: 0,
    })
    expect(await debtOf(sale.id)).toMatchObject({ status: 'cancelled' })
    expect(await world.collect({ customer })).toMatchObject({ code: 'DEFERRED_NONE' })
  })

  test('bring balance back as balance: a debt is no way to turn it into cash', async () => {
    const customer = await debtor({ paid: 4_000, bonus: 1_000 })
    const sale = posted(await world.buy(customer, { later: 6_000 }))
    await collected({ customer, amount: 4_500, tender: 'balance', own: true })
    await collected({ customer, amount: 500, tender: 'card' })
    expect(await back({ sale: sale.id })).toMatchObject({
      tender_later: 1_000,
      tender_card: 500,
      received_paid: 3_500,
      received_bonus: 1_000,
      tender_cash: 0,
    })
    expect(await world.wallet(customer)).toMatchObject({
      balance_paid: 4_000,
      balance_bonus: 1_000,
      receivable: 0,
    })
  })

  test('bring given balance back with its end, though it went into a debt', async () => {
    const customer = await debtor()
    await world.grant(customer, 0, null, 2_000, '2026-12-31T14:59:59Z')
    const sale = posted(await world.buy(customer, { later: 2_000 }))
    await collected({ customer, tender: 'balance', own: true })
    await back({ sale: sale.id })
    await world.setClock('2027-01-01T00:00:00Z')
    posted(await world.buy(customer, { cash: 100 }))
    expect((await world.wallet(customer)).balance_bonus).toBe(0)
  })

  test.each([[[100]], [[50, 50]], [[25, 25, 25, 25]]])(
    'bring what had no end back without one, in how many parts ever: %j',
    async (parts) => {
      const customer = await debtor()
      await world.grant(customer, 0, null, 40)
      await world.grant(customer, 0, null, 60, '2026-12-31T14:59:59Z')
      const sale = posted(await world.buy(customer, { later: 100 }))
      await collected({ customer, tender: 'balance', own: true })
      for (const amount of parts) await back({ sale: sale.id, amount })
      expect((await world.wallet(customer)).balance_bonus).toBe(100)
      await world.setClock('2027-01-01T00:00:00Z')
      posted(await world.buy(customer, { cash: 100 }))
      expect((await world.wallet(customer)).balance_bonus).toBe(40)
    },
  )

  test('bring an end back to as much as had one, though it went into two debts at once', async () => {
    const customer = await debtor()
    await world.grant(customer, 0, null, 40)
    await world.grant(customer, 0, null, 60, '2026-12-31T14:59:59Z')
    const first = posted(await world.buy(customer, { later: 50 }))
    const second = posted(await world.buy(customer, { later: 50 }))
    await collected({ customer, tender: 'balance', own: true })
    await back({ sale: first.id })
    await back({ sale: second.id })
    await world.setClock('2027-01-01T00:00:00Z')
    posted(await world.buy(customer, { cash: 100 }))
    expect((await world.wallet(customer)).balance_bonus).toBe(40)
  })

  test('a void of the day takes debt and collection back together', async () => {
    const customer = await debtor()
    const sale = posted(await world.buy(customer, { later: 5_000 }))
    await collected({ customer, amount: 2_000 })
    expect(
      await back({ sale: sale.id, kind: 'void', approved_by: world.manager, by: world.register }),
    ).toMatchObject({
      tender_later: 3_000,
      tender_cash: 2_000,
      points_reclaimed: 20,
    })
    expect(await world.wallet(customer)).toMatchObject({
      receivable: 0,
      point_regular: 0,
      level_accumulation: 0,
    })
  })

  test('points of the collected part that were spent are kept from the money', async () => {
    const customer = await debtor()
    const sale = posted(await world.buy(customer, { later: 10_000 }))
    await collected({ customer })
    posted(await world.buy(customer, { points: 100, cash: 1_000 }))
    expect(await back({ sale: sale.id })).toMatchObject({
      tender_cash: 9_910,
      points_deducted: 90,
      points_reclaimed: 100,
    })
  })

  test('the plan that staff are shown is what is posted', async () => {
    const customer = await debtor()
    const sale = posted(await world.buy(customer, { later: 4_000, card: 1_000 }))
    const plan = await world.plan({ sale: sale.id, amount: 2_500 })
    expect(plan).toMatchObject({ code: null, back_later: 2_000, later: 2_500, card: 0, cash: 0 })
    expect(await back({ sale: sale.id, amount: 2_500 })).toMatchObject({
      tender_later: 2_500,
      tender_card: 0,
    })
  })
})

describe('giving up', () => {
  type Who = { user_id: string; session_id: string }
  const writeOff = async (sale: string, by?: Who, key: string = randomUUID(), reason = '所在不明') => {
    const { user_id: actor_id, session_id } = by ?? (await accountantOf())
    const request_hash = createHash('sha256').update(`${sale} ${reason}`).digest()
    const { code, replayed, ...more } = await withinPool(world.app, (db) =>
      writeOffDebt(db, {
        transaction_id: randomUUID(),
        sale_id: sale,
        actor_id,
        session_id,
        key,
        request_hash,
        reason,
      }),
    )
    return { code, replayed, n: 'n' in more ? more.n : null }
  }
  async function accountantOf() {
    const clerk = await world.clerk(world.register.store_id, world.register.register_id)
    await world.owner.query(`update employees set type = 'accounting', store_id = null where user_id = $1`, [
      clerk.user_id,
    ])
    return clerk
  }

  test('is for accounting, long after the day, once; and such a sale is not refunded', async () => {
    const customer = await debtor()
    const sale = posted(await world.buy(customer, { later: 7_000 }))
    await collected({ customer, amount: 1_000 })
    await world.setClock('2027-03-28T03:00:00Z')
    expect(await writeOff(sale.id)).toMatchObject({ code: 'DEFERRED_WRITE_OFF_EARLY', n: 90 })
    await world.setClock('2027-03-29T03:00:00Z')
    expect(await writeOff(sale.id, world.manager)).toMatchObject({ code: 'FORBIDDEN' })
    const accountant = await accountantOf()
    const key = randomUUID()
    expect(await writeOff(sale.id, accountant, key)).toEqual({ code: null, n: null, replayed: false })
    const before = await world.wallet(customer)
    expect(await writeOff(sale.id, accountant, key)).toEqual({ code: null, n: null, replayed: true })
    expect(await writeOff(sale.id, accountant, key, '和解')).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await world.wallet(customer)).toEqual(before)
    expect(await debtOf(sale.id)).toMatchObject({
      status: 'written_off',
      written_off: 6_000,
      collected: 1_000,
    })
    expect(await world.wallet(customer)).toMatchObject({ receivable: 0 })
    expect(await writeOff(sale.id)).toMatchObject({ code: 'DEFERRED_ENDED' })
    await world.owner.query(`insert into settings (key, value) values ('refund.window_days', '400')`)
    expect(await world.giveBack({ sale: sale.id })).toMatchObject({ code: 'REFUND_WRITTEN_OFF' })
    await world.owner.query(`delete from settings where key = 'refund.window_days'`)
  })
})
