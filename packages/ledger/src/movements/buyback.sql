-- The shop buys silver from a person: in cash out of the drawer, by a transfer that is owed until it is made, or as
-- paid balance. Written into the ledger of second-hand articles in the same commit.
--
-- Price, refusals and what is stopped are decided in packages/domain (`buyBack`); here stand the facts, the locks and
-- the posting.

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
-- the weights of one piece that are alike (`alikeWeights` of packages/domain).
create or replace function ledger.buyback_lookalikes(p_items jsonb) returns table (
  line int, buyback_id uuid, number text, on_date date, name text, features text, by text
)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select distinct on (a.line, i.buyback_id, i.line) a.line, b.id, b.number, b.on_date, i.name, i.features,
    case when i.serial_key = a.serial_key then 'serial' else 'shape' end
  from jsonb_to_recordset(p_items) a (line int, kind text, fineness smallint, least_mg bigint, most_mg bigint,
    features_key text, serial_key text)
  join buyback_items i on i.serial_key = a.serial_key
    or (i.kind = a.kind and i.fineness = a.fineness and i.features_key = a.features_key
      and i.net_weight_mg / i.quantity between a.least_mg and a.most_mg)
  -- What went back to its seller is not here.
  join buybacks b on b.id = i.buyback_id and b.reversed_at is null
  order by a.line, i.buyback_id, i.line
  limit 20;
$$;
grant execute on function ledger.buyback_lookalikes to shirogane_app;

-- How far a purchase has come, as rules read it (`PurchaseStanding` of packages/domain).
create or replace function ledger.purchase_standing(b public.buybacks) returns jsonb
language sql immutable as $$
  select jsonb_build_object('status', b.status, 'paid_by', b.paid_by, 'is_transferred', b.bank_paid_at is not null,
    'is_reversed', b.reversed_at is not null);
$$;

-- What was written and what was moved are one: the same store and member, each piece's price, and the sum where it went.
create or replace function ledger.buyback_matches(p_id uuid) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  b buybacks;
  t ledger.movements;
  m record;
begin
  select * into b from buybacks where id = p_id;
  select * into t from ledger.movements where id = p_id;
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

-- Locks what a purchase touches until the commit, and answers the facts that `buyBack` of packages/domain decides by;
-- null where the id has been bought under already. `p` asks: id, request_hash, actor_id, store_id, register_id, user_id,
-- seller, seller_search, purpose, items (with their keys), amount, paid_by, bank, signature, note, lookalikes_seen,
-- suspected.
create or replace function ledger.hold_buy_back(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_id uuid := (p ->> 'id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_customer uuid := (p ->> 'user_id')::uuid;
  w ledger.wallets;
begin
  -- The second of two requests with one id waits here for the first one's commit, and then reads it.
  perform pg_advisory_xact_lock(hashtextextended('buyback ' || v_id, 0));
  if exists (select from buybacks b where b.id = v_id) then return null; end if;
  -- Before the wallet: a close that waits would stand between the two otherwise.
  perform ledger.book_date(v_store);
  select * into w from ledger.wallets l where l.user_id = v_customer for no key update;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'now', v_now,
    'today', v_today,
    'is_entitled', exists (
      select from employees e join users u on u.id = e.user_id and u.suspended_at is null
      where e.user_id = v_actor and e.active and public.holds(e.type, 'buyback.make') and e.store_id = v_store),
    'is_here', exists (select from registers r where r.id = (p ->> 'register_id')::uuid and r.store_id = v_store),
    'is_method_lawful', exists (
      select from kyc_methods m where m.method = p #>> '{seller,method}' and not m.is_remote and m.is_offered
        and v_today between m.valid_from and coalesce(m.valid_to, 'infinity')),
    'member', case when v_customer is not null then jsonb_build_object(
      'is_own', ledger.is_own_account(v_actor, v_customer),
      'read_at', (select max(r.at) from desk_readings r where r.user_id = v_customer and r.store_id = v_store),
      'is_suspended', exists (select from users u where u.id = v_customer and u.suspended_at is not null),
      'balance', w.balance_paid + w.balance_bonus,
      'pending', ledger.pending_card_charges(v_customer)) end,
    'terms', (
      select jsonb_build_object('price_per_g', s.price_per_g, 'hold_days', s.hold_days,
        'rates', jsonb_build_object('A', s.rate_a, 'B', s.rate_b, 'C', s.rate_c))
      from ledger.buyback_terms() s),
    'is_lookalike', exists (select from ledger.buyback_lookalikes(p -> 'items')),
    'balance_max', ledger.limit_setting('balance_max'));
end $$;
grant execute on function ledger.hold_buy_back to shirogane_app;

-- Writes a purchase and posts what was paid for it, once for an id. Refusals are answers. `p` asks as above; `x` is what
-- `buyBack` decided.
create or replace function ledger.buy_back(p jsonb, x jsonb, out code text, out n bigint, out replayed boolean) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_id uuid := (p ->> 'id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_hash bytea := (p ->> 'request_hash')::bytea;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_paid_by text := p ->> 'paid_by';
  v_date date;
  v_known buybacks;
  v_number text;
begin
  replayed := false;
  if x ->> 'held' is null then
    select * into v_known from buybacks where id = v_id;
    if found then
      replayed := v_known.request_hash = v_hash and v_known.employee_id = v_actor;
      if not replayed then code := 'IDEMPOTENCY_KEY_REUSED'; end if;
      return;
    end if;
  end if;
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  n := (x ->> 'n')::bigint;
  if code is not null then return; end if;

  v_date := ledger.book_date(v_store);
  v_number := ledger.next_number((select s.code from stores s where s.id = v_store), v_date);
  insert into buybacks (id, status, number, request_hash, store_id, register_id, employee_id, customer_id, business_date,
    on_date, at, seller_name, seller_search, seller_address, seller_occupation, seller_date_of_birth, document,
    document_tail, method, purpose, price_per_g, amount, paid_by, bank, signature, note)
  values (v_id, x ->> 'status', v_number, v_hash, v_store, (p ->> 'register_id')::uuid, v_actor, (p ->> 'user_id')::uuid,
    v_date, v_today, v_now, p #>> '{seller,name}', p ->> 'seller_search', p #>> '{seller,address}',
    p #>> '{seller,occupation}', (p #>> '{seller,date_of_birth}')::date, p #>> '{seller,document}',
    p #>> '{seller,document_tail}', p #>> '{seller,method}', p ->> 'purpose', (x ->> 'price_per_g')::bigint,
    (x ->> 'amount')::bigint, v_paid_by, case when v_paid_by = 'bank' then nullif(p -> 'bank', 'null') end,
    p -> 'signature', p ->> 'note');
  insert into buyback_items (buyback_id, line, kind, name, quantity, fineness, gross_weight_mg, deduction_mg,
    net_weight_mg, grade, price_per_g, rate_bp, amount, features, serial, serial_key, features_key, held_until)
  select v_id, a.line, a.kind, a.name, a.quantity, a.fineness, a.gross_weight_mg, a.deduction_mg, w.net_weight_mg, a.grade,
    (x ->> 'price_per_g')::bigint, w.rate_bp, w.amount, a.features, a.serial, a.serial_key, a.features_key,
    v_today + (x ->> 'hold_days')::int
  from jsonb_to_recordset(p -> 'items') a (line smallint, kind text, name text, quantity int, fineness smallint,
    gross_weight_mg bigint, deduction_mg bigint, grade text, features text, serial text, serial_key text, features_key text)
  join jsonb_to_recordset(x -> 'pieces') w (line smallint, net_weight_mg bigint, rate_bp int, amount bigint)
    on w.line = a.line;
  -- The row and its movement bear one number.
  perform ledger.post_movement(m || jsonb_build_object('number', v_number)) from jsonb_array_elements(x -> 'movements') m;
end $$;
grant execute on function ledger.buy_back to shirogane_app;

-- Locks what the record of a transfer touches until the commit, and answers the facts that `recordBuybackPaid` of
-- packages/domain decides by; null where this act is recorded already. `p` asks: transaction_id, buyback_id, actor_id.
create or replace function ledger.hold_buyback_paid(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_id uuid := (p ->> 'buyback_id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  b buybacks;
begin
  -- The day before any row: a close that waits would stand between the two otherwise.
  perform ledger.book_date(x.store_id) from buybacks x where x.id = v_id;
  select * into b from buybacks where id = v_id for update;
  if b.bank_transaction_id = (p ->> 'transaction_id')::uuid then return null; end if;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'purchase', case when b.id is not null then jsonb_build_object('id', b.id, 'store_id', b.store_id,
      'amount', b.amount) || ledger.purchase_standing(b) end,
    'is_entitled', b.employee_id <> v_actor and exists (
      select from employees e where e.user_id = v_actor and e.active and public.holds(e.type, 'payout')),
    'is_linked', not ledger.independent(b.employee_id, v_actor),
    'is_own', ledger.is_own_account(v_actor, b.customer_id));
end $$;
grant execute on function ledger.hold_buyback_paid to shirogane_app;

-- Records the transfer as `recordBuybackPaid` decided. Answers why it is refused, or null.
create or replace function ledger.record_buyback_paid(p jsonb, x jsonb) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_transaction uuid := (p ->> 'transaction_id')::uuid;
  v_id uuid := (p ->> 'buyback_id')::uuid;
begin
  if x ->> 'held' is null and exists (select from buybacks b where b.id = v_id and b.bank_transaction_id = v_transaction) then
    return null;
  end if;
  perform ledger.check_held(p, x);
  if x ->> 'code' is not null then return x ->> 'code'; end if;
  perform ledger.post_decided(x -> 'movements', '{adjustment}');
  update buybacks set bank_paid_at = ledger.now(), bank_paid_by = (p ->> 'actor_id')::uuid,
    bank_transaction_id = v_transaction
  where id = v_id;
  return null;
end $$;
grant execute on function ledger.record_buyback_paid to shirogane_app;
