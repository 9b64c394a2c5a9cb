import type pg from 'pg'

const batch = 2_000

/**
 * Sales of the past year, paid in cash by members, spread evenly over days, stores and customers; one customer gets a
 * given number of them. They go through the ledger's door like all others: only because no wallet moves may a statement
 * hold so many.
 */
export async function addHistory(db: pg.Pool, { total, own }: { total: number; own: number }): Promise<void> {
  const { rows } = await db.query<{ first: string; others: string[]; clerks: number }>(`
    select (select id from users where username = 'member1') as first,
      (select array_agg(id) from (select id from users where type = 'customer' and username <> 'member1' limit 5000) u) as others,
      (select count(*)::int from employees) as clerks`)
  const { first, others } = rows[0]!
  for (let from = 0; from < total; from += batch) {
    const count = Math.min(batch, total - from)
    const mine = Math.max(0, Math.min(count, own - from))
    await db.query(
      `with clerks as materialized (
         select e.user_id, e.store_id, s.code, (select id from registers r where r.store_id = s.id and r.number = 1) as register_id,
           row_number() over (order by e.number) - 1 as place, count(*) over () as many
         from employees e join stores s on s.id = e.store_id
       ), sales as materialized (
         select uuidv7() as id, n, c.user_id, c.store_id, c.register_id, c.code,
           case when n < $2::int then $3::uuid else ($4::uuid[])[1 + n % cardinality($4::uuid[])] end as customer_id,
           now() - ($5::int + n) * interval '365 days' / $6::int as at
         from generate_series(0, $1::int - 1) n join clerks c on c.place = n % c.many
       ), heads as (
         insert into ledger.transactions (id, number, kind, customer_id, store_id, register_id, employee_id,
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
       ), told as (
         insert into ledger.outbox (topic, transaction_id, created_at, available_at, sent_at)
         select 'transaction', id, now(), now(), now() from heads
       )
       insert into ledger.transfers
         (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
       select id, 5, 'pay_cash', 'drawer', store_id, 'sales', store_id, 1100 from heads`,
      [count, mine, first, others, from, total],
    )
  }
  await db.query('vacuum analyze')
}
