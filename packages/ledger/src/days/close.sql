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

-- Closes a day, once. A caller who closes it again in the same words is shown the close that stands.
-- `p` asks: id, over_short_id, deposit_id, float_id, store_id, date, actor_id, approved_by, approval_from (a difference
-- of so many yen needs the approval of a second person), float (counts, where the day has none), counts, expected,
-- cash_in, cash_out, reason, note, deposit.
create or replace function ledger.close_day(p jsonb, out code text, out n bigint, out on_date date, out closed ledger.day_closes) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_store uuid := (p ->> 'store_id')::uuid;
  v_date date := (p ->> 'date')::date;
  v_counted bigint := ledger.count_cash(p -> 'counts');
  v_report jsonb;
  v_expected bigint;
  v_before ledger.day_closes;
  v_last ledger.day_closes;
  st stores;
begin
  -- Every movement that took this date has committed when this lock is given, and none takes it while it is held.
  perform pg_advisory_xact_lock(ledger.day_key(v_store));
  select * into st from stores where id = v_store;
  select * into v_before from ledger.day_closes
  where store_id = v_store and business_date = v_date order by revision desc limit 1;
  if v_date <= st.closed_until then
    if v_before.id is null or v_before.counts is distinct from p -> 'counts' or v_before.deposit <> (p ->> 'deposit')::bigint
      or v_before.reason is distinct from p ->> 'reason' or v_before.note is distinct from p ->> 'note' then
      code := 'REGISTER_CLOSED';
    else
      closed := v_before;
    end if;
    return;
  end if;
  if v_date > ledger.business_date(v_now, st.day_start) then code := 'CLOSE_TOO_EARLY'; return; end if;
  on_date := ledger.earlier_open_day(v_store, v_date);
  if on_date is not null then code := 'CLOSE_ORDER'; return; end if;
  -- A later day has begun with what this one left: it went by without a close.
  if exists (select from ledger.day_floats where store_id = v_store and business_date > v_date) then
    code := 'REGISTER_CLOSED';
    return;
  end if;
  select count(*), case when bool_and(b.kind = 'stock_count') then 'CLOSE_COUNT_OPEN' else 'CLOSE_PENDING_TXN' end
  into n, code from ledger.close_blockers(v_store) b;
  if n > 0 then return; end if;
  code := null;
  n := null;
  if v_counted is null or (p ->> 'deposit')::bigint not between 0 and v_counted then
    code := 'VALIDATION_ERROR';
    return;
  end if;

  if not exists (select from ledger.day_floats where store_id = v_store and business_date = v_date) then
    if p ->> 'float' is null then code := 'REGISTER_NOT_OPEN'; return; end if;
    select f.refusal into code
    from ledger.count_float((p ->> 'float_id')::uuid, v_store, (p ->> 'actor_id')::uuid, p -> 'float', v_date) f;
    if code is not null then return; end if;
  elsif p ->> 'float' is not null and ledger.count_cash(p -> 'float') is distinct from (
    select f.counted from ledger.day_floats f where f.store_id = v_store and f.business_date = v_date
    order by f.revision desc limit 1) then
    code := 'CONFLICT';
    return;
  end if;
  v_report := ledger.day_report(v_store, v_date);
  v_expected := (v_report -> 'cash' ->> 'expected')::bigint;
  -- The clerk closes on the figures that were shown to them: a sale that came in between is counted first.
  if (p ->> 'expected')::bigint <> v_expected
    or (p ->> 'cash_in')::bigint <> (v_report -> 'cash' ->> 'pay_in')::bigint
    or (p ->> 'cash_out')::bigint <> (v_report -> 'cash' ->> 'pay_out')::bigint then
    code := 'CONFLICT';
    return;
  end if;
  n := v_counted - v_expected;
  if n <> 0 and p ->> 'reason' is null then code := 'CLOSE_REASON_REQUIRED'; return; end if;
  if abs(n) >= (p ->> 'approval_from')::bigint and p ->> 'approved_by' is null then
    code := 'APPROVAL_REQUIRED';
    return;
  end if;

  perform ledger.post_cash((p ->> 'over_short_id')::uuid, v_store, v_date, null, (p ->> 'actor_id')::uuid,
    (p ->> 'approved_by')::uuid, 'over_short', p ->> 'reason', p ->> 'note', 0, n);
  perform ledger.post_cash((p ->> 'deposit_id')::uuid, v_store, v_date, null, (p ->> 'actor_id')::uuid, null, 'deposit',
    null, null, -(p ->> 'deposit')::bigint, 0);

  select * into v_last from ledger.day_closes where store_id = v_store order by seq desc limit 1;
  closed.id := (p ->> 'id')::uuid;
  closed.store_id := v_store;
  closed.business_date := v_date;
  closed.z_number := coalesce(v_before.z_number,
    (select coalesce(max(z.z_number), 0) + 1 from ledger.day_closes z where z.store_id = v_store));
  closed.revision := coalesce(v_before.revision, 0) + 1;
  closed.seq := coalesce(v_last.seq, 0) + 1;
  closed.counts := p -> 'counts';
  closed.counted := v_counted;
  closed.expected := v_expected;
  closed.over_short := n;
  closed.reason := case when n <> 0 then p ->> 'reason' end;
  closed.note := p ->> 'note';
  closed.deposit := (p ->> 'deposit')::bigint;
  closed.carry := v_counted - closed.deposit;
  closed.report := v_report;
  closed.employee_id := (p ->> 'actor_id')::uuid;
  closed.approved_by := (p ->> 'approved_by')::uuid;
  closed.closed_at := v_now;
  closed.previous_hash := coalesce(v_last.hash, sha256('shirogane'::bytea));
  closed.hash := ledger.close_hash(closed);
  insert into ledger.day_closes select closed.*;
  update stores set closed_until = v_date where id = v_store;
end $$;
grant execute on function ledger.close_day to shirogane_app;

-- Opens the last closed day of a shop again: its close stays on record, what it posted is taken back, and the next close
-- of the day is a revision of the same number. Not once the next day has its float: that was counted from what this
-- close left.
create or replace function ledger.reopen_day(p_id uuid, p_store uuid, p_date date, p_actor uuid, p_reason text) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  c ledger.day_closes;
begin
  perform pg_advisory_xact_lock(ledger.day_key(p_store));
  select * into c from ledger.day_closes
  where store_id = p_store and business_date = p_date order by revision desc limit 1;
  if c.id is null then return 'NOT_FOUND'; end if;
  if c.reopened_at is not null then return 'DAY_IS_OPEN'; end if;
  if p_date <> (select closed_until from stores where id = p_store)
    or exists (select from ledger.day_floats where store_id = p_store and business_date > p_date) then
    return 'REOPEN_TOO_LATE';
  end if;
  update ledger.day_closes set reopened_at = ledger.now(), reopened_by = p_actor, reopen_reason = p_reason where id = c.id;
  update stores set closed_until = (
    select max(e.business_date) from ledger.day_closes e where e.store_id = p_store and e.reopened_at is null)
  where id = p_store;
  perform ledger.post_cash(p_id, p_store, p_date, null, p_actor, null, 'reopen', p_reason, null, c.deposit, -c.over_short);
  return null;
end $$;
grant execute on function ledger.reopen_day to shirogane_app;
