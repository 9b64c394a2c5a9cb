import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audit } from './audit.ts'
import { grantAtRegister } from '../points/register-grant.ts'
import { agreeToMove } from '../testing/agree.ts'
import { type Code, createWorld, type Customer, lineOf, posted, type World } from '../testing/world.ts'
import { withinPool } from '../within.ts'

let world: World
let customer: Customer
let other: Customer
let regular: Customer
let code: Code
let payment: string
let gift: string

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
  other = await world.customer({ paid: 500 })
  regular = await longStanding()
  code = await world.code(customer)
  const lines = [lineOf(1, 8_000), lineOf(2, 1_080, 800)]
  payment = posted(await world.pay({ code, balance: 6_000, points: 80, cash: 2_000, card: 1_000, lines })).id
  await world.encrypt()
  posted(await world.buy(other, { balance: 100 }))
  gift = randomUUID()
  await world.give(customer, { id: gift, occasion: { campaign: 'welcome', period: '' }, points: 100 })
  await world.encrypt()
  const returned = posted(await world.buy(other, { balance: 50 }))
  await world.giveBack({ sale: returned.id, amount: 10 })
  await world.grant(other, 0, null, 300, '2099-01-01')
  await world.encrypt()
  await world.rollPrepaid()
})
afterAll(() => world.close())

/** A customer who has bought in three years, held a rank through them, and passed on what a campaign gave. */
async function longStanding(): Promise<Customer> {
  const year = new Date(Date.now() + 9 * 3_600_000).getUTCFullYear()
  await world.setClock(`${year - 2}-06-01 12:00:00+09`)
  const somebody = await world.customer()
  posted(await world.buy(somebody, { cash: 150_000 }))
  await world.setClock(`${year - 1}-06-01 12:00:00+09`)
  posted(await world.buy(somebody, { cash: 30_000 }))
  await world.setClock(null)
  await world.owner.query(
    `insert into campaigns (id, name, kind, points, points_days, stackable, starts_at, ends_at, needs_entry, payment_min,
      created_at, created_by)
    values (gen_random_uuid(), '冬の銀器フェア', 'fixed_point', 50, 60, true, now() - interval '1 day',
      now() + interval '1 day', false, 1, now(), $1)`,
    [world.register.user_id],
  )
  posted(await world.buy(somebody, { cash: 300_000 }))
  await world.owner.query('update campaigns set paused_at = now()')
  const move = {
    from: somebody,
    to: other,
    points: 20,
    by: world.register,
    key: randomUUID(),
    id: randomUUID(),
  }
  const giver_code_id = await agreeToMove(world, move)
  const granted = await withinPool(world.app, (db) =>
    grantAtRegister(db, {
      actor_id: world.register.user_id,
      session_id: world.register.session_id,
      route: 'hand',
      key: move.key,
      request_hash: randomBytes(32),
      transaction_id: randomUUID(),
      giver_transaction_id: move.id,
      store_id: world.register.store_id,
      register_id: world.register.register_id,
      customer_id: other.id,
      code_id: null,
      giver_id: somebody.id,
      giver_code_id,
      message: { code: 'received_from_member', member: 'A' },
      giver_message: { code: 'moved_to_member', member: 'B' },
      reason: 'お詫び',
      points: 20,
      approved_by: null,
    }),
  )
  expect(granted.code).toBeNull()
  return somebody
}

test('an untouched ledger has no finding, and the report says how much was read', async () => {
  const report = await audit(world.app)
  expect(report.findings).toEqual([])
  // A round of chaining leaves to the next what is younger than anything that runs on the server.
  const { rows: seals } = await world.owner.query('select block from ledger.chain_blocks')
  expect(seals.length).toBeGreaterThanOrEqual(3)
  expect(report).toMatchObject({ wallets: 3, blocks: seals.length })
  expect(report.transactions).toBeGreaterThanOrEqual(8)
  expect(report.transfers).toBeGreaterThanOrEqual(report.transactions)
})

describe('the red button: each corruption behind the door is found', () => {
  const seals = 'seal'
  const one = () => `'${payment}'`
  const paidBack = (
    reason: string,
  ) => `insert into prepaid_cashouts (id, user_id, amount, reason, way, note, status,
      requested_by, requested_at, decided_by, decided_at)
    select gen_random_uuid(), '${customer.id}', 1, '${reason}', 'bank', 'x', 'paid', a.user_id, now(), b.user_id, now()
    from employees a join employees b on b.user_id > a.user_id limit 1`

  test.each<{ name: string; rule: string; damage: () => string }>([
    {
      name: 'a yen added to a balance',
      rule: 'balance = sum of transfers',
      damage: () =>
        `update ledger.wallets set balance_paid = balance_paid + 1 where user_id = '${customer.id}'`,
    },
    {
      name: 'a point taken from a wallet',
      rule: 'balance = sum of transfers',
      damage: () =>
        `update ledger.wallets set point_regular = point_regular - 1 where user_id = '${customer.id}'`,
    },
    {
      name: 'a wallet that is gone',
      rule: 'transfers have a holder',
      damage: () => `delete from ledger.wallets where user_id = '${other.id}'`,
    },
    {
      name: 'an altered transfer',
      rule: 'transfers = head',
      damage: () => `update ledger.transfers set amount = amount + 1
        where transaction_id = ${one()} and debit_kind = 'balance_paid'`,
    },
    {
      name: 'cash that went into the wrong account',
      rule: 'transfers = head',
      damage: () => `update ledger.transfers set debit_kind = 'card_clearing' where debit_kind = 'drawer'`,
    },
    {
      name: 'a deleted transfer',
      rule: 'transfers = head',
      damage: () =>
        `delete from ledger.transfers where transaction_id = ${one()} and debit_kind = 'balance_paid'`,
    },
    {
      name: 'a reward that comes with a sale and of no reward',
      rule: 'transfers = head',
      damage:
        () => `insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind,
          credit_holder, amount, xid)
        select id, 99, 'x', 'reward_expense', store_id, 'reward', customer_id, 500, xid
        from ledger.transactions where id = ${one()};
        update ledger.wallets set reward = reward + 500 where user_id = '${customer.id}'`,
    },
    {
      name: 'a head whose transfers are all gone',
      rule: 'transfers = head',
      damage: () => `delete from ledger.transfers where transaction_id = ${one()}`,
    },
    {
      name: 'transfers whose head is gone',
      rule: 'transfers = head',
      damage: () => `delete from ledger.movements where id = ${one()}`,
    },
    {
      name: 'a whole movement made up, wallet and all',
      rule: 'lines = tenders',
      damage:
        () => `insert into ledger.movements (id, number, kind, store_id, register_id, employee_id, business_date,
          spent_total, tender_cash, opened_at, completed_at)
        select gen_random_uuid(), 'x', kind, store_id, register_id, employee_id, business_date, 5, 5, opened_at,
          completed_at from ledger.transactions where id = ${one()}`,
    },
    {
      name: 'a transfer of another commit',
      rule: 'transfers share the commit and the parties of their head',
      damage: () => `update ledger.transfers set xid = '3' where transaction_id = ${one()} and line = 1`,
    },
    {
      name: 'value of another customer, with both wallets put right',
      rule: 'transfers share the commit and the parties of their head',
      damage: () => `update ledger.transfers set debit_holder = '${other.id}'
          where transaction_id = ${one()} and debit_kind = 'balance_bonus';
        update ledger.wallets set balance_bonus = balance_bonus + 1000 where user_id = '${customer.id}';
        alter table ledger.wallets drop constraint wallets_not_negative;
        update ledger.wallets set balance_bonus = balance_bonus - 1000 where user_id = '${other.id}'`,
    },
    {
      name: 'balance that came by no way that there is',
      rule: 'value moves by known ways',
      damage: () => `update ledger.transfers set debit_kind = 'bonus_cost'
        where credit_kind = 'balance_paid' and debit_kind = 'drawer'`,
    },
    {
      name: 'sales of a store that does not exist',
      rule: 'transfers have a holder',
      damage: () => `update ledger.transfers set credit_holder = gen_random_uuid()
        where transaction_id = ${one()} and credit_kind = 'sales'`,
    },
    {
      name: 'a line that costs more',
      rule: 'lines = tenders',
      damage: () => `update ledger.transaction_lines set unit_price = unit_price + 1, subtotal = subtotal + 1,
        share_cash = share_cash + 1 where transaction_id = ${one()} and line = 1`,
    },
    {
      name: 'a tender moved between lines and kinds',
      rule: 'lines = tenders',
      damage:
        () => `update ledger.transaction_lines set share_cash = share_cash + 1, share_card = share_card - 1
        where transaction_id = ${one()} and line = 1`,
    },
    {
      name: 'a lost line',
      rule: 'lines = tenders',
      damage: () => `delete from ledger.transaction_lines where transaction_id = ${one()} and line = 2`,
    },
    {
      name: 'lines of nothing',
      rule: 'lines = tenders',
      damage: () =>
        `update ledger.transaction_lines set transaction_id = gen_random_uuid() where transaction_id = ${one()}`,
    },
    {
      name: 'a tax that was rounded up',
      rule: 'tax = once for each rate, after points, cut off',
      damage:
        () => `update ledger.movements set tax = jsonb_set(tax, '{0,tax}', to_jsonb((tax #>> '{0,tax}')::int + 1))
        where id = ${one()}`,
    },
    {
      name: 'a line at another rate',
      rule: 'tax = once for each rate, after points, cut off',
      damage: () =>
        `update ledger.transaction_lines set tax_rate_bp = 1000 where transaction_id = ${one()} and line = 2`,
    },
    {
      name: 'a better rate of points',
      rule: 'points earned = base x rate, cut off',
      damage: () => `update ledger.movements set rate_bp = 500 where id = ${one()}`,
    },
    {
      name: 'points earned on points, with everything else put right',
      rule: 'points earned = base x rate, cut off',
      damage: () => `update ledger.movements set earn_base = spent_total where id = ${one()}`,
    },
    {
      name: 'a lot with a point too many',
      rule: 'lots = limited points',
      damage: () => `update ledger.point_lots set remaining = remaining + 1 where user_id = '${customer.id}'`,
    },
    {
      name: 'a spent code that is live again',
      rule: 'code spent once',
      damage: () =>
        `update ledger.pay_codes set state = 'live', transaction_id = null where id = '${code.id}'`,
    },
    {
      name: 'a code spent on nothing',
      rule: 'code spent once',
      damage: () => `update ledger.pay_codes set transaction_id = gen_random_uuid() where id = '${code.id}'`,
    },
    {
      name: 'a code spent by somebody else',
      rule: 'code spent once',
      damage: () => `update ledger.pay_codes set user_id = '${other.id}' where id = '${code.id}'`,
    },
    {
      name: 'a counter of the day put back',
      rule: 'spending of a day is counted',
      damage: () => `update ledger.wallets set balance_spent = 0 where user_id = '${customer.id}'`,
    },
    {
      name: 'a counter put to another day',
      rule: 'spending of a day is counted',
      damage: () =>
        `update ledger.wallets set balance_spent_on = '2020-01-01' where user_id = '${customer.id}'`,
    },
    {
      name: 'cash of a day forgotten',
      rule: 'cash of a day is counted',
      damage: () => `update ledger.wallets set cash_in = 0 where user_id = '${customer.id}'`,
    },
    {
      name: 'cash of a day put to another day',
      rule: 'cash of a day is counted',
      damage: () => `update ledger.wallets set cash_on = '2020-01-01' where user_id = '${customer.id}'`,
    },
    {
      name: 'a key whose movement is gone',
      rule: 'answer = movement',
      damage: () =>
        `update ledger.idempotency set transaction_id = gen_random_uuid() where transaction_id = ${one()}`,
    },
    {
      name: 'a gift that names no movement',
      rule: 'gift = movement',
      damage: () =>
        `update ledger.campaign_grants set transaction_id = gen_random_uuid() where transaction_id = '${gift}'`,
    },
    {
      name: 'a gift given anew although the first one stands',
      rule: 'gift follows one that went back',
      damage:
        () => `insert into ledger.campaign_grants (user_id, campaign, period, transaction_id, granted_at)
        select user_id, 'invite', 'once:' || transaction_id, gen_random_uuid(), now() from ledger.campaign_grants
        where transaction_id = '${gift}'`,
    },
    {
      name: 'a day of the prepaid book that says more was issued',
      rule: 'prepaid book = movements',
      damage: () => `update ledger.prepaid_days set issued = issued + 1 where bucket = 'paid'`,
    },
    {
      name: 'a day taken out of the prepaid book',
      rule: 'prepaid book = balances',
      damage: () => `delete from ledger.prepaid_days where bucket = 'paid'`,
    },
    {
      name: 'balance called paid back that nothing moved',
      rule: 'balance paid back = its record',
      damage: () => paidBack('relocation'),
    },
    {
      name: 'balance paid back of a half-year that had no room for it',
      rule: 'balance paid back within the law',
      damage: () => paidBack('within_quota'),
    },
    {
      name: 'a lot of given balance that lost a yen',
      rule: 'lot = its moves',
      damage: () => `update ledger.bonus_lots set remaining = remaining - 1`,
    },
    {
      name: 'a lot that holds more than its wallet',
      rule: 'lots <= given balance',
      damage: () => `update ledger.bonus_lots set granted = 99999, remaining = 99999`,
    },
    {
      name: 'a move of a lot that no movement made',
      rule: 'lots give no more than their movement',
      damage: () => `insert into ledger.bonus_lot_moves (transaction_id, lot_id, amount)
        select gen_random_uuid(), id, -1 from ledger.bonus_lots limit 1`,
    },
    {
      name: 'a lot of points that says that it gave more',
      rule: 'lots of points = what their movement gave',
      damage: () => `update ledger.point_lots set granted = granted + 1`,
    },
    {
      name: 'a lot of points that its movement gave to somebody else',
      rule: 'lots of points = what their movement gave',
      damage: () => `update ledger.point_lots set transaction_id = ${one()}`,
    },
    {
      name: 'a limit of debt that nobody granted',
      rule: 'limit of debt = what was granted last',
      damage: () => `update ledger.wallets set deferred_limit = 50000 where user_id = '${customer.id}'`,
    },
    {
      name: 'yen towards a rank that nobody spent',
      rule: 'what counts towards a rank = what was bought',
      damage: () =>
        `update ledger.wallets set level_accumulation = level_accumulation + 1 where user_id = '${customer.id}'`,
    },
    {
      name: 'a rank that no purchase reached',
      rule: 'rank = brought along or reached',
      damage: () => `update ledger.wallets set level_index = 4 where user_id = '${customer.id}'`,
    },
    {
      name: 'a rank that was reached and is gone',
      rule: 'rank = brought along or reached',
      damage: () => `update ledger.wallets set level_index = 0 where user_id = '${regular.id}'`,
    },
    {
      name: 'a rank brought along by somebody who is new',
      rule: 'rank brought along = the year before',
      damage: () =>
        `update ledger.wallets set level_carried = 2, level_index = 2 where user_id = '${customer.id}'`,
    },
    {
      name: 'a rank brought along that the year before did not earn',
      rule: 'rank brought along = the year before',
      damage: () =>
        `update ledger.wallets set level_carried = 4, level_index = 4 where user_id = '${regular.id}'`,
    },
    {
      name: 'a year before in which nobody bought so much',
      rule: 'the year before = what was bought in it',
      damage: () => `update ledger.wallets set level_last_sum = 1200000, level_carried = 4, level_index = 4
        where user_id = '${regular.id}'`,
    },
    {
      name: 'a rank held before the last year that nothing had earned',
      rule: 'rank before the last year = what was bought until then',
      damage: () => `update ledger.wallets set level_last_rank = 4, level_carried = 3, level_index = 3
        where user_id = '${regular.id}'`,
    },
    {
      name: 'regular points that live on',
      rule: 'regular points end after their last use',
      damage: () =>
        `update ledger.wallets set point_regular_expires_on = '2099-12-31' where user_id = '${customer.id}'`,
    },
    {
      name: 'regular points without an end',
      rule: 'regular points end after their last use',
      damage: () =>
        `update ledger.wallets set point_regular_expires_on = null where user_id = '${customer.id}'`,
    },
    {
      name: 'points of a campaign that end on another day',
      rule: 'lots end when their movement says',
      damage: () => `update ledger.point_lots set expires_at = expires_at + interval '1 year'
        where transaction_id = (select transaction_id from ledger.point_reasons where account = 'point_limited' limit 1)`,
    },
    {
      name: 'points that were handed on and live longer than they did',
      rule: 'lots end when their movement says',
      damage: () => `update ledger.point_lots set expires_at = expires_at + interval '1 year'
        where transaction_id = (select transaction_id from ledger.register_grants limit 1)`,
    },
    {
      name: 'points spent after their end',
      rule: 'points are used before they end',
      damage: () => `update ledger.point_lots set expires_at = '2020-01-01'
        where user_id = '${customer.id}' and remaining = 0`,
    },
    {
      name: 'a charge called voided, so that its cash counts no more',
      rule: 'refunds = what their sale was',
      damage:
        () => `insert into ledger.refunds (movement_id, sale_id, kind, back_points, back_paid, back_bonus, back_cash,
          back_card, points_reclaimed, points_lapsed, points_deducted)
        select ${one()}, id, 'void', 0, 0, 0, 0, 0, 0, 0, 0 from ledger.movements where kind = 'charge' limit 1`,
    },
    {
      name: 'what a refund gave back taken away',
      rule: 'refunds = what their sale was',
      damage: () => `delete from ledger.refunds`,
    },
    {
      name: 'other points taken back by a refund',
      rule: 'refunds = what their sale was',
      damage: () => `update ledger.refunds set points_reclaimed = points_reclaimed + 5`,
    },
    {
      name: 'a correction that moves nothing',
      rule: 'a correction moves what it says',
      damage:
        () => `insert into ledger.corrections (id, transaction_id, revision, cash_before, cash_after, card_before,
          card_after, employee_before, employee_after, reason, corrected_by, movement_id, corrected_at)
        select gen_random_uuid(), id, 1, tender_cash, tender_cash - 1, tender_card, tender_card + 1, employee_id, employee_id,
          'x', employee_id, gen_random_uuid(), now() from ledger.movements where id = ${one()}`,
    },
    {
      name: 'a sale that gives up a debt beside',
      rule: 'value moves by known ways',
      damage:
        () => `insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder,
          amount) select id, 99, 'x', 'cash_office', store_id, 'over_short', store_id, 5 from ledger.movements where id = ${one()}`,
    },
    {
      name: 'details of a movement that is no sale',
      rule: 'details are of a sale',
      damage: () => `insert into ledger.sale_details (sale_id, level_bought)
        select id, 1 from ledger.movements where kind = 'charge' limit 1`,
    },
    {
      name: 'a rank that nobody gave',
      rule: 'given rank = the one that runs',
      damage: () =>
        `update ledger.wallets set level_given = 4, level_given_until = '2099-12-31' where user_id = '${customer.id}'`,
    },
    {
      name: 'points that are owed and were written off',
      rule: 'balance = sum of transfers',
      damage: () => `update ledger.wallets set point_debt = 7 where user_id = '${customer.id}'`,
    },
    {
      name: 'a card charge called completed',
      rule: 'completed card charge = movement',
      damage:
        () => `insert into ledger.card_charges (id, customer_id, payment_method_id, gateway, gateway_customer,
          gateway_card, brand, last4, amount, state, created_at, settled_at, check_at)
        values (gen_random_uuid(), '${customer.id}', gen_random_uuid(), 'sandbox', 'cus', 'car', 'Visa', '4242', 500,
          'completed', now(), now(), now())`,
    },
    {
      name: 'word that never went out',
      rule: 'movement is announced',
      damage: () => `delete from ledger.outbox where transaction_id = ${one()}`,
    },
    {
      name: 'a changed note on a chained movement',
      rule: seals,
      damage: () => `update ledger.movements set note = 'x' where id = ${one()}`,
    },
    {
      name: 'a changed name on a chained line',
      rule: seals,
      damage: () => `update ledger.transaction_lines set name = 'x' where transaction_id = ${one()}`,
    },
    {
      name: 'a changed reason on a chained transfer',
      rule: seals,
      damage: () => `update ledger.transfers set code = 'x' where transaction_id = ${one()}`,
    },
    {
      name: 'a movement taken out of a chained block',
      rule: seals,
      damage: () => `delete from ledger.movements where id = ${one()}`,
    },
    {
      name: 'the transfers of a chained movement taken away',
      rule: seals,
      damage: () => `delete from ledger.transfers where transaction_id = ${one()}`,
    },
    {
      name: 'a movement slipped into a chained block',
      rule: seals,
      damage:
        () => `insert into ledger.movements (id, number, kind, store_id, register_id, employee_id, business_date,
          spent_total, tender_cash, opened_at, completed_at, xid)
        select gen_random_uuid(), 'x', kind, store_id, register_id, employee_id, business_date, 5, 5, opened_at,
          completed_at, xid from ledger.transactions where id = ${one()}`,
    },
    {
      name: 'a block taken out of the chain',
      rule: seals,
      damage: () => 'delete from ledger.chain_blocks where block = 2',
    },
    {
      name: 'the first block taken out of the chain',
      rule: seals,
      damage: () => 'delete from ledger.chain_blocks where block = 1',
    },
    {
      name: 'a block chained anew after a change, while the next one knows the old hash',
      rule: seals,
      damage: () => `update ledger.movements set note = 'x' where id = ${one()};
        update ledger.chain_blocks s set hash = (ledger.block_hash(s.previous_hash, s.from_xid, s.until_xid, s.acts)).hash where block = 1`,
    },
  ])('$name ($rule)', async ({ rule, damage }) => {
    const copy = await world.copy()
    try {
      await copy.owner.query(`begin; set local session_replication_role = replica; ${damage()}; commit`)
      const { findings } = await audit(copy.app)
      expect(findings.map((finding) => finding.rule)).toContain(rule)
    } finally {
      await copy.drop()
    }
  })
})
