-- The shop buys silver from a person: in cash out of the drawer, by a transfer that is owed until it is made, or as
-- paid balance. Written into the ledger of second-hand articles in the same commit.
--
-- Price and rates are those of the settings at this moment, no matter what the desk believed; the sum it showed has to
-- be the same. A seller is of age, their identity documents were seen, and they are not the clerk themself.

create or replace function ledger.buyback_terms(
  out price_per_g bigint, out rate_a bigint, out rate_b bigint, out rate_c bigint, out hold_days bigint
) returns record
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select ledger.whole_setting('silver_price_per_g'), ledger.whole_setting('buyback.rate_bp'),
    ledger.whole_setting('buyback.rate_b_bp'), ledger.whole_setting('buyback.rate_c_bp'),
    ledger.whole_setting('buyback.hold_days');
$$;
grant execute on function ledger.buyback_terms to shirogane_app;

-- Earlier purchases of what may be the same piece: by the number stamped into it, or by its kind, fineness, features and
-- weight.
create or replace function ledger.buyback_lookalikes(p_items jsonb) returns table (
  line int, buyback_id uuid, number text, on_date date, name text, features text, by text
)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select distinct on (a.line, i.buyback_id, i.line) a.line, b.id, b.number, b.on_date, i.name, i.features,
    case when i.serial_key = a.serial_key then 'serial' else 'shape' end
  from jsonb_to_recordset(p_items) a (line int, kind text, fineness smallint, quantity int, net_weight_mg bigint,
    features_key text, serial_key text)
  join buyback_items i on i.serial_key = a.serial_key
    or (i.kind = a.kind and i.fineness = a.fineness and i.features_key = a.features_key
      and abs(i.net_weight_mg / i.quantity - a.net_weight_mg / a.quantity) <= greatest(50, a.net_weight_mg / a.quantity / 100))
  -- What went back to its seller is not here.
  join buybacks b on b.id = i.buyback_id and b.reversed_at is null
  order by a.line, i.buyback_id, i.line
  limit 20;
$$;
grant execute on function ledger.buyback_lookalikes to shirogane_app;

-- What was written and what was moved are one: the same store and member, each piece's price, and the sum where it went.
create or replace function ledger.buyback_matches(p_id uuid) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  b buybacks;
  t ledger.transactions;
  m record;
begin
  select * into b from buybacks where id = p_id;
  select * into t from ledger.transactions where id = p_id;
  if b.id is null then
    raise exception 'buyback % is not in the ledger of second-hand articles', p_id using errcode = 'check_violation';
  end if;
  if b.amount <> (select coalesce(sum(i.amount), 0) from buyback_items i where i.buyback_id = p_id) then
    raise exception 'pieces of buyback % do not add up', p_id using errcode = 'check_violation';
  end if;
  if b.status = 'stopped' then
    if t.id is not null then
      raise exception 'buyback % was stopped, and is paid for', p_id using errcode = 'check_violation';
    end if;
    return;
  end if;
  select count(*) as lines, coalesce(sum(x.amount) filter (where x.debit_kind = 'buyback_goods'), 0) as goods,
    coalesce(sum(x.amount) filter (where x.credit_kind = 'drawer'), 0) as drawer,
    coalesce(sum(x.amount) filter (where x.credit_kind = 'buyback_payable'), 0) as payable,
    coalesce(sum(x.amount) filter (where x.credit_kind = 'balance_paid'), 0) as balance
  into m from ledger.transfers x where x.transaction_id = p_id;
  if (t.id is null or t.kind <> 'buyback' or t.store_id <> b.store_id or t.employee_id <> b.employee_id
    or t.business_date <> b.business_date or t.customer_id is distinct from b.customer_id or t.spent_total <> 0
    or m.lines <> 1 or m.goods <> b.amount
    or m.drawer <> t.tender_cash or m.drawer <> case when b.paid_by = 'cash' then b.amount else 0 end
    or m.payable <> case when b.paid_by = 'bank' then b.amount else 0 end
    or m.balance <> t.received_paid or m.balance <> case when b.paid_by = 'balance' then b.amount else 0 end) then
    raise exception 'buyback % is not what was paid for it', p_id using errcode = 'check_violation';
  end if;
end $$;

create or replace function ledger.buyback_written() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.buyback_matches(case when tg_table_name = 'buyback_items'
    then (to_jsonb(new) ->> 'buyback_id')::uuid else (to_jsonb(new) ->> 'id')::uuid end);
  return null;
end $$;

-- Buys, once for an id. `p` asks: id, request_hash, actor_id, store_id, register_id, user_id, seller, seller_search,
-- purpose, items (with their keys), amount, paid_by, bank, signature, note, lookalikes_seen, suspected.
create or replace function ledger.buy_back(p jsonb, out code text, out n bigint, out replayed boolean) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_id uuid := (p ->> 'id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_customer uuid := (p ->> 'user_id')::uuid;
  v_birth date := (p #>> '{seller,date_of_birth}')::date;
  v_paid_by text := p ->> 'paid_by';
  v_stopped boolean := coalesce((p ->> 'suspected')::boolean, false);
  v_hash bytea := decode(p ->> 'request_hash', 'hex');
  v_known buybacks;
  v_store stores;
  v_date date;
  v_number text;
  v_amount bigint;
  v_terms record;
  v_wallet ledger.wallets;
  v_balance_max bigint := ledger.limit_setting('balance_max');
begin
  replayed := false;
  -- The second of two requests with one id waits here for the first one's commit, and then reads it.
  perform pg_advisory_xact_lock(hashtextextended('buyback ' || v_id, 0));
  select * into v_known from buybacks where id = v_id;
  if found then
    if v_known.request_hash = v_hash and v_known.employee_id = v_actor then
      replayed := true;
    else
      code := 'IDEMPOTENCY_KEY_REUSED';
    end if;
    return;
  end if;

  perform from employees e
  join users u on u.id = e.user_id and u.suspended_at is null
  where e.user_id = v_actor and e.active and public.holds(e.type, 'buyback.make') and e.store_id = (p ->> 'store_id')::uuid;
  if not found then code := 'FORBIDDEN'; return; end if;
  select * into v_store from stores where id = (p ->> 'store_id')::uuid;
  if not exists (select from registers where id = (p ->> 'register_id')::uuid and store_id = v_store.id) then
    code := 'NOT_FOUND';
    return;
  end if;

  -- Before the wallet: a close that waits would stand between the two otherwise.
  v_date := ledger.book_date(v_store.id);
  if v_birth > v_today then code := 'DOB_INVALID'; return; end if;
  if extract(year from age(v_today, v_birth)) < 18 then code := 'BUYBACK_MINOR'; return; end if;
  if not exists (select from kyc_methods m where m.method = p #>> '{seller,method}' and not m.is_remote and m.is_offered
      and v_today between m.valid_from and coalesce(m.valid_to, 'infinity')) then
    code := 'BUYBACK_ID_REQUIRED';
    return;
  end if;

  if v_customer is not null then
    if ledger.is_own_account(v_actor, v_customer) then code := 'SELF_DEALING'; return; end if;
    if not exists (select from desk_readings r where r.user_id = v_customer and r.store_id = v_store.id
        and r.at > v_now - interval '1 hour') then
      code := 'MEMBER_REQUIRED';
      return;
    end if;
    select * into v_wallet from ledger.wallets where user_id = v_customer for no key update;
    if exists (select from users u where u.id = v_customer and u.suspended_at is not null) then
      code := 'CUSTOMER_SUSPENDED';
      return;
    end if;
  end if;
  if v_paid_by = 'balance' and v_wallet.user_id is null then code := 'MEMBER_REQUIRED'; return; end if;
  if v_paid_by = 'bank' and not v_stopped and coalesce(jsonb_typeof(p -> 'bank'), 'null') = 'null' then
    code := 'BUYBACK_BANK_REQUIRED';
    return;
  end if;

  select * into v_terms from ledger.buyback_terms();
  -- Two people agree on the price of a gram: before they have, nothing is bought.
  if v_terms.price_per_g is null then code := 'SILVER_RATE_MISSING'; return; end if;
  select sum(div((a.gross_weight_mg - a.deduction_mg)::numeric * a.fineness * v_terms.price_per_g
    * case a.grade when 'A' then v_terms.rate_a when 'B' then v_terms.rate_b else v_terms.rate_c end, 10000000000))::bigint
  into v_amount
  from jsonb_to_recordset(p -> 'items') a (gross_weight_mg bigint, deduction_mg bigint, fineness smallint, grade text);
  if v_amount is distinct from (p ->> 'amount')::bigint then code := 'BUYBACK_QUOTE'; n := v_amount; return; end if;
  if not v_stopped and not coalesce((p ->> 'lookalikes_seen')::boolean, false)
    and exists (select from ledger.buyback_lookalikes(p -> 'items')) then
    code := 'BUYBACK_DUPLICATE';
    return;
  end if;
  if v_paid_by = 'balance' and not v_stopped and v_wallet.balance_paid + v_wallet.balance_bonus
      + ledger.pending_card_charges(v_customer) + v_amount > v_balance_max then
    code := 'BALANCE_LIMIT';
    n := v_balance_max;
    return;
  end if;

  v_number := ledger.next_number(v_store.code, v_date);
  insert into buybacks (id, status, number, request_hash, store_id, register_id, employee_id, customer_id, business_date,
    on_date, at, seller_name, seller_search, seller_address, seller_occupation, seller_date_of_birth, document,
    document_tail, method, purpose, price_per_g, amount, paid_by, bank, signature, note)
  values (v_id, case when v_stopped then 'stopped' else 'paid' end, v_number, v_hash, v_store.id,
    (p ->> 'register_id')::uuid, v_actor, v_customer, v_date, v_today, v_now, p #>> '{seller,name}', p ->> 'seller_search',
    p #>> '{seller,address}', p #>> '{seller,occupation}', v_birth, p #>> '{seller,document}',
    p #>> '{seller,document_tail}', p #>> '{seller,method}', p ->> 'purpose', v_terms.price_per_g, v_amount, v_paid_by,
    case when v_paid_by = 'bank' then nullif(p -> 'bank', 'null') end, p -> 'signature', p ->> 'note');
  insert into buyback_items (buyback_id, line, kind, name, quantity, fineness, gross_weight_mg, deduction_mg,
    net_weight_mg, grade, price_per_g, rate_bp, amount, features, serial, serial_key, features_key, held_until)
  select v_id, a.line, a.kind, a.name, a.quantity, a.fineness, a.gross_weight_mg, a.deduction_mg, w.net, a.grade,
    v_terms.price_per_g, w.rate, div(w.net::numeric * a.fineness * v_terms.price_per_g * w.rate, 10000000000), a.features,
    a.serial, a.serial_key, a.features_key, v_today + v_terms.hold_days::int
  from jsonb_to_recordset(p -> 'items') a (line smallint, kind text, name text, quantity int, fineness smallint,
    gross_weight_mg bigint, deduction_mg bigint, grade text, features text, serial text, serial_key text, features_key text)
  cross join lateral (select a.gross_weight_mg - a.deduction_mg as net,
    case a.grade when 'A' then v_terms.rate_a when 'B' then v_terms.rate_b else v_terms.rate_c end as rate) w;
  if v_stopped then return; end if;

  perform ledger.post_movement(jsonb_build_object('id', v_id, 'number', v_number, 'kind', 'buyback',
    'customer_id', v_customer, 'store_id', v_store.id, 'register_id', p -> 'register_id', 'employee_id', v_actor,
    'business_date', v_date, 'message', jsonb_build_object('code', 'buyback'), 'transfers', jsonb_build_array(
      ledger.transfer('buy_back', 'buyback_goods', case v_paid_by when 'cash' then 'drawer'::ledger.account
        when 'bank' then 'buyback_payable' else 'balance_paid' end, v_amount))));
end $$;
grant execute on function ledger.buy_back to shirogane_app;

-- The transfer for a purchase has been made. Once, and never by the one who bought, or to themself.
create or replace function ledger.record_buyback_paid(p_transaction uuid, p_buyback uuid, p_employee uuid) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  b buybacks;
  v_date date;
begin
  -- The day before any row: a close that waits would stand between the two otherwise.
  select ledger.book_date(x.store_id) into v_date from buybacks x where x.id = p_buyback;
  select * into b from buybacks where id = p_buyback for update;
  if not found then return 'NOT_FOUND'; end if;
  if b.bank_transaction_id = p_transaction then return null; end if;
  if b.status <> 'paid' or b.paid_by <> 'bank' or b.bank_paid_at is not null or b.reversed_at is not null then return 'CONFLICT'; end if;
  if b.employee_id = p_employee or not exists (
    select from employees e where e.user_id = p_employee and e.active and public.holds(e.type, 'payout')) then
    return 'FORBIDDEN';
  end if;
  if not ledger.independent(b.employee_id, p_employee) then return 'APPROVAL_LINKED'; end if;
  if ledger.is_own_account(p_employee, b.customer_id) then return 'SELF_DEALING'; end if;
  perform ledger.post_movement(jsonb_build_object('id', p_transaction, 'kind', 'adjustment', 'store_id', b.store_id,
    'employee_id', p_employee, 'related_id', b.id, 'business_date', v_date,
    'message', jsonb_build_object('code', 'buyback_transfer'), 'transfers', jsonb_build_array(
      ledger.transfer('transfer_buyback', 'buyback_payable', 'bank', b.amount))));
  update buybacks set bank_paid_at = ledger.now(), bank_paid_by = p_employee, bank_transaction_id = p_transaction where id = b.id;
  return null;
end $$;
grant execute on function ledger.record_buyback_paid to shirogane_app;
