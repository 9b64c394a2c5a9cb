import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  apart,
  type Attempts,
  createAttempts,
  id,
  linesSql,
  outboxSql,
  refusalOf,
  together,
  transfersSql,
  type Movement,
  type Move,
} from '../testing/attempts.ts'
import type { Code, Customer, World } from '../testing/world.ts'
import { payAll } from '../testing/pay-all.ts'

let world: World
let customer: Customer
let stranger: Customer
let live: Code
let paymentId: string
let movementSql: Attempts['movementSql']
let cashMove: Attempts['cashMove']
let cashSale: Attempts['cashSale']
let movementOfCustomer: Attempts['movementOfCustomer']
beforeAll(async () => {
  ;({ world, customer, stranger, live, paymentId, movementSql, cashMove, cashSale, movementOfCustomer } =
    await createAttempts())
})
afterAll(() => world.close())

test('the parts of these attempts are right: put together without a fault they are posted', async () => {
  const { id: transaction, movement, lines, transfers, outbox } = cashSale()
  await world.owner.query(together(movement, lines, transfers, outbox))
  const { rowCount } = await world.app.query('select from ledger.transactions where id = $1', [transaction])
  expect(rowCount).toBe(1)
})

describe('posted is posted, even for the owner', () => {
  test.each([
    ['update ledger.transfers set amount = amount + 1', 'UPDATE of transfers is never allowed'],
    ['delete from ledger.transfers', 'DELETE of transfers is never allowed'],
    ['truncate ledger.transfers', 'TRUNCATE of transfers is never allowed'],
    [`update ledger.movements set spent_total = 1, tender_cash = 1`, 'UPDATE of movements is never allowed'],
    [`update ledger.movements set note = 'x'`, 'UPDATE of movements is never allowed'],
    [`update ledger.movements set completed_at = now()`, 'UPDATE of movements is never allowed'],
    [`update ledger.movements set xid = pg_current_xact_id()`, 'UPDATE of movements is never allowed'],
    ['delete from ledger.movements', 'DELETE of movements is never allowed'],
    ['truncate ledger.movements', 'TRUNCATE of movements is never allowed|cannot truncate a table'],
    ['update ledger.refunds set back_cash = 0', 'UPDATE of refunds is never allowed'],
    ['delete from ledger.refunds', 'DELETE of refunds is never allowed'],
    ['truncate ledger.refunds', 'TRUNCATE of refunds is never allowed'],
    [`update ledger.sale_details set level_bought = 1`, 'UPDATE of sale_details is never allowed'],
    ['delete from ledger.sale_details', 'DELETE of sale_details is never allowed'],
    ['truncate ledger.sale_details', 'TRUNCATE of sale_details is never allowed'],
    ['update ledger.transaction_lines set tax_rate_bp = 0', 'UPDATE of transaction_lines is never allowed'],
    ['delete from ledger.transaction_lines', 'DELETE of transaction_lines is never allowed'],
    ['truncate ledger.transaction_lines', 'TRUNCATE of transaction_lines is never allowed'],
    ['update ledger.chain_blocks set transactions = 0', 'UPDATE of chain_blocks is never allowed'],
    ['delete from ledger.chain_blocks', 'DELETE of chain_blocks is never allowed'],
    ['truncate ledger.chain_blocks', 'TRUNCATE of chain_blocks is never allowed'],
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
    ['delete from ledger.consumers', 'DELETE of consumers is never allowed'],
    ['truncate ledger.consumers cascade', 'TRUNCATE of .* is never allowed'],
    ['truncate ledger.set_aside', 'TRUNCATE of set_aside is never allowed'],
    [`update ledger.campaign_grants set period = '2000'`, 'UPDATE of campaign_grants is never allowed'],
    ['delete from ledger.campaign_grants', 'DELETE of campaign_grants is never allowed'],
    ['truncate ledger.campaign_grants', 'TRUNCATE of campaign_grants is never allowed'],
    ['truncate ledger.register_grants', 'TRUNCATE of register_grants is never allowed'],
    ['truncate ledger.level_changes', 'TRUNCATE of level_changes is never allowed'],
  ])('%s', async (statement, refusal) => {
    expect(await refusalOf(world.owner, statement)).toMatch(new RegExp(refusal))
    expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
  })

  test('what only some sales say comes with them, and with nothing else', async () => {
    const detail = (sale: string) =>
      `insert into ledger.sale_details (sale_id, level_bought) values (${id(sale)}, 1)`
    for (const sale of [paymentId, randomUUID()])
      expect(await refusalOf(world.owner, detail(sale))).toMatch(/details of .* come without their sale/)
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
        values (${id(world.register.user_id)}, 2026, 1)`
      expect(await refusalOf(world.owner, statement)).toMatch(/a wallet begins empty/)
      expect(await refusalOf(world.app, statement)).toMatch(/permission denied/)
    },
  )

  test('a wallet does not change hands', async () => {
    expect(
      await refusalOf(
        world.owner,
        `update ledger.wallets set user_id = ${id(world.register.user_id)} where user_id = ${id(customer.id)}`,
      ),
    ).toMatch(/never allowed|foreign key/)
  })

  test('nothing falls below zero', async () => {
    const transaction = randomUUID()
    const movement = await movementOfCustomer({ paid: -20_000 })
    expect(
      await refusalOf(
        world.owner,
        movementSql({
          ...movement,
          id: id(transaction),
          spent_total: '20000',
          tender_cash: '0',
          tender_balance_paid: '20000',
          balance_paid_after: '0',
        }),
        transfersSql(transaction, [['balance_paid', customer.id, 'sales', world.register.store_id, 20_000]]),
      ),
    ).toMatch(/violates check constraint "wallets_not_negative"/)
  })

  test('the counter of a day never passes its ceiling, nor goes below zero', async () => {
    const set = (value: string) => `update ledger.wallets set balance_spent = ${value}`
    expect(await refusalOf(world.owner, set('balance_spent_ceiling + 1'))).toMatch(
      /violates check constraint "wallets_check"/,
    )
    expect(await refusalOf(world.owner, set('-1'))).toMatch(/violates check constraint "wallets_check"/)
  })

  test('the ceiling of a day is the one of the settings, whoever writes the sale', async () => {
    const transaction = randomUUID()
    const movement = await movementOfCustomer({ paid: -10 })
    const byBalance = [
      movementSql({
        ...movement,
        id: id(transaction),
        spent_total: '10',
        tender_cash: '0',
        tender_balance_paid: '10',
      }),
      transfersSql(transaction, [['balance_paid', customer.id, 'sales', world.register.store_id, 10]]),
    ]
    const ceiling = (max: number) =>
      `insert into settings (key, value) values ('limits', '{"pay_day_max": ${max}}')`
    expect(await refusalOf(world.owner, ceiling(9), ...byBalance)).toMatch(
      /violates check constraint "wallets_check"/,
    )
    expect(await refusalOf(world.owner, ceiling(200_000), ...byBalance)).toMatch(/has no lines/)
  })
})

describe('cash of a member', () => {
  /** A cash sale of a member, written by hand on a day counted from today. */
  async function saleSql(cash: number, day: number, change: Movement = {}): Promise<string[]> {
    const transaction = randomUUID()
    const movement = await movementOfCustomer()
    return [
      movementSql({
        ...movement,
        id: id(transaction),
        customer_id: id(customer.id),
        business_date: `current_date + ${day}`,
        spent_total: String(cash),
        tender_cash: String(cash),
        earn_base: String(cash),
        tax: `'${JSON.stringify([{ rate: 1000, taxable: cash, tax: Math.floor(cash / 11) }])}'`,
        ...change,
      }),
      linesSql(transaction, `0, 0, ${cash}, 0, 0`, 1, cash),
      transfersSql(transaction, [
        ['drawer', world.register.store_id, 'sales', world.register.store_id, cash],
      ]),
      outboxSql(transaction),
    ]
  }
  const post = async (cash: number, day: number) => world.owner.query(together(...(await saleSql(cash, day))))
  const refused = async (cash: number, day: number) => refusalOf(world.owner, ...(await saleSql(cash, day)))

  test('adds up over a day, whatever days its sales are written for in between', async () => {
    await post(1_200_000, 10)
    await post(1_300_000, 11)
    expect(await refused(800_001, 10)).toMatch(/needs a check of who paid it/)
    expect(await refused(700_001, 11)).toMatch(/needs a check of who paid it/)
    await post(800_000, 10)
    await post(700_000, 11)
    expect(await refused(1, 10)).toMatch(/needs a check of who paid it/)
    // A day of which the wallet keeps nothing any more is looked at all the same.
    await post(100, 14)
    expect(await refused(1, 11)).toMatch(/needs a check of who paid it/)
    expect(await refused(1, 10)).toMatch(/needs a check of who paid it/)
    await post(2_000_000 - 100, 14)
    expect(await refused(1, 14)).toMatch(/needs a check of who paid it/)
  })

  test('is known beyond the line also of one sale by itself', async () => {
    expect(await refusalOf(world.owner, ...(await saleSql(2_000_001, 20)))).toMatch(
      /needs a check of who paid it/,
    )
  })

  test('is counted by transfers only', async () => {
    for (const change of ['cash_in = 0', 'cash_in_before = 0', `cash_on = '2020-01-01'`])
      expect(await refusalOf(world.owner, `update ledger.wallets set ${change}`)).toMatch(
        /move by transfers only/,
      )
  })
})

describe('a movement is whole', () => {
  test('a movement needs its transfers', async () => {
    const { movement, lines, outbox } = cashSale()
    expect(await refusalOf(world.owner, movement, lines, outbox)).toMatch(/has no transfers/)
  })

  test('a sale needs its lines', async () => {
    const { movement, transfers, outbox } = cashSale()
    expect(await refusalOf(world.owner, movement, transfers, outbox)).toMatch(/has no lines/)
  })

  test('a movement needs its word to the world', async () => {
    const { movement, lines, transfers } = cashSale()
    expect(await refusalOf(world.owner, movement, lines, transfers)).toMatch(/is not announced/)
  })

  test('checking early does not make room for later', async () => {
    const { id: transaction, movement, lines, transfers, outbox } = cashSale()
    const early = 'set constraints all immediate'
    expect(await refusalOf(world.owner, movement, early)).toMatch(/has no transfers/)
    expect(await refusalOf(world.owner, early, movement)).toMatch(/has no transfers/)
    expect(
      await refusalOf(
        world.owner,
        movement,
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
        movement,
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
    const { id: transaction, movement, transfers, outbox } = cashSale()
    const lines = linesSql(transaction, shares, 1, price)
    expect(await refusalOf(world.owner, movement, transfers, outbox, lines)).toMatch(refusal)
  })

  test('nothing is added to a movement of an earlier commit', async () => {
    const before = transfersSql(paymentId, [cashMove()], 50)
    expect(await refusalOf(world.owner, before)).toMatch(/no movement written by the same commit/)
    expect(await refusalOf(world.owner, linesSql(paymentId, '0, 0, 1, 0, 0', 50, 1))).toMatch(
      /lines of .* do not add up/,
    )
  })

  test('a forged mark of the commit does not help', async () => {
    const { id: transaction, lines, transfers, outbox } = cashSale()
    const forged = movementSql({ id: id(transaction), xid: `'3'` })
    expect(await refusalOf(world.owner, forged, transfers)).toMatch(/no movement written by the same commit/)
    expect(await refusalOf(world.owner, forged, transfers, lines, outbox)).toMatch(
      /no movement written by the same commit|do not add up to its tenders/,
    )
    const { movement } = cashSale(transaction)
    const late = transfers.replace(' amount)', ' amount, xid)').replace('100)', `100, '3')`)
    expect(await refusalOf(world.owner, movement, late)).toMatch(/no movement written by the same commit/)
  })

  test('transfers without any movement are refused', async () => {
    const { transfers } = cashSale()
    expect(await refusalOf(world.owner, transfers)).toMatch(/no movement written by the same commit/)
  })

  test('transfers of one movement come together: a second batch later in the commit is refused', async () => {
    const { id: transaction, movement, lines, transfers, outbox } = cashSale()
    const store = world.register.store_id
    const later = transfersSql(
      transaction,
      [
        ['drawer', store, 'card_clearing', store, 7],
        ['card_clearing', store, 'drawer', store, 7],
      ],
      2,
    )
    expect(await refusalOf(world.owner, movement, lines, transfers, outbox, apart, later)).toMatch(
      /do not add up to its movement/,
    )
  })

  test.each<{ name: string; moves: () => Move[]; refusal: RegExp }>([
    {
      name: 'yen for points',
      moves: () => [['balance_paid', customer.id, 'points_redeemed', world.register.store_id, 100]],
      refusal: /violates check constraint "transfers_check"/,
    },
    {
      name: 'points for yen',
      moves: () => [['point_regular', customer.id, 'sales', world.register.store_id, 100]],
      refusal: /violates check constraint "transfers_check"/,
    },
    {
      name: 'an account paying itself',
      moves: () => [['sales', world.register.store_id, 'sales', world.register.store_id, 100]],
      refusal: /violates check constraint "transfers_check1"/,
    },
    {
      name: 'an amount of zero',
      moves: () => [['drawer', world.register.store_id, 'sales', world.register.store_id, 0]],
      refusal: /violates check constraint "transfers_amount_check"/,
    },
    {
      name: 'a negative amount',
      moves: () => [['sales', world.register.store_id, 'drawer', world.register.store_id, -100]],
      refusal: /violates check constraint "transfers_amount_check"/,
    },
    {
      name: 'more than the movement says',
      moves: () => [['drawer', world.register.store_id, 'sales', world.register.store_id, 101]],
      refusal: /do not add up to its movement/,
    },
    {
      name: 'another tender than the movement says',
      moves: () => [['card_clearing', world.register.store_id, 'sales', world.register.store_id, 100]],
      refusal: /do not add up to its movement/,
    },
    {
      name: 'money of a customer whom the movement does not name',
      moves: () => [['balance_paid', stranger.id, 'sales', world.register.store_id, 100]],
      refusal: /move value of somebody else/,
    },
    {
      name: 'the drawer of another store',
      moves: () => [['drawer', world.elsewhere.store_id, 'sales', world.register.store_id, 100]],
      refusal: /move value of somebody else/,
    },
    {
      name: 'the sales of a store that does not exist',
      moves: () => [['drawer', world.register.store_id, 'sales', randomUUID(), 100]],
      refusal: /move value of somebody else/,
    },
  ])('$name: refused', async ({ moves, refusal }) => {
    const { id: transaction, movement, lines, outbox } = cashSale()
    expect(await refusalOf(world.owner, movement, lines, outbox, transfersSql(transaction, moves()))).toMatch(
      refusal,
    )
  })

  test('the purse of one customer is not opened by a sale to another', async () => {
    const transaction = randomUUID()
    const movement = await movementOfCustomer()
    expect(
      await refusalOf(
        world.owner,
        movementSql({ ...movement, id: id(transaction), tender_cash: '0', tender_balance_paid: '100' }),
        linesSql(transaction, '0, 100, 0, 0, 0'),
        outboxSql(transaction),
        transfersSql(transaction, [['balance_paid', stranger.id, 'sales', world.register.store_id, 100]]),
      ),
    ).toMatch(/move value of somebody else/)
  })

  test.each(['balance_paid_after', 'balance_bonus_after', 'point_regular_after', 'point_limited_after'])(
    'the %s that the customer is shown is what they hold',
    async (column) => {
      const { id: transaction, lines, transfers, outbox } = cashSale()
      const movement = await movementOfCustomer()
      for (const wrong of [`${Number(movement[column]) + 1}`, 'null']) {
        const shown = movementSql({ ...movement, [column]: wrong, id: id(transaction) })
        expect(await refusalOf(world.owner, shown, lines, outbox, transfers)).toMatch(
          /do not add up to its movement/,
        )
      }
    },
  )

  test.each<[string, Movement]>([
    ['without an employee', { employee_id: 'null' }],
    ['without a register', { register_id: 'null' }],
    ['without a store', { store_id: 'null' }],
    ['whose tenders do not pay it', { tender_cash: '99' }],
    ['of nothing', { spent_total: '0', tender_cash: '0' }],
    ['with a negative tender', { tender_cash: '101', tender_card: '-1' }],
    ['with balance of nobody', { tender_cash: '0', tender_balance_paid: '100' }],
    ['with points for nobody', { received_point_regular: '1' }],
    ['with less cash than was owed', { cash_tendered: '99' }],
  ])('a payment %s has no movement', async (_, change) => {
    expect(await refusalOf(world.owner, movementSql(change))).toMatch(/violates check constraint "movements_/)
  })

  test('a number of a document is never given twice', async () => {
    const { movement } = cashSale()
    const again = movement.replace(/insert into ledger.movements \(id/, 'insert into ledger.movements (id')
    const number = `'twice-${randomUUID()}'`
    expect(await refusalOf(world.owner, movementSql({ number }), movementSql({ number }))).toMatch(
      /movements_number_key/,
    )
    expect(await refusalOf(world.owner, movement, again)).toMatch(/movements_pkey|movements_number_key/)
  })
})

describe('the application', () => {
  test.each([
    'accounts',
    'wallets',
    'point_lots',
    'bonus_lots',
    'bonus_lot_moves',
    'given_levels',
    'prepaid_days',
    'prepaid_state',
    'movements',
    'refunds',
    'sale_details',
    'transaction_lines',
    'transfers',
    'pay_codes',
    'checkouts',
    'confirmations',
    'campaign_grants',
    'register_grants',
    'idempotency',
    'outbox',
    'consumers',
    'set_aside',
    'chain_blocks',
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
      'alter table ledger.wallets drop constraint wallets_not_negative',
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
      'answer_confirmation',
      'approve_cashout',
      'approve_payouts',
      'ask_confirmation',
      'audit',
      'business_date',
      'buy_back',
      'buyback_lookalikes',
      'buyback_terms',
      'cancel_payout',
      'carried_float',
      'cash_of_day',
      'cashout_quota',
      'check_as_committed',
      'check_books',
      'claim_code',
      'close_blockers',
      'close_day',
      'close_lapsed_checkouts',
      'collect_deferred',
      'consumer_lags',
      'convert_points',
      'correct',
      'corrected_shares',
      'count_float',
      'count_stock',
      'day_is_open',
      'day_key',
      'day_movements',
      'day_report',
      'decline_cashout',
      'deferral_facts',
      'drawer_change',
      'drawer_now',
      'drop_move',
      'earlier_open_day',
      'end_confirmations',
      'end_given_rank',
      'end_set_aside',
      'expire_before_sale',
      'expire_due',
      'export_payouts',
      'extend_chain',
      'fail_card_charge',
      'first_answer',
      'gifts_of_invitations',
      'give_back_people',
      'give_gifts',
      'give_rank',
      'give_up_set_aside',
      'grant_at_register',
      'hold_answer_confirmation',
      'hold_approve_cashout',
      'hold_approve_payouts',
      'hold_ask_confirmation',
      'hold_buy_back',
      'hold_buyback_paid',
      'hold_charge_cash',
      'hold_claim_code',
      'hold_claim_reward',
      'hold_close_day',
      'hold_collect_deferred',
      'hold_convert_points',
      'hold_correct',
      'hold_count_float',
      'hold_count_stock',
      'hold_decline_cashout',
      'hold_drop_move',
      'hold_end_confirmations',
      'hold_exchange',
      'hold_export_payouts',
      'hold_forfeit_points',
      'hold_gifts',
      'hold_given_rank',
      'hold_grant_at_register',
      'hold_lift_freeze',
      'hold_move_cash',
      'hold_move_question',
      'hold_move_stock',
      'hold_open_card_charge',
      'hold_open_count',
      'hold_out_pay_code',
      'hold_pay_reward',
      'hold_payout',
      'hold_publish_text',
      'hold_record_payout_results',
      'hold_refund',
      'hold_reopen_day',
      'hold_request_cashout',
      'hold_request_payout',
      'hold_reserve_stock',
      'hold_resume_payouts',
      'hold_reverse_buyback',
      'hold_take_back_charge',
      'hold_take_back_points',
      'hold_take_payouts',
      'hold_update_checkout',
      'hold_vouch_for',
      'hold_withdraw_confirmation',
      'hold_write_off',
      'home_store',
      'independent',
      'invitations_of',
      'is_own_account',
      'issue_pay_code',
      'lapse_reservations',
      'level_held',
      'lift_freeze',
      'look_ahead',
      'looks_of_count',
      'move_stock',
      'name_card_charge',
      'next_active_ranks',
      'next_ranks',
      'now',
      'office_kinds',
      'open_card_charge',
      'open_count',
      'open_wallet',
      'pass_movements',
      'pay_reward',
      'payments_around',
      'payout_lines',
      'pending_card_charges',
      'pending_rewards',
      'piece_sale',
      'post_act',
      'post_sales',
      'prepaid_book',
      'prepaid_unused',
      'publish_text',
      'rank_facts',
      'read_sales',
      'recall_payout',
      'record_buyback_paid',
      'record_charge_outcome',
      'record_payout_results',
      'refund',
      'refund_facts',
      'reopen_day',
      'request_cashout',
      'request_payout',
      'reserve_stock',
      'resume_payouts',
      'return_window',
      'reverse_buyback',
      'rewards_changed',
      'rewards_of_day',
      'roll_prepaid',
      'set_deferred_limit',
      'set_movement_aside',
      'set_reorder_point',
      'shop_closing',
      'shop_date',
      'staff_behind',
      'staff_of_account',
      'stock_sales',
      'stop_payouts',
      'take_card_charges',
      'take_given_changes',
      'take_level_changes',
      'take_set_aside',
      'text_facts',
      'tidy',
      'try_setting',
      'unname_reservations',
      'update_checkout',
      'use_approval',
      'void_live_pay_codes',
      'void_pay_codes',
      'void_rewards',
      'vouch_facts',
      'vouch_for',
      'withdraw_confirmation',
      'write_ranks',
    ])
    const nobody = 'gen_random_uuid()'
    for (const call of [
      `ledger.release_checkout(${nobody}, 'cancelled')`,
      `ledger.expire_points(${nobody}, ${nobody}, ${nobody})`,
      `ledger.next_number('KNZ1', current_date)`,
      `ledger.refunds_match(${nobody})`,
      `ledger.invite_gifts_of(${nobody})`,
      `ledger.write_reversed_reasons(null, '[]')`,
      `ledger.post_movements('[]')`,
      `ledger.post_movement('{}')`,
      `ledger.spread(1, '{1}')`,
      `ledger.open_stock(array[${nobody}])`,
      `ledger.lock_stock(array[${nobody}], array[${nobody}])`,
      `ledger.audit_stock()`,
      `ledger.whole_setting('x')`,
      `ledger.buyback_matches(${nobody})`,
      `ledger.block_hash('\\x00', '0'::xid8, '9'::xid8, '{}')`,
      `ledger.acts_as_written('0'::xid8, gen_random_uuid(), '9'::xid8, gen_random_uuid(), 1)`,
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
      expect(await payAll(client, [request])).toMatchObject([{ code: null }])
    } finally {
      client.release(true)
    }
  })
})
