-- A customer charges with a saved card: asked for first, taken by the gateway, and booked once the gateway says so.
-- However often and from wherever it is said, it is booked once: to the yen that was asked, under the charge's own id.

-- Money that is on its way counts as if it had arrived, or many charges at once would pass every limit together.
create or replace function ledger.pending_card_charges(p_customer uuid) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(sum(amount), 0)::bigint from ledger.card_charges where customer_id = p_customer and state = 'pending';
$$;
grant execute on function ledger.pending_card_charges to shirogane_app;

drop function if exists ledger.open_card_charge(jsonb, jsonb);

-- Locks what a charge by card touches until the commit, and answers the facts that `chargeCard` of packages/domain
-- decides by; null where its key has its answer. `p` asks: actor_id (the customer), route, key, request_hash,
-- transaction_id, payment_method_id, gateway, amount, check_at.
create or replace function ledger.hold_open_card_charge(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_customer uuid := (p ->> 'actor_id')::uuid;
  v_now timestamptz := ledger.now();
  v_midnight timestamptz := date_trunc('day', v_now at time zone 'Asia/Tokyo') at time zone 'Asia/Tokyo';
  w ledger.wallets;
  m payment_methods;
begin
  if not ledger.hold_key(v_customer, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then return null; end if;
  select * into w from ledger.wallets l where l.user_id = v_customer for no key update;
  -- A card that is being removed waits for this charge, or this charge finds it gone.
  select * into m from payment_methods q
  where q.id = (p ->> 'payment_method_id')::uuid and q.user_id = v_customer and q.gateway = p ->> 'gateway'
    and q.removed_at is null for share;
  return ledger.charged_member(w) || jsonb_build_object(
    'held', ledger.held_by(p),
    'card_ends_on', (make_date(m.exp_year, m.exp_month, 1) + interval '1 month')::date,
    'is_new', (select u.created_at > v_now - interval '30 days' from users u where u.id = v_customer),
    'charged_today', (
      select coalesce(sum(c.amount), 0) from ledger.card_charges c
      where c.customer_id = v_customer and c.created_at >= v_midnight and c.state <> 'failed'),
    'topup_new_day_max', ledger.limit_setting('topup_new_day_max'));
end $$;
grant execute on function ledger.hold_open_card_charge to shirogane_app;

-- Writes the charge down, or the refusal, for good under the caller's key. Nothing has moved yet. `p` asks as above; `x`
-- is what `chargeCard` decided.
create function ledger.open_card_charge(
  p jsonb, x jsonb, out charge uuid, out code text, out n bigint, out m bigint, out replayed boolean
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  d record;
begin
  select * into d from ledger.post_act(p, x || '{"movements": []}') d;
  charge := d.transaction;
  code := d.code;
  n := d.n;
  m := d.m;
  replayed := d.replayed;
  if replayed or code is not null then return; end if;
  insert into ledger.card_charges (id, customer_id, payment_method_id, gateway, gateway_customer, gateway_card, brand,
    last4, amount, created_at, check_at)
  select charge, q.user_id, q.id, q.gateway, q.gateway_customer, q.gateway_card, q.brand, q.last4,
    (p ->> 'amount')::bigint, ledger.now(), (p ->> 'check_at')::timestamptz
  from payment_methods q
  where q.id = (p ->> 'payment_method_id')::uuid and q.user_id = (p ->> 'actor_id')::uuid and q.gateway = p ->> 'gateway'
    and q.removed_at is null;
  if not found then raise exception 'no card of the customer is charged' using errcode = 'check_violation'; end if;
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
  v_charge ledger.card_charges;
begin
  select * into v_charge from ledger.card_charges where id = p_charge and gateway = p_gateway for update;
  if not found or v_charge.gateway_charge <> p_gateway_charge then return 'UNKNOWN'; end if;
  if v_charge.amount <> p_amount then return 'AMOUNT'; end if;
  if v_charge.state = 'completed' then return 'ALREADY'; end if;

  perform ledger.book_date(ledger.home_store());
  perform from ledger.wallets where user_id = v_charge.customer_id for update;
  perform ledger.post_movement(jsonb_build_object('id', v_charge.id, 'kind', 'charge', 'customer_id', v_charge.customer_id,
    'store_id', ledger.home_store(), 'opened_at', v_charge.created_at, 'transfers', jsonb_build_array(
      ledger.transfer('charge', 'gateway_clearing', 'balance_paid', v_charge.amount))));
  update ledger.card_charges
  set state = 'completed', settled_at = ledger.now(), failure = null, gateway_charge = p_gateway_charge
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
    select from ledger.movements t
    where t.id = new.id and t.kind = 'charge' and t.customer_id = new.customer_id and t.received_paid = new.amount) then
    raise exception 'card charge % is completed by its movement only', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The other way round: nothing leaves the gateway's account but for a charge that is completed by it.
create or replace function ledger.check_gateway_charge(t ledger.movements) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if exists (
    select from ledger.transfers x
    where x.transaction_id = t.id and x.debit_kind = 'gateway_clearing' and not exists (
      select from ledger.card_charges c
      where c.id = t.id and c.state = 'completed' and c.amount = x.amount and c.customer_id = x.credit_holder)
  ) then
    raise exception 'movement % completes no card charge', t.id using errcode = 'check_violation';
  end if;
end $$;
