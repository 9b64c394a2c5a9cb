-- The close of a shop's day, and opening it again.

-- What is not settled yet and would belong to the day: carts and articles put aside, payments under way, and a count of
-- the stock that is neither posted nor given up. A cart has a name, a payment its customer.
drop function if exists ledger.close_blockers(uuid);
create function ledger.close_blockers(p_store uuid) returns table (
  id uuid, kind text, name text, customer_id uuid, since timestamptz)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select k.id, case k.status when 'saved' then 'parked' else 'pending' end, null, k.customer_id, k.opened_at
  from ledger.checkouts k join ledger.pay_codes c on c.id = k.pay_code_id
  where k.store_id = p_store
    and (k.status = 'saved' or (k.status = 'open' and c.state = 'claimed' and c.claimed_until > ledger.now()))
  union all
  select p.id, 'parked', p.name, null, p.parked_at from parked_sales p
  where p.store_id = p_store and p.status in ('parked', 'resumed') and p.expires_at > ledger.now()
  union all
  select n.id, 'stock_count', null, null, n.opened_at from stock_counts n where n.store_id = p_store and n.ended_at is null
  order by 5;
$$;
grant execute on function ledger.close_blockers to shirogane_app;

-- The hash of one close: the hash before it, and the close itself, whole.
create or replace function ledger.close_hash(c ledger.day_closes) returns bytea
language sql stable security definer set search_path = ledger, public, pg_temp set timezone = 'UTC' as $$
  select sha256(c.previous_hash || convert_to((jsonb_strip_nulls(to_jsonb(c))
    - '{hash,reopened_at,reopened_by,reopen_reason}'::text[])::text, 'UTF8'));
$$;

-- Holds the day of a shop until the commit, and answers the facts that `closeDay` of packages/domain decides by. The report
-- of a day that can be closed is computed once: it waits here for the close, which keeps it. `p` asks: id, over_short_id,
-- deposit_id, store_id, date, actor_id, approved_by, approval_from, float, counts, expected, cash_in, cash_out, reason,
-- note, deposit.
create or replace function ledger.hold_close_day(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_store uuid := (p ->> 'store_id')::uuid;
  v_date date := (p ->> 'date')::date;
  v_held text := ledger.held_by(p);
  v_is_open boolean;
  v_float bigint;
  v_cash jsonb;
  st stores;
  c ledger.day_closes;
begin
  -- Every movement that took this date has committed when this lock is given, and none takes it while it is held.
  perform pg_advisory_xact_lock(ledger.day_key(v_store));
  select * into st from stores where id = v_store;
  v_is_open := ledger.day_is_open(v_store, v_date);
  select * into c from ledger.day_closes
  where store_id = v_store and business_date = v_date order by revision desc limit 1;
  select f.counted into v_float from ledger.day_floats f
  where f.store_id = v_store and f.business_date = v_date order by f.revision desc limit 1;
  if v_is_open and v_float is not null then
    insert into ledger.held_reports as h (store_id, held, report)
    values (v_store, v_held, ledger.day_report(v_store, v_date))
    on conflict (store_id) do update set held = excluded.held, report = excluded.report
    returning h.report -> 'cash' into v_cash;
  end if;
  return jsonb_build_object(
    'held', v_held,
    'is_closed', not v_is_open,
    'is_begun', v_date <= ledger.business_date(ledger.now(), st.day_start),
    'last', case when c.id is not null then
      jsonb_build_object('counts', c.counts, 'deposit', c.deposit, 'reason', c.reason, 'note', c.note) end,
    'earlier_open_day', ledger.earlier_open_day(v_store, v_date),
    'has_later_float', exists (select from ledger.day_floats l where l.store_id = v_store and l.business_date > v_date),
    'blockers', array(select b.kind from ledger.close_blockers(v_store) b),
    'float_counted', v_float,
    'cash', case when v_cash is not null then jsonb_build_object(
      'expected', v_cash -> 'expected', 'pay_in', v_cash -> 'pay_in', 'pay_out', v_cash -> 'pay_out') end);
end $$;
grant execute on function ledger.hold_close_day to shirogane_app;

-- Writes a close and posts what belongs to it, as `closeDay` decided, with the report that its facts were read from.
-- Answers the close, or that which stands. `p` asks as above.
create or replace function ledger.close_day(
  p jsonb, x jsonb, out code text, out n bigint, out on_date date, out closed uuid
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_store uuid := (p ->> 'store_id')::uuid;
  v_date date := (p ->> 'date')::date;
  v_report jsonb;
  v_before ledger.day_closes;
  v_last ledger.day_closes;
  c ledger.day_closes;
begin
  perform ledger.check_held(p, x);
  delete from ledger.held_reports h where h.store_id = v_store and h.held = x ->> 'held' returning h.report into v_report;
  code := x ->> 'code';
  n := (x ->> 'n')::bigint;
  on_date := (x ->> 'on_date')::date;
  if code is not null then return; end if;
  select * into v_before from ledger.day_closes
  where store_id = v_store and business_date = v_date order by revision desc limit 1;
  if x ->> 'close' is null then
    closed := v_before.id;
    return;
  end if;

  perform ledger.post_decided(x -> 'movements', '{cash}');

  select * into v_last from ledger.day_closes where store_id = v_store order by seq desc limit 1;
  c.id := (p ->> 'id')::uuid;
  c.store_id := v_store;
  c.business_date := v_date;
  c.z_number := coalesce(v_before.z_number,
    (select coalesce(max(z.z_number), 0) + 1 from ledger.day_closes z where z.store_id = v_store));
  c.revision := coalesce(v_before.revision, 0) + 1;
  c.seq := coalesce(v_last.seq, 0) + 1;
  c.counts := p -> 'counts';
  c.counted := (x #>> '{close,counted}')::bigint;
  c.expected := (v_report #>> '{cash,expected}')::bigint;
  c.over_short := (x #>> '{close,over_short}')::bigint;
  c.reason := x #>> '{close,reason}';
  c.note := p ->> 'note';
  c.deposit := (p ->> 'deposit')::bigint;
  c.carry := (x #>> '{close,carry}')::bigint;
  c.report := v_report;
  c.employee_id := (p ->> 'actor_id')::uuid;
  c.approved_by := (p ->> 'approved_by')::uuid;
  c.closed_at := ledger.now();
  c.previous_hash := coalesce(v_last.hash, sha256('shirogane'::bytea));
  c.hash := ledger.close_hash(c);
  insert into ledger.day_closes select c.*;
  update stores set closed_until = v_date where id = v_store;
  closed := c.id;
end $$;
grant execute on function ledger.close_day to shirogane_app;

-- Holds the day of a shop until the commit, and answers the facts that `reopenDay` of packages/domain decides by. `p` asks:
-- transaction_id, store_id, date, actor_id, reason.
create or replace function ledger.hold_reopen_day(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_store uuid := (p ->> 'store_id')::uuid;
  v_date date := (p ->> 'date')::date;
  c ledger.day_closes;
begin
  perform pg_advisory_xact_lock(ledger.day_key(v_store));
  select * into c from ledger.day_closes
  where store_id = v_store and business_date = v_date order by revision desc limit 1;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'close', case when c.id is not null then jsonb_build_object('is_reopened', c.reopened_at is not null,
      'deposit', c.deposit, 'over_short', c.over_short) end,
    'is_last', exists (select from stores s where s.id = v_store and s.closed_until = v_date),
    'has_later_float', exists (select from ledger.day_floats l where l.store_id = v_store and l.business_date > v_date));
end $$;
grant execute on function ledger.hold_reopen_day to shirogane_app;

-- Opens a closed day again as `reopenDay` decided: its close stays on record, what it posted is taken back, and the next
-- close of the day is a revision of the same number. Answers why not, or null. `p` asks as above.
create or replace function ledger.reopen_day(p jsonb, x jsonb) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_store uuid := (p ->> 'store_id')::uuid;
begin
  perform ledger.check_held(p, x);
  if x ->> 'code' is not null then return x ->> 'code'; end if;
  update ledger.day_closes
  set reopened_at = ledger.now(), reopened_by = (p ->> 'actor_id')::uuid, reopen_reason = p ->> 'reason'
  where store_id = v_store and business_date = (p ->> 'date')::date and reopened_at is null;
  update stores set closed_until = (
    select max(e.business_date) from ledger.day_closes e where e.store_id = v_store and e.reopened_at is null)
  where id = v_store;
  perform ledger.post_decided(x -> 'movements', '{cash}');
  return null;
end $$;
grant execute on function ledger.reopen_day to shirogane_app;
