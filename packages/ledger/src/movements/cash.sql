-- Cash that moves apart from sales: the float of a morning, cash put in and taken out, what a count finds more or less,
-- the way to the bank. What stands against the drawer is the office's cash, or what is over or short.

-- What the drawer has held up to a day: the sum of everything that went through it.
create or replace function ledger.drawer_until(p_store uuid, p_date date) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(sum(case when x.debit_kind = 'drawer' then x.amount else -x.amount end), 0)::bigint
  from ledger.movements t join ledger.transfers x on x.transaction_id = t.id
  where t.store_id = p_store and t.business_date <= p_date and 'drawer' in (x.debit_kind, x.credit_kind);
$$;

-- What the books say is in the drawer of a store now: what the last close left, and what went through it since. Before
-- the first close it is the sum of everything.
create or replace function ledger.drawer_now(p_store uuid) returns bigint
language plpgsql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  c ledger.day_closes;
begin
  select * into c from ledger.day_closes
  where store_id = p_store and reopened_at is null order by business_date desc limit 1;
  return coalesce(c.carry, 0) + coalesce((
    select sum(case when x.debit_kind = 'drawer' then x.amount else -x.amount end)
    from ledger.movements t join ledger.transfers x on x.transaction_id = t.id
    where t.store_id = p_store and t.business_date > coalesce(c.business_date, '-infinity')
      and t.completed_at >= coalesce((c.business_date - 1)::timestamp at time zone 'Asia/Tokyo', '-infinity')
      and 'drawer' in (x.debit_kind, x.credit_kind)), 0)::bigint;
end $$;
grant execute on function ledger.drawer_now to shirogane_app;

-- Holds the day of a shop until the commit, and answers the facts that `countFloat` of packages/domain decides by. `p` asks:
-- transaction_id, store_id, actor_id, counts, date (null for the day that is open).
create or replace function ledger.hold_count_float(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_store uuid := (p ->> 'store_id')::uuid;
  v_today date;
  v_date date;
  v_carried bigint;
  f ledger.day_floats;
begin
  -- Alone, so that two who count at once stand one after the other.
  perform pg_advisory_xact_lock(ledger.day_key(v_store));
  v_today := ledger.shop_date(v_store);
  v_date := coalesce((p ->> 'date')::date, v_today);
  select * into f from ledger.day_floats
  where store_id = v_store and business_date = v_date order by revision desc limit 1;
  v_carried := ledger.carried_float(v_store, v_date);
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'date', v_date,
    'is_begun', v_date <= v_today,
    'is_open', ledger.day_is_open(v_store, v_date),
    'has_later_float', exists (select from ledger.day_floats l where l.store_id = v_store and l.business_date > v_date),
    'earlier_open_day', ledger.earlier_open_day(v_store, v_date),
    'last', case when f.store_id is not null then jsonb_build_object('counts', f.counts, 'counted', f.counted) end,
    'carried', v_carried,
    'drawer', case when f.store_id is null and v_carried is null then ledger.drawer_until(v_store, v_date - 1) end);
end $$;
grant execute on function ledger.hold_count_float to shirogane_app;

-- Writes a float and posts what it differs by, as `countFloat` decided. Answers the refusal, or null and the date. `p`
-- asks as above.
create or replace function ledger.count_float(p jsonb, x jsonb, out code text, out on_date date, out counted bigint)
returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_store uuid := (p ->> 'store_id')::uuid;
begin
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  on_date := (x ->> 'on_date')::date;
  counted := (x ->> 'counted')::bigint;
  if code is not null or x ->> 'float' is null then return; end if;
  insert into ledger.day_floats (store_id, business_date, revision, counts, counted, carried, employee_id, counted_at)
  select v_store, on_date, coalesce(max(f.revision), 0) + 1, p -> 'counts', (x #>> '{float,counted}')::bigint,
    (x #>> '{float,carried}')::bigint, (p ->> 'actor_id')::uuid, ledger.now()
  from ledger.day_floats f where f.store_id = v_store and f.business_date = on_date;
  perform ledger.post_decided(x -> 'movements', '{cash}');
end $$;
grant execute on function ledger.count_float to shirogane_app;

-- Holds the day of a shop until the commit, and answers the facts that `moveCash` of packages/domain decides by; null where
-- the key has its answer. `p` asks: actor_id, route, key, request_hash, transaction_id, store_id, register_id, act, amount,
-- reason, note.
create or replace function ledger.hold_move_cash(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_store uuid := (p ->> 'store_id')::uuid;
  v_date date;
begin
  -- Alone: two who take the last notes out at once would both find them there.
  perform pg_advisory_xact_lock(ledger.day_key(v_store));
  if not ledger.hold_key((p ->> 'actor_id')::uuid, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then return null; end if;
  v_date := ledger.shop_date(v_store);
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'date', v_date,
    'expected', case when p ->> 'act' = 'pay_out' then ledger.day_report(v_store, v_date) #> '{cash,expected}' end);
end $$;
grant execute on function ledger.hold_move_cash to shirogane_app;
