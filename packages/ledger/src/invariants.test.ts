import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Code, createWorld, type Customer, posted, type World } from './testing/world.ts'

let world: World
/** A posted payment of this customer with this code, and what hangs on it. */
let customer: Customer
let stranger: Customer
let spent: Code
let live: Code
let paymentId: string

beforeAll(async () => {
  world = await createWorld()
  customer = await world.customer({
    paid: 10_000,
    bonus: 1_000,
    points: 500,
    limited: [
      [30, '2099-01-01'],
      [40, '2099-02-01'],
    ],
  })
  stranger = await world.customer({ paid: 10_000, points: 10 })
  await world.grant(customer, 0, null, 300, '2099-01-01')
  await world.grant(customer, 0, null, 200, '2099-03-01')
  spent = await world.code(customer)
  paymentId = posted(await world.pay({ code: spent, balance: 1_200, points: 35, cash: 100 })).id
  live = await world.code(customer)
  await world.rollPrepaid()
  posted(await world.pay({ cash: 300 }))
  await world.app.query(
    `select ledger.grant_once('welcome', '', gen_random_uuid(), $1, $2, 100, null, 0, null)`,
    [customer.id, world.till.store_id],
  )
  await world.seal()
})
afterAll(() => world.close())

/** Runs the statements in one commit and answers why the database refused it; the test fails when it did not. */
async function refusalOf(pool: pg.Pool, ...statements: string[]): Promise<string> {
  const client = await pool.connect()
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
  throw new Error(`the database let this through: ${statements.join('; ')}`)
}

const id = (text: string) => `'${text}'`

type Head = Record<string, string>

/** A head as a payment of 100 yen in cash writes it, changed where the test wants. */
function headSql(change: Head = {}): string {
  const head: Head = {
    id: 'gen_random_uuid()',
    number: id(randomUUID()),
    kind: `'payment'`,
    store_id: id(world.till.store_id),
    register_id: id(world.till.register_id),
    employee_id: id(world.till.user_id),
    business_date: 'current_date',
    spent_total: '100',
    tender_cash: '100',
    tax: `'[{"rate": 1000, "taxable": 100, "tax": 9}]'`,
    opened_at: 'now()',
    completed_at: 'now()',
    ...change,
  }
  return `insert into ledger.transactions (${Object.keys(head).join(', ')}) values (${Object.values(head).join(', ')})`
}

const linesSql = (transaction: string, shares = '0, 0, 100, 0, 0', line = 1, price = 100) =>
  `insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, subtotal, tax_rate_bp,
     share_points, share_balance, share_cash, share_card, share_later)
   values (${id(transaction)}, ${line}, 'x', 1, ${price}, ${price}, 1000, ${shares})`

type Move = [
  debit: string,
  debit_holder: string,
  credit: string,
  credit_holder: string,
  amount: number | string,
]

const transfersSql = (transaction: string, moves: Move[], first = 1) =>
  `insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
   values ${moves
     .map(
       ([debit, from, credit, to, amount], index) =>
         `(${id(transaction)}, ${first + index}, 'x', '${debit}', ${id(from)}, '${credit}', ${id(to)}, ${amount})`,
     )
     .join(', ')}`

const outboxSql = (transaction: string) =>
  `insert into ledger.outbox (topic, transaction_id, created_at, available_at)
   values ('transaction', ${id(transaction)}, now(), now())`

const cashMove = (): Move => ['drawer', world.till.store_id, 'sales', world.till.store_id, 100]

/** Everything that a cash sale of 100 yen needs; a test leaves out or changes one part. */
function cashSale(transaction = randomUUID()) {
  return {
    id: transaction,
    head: headSql({ id: id(transaction) }),
    lines: linesSql(transaction),
    transfers: transfersSql(transaction, [cashMove()]),
    outbox: outboxSql(transaction),
  }
}

/** Balances of the customer after a movement that changes them by so much. */
async function headOfCustomer(
  change: { paid?: number; regular?: number; limited?: number } = {},
): Promise<Head> {
  const wallet = await world.wallet(customer)
  return {
    customer_id: id(customer.id),
    balance_paid_after: String(wallet.balance_paid + (change.paid ?? 0)),
    balance_bonus_after: String(wallet.balance_bonus),
    point_regular_after: String(wallet.point_regular + (change.regular ?? 0)),
    point_limited_after: String(wallet.point_limited + (change.limited ?? 0)),
  }
}

test('the parts of these attempts are right: put together without a fault they are posted', async () => {
  const { id: transaction, head, lines, transfers, outbox } = cashSale()
  await world.owner.query(`begin; ${head}; ${lines}; ${transfers}; ${outbox}; commit`)
  const { rowCount } = await world.app.query('select from ledger.transactions where id = $1', [transaction])
  expect(rowCount).toBe(1)
})

describe('posted is posted, even for the owner', () => {
  test.each([
    ['update ledger.transfers set amount = amount + 1', 'UPDATE of transfers is never allowed'],
    ['delete from ledger.transfers', 'DELETE of transfers is never allowed'],
    ['truncate ledger.transfers', 'TRUNCATE of transfers is never allowed'],
    [`update ledger.transactions set spent_total = 1, tender_cash = 1`, 'of transaction .* is never allowed'],
    [`update ledger.transactions set note = 'x'`, 'of transaction .* is never allowed'],
    [`update ledger.transactions set completed_at = now()`, 'of transaction .* is never allowed'],
    [`update ledger.transactions set xid = pg_current_xact_id()`, 'of transaction .* is never allowed'],
    ['delete from ledger.transactions', 'DELETE of transaction .* is never allowed'],
    ['truncate ledger.transactions', 'TRUNCATE of transactions is never allowed|cannot truncate a table'],
    ['update ledger.transaction_lines set tax_rate_bp = 0', 'UPDATE of transaction_lines is never allowed'],
    ['delete from ledger.transaction_lines', 'DELETE of transaction_lines is never allowed'],
    ['truncate ledger.transaction_lines', 'TRUNCATE of transaction_lines is never allowed'],
    ['update ledger.seals set transactions = 0', 'UPDATE of seals is never allowed'],
    ['delete from ledger.seals', 'DELETE of seals is never allowed'],
    ['truncate ledger.seals', 'TRUNCATE of seals is never allowed'],
    ['delete from ledger.wallets', 'DELETE of wallets is never allowed'],
    ['truncate ledger.wallets cascade', 'TRUNCATE of .* is never allowed'],
    ['delete from ledger.point_lots', 'DELETE of point_lots is never allowed'],
    ['truncate ledger.point_lots', 'TRUNCATE of point_lots is never allowed'],
    ['delete from ledger.prepaid_days', 'DELETE of prepaid_days is never allowed'],
    ['truncate ledger.prepaid_days', 'TRUNCATE of prepaid_days is never allowed'],
    ['delete from ledger.bonus_lots', 'DELETE of bonus_lots is never allowed'],
    ['truncate ledger.bonus_lots cascade', 'TRUNCATE of bonus_lots is never allowed'],
    ['update ledger.bonus_lot_moves set amount = 1', 'UPDATE of bonus_lot_moves is never allowed'],
    ['delete from ledger.bonus_lot_moves', 'DELETE of bonus_lot_moves is never allowed'],
    ['truncate ledger.bonus_lot_moves', 'TRUNCATE of bonus_lot_moves is never allowed'],
    ['truncate ledger.pay_codes cascade', 'TRUNCATE of pay_codes is never allowed'],
    ['truncate ledger.idempotency', 'TRUNCATE of idempotency is never allowed'],
    ['truncate ledger.outbox', 'TRUNCATE of outbox is never allowed'],
    [`update ledger.campaign_grants set period = '2000'`, 'UPDATE of campaign_grants is never allowed'],
    ['delete from ledger.campaign_grants', 'DELETE of campaign_grants is never allowed'],
    ['truncate ledger.campaign_grants', 'TRUNCATE of campaign_grants is never allowed'],
    ['truncate ledger.handed_points', 'TRUNCATE of handed_points is never allowed'],
    ['truncate ledger.level_changes', 'TRUNCATE of level_changes is never allowed'],
  ])('%s', async (statement, refusal) => {
    expect(await refusalOf(world.owner, statement)).toMatch(new RegExp(refusal))
    expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
  })

  test('what a refund has given back only grows, and never beyond what was paid', async () => {
    const set = (value: number) =>
      `update ledger.transactions set refunded_total = ${value}, back_cash = ${value} where id = ${id(paymentId)}`
    expect(await refusalOf(world.owner, set(-1))).toMatch(
      /never allowed|transactions_refunded_total_check|_check"/,
    )
    expect(await refusalOf(world.owner, set(10), set(9))).toMatch(/UPDATE of transaction .* is never allowed/)
    expect(await refusalOf(world.owner, set(1_336))).toMatch(
      /violates check constraint "transactions_(check|refunded_as_paid)/,
    )
    // More than the cash that was paid, and another sum than its parts.
    expect(await refusalOf(world.owner, set(101))).toMatch(
      /violates check constraint "transactions_refunded_as_paid"/,
    )
    expect(await refusalOf(world.owner, set(10).replace('back_cash = 10', 'back_cash = 9'))).toMatch(
      /violates check constraint "transactions_refunded_as_paid"/,
    )
    // Without the refunds themselves.
    expect(await refusalOf(world.owner, set(10))).toMatch(/refunds of .* do not add up/)
    expect(
      await refusalOf(
        world.owner,
        set(10),
        `update ledger.transactions set voided_by = gen_random_uuid() where id = ${id(paymentId)}`,
      ),
    ).toMatch(/violates check constraint "transactions_check/)
  })

  test('a sale is voided by one movement for good', async () => {
    const voided = (by: string) =>
      `update ledger.transactions set voided_by = ${by} where id = ${id(paymentId)}`
    expect(await refusalOf(world.owner, voided('gen_random_uuid()'), voided('gen_random_uuid()'))).toMatch(
      /never allowed/,
    )
    expect(await refusalOf(world.owner, voided('gen_random_uuid()'), voided('null'))).toMatch(/never allowed/)
    expect(await refusalOf(world.owner, voided('gen_random_uuid()'))).toMatch(/refunds of .* do not add up/)
  })
})

describe('balances move by transfers and in no other way', () => {
  test.each([
    'update ledger.wallets set balance_paid = balance_paid + 1',
    'update ledger.wallets set balance_bonus = 0',
    'update ledger.wallets set point_regular = point_regular + 1',
    'update ledger.wallets set point_limited = point_limited + 1',
    'update ledger.wallets set point_debt = 0',
    'update ledger.wallets set balance_paid = balance_paid, level_index = 3',
  ])('%s', async (statement) => {
    expect(await refusalOf(world.owner, statement)).toMatch(/move by transfers only/)
    expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
  })

  test.each(['balance_paid', 'balance_bonus', 'point_regular', 'point_limited', 'point_debt', 'receivable'])(
    'a wallet begins with no %s',
    async (column) => {
      const statement = `insert into ledger.wallets (user_id, level_year, ${column})
        values (${id(world.till.user_id)}, 2026, 1)`
      expect(await refusalOf(world.owner, statement)).toMatch(/a wallet begins empty/)
      expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
    },
  )

  test('a wallet does not change hands', async () => {
    expect(
      await refusalOf(
        world.owner,
        `update ledger.wallets set user_id = ${id(world.till.user_id)} where user_id = ${id(customer.id)}`,
      ),
    ).toMatch(/never allowed|foreign key/)
  })

  test('nothing falls below zero', async () => {
    const transaction = randomUUID()
    const head = await headOfCustomer({ paid: -1_000_000 })
    expect(
      await refusalOf(
        world.owner,
        headSql({
          ...head,
          id: id(transaction),
          spent_total: '1000000',
          tender_cash: '0',
          tender_balance_paid: '1000000',
          balance_paid_after: '0',
        }),
        transfersSql(transaction, [['balance_paid', customer.id, 'sales', world.till.store_id, 1_000_000]]),
      ),
    ).toMatch(/violates check constraint "wallets_balance_paid_check"/)
  })

  test('the counter of a day never passes its ceiling, nor goes below zero', async () => {
    const set = (value: string) => `update ledger.wallets set balance_spent = ${value}`
    expect(await refusalOf(world.owner, set('balance_spent_ceiling + 1'))).toMatch(
      /violates check constraint "wallets_check"/,
    )
    expect(await refusalOf(world.owner, set('-1'))).toMatch(/violates check constraint "wallets_check"/)
  })
})

describe('a movement is whole', () => {
  test('a head needs its transfers', async () => {
    const { head, lines, outbox } = cashSale()
    expect(await refusalOf(world.owner, head, lines, outbox)).toMatch(/has no transfers/)
  })

  test('a sale needs its lines', async () => {
    const { head, transfers, outbox } = cashSale()
    expect(await refusalOf(world.owner, head, transfers, outbox)).toMatch(/has no lines/)
  })

  test('a movement needs its word to the world', async () => {
    const { head, lines, transfers } = cashSale()
    expect(await refusalOf(world.owner, head, lines, transfers)).toMatch(/is not announced/)
  })

  test('checking early does not make room for later', async () => {
    const { id: transaction, head, lines, transfers, outbox } = cashSale()
    const early = 'set constraints all immediate'
    expect(await refusalOf(world.owner, head, early)).toMatch(/has no transfers/)
    expect(await refusalOf(world.owner, early, head)).toMatch(/has no transfers/)
    expect(
      await refusalOf(
        world.owner,
        head,
        lines,
        transfers,
        outbox,
        early,
        linesSql(transaction, '0, 0, 1, 0, 0', 2, 1),
      ),
    ).toMatch(/lines of .* do not add up/)
    expect(
      await refusalOf(
        world.owner,
        head,
        lines,
        transfers,
        outbox,
        early,
        transfersSql(transaction, [cashMove()], 2),
      ),
    ).toMatch(/transfers of .* do not add up/)
  })

  test.each<{ name: string; shares: string; price?: number; refusal: RegExp }>([
    {
      name: 'lines that carry another tender',
      shares: '0, 0, 0, 100, 0',
      refusal: /do not add up to its tenders/,
    },
    {
      name: 'lines that come to less',
      shares: '0, 0, 99, 0, 0',
      price: 99,
      refusal: /do not add up to its tenders/,
    },
    {
      name: 'shares that do not come to their line',
      shares: '0, 0, 99, 0, 0',
      refusal: /transaction_lines_check/,
    },
    {
      name: 'a negative share',
      shares: '0, -1, 101, 0, 0',
      refusal: /transaction_lines_not_negative/,
    },
  ])('$name are refused', async ({ shares, price, refusal }) => {
    const { id: transaction, head, transfers, outbox } = cashSale()
    const lines = linesSql(transaction, shares, 1, price)
    expect(await refusalOf(world.owner, head, transfers, outbox, lines)).toMatch(refusal)
  })

  test('nothing is added to a movement of an earlier commit', async () => {
    const before = transfersSql(paymentId, [cashMove()], 50)
    expect(await refusalOf(world.owner, before)).toMatch(/no head written by the same commit/)
    expect(await refusalOf(world.owner, linesSql(paymentId, '0, 0, 1, 0, 0', 50, 1))).toMatch(
      /lines of .* do not add up/,
    )
  })

  test('a forged mark of the commit does not help', async () => {
    const { id: transaction, lines, transfers, outbox } = cashSale()
    const forged = headSql({ id: id(transaction), xid: `'3'` })
    expect(await refusalOf(world.owner, forged, transfers, lines, outbox)).toMatch(
      /no head written by the same commit/,
    )
    const { head } = cashSale(transaction)
    const late = transfers.replace(' amount)', ' amount, xid)').replace('100)', `100, '3')`)
    expect(await refusalOf(world.owner, head, late)).toMatch(/no head written by the same commit/)
  })

  test('transfers without any head are refused', async () => {
    const { transfers } = cashSale()
    expect(await refusalOf(world.owner, transfers)).toMatch(/no head written by the same commit/)
  })

  test('transfers of one movement come together: a second batch later in the commit is refused', async () => {
    const { id: transaction, head, lines, transfers, outbox } = cashSale()
    const store = world.till.store_id
    const later = transfersSql(
      transaction,
      [
        ['drawer', store, 'card_clearing', store, 7],
        ['card_clearing', store, 'drawer', store, 7],
      ],
      2,
    )
    expect(await refusalOf(world.owner, head, lines, transfers, outbox, later)).toMatch(
      /do not add up to its head/,
    )
  })

  test.each<{ name: string; moves: () => Move[]; refusal: RegExp }>([
    {
      name: 'yen for points',
      moves: () => [['balance_paid', customer.id, 'points_redeemed', world.till.store_id, 100]],
      refusal: /violates check constraint "transfers_check"/,
    },
    {
      name: 'points for yen',
      moves: () => [['point_regular', customer.id, 'sales', world.till.store_id, 100]],
      refusal: /violates check constraint "transfers_check"/,
    },
    {
      name: 'an account paying itself',
      moves: () => [['sales', world.till.store_id, 'sales', world.till.store_id, 100]],
      refusal: /violates check constraint "transfers_check1"/,
    },
    {
      name: 'an amount of zero',
      moves: () => [['drawer', world.till.store_id, 'sales', world.till.store_id, 0]],
      refusal: /violates check constraint "transfers_amount_check"/,
    },
    {
      name: 'a negative amount',
      moves: () => [['sales', world.till.store_id, 'drawer', world.till.store_id, -100]],
      refusal: /violates check constraint "transfers_amount_check"/,
    },
    {
      name: 'more than the head says',
      moves: () => [['drawer', world.till.store_id, 'sales', world.till.store_id, 101]],
      refusal: /do not add up to its head/,
    },
    {
      name: 'another tender than the head says',
      moves: () => [['card_clearing', world.till.store_id, 'sales', world.till.store_id, 100]],
      refusal: /do not add up to its head/,
    },
    {
      name: 'money of a customer whom the head does not name',
      moves: () => [['balance_paid', stranger.id, 'sales', world.till.store_id, 100]],
      refusal: /move value of somebody else/,
    },
    {
      name: 'the drawer of another store',
      moves: () => [['drawer', world.elsewhere.store_id, 'sales', world.till.store_id, 100]],
      refusal: /move value of somebody else/,
    },
    {
      name: 'the sales of a store that does not exist',
      moves: () => [['drawer', world.till.store_id, 'sales', randomUUID(), 100]],
      refusal: /move value of somebody else/,
    },
  ])('$name: refused', async ({ moves, refusal }) => {
    const { id: transaction, head, lines, outbox } = cashSale()
    expect(await refusalOf(world.owner, head, lines, outbox, transfersSql(transaction, moves()))).toMatch(
      refusal,
    )
  })

  test('the purse of one customer is not opened by a sale to another', async () => {
    const transaction = randomUUID()
    const head = await headOfCustomer()
    expect(
      await refusalOf(
        world.owner,
        headSql({ ...head, id: id(transaction), tender_cash: '0', tender_balance_paid: '100' }),
        linesSql(transaction, '0, 100, 0, 0, 0'),
        outboxSql(transaction),
        transfersSql(transaction, [['balance_paid', stranger.id, 'sales', world.till.store_id, 100]]),
      ),
    ).toMatch(/move value of somebody else/)
  })

  test.each(['balance_paid_after', 'balance_bonus_after', 'point_regular_after', 'point_limited_after'])(
    'the %s that the customer is shown is what they hold',
    async (column) => {
      const { id: transaction, lines, transfers, outbox } = cashSale()
      const head = await headOfCustomer()
      for (const wrong of [`${Number(head[column]) + 1}`, 'null']) {
        const shown = headSql({ ...head, [column]: wrong, id: id(transaction) })
        expect(await refusalOf(world.owner, shown, lines, outbox, transfers)).toMatch(
          /do not add up to its head/,
        )
      }
    },
  )

  test.each<[string, Head]>([
    ['without an employee', { employee_id: 'null' }],
    ['without a register', { register_id: 'null' }],
    ['without a store', { store_id: 'null' }],
    ['whose tenders do not pay it', { tender_cash: '99' }],
    ['of nothing', { spent_total: '0', tender_cash: '0' }],
    ['with a negative tender', { tender_cash: '101', tender_card: '-1' }],
    ['with balance of nobody', { tender_cash: '0', tender_balance_paid: '100' }],
    ['with points for nobody', { received_point_regular: '1' }],
    ['with less cash than was owed', { cash_tendered: '99' }],
    ['that is given back before it is made', { refunded_total: '101' }],
  ])('a payment %s has no head', async (_, change) => {
    expect(await refusalOf(world.owner, headSql(change))).toMatch(/violates check constraint "transactions_/)
  })

  test('a number of a document is never given twice', async () => {
    const { head } = cashSale()
    const again = head.replace(/insert into ledger.transactions \(id/, 'insert into ledger.transactions (id')
    const number = `'twice-${randomUUID()}'`
    expect(await refusalOf(world.owner, headSql({ number }), headSql({ number }))).toMatch(
      /transactions_number_key/,
    )
    expect(await refusalOf(world.owner, head, again)).toMatch(/transactions_pkey|transactions_number_key/)
  })
})

describe('limited points', () => {
  const lots = () => `(select * from ledger.point_lots where user_id = ${id(customer.id)} and remaining > 0)`
  const lotSql = (remaining: number) =>
    `insert into ledger.point_lots (id, user_id, granted, remaining, expires_at, transaction_id)
     values (gen_random_uuid(), ${id(customer.id)}, 100, ${remaining}, '2099-05-01', ${id(paymentId)})`

  test('lots come to the points of the wallet at every commit', async () => {
    expect(await refusalOf(world.owner, lotSql(1))).toMatch(/lots of .* do not add up to its limited points/)
    const transaction = randomUUID()
    const head = await headOfCustomer({ limited: 5 })
    expect(
      await refusalOf(
        world.owner,
        headSql({
          ...head,
          id: id(transaction),
          kind: `'grant'`,
          spent_total: '0',
          tender_cash: '0',
          received_point_limited: '5',
        }),
        transfersSql(transaction, [['points_cost', world.till.store_id, 'point_limited', customer.id, 5]]),
        outboxSql(transaction),
      ),
    ).toMatch(/lots of .* do not add up to its limited points/)
    expect(
      await refusalOf(
        world.owner,
        `update ledger.point_lots set remaining = remaining - 1 where id in (select id from ${lots()} l)`,
      ),
    ).toMatch(/lots of .* do not add up/)
  })

  test('a lot never holds more than it was given, nor less than nothing', async () => {
    expect(await refusalOf(world.owner, lotSql(101))).toMatch(/point_lots_check/)
    expect(await refusalOf(world.owner, lotSql(-1))).toMatch(/point_lots_check/)
  })

  test.each([
    `set expires_at = expires_at + interval '1 day'`,
    'set granted = granted + 1',
    'set user_id = user_id',
    'set transaction_id = gen_random_uuid()',
  ])('a lot keeps its size, its owner and its end: %s', async (change) => {
    const statement = `update ledger.point_lots ${change}`
    expect(await refusalOf(world.owner, statement)).toMatch(/UPDATE of point_lots is never allowed/)
    expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
  })

  test('a lot gives nothing while one that ends before it has some left', async () => {
    const other = await world.customer({
      limited: [
        [10, '2099-01-01'],
        [10, '2099-02-01'],
      ],
    })
    const ofOther = `update ledger.point_lots set remaining = remaining`
    expect(
      await refusalOf(
        world.owner,
        `${ofOther} - 1 where user_id = ${id(other.id)} and expires_at = '2099-02-01'`,
      ),
    ).toMatch(/not used in the order of their ends/)
  })
})

describe('given balance with an end', () => {
  const lotSql = (granted: number, remaining: number, transaction = id(paymentId)) =>
    `insert into ledger.bonus_lots (id, user_id, granted, remaining, expires_at, transaction_id)
     values (gen_random_uuid(), ${id(customer.id)}, ${granted}, ${remaining}, '2099-05-01', ${transaction})`

  test('lots are what a movement of the same commit gave', async () => {
    expect(await refusalOf(world.owner, lotSql(1, 1))).toMatch(/lots of .* are not what .* gave/)
    const given = `(select transaction_id from ledger.bonus_lots where user_id = ${id(customer.id)} limit 1)`
    expect(await refusalOf(world.owner, lotSql(1, 1, given))).toMatch(/lots of .* are not what .* gave/)
  })

  test('lots never hold more than the wallet does', async () => {
    const { balance_bonus } = await world.wallet(customer)
    expect(await refusalOf(world.owner, lotSql(balance_bonus + 1, balance_bonus + 1))).toMatch(
      /lots of .* hold more than its given balance/,
    )
  })

  test('a lot begins full, and holds between nothing and what it was given', async () => {
    expect(await refusalOf(world.owner, lotSql(2, 1))).toMatch(/a lot of given balance begins full/)
    expect(await refusalOf(world.owner, lotSql(0, 0))).toMatch(/bonus_lots_granted_check/)
  })

  test.each([
    ['set remaining = remaining - 1', 'move by transfers only'],
    ['set remaining = granted', 'move by transfers only'],
    [`set expires_at = expires_at + interval '1 day'`, 'never allowed|move by transfers only'],
    ['set granted = granted + 1', 'never allowed|move by transfers only'],
  ])('a lot moves with transfers and in no other way: %s', async (change, refusal) => {
    const statement = `update ledger.bonus_lots ${change} where user_id = ${id(customer.id)}`
    expect(await refusalOf(world.owner, statement)).toMatch(new RegExp(refusal))
    expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
  })

  test('what moved a lot is written by transfers only', async () => {
    const statement = `insert into ledger.bonus_lot_moves (transaction_id, lot_id, amount)
      select gen_random_uuid(), id, 1 from ledger.bonus_lots where user_id = ${id(customer.id)} limit 1`
    expect(await refusalOf(world.owner, statement)).toMatch(/written by transfers only/)
  })
})

describe('a code on the phone', () => {
  const codeSql = (change: string, code: Code = spent) =>
    `update ledger.pay_codes set ${change} where id = ${id(code.id)}`

  test.each([
    [`state = 'live', transaction_id = null`],
    [`state = 'claimed', transaction_id = null, claimed_by = gen_random_uuid(), claimed_until = now()`],
    [`state = 'void', transaction_id = null`],
    ['transaction_id = gen_random_uuid()'],
    ['transaction_id = null'],
  ])('that is spent stays spent: %s', async (change) => {
    expect(await refusalOf(world.owner, codeSql(change))).toMatch(/has ended/)
    expect(await refusalOf(world.app, codeSql(change))).toMatch(/permission denied/)
  })

  test.each([
    [`expires_at = expires_at + interval '1 second'`],
    [`issued_at = issued_at + interval '1 second', expires_at = expires_at - interval '1 second'`],
    [`user_id = '00000000-0000-0000-0000-000000000000'`],
    [`session_id = gen_random_uuid()`],
    [`token_hash = '\\x00'`],
    [`code_hash = '\\x00'`],
    [`id = gen_random_uuid()`],
  ])('is never altered nor stretched: %s', async (change) => {
    expect(await refusalOf(world.owner, codeSql(change, live))).toMatch(/cannot be altered/)
    expect(await refusalOf(world.app, codeSql(change, live))).toMatch(/permission denied/)
  })

  test('is spent by a payment of its own customer and by nothing else', async () => {
    const spend = (transaction: string) => codeSql(`state = 'spent', transaction_id = ${transaction}`, live)
    expect(await refusalOf(world.owner, spend('gen_random_uuid()'))).toMatch(/is spent by a payment only/)
    expect(await refusalOf(world.owner, spend(id(paymentId)))).toMatch(/is spent by a payment only/)
    expect(await refusalOf(world.owner, codeSql(`state = 'spent'`, live))).toMatch(
      /pay_codes_check|by a payment only/,
    )
    const { id: transaction, lines, transfers, outbox } = cashSale()
    const ofNobody = headSql({ id: id(transaction), pay_code_id: id(live.id) })
    expect(await refusalOf(world.owner, ofNobody, lines, transfers, outbox, spend(id(transaction)))).toMatch(
      /is spent by a payment only/,
    )
  })

  test('that a payment names is spent with it', async () => {
    const { id: transaction, lines, transfers, outbox } = cashSale()
    const head = headSql({ ...(await headOfCustomer()), id: id(transaction), pay_code_id: id(live.id) })
    expect(await refusalOf(world.owner, head, lines, transfers, outbox)).toMatch(/does not spend its code/)
  })

  test('settles one payment, whatever else goes wrong', async () => {
    expect(await refusalOf(world.owner, headSql({ pay_code_id: id(spent.id) }))).toMatch(
      /transactions_pay_code/,
    )
  })

  test.each([
    [`state, transaction_id`, `'spent', gen_random_uuid()`, 'a pay code begins live'],
    [`state, claimed_by, claimed_until`, `'claimed', gen_random_uuid(), now()`, 'a pay code begins live'],
    ['expires_at', `now() + interval '301 seconds'`, 'pay_codes_.*check'],
  ])('begins live and lives five minutes: %s', async (columns, values, refusal) => {
    const all = columns.includes('expires_at') ? columns : `${columns}, expires_at`
    const given = columns.includes('expires_at') ? values : `${values}, now() + interval '1 second'`
    const statement = `insert into ledger.pay_codes (id, user_id, session_id, token_hash, code_hash, issued_at, ${all})
      values (gen_random_uuid(), ${id(customer.id)}, ${id(customer.session_id)}, '\\x${randomBytes(32).toString('hex')}',
        '\\x${randomBytes(32).toString('hex')}', now(), ${given})`
    expect(await refusalOf(world.owner, statement)).toMatch(new RegExp(refusal))
    expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
  })

  test('a register holds one checkout, and a code is in one', async () => {
    const checkout = (register: string, code: Code) =>
      `insert into ledger.checkouts (id, store_id, register_id, employee_id, customer_id, pay_code_id, opened_at, updated_at)
       values (gen_random_uuid(), ${id(world.till.store_id)}, ${id(register)}, ${id(world.till.user_id)},
         ${id(customer.id)}, ${id(code.id)}, now(), now())`
    const [till, neighbour] = [world.till.register_id, world.neighbour.register_id]
    expect(await refusalOf(world.owner, checkout(till, live), checkout(neighbour, live))).toMatch(
      /checkouts_of_code/,
    )
    expect(await refusalOf(world.owner, checkout(till, live), checkout(till, spent))).toMatch(
      /checkouts_of_register/,
    )
  })
})

describe('the answer to a key', () => {
  test.each([
    `set refusal = '{"code": "QR_INVALID"}'`,
    'set refusal = null',
    `set request_hash = '\\x00'`,
    'set transaction_id = gen_random_uuid()',
    `set key = key || 'x'`,
  ])('is final: %s', async (change) => {
    expect(await refusalOf(world.owner, `update ledger.idempotency ${change}`)).toMatch(
      /answer to a key is final/,
    )
    expect(await refusalOf(world.app, `update ledger.idempotency ${change}`)).toMatch(/permission denied/)
  })

  test('is given once for an actor, a route and a key', async () => {
    const statement = `insert into ledger.idempotency (actor_id, route, key, request_hash, transaction_id, created_at)
      select actor_id, route, key, request_hash, transaction_id, created_at from ledger.idempotency`
    expect(await refusalOf(world.owner, statement)).toMatch(/idempotency_pkey/)
  })
})

describe('the application', () => {
  test.each([
    'accounts',
    'wallets',
    'point_lots',
    'bonus_lots',
    'bonus_lot_moves',
    'prepaid_days',
    'prepaid_state',
    'transactions',
    'transaction_lines',
    'transfers',
    'pay_codes',
    'checkouts',
    'campaign_grants',
    'handed_points',
    'idempotency',
    'outbox',
    'seals',
  ])('cannot write, delete or empty ledger.%s', async (table) => {
    for (const statement of [
      `insert into ledger.${table} default values`,
      `delete from ledger.${table}`,
      `truncate ledger.${table}`,
    ]) {
      expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
    }
  })

  test('changes of the outbox only what a delivery leaves behind', async () => {
    await world.app.query('update ledger.outbox set attempts = attempts + 1, sent_at = now() where false')
    for (const column of ['topic', 'transaction_id', 'created_at', 'id']) {
      expect(await refusalOf(world.app, `update ledger.outbox set ${column} = default`)).toMatch(
        /permission denied/,
      )
    }
  })

  test('cannot move the clock, add to the ledger, nor switch its rules off', async () => {
    for (const statement of [
      `create or replace function ledger.now() returns timestamptz language sql as 'select now()'`,
      'create table ledger.more (id int)',
      'create table public.more (id int)',
      'alter table ledger.transfers disable trigger all',
      'drop trigger transfers_posted on ledger.transfers',
      'alter table ledger.wallets drop constraint wallets_balance_paid_check',
      `set session_replication_role = replica`,
      `select setval('ledger.number_knz1', 1)`,
      `select nextval('ledger.number_knz1')`,
    ]) {
      expect(await refusalOf(world.app, statement)).toMatch(/permission denied|must be (owner|able)/)
    }
  })

  test('may call these functions of the ledger and no other', async () => {
    const { rows } = await world.owner.query<{ name: string }>(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'ledger'::regnamespace and has_function_privilege('shirogane_app', p.oid, 'execute')
       order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual([
      'approve_payouts',
      'audit',
      'business_date',
      'buy_back',
      'buyback_lookalikes',
      'buyback_terms',
      'cancel_payout',
      'carried_float',
      'cash_of_day',
      'charge',
      'claim',
      'claim_reward',
      'close_blockers',
      'close_day',
      'close_lapsed_checkouts',
      'collect_deferred',
      'convert_points',
      'correct',
      'corrected_shares',
      'count_float',
      'count_stock',
      'counted_stock',
      'day_is_open',
      'day_key',
      'day_movements',
      'day_report',
      'deferred_due_on',
      'deferred_refusal',
      'drawer_now',
      'due_rewards',
      'earlier_open_day',
      'expire_due',
      'export_payouts',
      'fail_card_charge',
      'forfeit_points',
      'grant',
      'grant_invitation',
      'grant_once',
      'hand_points',
      'home_store',
      'issue_pay_code',
      'judge_next_levels',
      'lapse_reservations',
      'may_give_back',
      'move_cash',
      'move_stock',
      'name_card_charge',
      'now',
      'open_card_charge',
      'open_count',
      'open_wallet',
      'pay',
      'pending_card_charges',
      'prepaid_book',
      'prepaid_unused',
      'recall_payout',
      'refund',
      'refund_plan',
      'reopen_day',
      'request_payout',
      'reserve_stock',
      'reverse_buyback',
      'rewards_of_day',
      'roll_prepaid',
      'seal',
      'set_deferred_limit',
      'set_reorder_point',
      'settle_buyback',
      'settle_card_charge',
      'settle_payouts',
      'settle_reward',
      'shop_date',
      'stock_sales',
      'take_back_points',
      'take_card_charges',
      'take_level_changes',
      'take_payouts',
      'tidy',
      'update_checkout',
      'use_approval',
      'void_pay_codes',
      'withholding_month',
      'withholding_of',
      'write_off_deferred',
    ])
    const nobody = 'gen_random_uuid()'
    for (const call of [
      `ledger.release_checkout(${nobody}, 'cancelled')`,
      `ledger.expire_points(${nobody}, ${nobody}, ${nobody})`,
      `ledger.next_number('KNZ1', current_date)`,
      `ledger.refunds_match(${nobody})`,
      `ledger.invite_gifts_of(${nobody})`,
      `ledger.take_back(${nobody}, ${nobody}, ${nobody}, ${nobody}, 'points_cost', '')`,
      `ledger.reverse_reasons(${nobody}, ${nobody}, 0, 0)`,
      `ledger.repay_points(${nobody}, ${nobody}, ${nobody})`,
      `ledger.spread(1, '{1}')`,
      `ledger.open_stock(array[${nobody}])`,
      `ledger.lock_stock(array[${nobody}], array[${nobody}])`,
      `ledger.short_stock('{1}', array[${nobody}], array[${nobody}], '[[]]')`,
      `ledger.audit_stock()`,
      `ledger.whole_setting('x', 1)`,
      `ledger.buyback_matches(${nobody})`,
      `ledger.block_hash('\\x00', '0'::xid8, '9'::xid8)`,
    ]) {
      expect(await refusalOf(world.app, `select ${call}`)).toMatch(/permission denied/)
    }
  })

  test('a role that is nobody may not even look', async () => {
    await world.owner.query(
      `do $$ begin create role shirogane_nobody; exception when duplicate_object then null; end $$`,
    )
    const client = await world.owner.connect()
    try {
      await client.query('set role shirogane_nobody')
      await expect(client.query('select * from ledger.wallets')).rejects.toThrow(/permission denied/)
      await expect(client.query(`select ledger.now()`)).rejects.toThrow(/permission denied/)
    } finally {
      await client.query('reset role')
      client.release()
    }
  })
})

describe('functions with the rights of the owner', () => {
  test('every function of the ledger that runs code of others fixes its own search path', async () => {
    const { rows } = await world.owner.query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_language l on l.oid = p.prolang
       where (p.prosecdef or (p.pronamespace = 'ledger'::regnamespace and l.lanname = 'plpgsql'))
         and p.pronamespace in ('ledger'::regnamespace, 'public'::regnamespace)
         and not exists (select from unnest(p.proconfig) c where c ~ '^search_path=.*, ?pg_temp$')`,
    )
    expect(rows).toEqual([])
  })

  test('a table of the same name in the way of the caller changes nothing', async () => {
    const client = await world.app.connect()
    try {
      await client.query(
        'create temp table wallets (user_id uuid, balance_paid bigint, point_regular_expires_on date)',
      )
      await client.query('create temp table settings (key text, value jsonb)')
      await client.query(`insert into pg_temp.settings values ('limits', '{"pay_once_max": 1}')`)
      await client.query('set search_path = pg_temp, public')
      const request = world.request({ code: live, balance: 100 })
      const hex = (bytes: Buffer | null) => bytes && `\\x${bytes.toString('hex')}`
      const { rows } = await client.query('select code from ledger.pay($1)', [
        JSON.stringify([
          {
            ...request,
            ord: 1,
            request_hash: hex(request.request_hash),
            token_hash: hex(request.token_hash),
          },
        ]),
      ])
      expect(rows).toEqual([{ code: null }])
    } finally {
      client.release(true)
    }
  })
})

describe('the seal', () => {
  test('only ever grows by what is older than everything still running', async () => {
    const client = await world.owner.connect()
    const count = async () =>
      (await world.owner.query('select sum(transactions) as n from ledger.seals')).rows[0].n
    try {
      await world.seal()
      const before = await count()
      await client.query('begin')
      const { head, lines, transfers, outbox } = cashSale()
      for (const statement of [head, lines, transfers, outbox]) await client.query(statement)
      posted(await world.pay({ cash: 1 }))
      await world.app.query('select ledger.seal()')
      // The open one is older: the payment after it may not be sealed before it.
      expect(await count()).toBe(before)
      await client.query('commit')
      await world.seal()
      expect(await count()).toBe(before + 2)
    } finally {
      client.release()
    }
  })

  test('is made by one at a time, and by all together seals each movement once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([
        ...Array.from({ length: 4 }, () => world.pay({ cash: 1 })),
        ...Array.from({ length: 4 }, () => world.app.query('select ledger.seal()')),
      ])
    }
    await world.seal()
    const { rows } = await world.app.query(
      `select (select sum(transactions) from ledger.seals) as sealed, (select count(*) from ledger.transactions) as posted`,
    )
    expect(rows[0].sealed).toBe(rows[0].posted)
    expect(await world.findings()).toEqual([])
  })

  test('holds in every time zone, and when a table gains a column that may be empty', async () => {
    await world.owner.query('alter table ledger.transactions add column later_thought text')
    const client = await world.owner.connect()
    try {
      await client.query(`set timezone = 'Asia/Tokyo'; set datestyle = 'German'; set bytea_output = 'escape'`)
      const { rows } = await client.query('select * from ledger.audit()')
      expect(rows).toEqual([])
    } finally {
      client.release(true)
      await world.owner.query('alter table ledger.transactions drop column later_thought')
    }
  })
})
