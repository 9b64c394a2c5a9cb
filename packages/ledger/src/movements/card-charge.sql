-- A customer charges with a saved card: asked for first, taken by the gateway, and booked once the gateway says so.
-- However often and from wherever it is said, it is booked once: to the yen that was asked, under the charge's own id.

-- Money that is on its way counts as if it had arrived, or many charges at once would pass every limit together.
create or replace function ledger.pending_card_charges(p_customer uuid) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(sum(amount), 0)::bigint from ledger.card_charges where customer_id = p_customer and state = 'pending';
$$;
grant execute on function ledger.pending_card_charges to shirogane_app;

-- Why this customer may not charge this much now; null code when they may. The caller holds the wallet's row.
create or replace function ledger.card_charge_refusal(
  p_customer uuid, p_amount bigint, out code text, out n bigint, out m bigint
) returns record
language plpgsql stable security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_local timestamp := v_now at time zone 'Asia/Tokyo';
  v_midnight timestamptz := date_trunc('day', v_local) at time zone 'Asia/Tokyo';
  v_month timestamptz := date_trunc('month', v_local) at time zone 'Asia/Tokyo';
  v_limits jsonb := coalesce((select value from settings where key = 'limits'), '{}');
  v_min bigint := coalesce((v_limits ->> 'topup_min')::bigint, public.setting_default('limits.topup_min')::bigint);
  v_max bigint := coalesce((v_limits ->> 'topup_max')::bigint, public.setting_default('limits.topup_max')::bigint);
  v_balance_max bigint := coalesce((v_limits ->> 'balance_max')::bigint, public.setting_default('limits.balance_max')::bigint);
  v_minor_max bigint := coalesce((v_limits ->> 'topup_minor_month_max')::bigint, public.setting_default('limits.topup_minor_month_max')::bigint);
  v_new_max bigint := coalesce((v_limits ->> 'topup_new_day_max')::bigint, public.setting_default('limits.topup_new_day_max')::bigint);
  v_user users;
  v_wallet ledger.wallets;
  v_pending bigint := ledger.pending_card_charges(p_customer);
begin
  if p_amount < v_min or p_amount > v_max then
    code := 'TOPUP_RANGE'; n := v_min; m := v_max;
    return;
  end if;
  select * into v_user from users where id = p_customer;
  if v_user.suspended_at is not null or v_user.closed_at is not null then
    code := 'AUTH_SUSPENDED';
    return;
  end if;
  -- Of age at the first moment of the eighteenth birthday; who was born on 29 February, after the end of the 28th.
  if v_user.date_of_birth is not null and extract(year from age(v_local::date, v_user.date_of_birth)) < 18
    and p_amount + v_pending + ledger.charged_since(p_customer, v_month) > v_minor_max
  then
    code := 'TOPUP_MINOR_LIMIT'; n := v_minor_max;
    return;
  end if;
  -- Stolen cards are tried out with fresh accounts.
  if v_user.created_at > v_now - interval '30 days' and p_amount + (
      select coalesce(sum(amount), 0) from ledger.card_charges
      where customer_id = p_customer and created_at >= v_midnight and state <> 'failed') > v_new_max
  then
    code := 'TOPUP_LIMIT_DAY'; n := v_new_max;
    return;
  end if;
  select * into v_wallet from ledger.wallets where user_id = p_customer;
  if v_wallet.balance_paid + v_wallet.balance_bonus + v_pending + p_amount > v_balance_max then
    code := 'BALANCE_LIMIT'; n := v_balance_max;
  end if;
end $$;

-- Writes the charge down, or the refusal, for good under the caller's key. Nothing has moved yet. Without a key the same wish
-- again within two minutes is the same charge, and what was refused is asked anew.
create or replace function ledger.open_card_charge(
  p_charge uuid, p_customer uuid, p_method uuid, p_gateway text, p_amount bigint, p_route text, p_key text,
  p_request_hash bytea, p_check_at timestamptz, out charge uuid, out code text, out n bigint, out m bigint,
  out replayed boolean
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  d record;
  v_method payment_methods;
begin
  replayed := false;
  perform 1 from ledger.wallets w where w.user_id = p_customer for no key update;
  d := ledger.take_key(p_customer, p_route, p_key, p_request_hash, p_charge);
  if d.answered then
    select d.act, d.code, d.n, d.m, d.replayed into charge, code, n, m, replayed;
    return;
  end if;

  -- A card that is being removed waits for this charge, or this charge finds it gone.
  select * into v_method from payment_methods p
  where p.id = p_method and p.user_id = p_customer and p.gateway = p_gateway and p.removed_at is null for share;
  if not found then
    code := 'NOT_FOUND';
  elsif make_date(v_method.exp_year, v_method.exp_month, 1) + interval '1 month' <= v_today then
    code := 'CARD_EXPIRED';
  else
    select r.code, r.n, r.m into code, n, m from ledger.card_charge_refusal(p_customer, p_amount) r;
  end if;
  if code is not null then
    perform ledger.refuse_key(p_customer, p_route, p_key, code, n, m);
    return;
  end if;
  insert into ledger.card_charges (id, customer_id, payment_method_id, gateway, gateway_customer, gateway_card, brand,
    last4, amount, created_at, check_at)
  values (p_charge, p_customer, v_method.id, v_method.gateway, v_method.gateway_customer, v_method.gateway_card,
    v_method.brand, v_method.last4, p_amount, v_now, p_check_at);
  charge := p_charge;
end $$;
grant execute on function ledger.open_card_charge to shirogane_app;

-- Keeps the gateway's name of a charge as soon as it is known. Answers whether this charge bears it now.
create or replace function ledger.name_card_charge(p_charge uuid, p_gateway_charge text) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  update ledger.card_charges set gateway_charge = p_gateway_charge where id = p_charge and gateway_charge is null;
  return exists (select from ledger.card_charges where id = p_charge and gateway_charge = p_gateway_charge);
end $$;
grant execute on function ledger.name_card_charge to shirogane_app;

-- Books a charge that the gateway has taken. Answers SETTLED when this call booked it, ALREADY when an earlier one did,
-- AMOUNT when the gateway took another amount than was asked for, and UNKNOWN when it is no charge of ours.
-- Money that was taken is booked no matter what has happened meanwhile, be it a limit that was reached in another way
-- or a charge that was given up: it is the customer's.
create or replace function ledger.record_charge_outcome(
  p_charge uuid, p_gateway text, p_gateway_charge text, p_amount bigint
) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_charge ledger.card_charges;
  v_wallet ledger.wallets;
  v_store stores;
  v_date date;
begin
  select * into v_charge from ledger.card_charges where id = p_charge and gateway = p_gateway for update;
  if not found or v_charge.gateway_charge <> p_gateway_charge then return 'UNKNOWN'; end if;
  if v_charge.amount <> p_amount then return 'AMOUNT'; end if;
  if v_charge.state = 'completed' then return 'ALREADY'; end if;

  v_date := ledger.book_date(ledger.home_store());
  select * into v_wallet from ledger.wallets where user_id = v_charge.customer_id for update;
  select * into v_store from stores where id = ledger.home_store();
  insert into ledger.transactions (id, number, kind, customer_id, store_id, business_date, received_paid, level_before,
    level_after, balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, opened_at,
    completed_at)
  values (v_charge.id, ledger.next_number(v_store.code, v_date), 'charge', v_charge.customer_id, v_store.id, v_date,
    v_charge.amount, v_wallet.level_index, v_wallet.level_index, v_wallet.balance_paid + v_charge.amount,
    v_wallet.balance_bonus, v_wallet.point_regular, v_wallet.point_limited, v_charge.created_at, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  values (v_charge.id, 1, 'charge', 'gateway_clearing', v_store.id, 'balance_paid', v_charge.customer_id,
    v_charge.amount);
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', v_charge.id, v_now, v_now);
  update ledger.card_charges
  set state = 'completed', settled_at = v_now, failure = null, gateway_charge = p_gateway_charge
  where id = v_charge.id;
  return 'SETTLED';
end $$;
grant execute on function ledger.record_charge_outcome to shirogane_app;

-- Gives up a charge for which nothing was taken. Answers whether this call did.
create or replace function ledger.fail_card_charge(p_charge uuid, p_failure text) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  update ledger.card_charges set state = 'failed', failure = p_failure, settled_at = ledger.now()
  where id = p_charge and state = 'pending';
  return found;
end $$;
grant execute on function ledger.fail_card_charge to shirogane_app;

-- Hands out charges whose outcome is to be asked for, each to one asker, and puts them off in case that one dies.
create or replace function ledger.take_card_charges(p_now timestamptz, p_count int) returns setof ledger.card_charges
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.card_charges c
  set checks = c.checks + 1, check_at = p_now + make_interval(secs => least(3600, 10 * 2 ^ least(c.checks, 9)))
  from (
    select id from ledger.card_charges where state = 'pending' and check_at <= p_now
    order by check_at limit p_count for update skip locked
  ) due
  where c.id = due.id
  returning c.*;
$$;
grant execute on function ledger.take_card_charges to shirogane_app;

-- A charge is what it was asked to be, and ends once: only money that arrives after all still turns a failure round.
create or replace function ledger.card_charge_changed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if (to_jsonb(new) - '{state,gateway_charge,failure,settled_at,check_at,checks}'::text[])
      <> (to_jsonb(old) - '{state,gateway_charge,failure,settled_at,check_at,checks}'::text[])
    or old.state = 'completed'
    or (old.state = 'failed' and new.state = 'pending')
    or (old.gateway_charge is not null and new.gateway_charge is distinct from old.gateway_charge) then
    raise exception 'card charge % cannot be altered', old.id using errcode = 'restrict_violation';
  end if;
  if new.state = 'completed' and not exists (
    select from ledger.transactions t
    where t.id = new.id and t.kind = 'charge' and t.customer_id = new.customer_id and t.received_paid = new.amount) then
    raise exception 'card charge % is completed by its movement only', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The other way round: nothing leaves the gateway's account but for a charge that is completed by it.
create or replace function ledger.gateway_charge_complete() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if exists (
    select from ledger.transfers x
    where x.transaction_id = new.id and x.debit_kind = 'gateway_clearing' and not exists (
      select from ledger.card_charges c
      where c.id = new.id and c.state = 'completed' and c.amount = x.amount and c.customer_id = x.credit_holder)
  ) then
    raise exception 'movement % completes no card charge', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
