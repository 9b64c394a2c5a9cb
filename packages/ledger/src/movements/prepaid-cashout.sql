-- Unused paid balance is paid back in money outside the shops, by transfer or in cash: asked for by one member of
-- staff, approved by an owner. The law forbids it but within a quota of each half-year, for a reason of the holder's
-- that cannot be helped, or because the business ends.
--
-- Nothing is held while it waits: what the member spends meanwhile is spent. Who may, and whether so much may leave, is
-- decided in packages/domain; here stand the facts, the locks and the posting.

-- An approval holds this until its commit, so that no two pass the quota together.
create or replace function ledger.cashout_key() returns bigint language sql immutable set search_path = ledger, pg_temp as $$
  select hashtextextended('ledger.cashout', 0);
$$;

-- Who pays the balance of this member back (`ledger.access_facts`), or of whom it does not matter; head office belongs to no
-- shop.
create or replace function ledger.cashout_people(p jsonb, p_user uuid) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select ledger.access_facts(p, null, array[p_user]);
$$;

-- Whether so much may leave a member's balance now, as `refuseLeave` of packages/domain reads it. The caller holds the
-- member's wallet, and `ledger.cashout_key` where the balance goes now. The half-year is summed only where the reason is
-- its quota.
create or replace function ledger.cashout_leave(p_user uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  w ledger.wallets;
  v_half_year jsonb;
begin
  select * into w from ledger.wallets l where l.user_id = p_user;
  if p_reason = 'within_quota' then
    select jsonb_build_object('issued', h.issued, 'unused', h.unused, 'repaid', h.repaid) into v_half_year
    from ledger.cashout_quota((ledger.now() at time zone 'Asia/Tokyo')::date) h;
  end if;
  return jsonb_build_object(
    'are_frozen', ledger.payouts_are_frozen(),
    'is_suspended', exists (select from users u where u.id = p_user and u.suspended_at is not null),
    'receivable', coalesce(w.receivable, 0),
    'balance_paid', coalesce(w.balance_paid, 0),
    'half_year', v_half_year);
end $$;

-- Locks what a request touches until the commit, and answers the facts that `requestCashout` of packages/domain decides
-- by; null where the id has been asked under already. `p` asks: id, user_id, amount (yen), reason, way, note, and who:
-- actor_id, session_id.
create or replace function ledger.hold_request_cashout(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_user uuid := (p ->> 'user_id')::uuid;
begin
  -- Two requests for one member follow each other.
  perform 1 from ledger.wallets w where w.user_id = v_user for no key update;
  if not found then
    return jsonb_build_object('held', ledger.held_by(p), 'access', ledger.cashout_people(p, v_user), 'leave', null);
  end if;
  if exists (select from prepaid_cashouts x where x.id = (p ->> 'id')::uuid) then return null; end if;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'leave', ledger.cashout_leave(v_user, p ->> 'reason'),
    'access', ledger.cashout_people(p, v_user),
    'is_waiting', exists (select from prepaid_cashouts x where x.user_id = v_user and x.status = 'requested'));
end $$;
grant execute on function ledger.hold_request_cashout to shirogane_app;

-- Writes a request as `requestCashout` decided, once for its id. Refusals are answers. `p` asks as above.
create or replace function ledger.request_cashout(p jsonb, x jsonb, out code text, out n bigint, out replayed boolean)
returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_user uuid := (p ->> 'user_id')::uuid;
  v_amount bigint := (p ->> 'amount')::bigint;
  c prepaid_cashouts;
begin
  replayed := false;
  if x ->> 'held' is null then
    select * into c from prepaid_cashouts y where y.id = (p ->> 'id')::uuid;
    if found then
      replayed := (c.user_id, c.amount, c.reason, c.way, c.note, c.requested_by)
        = (v_user, v_amount, p ->> 'reason', p ->> 'way', p ->> 'note', v_actor);
      if not replayed then code := 'CONFLICT'; end if;
      return;
    end if;
  end if;
  perform ledger.check_held(p, x);
  perform ledger.check_access(x, ledger.cashout_people(p, v_user), 'cashout');
  code := x ->> 'code';
  n := (x ->> 'n')::bigint;
  if code is not null then return; end if;
  insert into prepaid_cashouts (id, user_id, amount, reason, way, note, requested_by, requested_at)
  values ((p ->> 'id')::uuid, v_user, v_amount, p ->> 'reason', p ->> 'way', p ->> 'note', v_actor, ledger.now());
end $$;
grant execute on function ledger.request_cashout to shirogane_app;

-- Locks what an agreement touches until the commit, and answers the facts that `approveCashout` of packages/domain
-- decides by; null where its key has its answer. `p` asks: actor_id, session_id, route, key, request_hash, transaction_id
-- (the cash-out, and its movement).
create or replace function ledger.hold_approve_cashout(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_id uuid := (p ->> 'transaction_id')::uuid;
  v_home uuid := ledger.home_store();
  c prepaid_cashouts;
begin
  perform ledger.book_date(v_home);
  if not ledger.hold_key(v_actor, p ->> 'route', p, v_id) then return null; end if;
  perform pg_advisory_xact_lock(ledger.cashout_key());
  select * into c from prepaid_cashouts x where x.id = v_id for no key update;
  perform 1 from ledger.wallets w where w.user_id = c.user_id for no key update;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'access', ledger.cashout_people(p, c.user_id),
    'cashout', case when c.id is not null then to_jsonb(c) end,
    'leave', ledger.cashout_leave(c.user_id, c.reason),
    'is_linked', not ledger.independent(c.requested_by, v_actor),
    'home_store', v_home);
end $$;
grant execute on function ledger.hold_approve_cashout to shirogane_app;

-- Posts what was agreed to as `approveCashout` decided, once for a key. `p` asks as above.
create or replace function ledger.approve_cashout(p jsonb, x jsonb, out code text, out n bigint, out replayed boolean)
returns record
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  d record;
begin
  d := ledger.post_act(p, x);
  perform ledger.check_access(x, ledger.cashout_people(p,
    (select c.user_id from prepaid_cashouts c where c.id = (p ->> 'transaction_id')::uuid)), 'cashout.approve');
  code := d.code;
  n := d.n;
  -- Where nothing moved, this owner had agreed before, by another key.
  replayed := d.replayed or (code is null and x -> 'movements' = '[]');
  if code is not null or replayed then return; end if;
  update prepaid_cashouts set status = 'paid', decided_by = (p ->> 'actor_id')::uuid, decided_at = ledger.now()
  where id = (p ->> 'transaction_id')::uuid;
end $$;
grant execute on function ledger.approve_cashout to shirogane_app;

-- The money of the brand that a cash-out is paid from.
create or replace function ledger.cashout_account(p_way text) returns ledger.account
language sql immutable set search_path = ledger, public, pg_temp as $$
  select case p_way when 'bank' then 'bank'::ledger.account else 'cash_office' end;
$$;

-- Locks a request that is taken back or refused until the commit, and answers the facts that `declineCashout` of
-- packages/domain decides by. `p` asks: id, actor_id, session_id.
create or replace function ledger.hold_decline_cashout(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  c prepaid_cashouts;
begin
  select * into c from prepaid_cashouts x where x.id = (p ->> 'id')::uuid for no key update;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'access', ledger.cashout_people(p, null),
    'cashout', case when c.id is not null then to_jsonb(c) end);
end $$;
grant execute on function ledger.hold_decline_cashout to shirogane_app;

-- Takes back or refuses as `declineCashout` decided. Answers why not, or null.
create or replace function ledger.decline_cashout(p jsonb, x jsonb) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  perform ledger.check_access(x, ledger.cashout_people(p, null), 'cashout');
  if x ->> 'code' is not null then return x ->> 'code'; end if;
  update prepaid_cashouts set status = x ->> 'status', decided_by = (p ->> 'actor_id')::uuid, decided_at = ledger.now()
  where id = (p ->> 'id')::uuid and status = 'requested';
  return null;
end $$;
grant execute on function ledger.decline_cashout to shirogane_app;

-- What is written of a cash-out and what was moved for it are one, and what rests on the quota is within it, no matter
-- what writes.
create or replace function ledger.check_cashout(p_id uuid) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  c prepaid_cashouts;
  q record;
begin
  select * into c from prepaid_cashouts x where x.id = p_id;
  if coalesce(c.status = 'paid', false) <> exists (select from ledger.movements t where t.id = p_id)
    or (c.status = 'paid' and not exists (
      select from ledger.movements t join ledger.transfers x on x.transaction_id = t.id
      where t.id = c.id and t.kind = 'prepaid_cashout' and t.customer_id = c.user_id and t.spent_total = c.amount
        and (t.employee_id, t.approved_by, t.reason) = (c.requested_by, c.decided_by, c.note)
        and x.debit_kind = 'balance_paid' and x.credit_kind = ledger.cashout_account(c.way) and x.amount = c.amount)) then
    raise exception 'cash-out % is not what was moved for it', p_id using errcode = 'check_violation';
  end if;
  if c.status = 'paid' and c.reason = 'within_quota' then
    perform pg_advisory_xact_lock(ledger.cashout_key());
    select * into q from ledger.cashout_quota((c.decided_at at time zone 'Asia/Tokyo')::date);
    if q.repaid > q.most then
      raise exception 'cash-out % passes the quota of its half-year', p_id using errcode = 'check_violation';
    end if;
  end if;
end $$;

create or replace function ledger.cashout_matches() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_cashout(new.id);
  return null;
end $$;
