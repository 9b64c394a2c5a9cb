-- Cash that moves apart from sales: the float of a morning, cash put in and taken out, what a count finds more or less,
-- the way to the bank. What stands against the drawer is the office's cash, or what is over or short.

-- One movement of cash: its row, its message in the outbox and its transfers. The caller holds the shop's day.
create or replace function ledger.post_cash(
  p_id uuid, p_store uuid, p_date date, p_register uuid, p_employee uuid, p_approved_by uuid, p_act text,
  p_reason text, p_note text, p_office bigint, p_over_short bigint
) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if p_office = 0 and p_over_short = 0 then return; end if;
  perform ledger.post_movement(jsonb_build_object('id', p_id, 'kind', 'cash', 'cash_act', p_act, 'store_id', p_store,
    'register_id', p_register, 'employee_id', p_employee, 'approved_by', p_approved_by, 'business_date', p_date,
    'reason', p_reason, 'note', p_note, 'topic', 'till', 'transfers', (
      select jsonb_agg(ledger.transfer(p_act, case when m.amount > 0 then 'drawer' else m.against end,
        case when m.amount > 0 then m.against else 'drawer' end, abs(m.amount)))
      from (values ('cash_office'::ledger.account, p_office), ('over_short', p_over_short)) m (against, amount))));
end $$;

-- What pieces of coins and notes come to; null when there are others among them.
create or replace function ledger.count_cash(p_counts jsonb) returns bigint
language sql immutable set search_path = ledger, public, pg_temp as $$
  select case when bool_and(c.key in ('10000', '5000', '2000', '1000', '500', '100', '50', '10', '5', '1')
      and c.value ~ '^[0-9]{1,5}$') then sum(c.key::bigint * c.value::bigint)::bigint end
  from jsonb_each_text(p_counts) c;
$$;

-- What the drawer has held up to a day: the sum of everything that went through it.
create or replace function ledger.drawer_until(p_store uuid, p_date date) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(sum(case when x.debit_kind = 'drawer' then x.amount else -x.amount end), 0)::bigint
  from ledger.transactions t join ledger.transfers x on x.transaction_id = t.id
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
    from ledger.transactions t join ledger.transfers x on x.transaction_id = t.id
    where t.store_id = p_store and t.business_date > coalesce(c.business_date, '-infinity')
      and t.completed_at >= coalesce((c.business_date - 1)::timestamp at time zone 'Asia/Tokyo', '-infinity')
      and 'drawer' in (x.debit_kind, x.credit_kind)), 0)::bigint;
end $$;
grant execute on function ledger.drawer_now to shirogane_app;

-- The float of the open day, or of an earlier one that is still to be closed, as it was counted. What it differs from what
-- the last close left is over or short; the first float of a shop comes from the office, and what its drawers took in before
-- goes there. The same count again is the same float; another one stands in its place. Answers the refusal, or null and the
-- date.
create or replace function ledger.count_float(
  p_id uuid, p_store uuid, p_employee uuid, p_counts jsonb, p_date date default null, out refusal text, out on_date date
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_counted bigint := ledger.count_cash(p_counts);
  v_before bigint;
  v_carried bigint;
  v_last ledger.day_floats;
begin
  -- Alone, so that two who count at once stand one after the other.
  perform pg_advisory_xact_lock(ledger.day_key(p_store));
  on_date := coalesce(p_date, ledger.shop_date(p_store));
  if v_counted is null then refusal := 'VALIDATION_ERROR'; return; end if;
  if on_date > ledger.shop_date(p_store) then refusal := 'CLOSE_TOO_EARLY'; return; end if;
  -- A day that went by without a count has it while it is open: what is closed, or was the beginning of another, stays.
  if not ledger.day_is_open(p_store, on_date)
    or exists (select from ledger.day_floats where store_id = p_store and business_date > on_date) then
    refusal := 'REGISTER_CLOSED';
    return;
  end if;
  -- What a day begins with is what the one before it left, so that one is closed first.
  if ledger.earlier_open_day(p_store, on_date) is not null then
    refusal := 'CLOSE_ORDER';
    on_date := ledger.earlier_open_day(p_store, on_date);
    return;
  end if;
  select * into v_last from ledger.day_floats
  where store_id = p_store and business_date = on_date order by revision desc limit 1;
  if v_last.counted = v_counted and v_last.counts = p_counts then return; end if;
  v_carried := ledger.carried_float(p_store, on_date);
  v_before := coalesce(v_last.counted, v_carried, ledger.drawer_until(p_store, on_date - 1));
  insert into ledger.day_floats (store_id, business_date, revision, counts, counted, carried, employee_id, counted_at)
  values (p_store, on_date, coalesce(v_last.revision, 0) + 1, p_counts, v_counted, v_carried, p_employee, ledger.now());
  perform ledger.post_cash(p_id, p_store, on_date, null, p_employee, null, 'float', null, null,
    case when v_carried is null then v_counted - v_before else 0 end,
    case when v_carried is null then 0 else v_counted - v_before end);
end $$;
grant execute on function ledger.count_float to shirogane_app;

-- Cash is put in or taken out, once for a key. No more is taken out than the drawer holds.
-- `p` asks: actor_id, key, request_hash, transaction_id, store_id, register_id, act, amount, reason, note.
create or replace function ledger.move_cash(p jsonb, out code text, out replayed boolean, out transaction_id uuid) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
#variable_conflict use_column
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_amount bigint := (p ->> 'amount')::bigint;
  v_date date;
  d record;
begin
  transaction_id := (p ->> 'transaction_id')::uuid;
  replayed := false;
  d := ledger.take_key(v_actor, 'cash', p ->> 'key', (p ->> 'request_hash')::bytea, transaction_id);
  if d.answered then
    select d.code, d.replayed, d.act into code, replayed, transaction_id;
    return;
  end if;

  -- Alone: two who take the last notes out at once would both find them there.
  perform pg_advisory_xact_lock(ledger.day_key(v_store));
  select ledger.shop_date(v_store) into v_date;
  if p ->> 'act' = 'pay_out'
    and v_amount > (ledger.day_report(v_store, v_date) -> 'cash' ->> 'expected')::bigint then
    code := 'DRAWER_SHORT';
    perform ledger.refuse_key(v_actor, 'cash', p ->> 'key', code);
    return;
  end if;
  perform ledger.post_cash(transaction_id, v_store, v_date, (p ->> 'register_id')::uuid, v_actor, null,
    p ->> 'act', p ->> 'reason', p ->> 'note', case p ->> 'act' when 'pay_in' then v_amount else -v_amount end, 0);
end $$;
grant execute on function ledger.move_cash to shirogane_app;
