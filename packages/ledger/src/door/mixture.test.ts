import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDay, reopenDay } from '../days/close.ts'
import { writeOffDebt } from '../deferred/write-off.ts'
import { judgeAllRanks } from '../testing/ranks.ts'
import { claimFor, payDueRewards } from '../testing/rewards.ts'
import { randomFrom } from '../testing/random.ts'
import { postCorrection } from '../refund/correct.ts'
import { postConversion } from '../points/convert.ts'
import { forfeitPoints } from '../points/forfeit.ts'
import { grantAtRegister, takeBackPoints } from '../points/register-grant.ts'
import { agreeToMove } from '../testing/agree.ts'
import { type Clerk, createWorld, type Customer, lineOf, type World } from '../testing/world.ts'
import { rowsOf, withinPool } from '../within.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world.drop())

/**
 * What no side may lose or win: of a sale that went back whole, all that was paid is given, and all it earned is taken.
 */
const leaks = `
  select s.id, x.* from ledger.transactions s
  join users u on u.id = s.customer_id and u.closed_at is null
  left join ledger.deferred_sales d on d.sale_id = s.id
  cross join lateral (
    select s.earn_base + coalesce(d.collected, 0) as paid, s.tender_point_regular + s.tender_point_limited as points,
      s.received_point_regular + s.received_point_limited + coalesce(d.points, 0) as earned,
      sum(b.tender_cash + b.tender_card + b.received_paid + b.received_bonus + b.points_deducted) as given,
      sum(b.received_point_regular + b.received_point_limited + b.points_lapsed) as points_given,
      sum(b.points_reclaimed) as taken
    from ledger.transactions b where b.related_id = s.id and b.kind in ('refund', 'void')
  ) x
  where s.kind = 'payment' and (s.voided_by is not null or s.refunded_total = s.spent_total)
    and (x.paid, x.points, x.earned) is distinct from (x.given, x.points_given, x.taken)`

test.each([
  [7, 1],
  [19, 1],
  [31, 4],
])(
  'run %i: whatever a shop and its members do, %i at a time, the books balance and nothing is lost between two acts',
  { timeout: 120_000 },
  async (seed, together) => {
    const below = randomFrom(seed)
    const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
    // Over the turn of a year that has a 29th of February.
    let at = Date.parse('2027-11-25T03:00:00Z')
    const { register, neighbour, elsewhere, manager } = world
    const day = 86_400_000
    const inDays = (days: number) => new Date(at + days * day).toISOString()
    await world.setClock(inDays(0))
    const set = (key: string, value: unknown) =>
      world.owner.query(
        `insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
        [key, JSON.stringify(value)],
      )
    await set('convert', { enabled: true, unit: 10, yen_per_unit: 9 })
    await set('limits', { balance_max: 1_000_000, pay_once_max: 1_000_000, pay_day_max: 10_000_000 })
    await set('deferred.limit_max', 1_000_000)
    await set('deferred.write_off_days', 20)
    await set('refund.window_days', 60)

    const hire = async ({ store_id, register_id }: Clerk, type: string): Promise<Clerk> => {
      const clerk = await world.clerk(store_id, register_id)
      await world.owner.query('update employees set type = $2, store_id = $3 where user_id = $1', [
        clerk.user_id,
        type,
        type === 'accounting' ? null : store_id,
      ])
      return clerk
    }
    const accountant = await hire(register, 'accounting')
    const away = await hire(elsewhere, 'manager')
    const managerOf = (sale: { store: string }) => (sale.store === register.store_id ? manager : away)

    const inviters = [await world.customer(), await world.customer()]
    for (const { id } of inviters)
      await world.owner.query(
        `insert into affiliators (user_id, code, terms_version, agreed_at)
         values ($1::uuid, upper(substr(replace($1::text, '-', ''), 1, 12)), '1.0', ledger.now())`,
        [id],
      )
    async function join(): Promise<Customer> {
      const member = await world.customer({ paid: 20_000, points: 500, bonus: 300 })
      await world.trust(member, 200_000)
      await world.owner.query(
        `insert into affiliates (id, user_id, affiliator_id, created_at)
         values (gen_random_uuid(), $1, $2, ledger.now())`,
        [member.id, pick(inviters).id],
      )
      return member
    }
    const friends = [await join(), await join(), await join(), await join()]
    const anybody = () => pick([...inviters, ...friends])
    for (const [kind, column, value] of [
      ['rate_add', 'rate_bp', 150],
      ['multiplier', 'factor_bp', 25_000],
      ['fixed_point', 'points', 7],
    ] as const)
      for (const days of [null, 5])
        await world.owner.query(
          `insert into campaigns (id, name, kind, ${column}, stackable, starts_at, ends_at, needs_entry, payment_min,
             points_days, budget, member_max, created_at, created_by)
           values (gen_random_uuid(), $1, $1, $2, $3, ledger.now(), $4, false, 1, $5, $6, $7, ledger.now(), $8)`,
          [
            kind,
            value,
            below(2) === 0,
            inDays(90),
            days,
            pick([null, 3_000]),
            pick([null, 500]),
            register.user_id,
          ],
        )

    const sales: { id: string; store: string; customer: Customer | null }[] = []
    const granted: string[] = []
    const recent = <T>(items: readonly T[]): T | undefined => items.at(-1 - below(3))
    async function sell(customer: Customer | null, asked: object): Promise<void> {
      const id = randomUUID()
      const clerk = pick([register, neighbour, elsewhere])
      const sale = { id, clerk, ...asked }
      const { code } = customer ? await world.buy(customer, sale) : await world.pay(sale)
      if (code === null) sales.push({ id, store: clerk.store_id, customer })
    }

    const acts = {
      async pay() {
        const customer = below(8) === 0 ? null : anybody()
        const lines = Array.from({ length: 1 + below(3) }, (_, index) => {
          const unit_price = pick([1, 2, 3, 100, 333, 1_000, 5_001, 1 + below(20_000)])
          const quantity = 1 + below(3)
          const gross = unit_price * quantity
          const discount = pick([0, 0, 0, below(gross + 1), gross])
          const line = lineOf(index + 1, unit_price, pick([1000, 800, 0]))
          return { ...line, quantity, discount, subtotal: gross - discount }
        })
        let rest = lines.reduce((sum, { subtotal }) => sum + subtotal, 0)
        if (rest === 0) return
        const part = (most: number): number => {
          const amount = Math.min(rest, pick([0, most, below(most + 1)]))
          rest -= amount
          return amount
        }
        const wallet = customer && (await world.wallet(customer))
        const points = wallet ? part(wallet.point_regular + wallet.point_limited) : 0
        const balance = wallet ? part(wallet.balance_paid + wallet.balance_bonus) : 0
        const later = wallet ? part(30_000) : 0
        const cash = part(rest)
        await sell(customer, { lines, points, balance, later, cash, card: rest })
      },
      async refund() {
        const sale = pick(sales)
        if (!sale) return
        const by = managerOf(sale)
        const how = below(4)
        await world.giveBack({
          sale: sale.id,
          by,
          ...(how === 0 && { amount: 1 + below(5_000) }),
          ...(how === 1 && { items: [{ line: 1 + below(3), quantity: 1 }] }),
        })
      },
      async refundToBalance() {
        const sale = pick(sales)
        if (!sale) return
        await world.giveBack({ sale: sale.id, by: managerOf(sale), to_balance: true })
      },
      async void() {
        const sale = recent(sales)
        if (sale) await world.giveBack({ sale: sale.id, kind: 'void', by: managerOf(sale) })
      },
      async correct() {
        const sale = recent(sales)
        if (!sale) return
        const { rows } = await world.app.query<{ sum: number }>(
          'select (tender_cash + tender_card)::int as sum from ledger.transactions where id = $1',
          [sale.id],
        )
        const cash = below(rows[0]!.sum + 1)
        const ids = { id: randomUUID(), movement_id: randomUUID(), sale_id: sale.id }
        const by = managerOf(sale)
        await withinPool(world.app, (db) =>
          postCorrection(db, {
            ...ids,
            actor_id: by.user_id,
            session_id: by.session_id,
            key: randomUUID(),
            request_hash: Buffer.from(ids.id),
            cash,
            card: rows[0]!.sum - cash,
            employee_id: null,
            reason: 'r',
            approved_by: null,
          }),
        )
      },
      async collect() {
        const customer = anybody()
        const tender = pick(['cash', 'card', 'bank', 'balance'] as const)
        const by = tender === 'bank' ? accountant : pick([register, elsewhere])
        const amount = pick([null, 1 + below(5_000)])
        await world.collect({ customer, tender, own: tender === 'balance', by, amount })
      },
      async writeOff() {
        const { rows } = await world.app.query(
          'select sale_id from ledger.deferred_sales where outstanding > 0',
        )
        if (rows.length === 0) return
        const { sale_id } = pick(rows)
        await withinPool(world.app, (db) =>
          writeOffDebt(db, {
            actor_id: accountant.user_id,
            session_id: accountant.session_id,
            key: randomUUID(),
            request_hash: Buffer.from(sale_id),
            transaction_id: randomUUID(),
            sale_id,
            reason: 'r',
          }),
        )
      },
      async grant() {
        const until = inDays(1 + below(6))
        await world.grant(
          anybody(),
          below(200),
          pick([null, until]),
          1 + below(100),
          pick([undefined, until]),
        )
      },
      async charge() {
        await world.charge(anybody(), 500 + below(5_000), below(2) === 0)
      },
      async convert() {
        await withinPool(world.app, (db) =>
          postConversion(db, {
            transaction_id: randomUUID(),
            customer_id: anybody().id,
            points: 10 * (1 + below(30)),
            key: randomUUID(),
            request_hash: Buffer.from('convert'),
            is_proven: true,
          }),
        )
      },
      async grantAtRegister() {
        const [transaction_id, giver_transaction_id] = [randomUUID(), randomUUID()]
        const [to, from, points] = [anybody(), pick([null, anybody()]), 1 + below(300)]
        const move = from && { from, to, points, by: manager, key: randomUUID(), id: giver_transaction_id }
        const giver_code_id = move ? await agreeToMove(world, move) : null
        const { code } = await withinPool(world.app, (db) =>
          grantAtRegister(db, {
            actor_id: manager.user_id,
            session_id: manager.session_id,
            route: 'mixture',
            key: randomUUID(),
            request_hash: Buffer.from(transaction_id),
            reason: 'r',
            approved_by: null,
            store_id: manager.store_id,
            register_id: manager.register_id,
            transaction_id,
            customer_id: to.id,
            code_id: null,
            message: { code: 'received_from_member', member: 'm' },
            giver_transaction_id,
            giver_id: from?.id ?? null,
            giver_code_id,
            giver_message: { code: 'moved_to_member', member: 'm' },
            points,
          }),
        )
        if (code === null) granted.push(transaction_id)
      },
      async takeBack() {
        const grant_id = recent(granted)
        if (grant_id === undefined) return
        await withinPool(world.app, (db) =>
          takeBackPoints(db, {
            actor_id: manager.user_id,
            session_id: manager.session_id,
            route: 'mixture',
            key: randomUUID(),
            request_hash: Buffer.from(grant_id),
            reason: 'r',
            approved_by: null,
            transaction_id: randomUUID(),
            giver_transaction_id: randomUUID(),
            grant_id,
          }),
        )
      },
      async gift() {
        const sale = pick(sales.filter(({ customer }) => customer && friends.includes(customer)))
        if (!sale?.customer) return
        for (const user of [sale.customer, pick(inviters)]) {
          const isOwn = user === sale.customer
          await world.give(user, {
            occasion: isOwn
              ? { campaign: 'invite', period: 'once' }
              : { campaign: 'invite_given', period: sale.customer.id },
            sale_id: sale.id,
            points: 1 + below(300),
            expires_at: inDays(9),
            yen: isOwn ? below(2) * 200 : 0,
            message: { code: 'invite_given' },
          })
        }
      },
      async rewards() {
        await payDueRewards(world.app)
        const [inviter, method] = [pick(inviters), pick(['wallet', 'bank'] as const)]
        await claimFor(world.app, inviter.id, method, { key: randomUUID() })
      },
      async rounds() {
        await world.app.query('select ledger.expire_due(null, 1000)')
        await judgeAllRanks(world.app)
        await world.app.query('select ledger.roll_prepaid()')
      },
      async leave() {
        const place = below(friends.length)
        const { id } = friends[place]!
        const { balance_paid, balance_bonus, receivable } = await world.wallet(friends[place]!)
        if (receivable > 0) await world.collect({ customer: friends[place]! })
        if (balance_paid + balance_bonus > 0)
          await sell(friends[place]!, { balance: balance_paid + balance_bonus })
        const client = await world.owner.connect()
        try {
          await client.query('begin')
          await forfeitPoints(rowsOf(client), { user_id: id, transaction_id: randomUUID() })
          const { rowCount } = await client.query(
            `update users u set closed_at = ledger.now(), suspended_at = ledger.now() from ledger.wallets w
             where u.id = $1 and w.user_id = u.id and w.balance_paid + w.balance_bonus + w.receivable = 0`,
            [id],
          )
          await client.query(rowCount === 1 ? 'commit' : 'rollback')
          if (rowCount === 1) friends[place] = await join()
        } finally {
          client.release()
        }
      },
      async close() {
        const { store_id, user_id } = pick([manager, away])
        const { rows } = await world.app.query(
          `select d.date, ledger.day_report($1, d.date::date) -> 'cash' as cash
           from (select coalesce(ledger.earlier_open_day($1, ledger.shop_date($1)), ledger.shop_date($1))::text as date) d`,
          [store_id],
        )
        const { date, cash } = rows[0]
        const counted = Math.max(cash.expected, 0)
        const deposit = below(counted + 1)
        await withinPool(world.app, (db) =>
          closeDay(db, {
            id: randomUUID(),
            over_short_id: randomUUID(),
            deposit_id: randomUUID(),
            float_id: randomUUID(),
            store_id,
            date,
            actor_id: user_id,
            approved_by: null,
            approval_from: 1_000_000_000,
            float: cash.float === null ? { 1: Math.max(cash.carried ?? 0, 0) } : null,
            counts: { 1: counted },
            expected: null,
            cash_in: null,
            cash_out: null,
            deposit,
            reason: 'r',
            note: null,
          }),
        )
      },
      async reopen() {
        const { store_id, user_id } = pick([manager, away])
        const { rows } = await world.app.query(
          'select closed_until::text as date from stores where id = $1 and closed_until is not null',
          [store_id],
        )
        for (const { date } of rows)
          await withinPool(world.app, (db) =>
            reopenDay(db, { transaction_id: randomUUID(), store_id, date, actor_id: user_id, reason: 'r' }),
          )
      },
    }
    const often: (keyof typeof acts)[] = ['pay', 'pay', 'pay', 'pay', 'refund', 'refund', 'collect', 'grant']
    const names = [...(Object.keys(acts) as (keyof typeof acts)[]), ...often, ...often]

    for (let step = 0; step < 400; step += together) {
      // A refusal is an answer; what the books themselves refuse is thrown, and fails this.
      await Promise.all(Array.from({ length: together }, () => acts[pick(names)]()))
      if (below(4) === 0) {
        at += below(3) === 0 ? below(4) * day : below(6 * 3_600_000)
        await world.setClock(inDays(0))
      }
    }
    expect(await world.findings()).toEqual([])
    expect((await world.owner.query(leaks)).rows).toEqual([])
    expect(sales.length).toBeGreaterThan(50)
  },
)
