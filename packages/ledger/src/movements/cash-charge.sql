-- A member charges their balance with cash at a register, and a charge that was taken by mistake is taken back on its
-- own day. A charge is no sale: nothing is earned by it, nothing counts towards a rank, and no tax arises.

-- What a customer has charged since a moment, charges that were taken back apart.
create or replace function ledger.charged_since(p_customer uuid, p_since timestamptz) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select coalesce(sum(t.received_paid), 0)::bigint from ledger.movements t
  where t.customer_id = p_customer and t.kind = 'charge' and t.completed_at >= p_since
    and not exists (select from ledger.movements b where b.related_id = t.id and b.kind = 'adjustment');
$$;

-- What the limits of charges are decided by. The caller holds the member's wallet.
create or replace function ledger.charged_member(w ledger.wallets) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select jsonb_build_object(
    'today', (ledger.now() at time zone 'Asia/Tokyo')::date, 'date_of_birth', u.date_of_birth,
    'balance', w.balance_paid + w.balance_bonus, 'pending', ledger.pending_card_charges(w.user_id),
    'charged_month', ledger.charged_since(w.user_id,
      date_trunc('month', ledger.now() at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo'),
    'is_stopped', u.suspended_at is not null or u.closed_at is not null, 'verified', u.verified,
    'limits', (
      select jsonb_object_agg(n, ledger.limit_setting(n))
      from unnest('{topup_min,topup_max,balance_max,topup_minor_month_max}'::text[]) n))
  from users u where u.id = w.user_id;
$$;

-- Locks what a charge in cash touches until the commit, and answers the facts that `chargeCash` of packages/domain
-- decides by; null where its key has its answer. `p` asks: actor_id, session_id, route, key, request_hash,
-- transaction_id, customer_id, code_id (the code that the member showed, which the charge spends; null where they are
-- known otherwise), store_id, register_id, amount, cash_tendered.
create or replace function ledger.hold_charge_cash(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_customer uuid := (p ->> 'customer_id')::uuid;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_date date;
  v_codes jsonb;
  w ledger.wallets;
begin
  v_date := ledger.book_date(v_store);
  if not ledger.hold_key(v_actor, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then return null; end if;
  v_codes := ledger.hold_codes(array[(p ->> 'code_id')::uuid], (p ->> 'register_id')::uuid);
  select * into w from ledger.wallets l where l.user_id = v_customer for no key update;
  return coalesce(ledger.charged_member(w), '{}') || jsonb_build_object(
    'held', ledger.held_by(p),
    'access', ledger.access_facts(p, v_store, array[v_customer]),
    'codes', v_codes,
    'has_wallet', w.user_id is not null,
    'cash_day', ledger.cash_day(v_customer, (p ->> 'transaction_id')::uuid, v_date, ledger.now(), v_actor));
end $$;
grant execute on function ledger.hold_charge_cash to shirogane_app;

-- Locks what the taking back of a charge in cash touches until the commit, and answers the facts that `takeBackCharge` of
-- packages/domain decides by; null where its key has its answer. `p` asks: actor_id, session_id, route, key,
-- request_hash, charge_id, transaction_id, register_id, reason, approved_by (who else gave their password, or agreed).
create or replace function ledger.hold_take_back_charge(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  o ledger.movements;
  v_date date;
  w ledger.wallets;
begin
  select * into o from ledger.movements t
  where t.id = (p ->> 'charge_id')::uuid and t.kind = 'charge' and t.cash_tendered is not null;
  v_date := ledger.book_date(coalesce(o.store_id, ledger.home_store()));
  if not ledger.hold_key((p ->> 'actor_id')::uuid, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then
    return null;
  end if;
  if o.id is null then return jsonb_build_object('held', ledger.held_by(p), 'charge', null); end if;
  -- Two who take the same back follow each other here.
  perform 1 from ledger.movements t where t.id = o.id for no key update;
  select * into w from ledger.wallets l where l.user_id = o.customer_id for no key update;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'charge', jsonb_build_object('id', o.id, 'customer_id', o.customer_id, 'store_id', o.store_id,
      'register_id', o.register_id, 'amount', o.received_paid),
    'people', ledger.reversal_people(p, o.store_id, o.employee_id, array[o.customer_id]),
    'is_taken_back', exists (
      select from ledger.movements b where b.related_id = o.id and b.kind = 'adjustment'),
    'is_of_today', o.business_date = v_date,
    'register_max', coalesce((select s.register_refund_max from stores s where s.id = o.store_id),
      ledger.whole_setting('refund.register_max')),
    'balance_paid', w.balance_paid);
end $$;
grant execute on function ledger.hold_take_back_charge to shirogane_app;

-- No matter what posts it: balance turns into cash of the drawer only where a charge in cash of the same member, shop
-- and day is taken back, the whole of it, once.
create or replace function ledger.check_charge_back(t ledger.movements) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  x record;
begin
  select sum(f.amount) as amount, count(*) as lines into x from ledger.transfers f
  where f.transaction_id = t.id and f.debit_kind = 'balance_paid' and f.credit_kind = 'drawer';
  if x.lines = 0 then return; end if;
  if not exists (
      select from ledger.movements o
      where o.id = t.related_id and o.kind = 'charge' and o.cash_tendered is not null and o.store_id = t.store_id
        and o.customer_id = t.customer_id and o.business_date = t.business_date and o.received_paid = x.amount)
    or (select count(*) from ledger.movements b where b.related_id = t.related_id and b.kind = 'adjustment') > 1 then
    raise exception 'movement % takes back no charge in cash', t.id using errcode = 'check_violation';
  end if;
end $$;
