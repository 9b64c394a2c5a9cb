import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, posted, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('a refund behind the door', () => {
  const id = (text: string) => `'${text}'`
  /** Runs the statements in one commit as the owner and answers why the database refused it. */
  async function refusalOf(...statements: string[]): Promise<string> {
    const client = await world.owner.connect()
    try {
      await client.query('begin')
      for (const statement of statements) await client.query(statement)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      return (error as Error).message
    } finally {
      client.release()
    }
    throw new Error('the database let this through')
  }
  type Change = Record<string, string>
  /** A refund of 100 yen in cash as the engine writes it, changed where the test wants. */
  function refundSql(
    sale: string,
    change: Change = {},
    given: Change | null = {},
    linePrice = 100,
    line = 1,
  ): string[] {
    const refundId = randomUUID()
    const movement: Change = {
      id: id(refundId),
      number: id(randomUUID()),
      kind: `'refund'`,
      related_id: id(sale),
      store_id: id(world.register.store_id),
      employee_id: id(world.manager.user_id),
      business_date: 'current_date',
      reason: `'x'`,
      spent_total: '100',
      earn_base: '100',
      tender_cash: '100',
      points_owed: '0',
      tax: `'[{"rate": 1000, "taxable": 100, "tax": 9}]'`,
      opened_at: 'now()',
      completed_at: 'now()',
      ...change,
    }
    const back: Change = {
      movement_id: id(refundId),
      sale_id: id(sale),
      kind: movement['kind']!,
      back_points: '0',
      back_paid: '0',
      back_bonus: '0',
      back_cash: '100',
      back_card: '0',
      points_reclaimed: '0',
      points_lapsed: '0',
      points_deducted: '0',
      ...given,
    }
    const insert = (table: string, row: Change) =>
      `insert into ledger.${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`
    return [
      insert('movements', movement),
      ...(given === null ? [] : [insert('refunds', back)]),
      `insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, subtotal, tax_rate_bp,
         share_points, share_balance, share_cash, share_card, share_later, amount_only)
       values (${id(refundId)}, ${line}, 'x', 1, ${linePrice}, ${linePrice}, 1000, 0, 0, ${linePrice}, 0, 0, true)`,
      `insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
       values (${id(refundId)}, 1, 'x', 'sales', ${movement['store_id']}, 'drawer', ${movement['store_id']}, 100)`,
      `insert into ledger.outbox (topic, transaction_id, created_at, available_at)
       values ('transaction', ${id(refundId)}, now(), now())`,
    ]
  }
  const notItsMovement = /refund .* does not add up to its movement/
  let sale: string
  beforeAll(async () => {
    sale = posted(await world.pay({ cash: 150 })).id
  })

  test('the parts of these attempts are right: put together without a fault they are posted', async () => {
    const other = posted(await world.pay({ cash: 150 })).id
    await world.owner.query(['begin', ...refundSql(other), 'commit'].join('; '))
    expect(await world.findings()).toEqual([])
    // And once more than was paid is refused by the sale itself.
    expect(await refusalOf(...refundSql(other))).toMatch(/give back more than was sold/)
  })

  test.each<[string, () => string[], RegExp]>([
    ['that does not say what it gives back', () => refundSql(sale, {}, null), /lines of .* do not add up/],
    ['of no sale', () => refundSql(randomUUID()), /more than was sold|is no sale/],
    ['of less than nothing', () => refundSql(sale, { spent_total: '-100' }), /movements_add_up/],
    ['of nothing', () => refundSql(sale, { spent_total: '0' }), notItsMovement],
    [
      'with less than nothing of a tender',
      () => refundSql(sale, {}, { back_card: '-1' }),
      /refunds_back_card_check/,
    ],
    ['whose tenders do not add up', () => refundSql(sale, {}, { back_cash: '99' }), notItsMovement],
    ['that hands out more than it gives back', () => refundSql(sale, { tender_cash: '101' }), notItsMovement],
    ['without a reason', () => refundSql(sale, { reason: 'null' }), notItsMovement],
    ['without its sale', () => refundSql(sale, { related_id: 'null' }), notItsMovement],
    ['of another sale than it says', () => refundSql(sale, { related_id: id(randomUUID()) }), notItsMovement],
    ['that calls itself a void', () => refundSql(sale, {}, { kind: `'void'` }), notItsMovement],
    [
      'that its maker agreed to',
      () => refundSql(sale, { approved_by: id(world.manager.user_id) }),
      notItsMovement,
    ],
    ['whose points come from nowhere', () => refundSql(sale, {}, { points_reclaimed: '1' }), notItsMovement],
    [
      'in another store',
      () => refundSql(sale, { store_id: id(world.elsewhere.store_id) }),
      /refunds of .* are of somebody else/,
    ],
    ['of a line that was not sold', () => refundSql(sale, {}, {}, 100, 2), /give back more than was sold/],
    ['whose lines come to something else', () => refundSql(sale, {}, {}, 99), /do not add up to its tenders/],
    [
      'of another tender than was paid',
      () => refundSql(sale, {}, { back_cash: '0', back_card: '100' }),
      /lines of|do not add up/,
    ],
    ['that voids a part', () => refundSql(sale, { kind: `'void'` }), /refunds of .* do not add up/],
    [
      'under an old snapshot',
      () => ['set transaction isolation level repeatable read', ...refundSql(sale)],
      /as it stands now/,
    ],
    [
      'whose transfers come first, with others',
      () => {
        const [movement, back, lines, transfers, outbox] = refundSql(sale)
        const others = transfers!.replace(
          /values .*/s,
          (values) =>
            `${values.replace(', 100)', ', 60)')}, (${/'[^']+'/.exec(values)![0]}, 2, 'x', 'cash_office', '${world.register.store_id}', 'drawer', '${world.register.store_id}', 40)`,
        )
        return [movement!, others, back!, lines!, outbox!]
      },
      /do not add up to its movement/,
    ],
    ['that is no movement', () => [refundSql(sale)[1]!], notItsMovement],
  ])('a refund %s is refused even to the owner', async (_, statements, refusal) => {
    expect(await refusalOf(...statements())).toMatch(refusal)
  })

  test('a refund is as final as a sale', async () => {
    const other = posted(await world.pay({ cash: 150 })).id
    const { transaction: back } = (await world.giveBack({ sale: other, amount: 50 })) as {
      transaction: { id: string }
    }
    for (const change of [`reason = 'y'`, 'approved_by = null, note = null, points_owed = 1'])
      expect(await refusalOf(`update ledger.movements set ${change} where id = ${id(back.id)}`)).toMatch(
        /never allowed/,
      )
    for (const change of ['back_cash = 49', 'points_lapsed = 1'])
      expect(
        await refusalOf(`update ledger.refunds set ${change} where movement_id = ${id(back.id)}`),
      ).toMatch(/never allowed/)
  })

  test('two at once give back no more than was paid', async () => {
    const other = posted(await world.pay({ cash: 150 })).id
    const [first, second] = await Promise.all([world.owner.connect(), world.owner.connect()])
    try {
      for (const client of [first, second]) await client.query('begin')
      // The lines alone do not stand in the way of the second: the first one's are not committed, and not seen.
      for (const statement of refundSql(other)) await first.query(statement)
      const late = async () => {
        for (const statement of refundSql(other)) await second.query(statement)
        await second.query('commit')
      }
      const outcome = late().catch((error: Error) => error.message)
      await first.query('commit')
      expect(await outcome).toMatch(/give back more than was sold|do not add up/)
    } finally {
      await second.query('rollback')
      first.release()
      second.release()
    }
    const { rows } = await world.owner.query('select refunded_total from ledger.transactions where id = $1', [
      other,
    ])
    expect(rows).toEqual([{ refunded_total: 100 }])
  })
})
