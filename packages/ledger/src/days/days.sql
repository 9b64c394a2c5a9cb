-- The days of a shop. A movement takes the business date that is open at its store, and holds that date open until its
-- commit: a close waits for the movements that are under way, and those that come after it belong to the next day.

-- The lock of a shop's day: movements share it, a close has it alone. It lives in memory, so that a thousand payments a
-- second at one shop write no row for it. The cast keeps the body immutable, without which every caller would pay for a
-- call instead of the expression.
create or replace function ledger.day_key(p_store uuid) returns bigint
language sql immutable parallel safe
return hashtextextended('ledger.day ' || p_store::text, 0);
grant execute on function ledger.day_key to shirogane_app;

-- The business date that is open at a store right now, for those who only look.
create or replace function ledger.shop_date(p_store uuid) returns date
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select greatest(ledger.business_date(ledger.now(), day_start), closed_until + 1) from stores where id = p_store;
$$;
grant execute on function ledger.shop_date to shirogane_app;

-- The business date for a movement that is about to be posted; the day cannot be closed before the commit. It is asked
-- before any row of a customer is locked: otherwise the movement could wait for a close that waits for another
-- movement, and that one for the row.
create or replace function ledger.book_date(p_store uuid) returns date
language plpgsql volatile security definer set search_path = ledger, public, pg_temp as $$
declare
  v_date date;
begin
  perform pg_advisory_xact_lock_shared(ledger.day_key(p_store));
  -- A statement of its own: it sees the close that the lock may have waited for.
  select ledger.shop_date(p_store) into v_date;
  return v_date;
end $$;

-- Whether a movement of that day may still be undone on it.
create or replace function ledger.day_is_open(p_store uuid, p_date date) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select p_date > coalesce(closed_until, '-infinity') from stores where id = p_store;
$$;
grant execute on function ledger.day_is_open to shirogane_app;

-- Closes are kept as they were. Opening a day again says so on its close, once, and nothing else ever changes.
create or replace function ledger.close_kept() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.reopened_at is null and new.reopened_at is not null
    and to_jsonb(new) - '{reopened_at,reopened_by,reopen_reason}'::text[]
      = to_jsonb(old) - '{reopened_at,reopened_by,reopen_reason}'::text[] then
    return new;
  end if;
  raise exception 'the close % of a day is kept as it was', old.id using errcode = 'restrict_violation';
end $$;

-- Numbers of closes have no gaps: the next day has the next number, and a day that is closed again keeps its own.
create or replace function ledger.close_numbered() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_before ledger.day_closes;
  v_last int;
begin
  perform pg_advisory_xact_lock(ledger.day_key(new.store_id));
  select * into v_before from ledger.day_closes
  where store_id = new.store_id and business_date = new.business_date order by revision desc limit 1;
  select coalesce(max(z_number), 0) into v_last from ledger.day_closes where store_id = new.store_id;
  if new.revision <> coalesce(v_before.revision, 0) + 1
    or new.z_number <> coalesce(v_before.z_number, v_last + 1)
    or new.business_date <= coalesce((select max(c.business_date) from ledger.day_closes c
      where c.store_id = new.store_id and c.reopened_at is null), '-infinity') then
    raise exception 'the closes of % follow each other without a gap', new.store_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What head office does apart from the shops, also on days on which they are closed: it stands in the books of a shop and is
-- no day's work there.
create or replace function ledger.office_kinds() returns text[]
language sql immutable set search_path = ledger, pg_temp as $$ select '{payout,reward,prepaid_cashout}'::text[] $$;
grant execute on function ledger.office_kinds to shirogane_app;

-- The first day before this one on which staff worked and which has not been closed.
create or replace function ledger.earlier_open_day(p_store uuid, p_date date) returns date
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select t.business_date
  from stores s join ledger.transactions t on t.store_id = s.id
  where s.id = p_store and t.employee_id is not null and t.business_date < p_date
    and t.kind <> all (ledger.office_kinds())
    and t.business_date > coalesce(s.closed_until, '-infinity')
    and t.completed_at >= coalesce((s.closed_until - 1)::timestamp at time zone 'Asia/Tokyo', '-infinity')
  order by t.completed_at limit 1;
$$;
grant execute on function ledger.earlier_open_day to shirogane_app;

-- What the last close left in the drawer; null before the first one.
create or replace function ledger.carried_float(p_store uuid, p_date date) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select c.carry from ledger.day_closes c
  where c.store_id = p_store and c.business_date < p_date and c.reopened_at is null
  order by c.business_date desc limit 1;
$$;
grant execute on function ledger.carried_float to shirogane_app;

-- The movements of a store's day. A day's movements happened on it, or on the day before after that one's close, so they
-- are found by the index of when things happened.
create or replace function ledger.day_movements(p_store uuid, p_date date) returns setof ledger.transactions
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select t.* from ledger.transactions t
  where t.store_id = p_store and t.business_date = p_date
    and t.completed_at >= (p_date - 1)::timestamp at time zone 'Asia/Tokyo'
    and t.completed_at < (p_date + 2)::timestamp at time zone 'Asia/Tokyo';
$$;
grant execute on function ledger.day_movements to shirogane_app;

-- The figures of a day, from the ledger alone: for a report at any hour, for the close, and for the audit that asks again.
-- A sale that was voided on its day counts nowhere but under the voids.
create or replace function ledger.day_report(p_store uuid, p_date date) returns jsonb
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set work_mem = '64MB'
as $$
declare
  v_result jsonb;
begin
  with t as materialized (
    select * from ledger.day_movements(p_store, p_date)
  ), sold as materialized (
    -- As a sale stands now: a correction may have found its cash to be a card, or another clerk to have sold it.
    select t.*, coalesce(t.corrected_cash, t.tender_cash) as cash, coalesce(t.corrected_card, t.tender_card) as card
    from t where kind = 'payment' and voided_by is null
  ), lines as materialized (
    select s.id, l.sku_id, l.sku, l.name, l.quantity, l.unit_price, l.discount, l.subtotal
    from sold s join ledger.transaction_lines l on l.transaction_id = s.id
  ), moves as (
    -- What corrected a sale belongs to the sale, and counts as it does.
    select case when s.id is null then t.kind else s.kind end as kind, t.step,
      case when s.id is null then t.voided_by else s.voided_by end as voided_by, x.debit_kind, x.credit_kind, x.amount, x.code
    from t join ledger.transfers x on x.transaction_id = t.id
    left join ledger.transactions s on x.code = 'correct_tender' and s.id = t.related_id
  ), cash as (
    select coalesce(sum(m.amount) filter (where m.kind = 'payment' and m.voided_by is null), 0)::bigint as sales,
      coalesce(sum(m.amount) filter (where m.kind = 'refund'), 0)::bigint as refunds,
      coalesce(sum(m.amount) filter (where m.kind = 'charge' or m.code = 'take_back_charge'), 0)::bigint as charges,
      coalesce(sum(m.amount) filter (where m.kind = 'later_payment'), 0)::bigint as collections,
      coalesce(sum(m.amount) filter (where m.step = 'pay_in'), 0)::bigint as pay_in,
      coalesce(sum(m.amount) filter (where m.step = 'pay_out'), 0)::bigint as pay_out,
      coalesce(sum(m.amount) filter (where m.kind not in ('payment', 'void', 'refund', 'charge', 'later_payment', 'buyback', 'cash')
        and m.code not in ('reverse_buyback', 'take_back_charge')), 0)::bigint as other,
      coalesce(sum(m.amount) filter (where m.kind = 'buyback' or m.code = 'reverse_buyback'), 0)::bigint as buybacks,
      coalesce(sum(m.amount) filter (where m.kind <> 'cash' or m.step in ('pay_in', 'pay_out')), 0)::bigint as total
    from (
      select m.kind, m.step, m.voided_by, m.code, case when m.debit_kind = 'drawer' then m.amount else -m.amount end as amount
      from moves m where 'drawer' in (m.debit_kind, m.credit_kind)
    ) m
  ), opened as (
    select f.counted, f.counted_at, f.employee_id from ledger.day_floats f
    where f.store_id = p_store and f.business_date = p_date order by f.revision desc limit 1
  ), before as (
    select ledger.carried_float(p_store, p_date) as carried
  )
  select jsonb_build_object(
    'sales', (
      select jsonb_build_object('count', count(*), 'total', coalesce(sum(s.spent_total), 0),
        'members', count(*) filter (where s.customer_id is not null),
        'customers', count(distinct s.customer_id),
        'gross', (select coalesce(sum(l.unit_price * l.quantity), 0) from lines l),
        'discounts', (select coalesce(sum(l.discount), 0) from lines l),
        'pieces', (select coalesce(sum(l.quantity), 0) from lines l))
      from sold s),
    'voids', (
      select jsonb_build_object('count', count(*), 'total', coalesce(sum(v.spent_total), 0)) from t v where v.kind = 'void'),
    'refunds', (
      select jsonb_build_object('count', count(*), 'total', coalesce(sum(r.spent_total), 0),
        'points', coalesce(sum(r.back_points), 0), 'balance', coalesce(sum(r.received_paid + r.received_bonus), 0),
        'cash', coalesce(sum(r.tender_cash), 0), 'card', coalesce(sum(r.tender_card), 0),
        'later', coalesce(sum(r.tender_later), 0),
        'kept', coalesce(sum(r.points_deducted), 0))
      from t r where r.kind = 'refund'),
    'tenders', (
      select jsonb_build_object(
        'points', jsonb_build_object('count', count(*) filter (where s.tender_point_regular + s.tender_point_limited > 0),
          'total', coalesce(sum(s.tender_point_regular + s.tender_point_limited), 0)),
        'balance', jsonb_build_object('count', count(*) filter (where s.tender_balance_paid + s.tender_balance_bonus > 0),
          'total', coalesce(sum(s.tender_balance_paid + s.tender_balance_bonus), 0)),
        'cash', jsonb_build_object('count', count(*) filter (where coalesce(s.corrected_cash, s.tender_cash) > 0),
          'total', coalesce(sum(coalesce(s.corrected_cash, s.tender_cash)), 0)),
        'card', jsonb_build_object('count', count(*) filter (where coalesce(s.corrected_card, s.tender_card) > 0),
          'total', coalesce(sum(coalesce(s.corrected_card, s.tender_card)), 0)),
        'later', jsonb_build_object('count', count(*) filter (where s.tender_later > 0), 'total', coalesce(sum(s.tender_later), 0)))
      from sold s),
    'balance', (
      select jsonb_build_object(
        'used_paid', coalesce(sum(b.tender_balance_paid) filter (where b.kind = 'payment' and b.voided_by is null), 0),
        'used_bonus', coalesce(sum(b.tender_balance_bonus) filter (where b.kind = 'payment' and b.voided_by is null), 0),
        'given', coalesce(sum(b.received_bonus) filter (where b.kind not in ('refund', 'void', 'payment')), 0))
      from t b),
    'charges', (
      -- What was taken back on its day was not charged.
      select jsonb_build_object('count', count(*) filter (where m.code = 'charge') - count(*) filter (where m.code <> 'charge'),
        'total', coalesce(sum(case when m.code = 'charge' then m.amount else -m.amount end), 0),
        'cash', (select c.charges from cash c))
      from moves m where m.kind = 'charge' or m.code = 'take_back_charge'),
    'later', (
      select jsonb_build_object(
        'given', (select coalesce(sum(s.tender_later), 0) from sold s),
        'collected', (
          select coalesce(sum(x.amount), 0) from t c join ledger.transfers x on x.transaction_id = c.id
          where c.kind = 'later_payment' and x.credit_kind = 'receivable'),
        'collected_cash', (select c.collections from cash c))),
    'points', (
      select jsonb_build_object(
        'granted', coalesce(sum(m.amount) filter (where m.debit_kind = 'points_cost'), 0),
        'used', coalesce(sum(m.amount) filter (where m.credit_kind = 'points_redeemed'), 0),
        'returned', coalesce(sum(m.amount) filter (where m.debit_kind = 'points_redeemed'), 0),
        'reclaimed', coalesce(sum(m.amount) filter (where m.credit_kind = 'points_cost'), 0),
        'expired', coalesce(sum(m.amount) filter (where m.credit_kind = 'points_expired'), 0))
      from moves m where m.kind <> 'void' and m.voided_by is null),
    'buybacks', (
      -- What was taken back on its day was not bought.
      select jsonb_build_object('count', count(*) filter (where m.debit_kind = 'buyback_goods')
          - count(*) filter (where m.credit_kind = 'buyback_goods'),
        'total', coalesce(sum(case when m.debit_kind = 'buyback_goods' then m.amount else -m.amount end), 0))
      from moves m where 'buyback_goods' in (m.debit_kind, m.credit_kind)),
    'corrections', (select coalesce(sum(s.corrections), 0) from sold s),
    'tax', (
      select coalesce(jsonb_agg(jsonb_build_object('rate', x.rate, 'taxable', x.taxable, 'tax', x.tax,
        'refunded', x.refunded, 'refunded_tax', x.refunded_tax) order by x.rate desc), '[]')
      from (
        select (e ->> 'rate')::int as rate,
          coalesce(sum((e ->> 'taxable')::bigint) filter (where d.kind = 'payment'), 0) as taxable,
          coalesce(sum((e ->> 'tax')::bigint) filter (where d.kind = 'payment'), 0) as tax,
          coalesce(sum((e ->> 'taxable')::bigint) filter (where d.kind = 'refund'), 0) as refunded,
          coalesce(sum((e ->> 'tax')::bigint) filter (where d.kind = 'refund'), 0) as refunded_tax
        from t d cross join lateral jsonb_array_elements(d.tax) e
        where d.kind = 'refund' or (d.kind = 'payment' and d.voided_by is null) group by 1
      ) x),
    'hours', (
      select coalesce(jsonb_agg(jsonb_build_object('hour', h.hour, 'count', h.count, 'total', h.total) order by h.at), '[]')
      from (
        select extract(hour from s.completed_at at time zone 'Asia/Tokyo')::int as hour, count(*) as count,
          sum(s.spent_total) as total, min(s.completed_at) as at
        from sold s group by 1
      ) h),
    'employees', (
      select coalesce(jsonb_agg(jsonb_build_object('employee_id', e.employee_id, 'count', e.count, 'total', e.total,
        'refunds', e.refunds, 'voids', e.voids) order by e.total desc, e.employee_id), '[]')
      from (
        select coalesce(d.corrected_employee_id, d.employee_id) as employee_id, count(*) filter (where d.kind = 'payment' and d.voided_by is null) as count,
          coalesce(sum(d.spent_total) filter (where d.kind = 'payment' and d.voided_by is null), 0) as total,
          coalesce(sum(d.spent_total) filter (where d.kind = 'refund'), 0) as refunds,
          count(*) filter (where d.kind = 'void') as voids
        from t d where d.employee_id is not null and d.kind in ('payment', 'refund', 'void') group by 1
      ) e),
    'goods', (
      select coalesce(jsonb_agg(jsonb_build_object('sku_id', g.sku_id, 'sku', g.sku, 'name', g.name,
        'quantity', g.quantity, 'total', g.total) order by g.total desc, g.sku, g.name, g.sku_id), '[]')
      from (
        select l.sku_id, l.sku, case when l.sku_id is null then min(l.name) else max(l.name) end as name,
          sum(l.quantity) as quantity, sum(l.subtotal) as total
        from lines l group by l.sku_id, l.sku, case when l.sku_id is null then l.name end
        -- To the last one, or a day that is told again would hold the same articles in another order.
        order by total desc, sku, name, sku_id limit 200
      ) g),
    'departments', (
      select coalesce(jsonb_agg(jsonb_build_object('department', d.department, 'quantity', d.quantity, 'total', d.total)
        order by d.total desc, d.department), '[]')
      from (
        select coalesce(k.category, 'other') as department, sum(l.quantity) as quantity, sum(l.subtotal) as total
        from lines l left join skus k on k.id = l.sku_id group by 1
      ) d),
    'cash', (
      select jsonb_build_object('carried', b.carried, 'float', (select o.counted from opened o),
        'sales', c.sales, 'refunds', -c.refunds, 'charges', c.charges, 'collections', c.collections, 'pay_in', c.pay_in,
        'pay_out', -c.pay_out, 'buybacks', -c.buybacks, 'other', c.other,
        'expected', coalesce((select o.counted from opened o), b.carried, 0) + c.total)
      from cash c cross join before b)
  ) into v_result;
  return v_result;
end $$;
grant execute on function ledger.day_report to shirogane_app;

-- Yen that a movement brought into the drawer; below zero, that it took out.
create or replace function ledger.drawer_change(p_movement uuid) returns bigint
language sql stable as $$
  select coalesce(sum(case when x.debit_kind = 'drawer' then x.amount else -x.amount end), 0)::bigint
  from ledger.transfers x where x.transaction_id = p_movement and 'drawer' in (x.debit_kind, x.credit_kind);
$$;
grant execute on function ledger.drawer_change to shirogane_app;

-- What moves the cash of a drawer by itself has its direction.
create or replace function ledger.check_cash_act(t ledger.movements) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_change bigint := ledger.drawer_change(t.id);
begin
  if (case t.step when 'pay_in' then v_change <= 0 when 'pay_out' then v_change >= 0
      when 'deposit' then v_change >= 0 else false end) then
    raise exception 'movement % of cash goes the other way', t.id using errcode = 'check_violation';
  end if;
end $$;
