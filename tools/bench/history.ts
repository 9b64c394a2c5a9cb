import type pg from 'pg'

const batchMax = 2_000

type History = {
  total: number
  /** How many of them are the first member's. */
  own: number
  /** One act in the log for every so many of them. Odd, as the number of clerks is a power of two: so every shop has some. */
  actEach: number
  /** All of them rung up by one clerk within some hours, instead of by all clerks within a year. */
  rush?: { clerk: string; until: Date; hours: number }
}

/**
 * Sales paid in cash by members, spread evenly over days, stores and customers; one customer gets a given number of
 * them. With some an act stands in the log, and with each hundredth a cart that once waited. They go through the ledger's
 * door like all others, which lets a customer have one sale in a statement.
 */
export async function addHistory(db: pg.Pool, { total, own, actEach, rush }: History): Promise<void> {
  const { rows } = await db.query<{ first: string; others: string[]; clerks: number }>(`
    select (select id from users where username = 'member1') as first,
      (select array_agg(id) from (select id from users where type = 'customer' and username <> 'member1' limit 5000) u) as others,
      (select count(*)::int from employees) as clerks`)
  const { first, others } = rows[0]!
  const batch = Math.min(batchMax, others.length)
  for (let from = 0, count = 0; from < total; from += count) {
    count = from < own ? 1 : Math.min(batch, total - from)
    await db.query(
      `with clerks as materialized (
         select e.user_id, e.store_id, s.code, (select id from registers r where r.store_id = s.id and r.number = 1) as register_id,
           row_number() over (order by e.number) - 1 as place, count(*) over () as many
         from employees e join stores s on s.id = e.store_id where $7::text is null or e.number = $7
       ), sales as materialized (
         select uuidv7() as id, n, c.many, c.user_id, c.store_id, c.register_id, c.code,
           case when n < $2::int then $3::uuid else ($4::uuid[])[1 + n % cardinality($4::uuid[])] end as customer_id,
           $8::timestamptz - n * $9::interval / $6::int as at
         from generate_series($5::int, $5::int + $1::int - 1) n join clerks c on c.place = n % c.many
       ), heads as (
         insert into ledger.movements (id, number, kind, customer_id, store_id, register_id, employee_id,
           business_date, spent_total, tender_cash, cash_tendered, earn_base, rate_bp, level_before, level_after,
           level_accumulation_after, balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after,
           tax, opened_at, completed_at)
         select s.id, ledger.next_number(s.code, s.at::date), 'payment', s.customer_id, s.store_id, s.register_id, s.user_id,
           (s.at at time zone 'Asia/Tokyo' - interval '5 hours')::date, 1100, 1100, 1100, 1100, 0, w.level_index, w.level_index,
           w.level_accumulation, w.balance_paid, w.balance_bonus, w.point_regular, w.point_limited,
           '[{"rate":1000,"taxable":1100,"tax":100}]', s.at, s.at
         from sales s join ledger.wallets w on w.user_id = s.customer_id
         returning id, store_id
       ), lines as (
         insert into ledger.transaction_lines (transaction_id, line, name, quantity, unit_price, subtotal, tax_rate_bp,
           share_points, share_balance, share_cash, share_card, share_later)
         select id, 1, '雑貨', 1, 1100, 1100, 1000, 0, 0, 1100, 0, 0 from heads
       ), acts as (
         insert into audit_log (id, at, actor_id, action, store_id, subject_id, object, request_id)
         select uuidv7(), at, user_id, (array['member.seen', 'drawer.opened', 'approval.asked', 'sku.change'])[1 + n / ($10::int * many) % 4],
           store_id, customer_id, 'member:' || customer_id, '' from sales where n % $10::int = 0
       ), carts as (
         insert into parked_sales (id, store_id, name, cart, total, pieces, status, register_id, employee_id, parked_at, expires_at)
         select uuidv7(), store_id, 'cart', '{"items": []}', 1100, 1, 'expired', register_id, user_id, at, at + interval '2 days'
         from sales where n % 100 = 0
       ), told as (
         insert into ledger.outbox (topic, transaction_id, created_at, available_at, sent_at)
         select 'transaction', id, now(), now(), now() from heads
       )
       insert into ledger.transfers
         (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
       select id, 5, 'pay_cash', 'drawer', store_id, 'sales', store_id, 1100 from heads`,
      [
        count,
        own,
        first,
        others,
        from,
        total,
        rush?.clerk ?? null,
        rush?.until ?? new Date(),
        rush === undefined ? '365 days' : `${rush.hours} hours`,
        actEach,
      ],
    )
  }
  await db.query('select ledger.pass_all_movements()')
  await db.query('vacuum analyze')
}
