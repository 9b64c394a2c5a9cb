import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Code, createWorld, type Customer, posted, type World } from './world.ts'

/** One statement of several that write, as a sale must come. */
export function together(...statements: string[]): string {
  const parts = statements.slice(0, -1).map((statement, index) => `part_${index} as (${statement})`)
  return parts.length === 0 ? statements.join() : `with ${parts.join(', ')} ${statements.at(-1)}`
}

/** Between two statements that are not to come together. */
export const apart = 'select'

/**
 * Runs the statements in one commit, what stands together in the ledger's tables in one statement, and answers why the
 * database refused it; the test fails when it did not.
 */
export async function refusalOf(pool: pg.Pool, ...statements: string[]): Promise<string> {
  const runs = statements.reduce<string[][]>((found, statement) => {
    const isInsert = (text: string | undefined) => text?.trimStart().startsWith('insert into ledger.')
    if (isInsert(statement) && isInsert(found.at(-1)?.[0])) found.at(-1)!.push(statement)
    else found.push([statement])
    return found
  }, [])
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const run of runs) await client.query(together(...run))
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    return (error as Error).message
  } finally {
    client.release()
  }
  throw new Error(`the database let this through: ${statements.join('; ')}`)
}

export const id = (text: string) => `'${text}'`

export type Movement = Record<string, string>

export const linesSql = (transaction: string, shares = '0, 0, 100, 0, 0', line = 1, price = 100) =>
  `insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, subtotal, tax_rate_bp,
     share_points, share_balance, share_cash, share_card, share_later)
   values (${id(transaction)}, ${line}, 'x', 1, ${price}, ${price}, 1000, ${shares})`

export type Move = [
  debit: string,
  debit_holder: string,
  credit: string,
  credit_holder: string,
  amount: number | string,
]

export const transfersSql = (transaction: string, moves: Move[], first = 1) =>
  `insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
   values ${moves
     .map(
       ([debit, from, credit, to, amount], index) =>
         `(${id(transaction)}, ${first + index}, 'x', '${debit}', ${id(from)}, '${credit}', ${id(to)}, ${amount})`,
     )
     .join(', ')}`

export const outboxSql = (transaction: string) =>
  `insert into ledger.outbox (topic, transaction_id, created_at, available_at)
   values ('transaction', ${id(transaction)}, now(), now())`

/** What a test needs that tries to write into the books by hand. */
export interface Attempts {
  world: World
  /** A customer with value of every kind, who has paid once. */
  customer: Customer
  stranger: Customer
  /** The code of that payment, which is over, and one that is not. */
  spent: Code
  live: Code
  paymentId: string
  /** A movement as a payment of 100 yen in cash writes it, changed where the test wants. */
  movementSql: (change?: Movement) => string
  cashMove: () => Move
  /** Everything that a cash sale of 100 yen needs; a test leaves out or changes one part. */
  cashSale: (transaction?: string) => Record<'id' | 'movement' | 'lines' | 'transfers' | 'outbox', string>
  /** Balances of the customer after a movement that changes them by so much. */
  movementOfCustomer: (change?: { paid?: number; regular?: number; limited?: number }) => Promise<Movement>
}

/** A world with a posted payment of a customer, and the statements by which a test writes another by hand. */
export async function createAttempts(): Promise<Attempts> {
  const world = await createWorld()
  const customer = await world.customer({
    paid: 10_000,
    bonus: 1_000,
    points: 500,
    limited: [
      [30, '2099-01-01'],
      [40, '2099-02-01'],
    ],
  })
  const stranger = await world.customer({ paid: 10_000, points: 10 })
  await world.grant(customer, 0, null, 300, '2099-01-01')
  await world.grant(customer, 0, null, 200, '2099-03-01')
  const spent = await world.code(customer)
  const paymentId = posted(await world.pay({ code: spent, balance: 1_200, points: 35, cash: 100 })).id
  const live = await world.code(customer)
  await world.rollPrepaid()
  const returned = await world.gatherer.pay({
    ...world.request({ cash: 300 }),
    sale: { gross: 301, discount: 1 },
  })
  await world.giveBack({ sale: posted(returned).id, amount: 100 })
  await world.give(customer, { occasion: { campaign: 'welcome', period: '' }, points: 100 })
  await world.encrypt()

  function movementSql(change: Movement = {}): string {
    const movement: Movement = {
      id: 'gen_random_uuid()',
      number: id(randomUUID()),
      kind: `'payment'`,
      store_id: id(world.register.store_id),
      register_id: id(world.register.register_id),
      employee_id: id(world.register.user_id),
      business_date: 'current_date',
      spent_total: '100',
      tender_cash: '100',
      tax: `'[{"rate": 1000, "taxable": 100, "tax": 9}]'`,
      opened_at: 'now()',
      completed_at: 'now()',
      ...change,
    }
    return `insert into ledger.movements (${Object.keys(movement).join(', ')}) values (${Object.values(movement).join(', ')})`
  }
  const cashMove = (): Move => ['drawer', world.register.store_id, 'sales', world.register.store_id, 100]
  function cashSale(transaction: string = randomUUID()) {
    return {
      id: transaction,
      movement: movementSql({ id: id(transaction) }),
      lines: linesSql(transaction),
      transfers: transfersSql(transaction, [cashMove()]),
      outbox: outboxSql(transaction),
    }
  }

  async function movementOfCustomer(
    change: { paid?: number; regular?: number; limited?: number } = {},
  ): Promise<Movement> {
    const wallet = await world.wallet(customer)
    return {
      customer_id: id(customer.id),
      balance_paid_after: String(wallet.balance_paid + (change.paid ?? 0)),
      balance_bonus_after: String(wallet.balance_bonus),
      point_regular_after: String(wallet.point_regular + (change.regular ?? 0)),
      point_limited_after: String(wallet.point_limited + (change.limited ?? 0)),
    }
  }
  return {
    world,
    customer,
    stranger,
    spent,
    live,
    paymentId,
    movementSql,
    cashMove,
    cashSale,
    movementOfCustomer,
  }
}
