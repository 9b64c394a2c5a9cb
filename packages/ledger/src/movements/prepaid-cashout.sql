-- Unused paid balance is paid back in money outside the shops, by transfer or in cash: asked for by one member of
-- staff, approved by an owner. The law forbids it but within a quota of each half-year, for a reason of the holder's
-- that cannot be helped, or because the business ends.
--
-- Given balance and points never become money. Nothing is held while it waits: what the member spends meanwhile is
-- spent.

-- An approval holds this until its commit, so that no two pass the quota together.
create or replace function ledger.cashout_key() returns bigint language sql immutable set search_path = ledger, pg_temp as $$
  select hashtextextended('ledger.cashout', 0);
$$;

-- Why so much cannot be paid back to a member now, or null.
create or replace function ledger.cashout_refusal(
  p_user uuid, p_amount bigint, p_reason text, out code text, out n bigint
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_paid bigint := coalesce((select w.balance_paid from ledger.wallets w where w.user_id = p_user), 0);
begin
  if ledger.payouts_are_frozen() then
    code := 'PAYOUT_FROZEN';
  elsif exists (select from users u where u.id = p_user and u.suspended_at is not null)
    or exists (select from ledger.wallets w where w.user_id = p_user and w.receivable > 0) then
    code := 'CASHOUT_HELD';
  elsif p_amount > v_paid then
    code := 'CASHOUT_ABOVE_BALANCE';
    n := v_paid;
  elsif p_reason = 'within_quota'
    and p_amount > (select q.remaining from ledger.cashout_quota((ledger.now() at time zone 'Asia/Tokyo')::date) q) then
    code := 'PREPAID_CASHOUT_PROHIBITED';
  end if;
end $$;

-- Whether an employee of head office, of one of these kinds, is there in this session.
create or replace function ledger.is_at_head_office(p_actor uuid, p_session uuid, p_types text[]) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select exists (
    select from employees e
    join users u on u.id = e.user_id and u.suspended_at is null
    join sessions s on s.id = p_session and s.user_id = e.user_id and s.revoked_at is null
      and s.absolute_expires_at > ledger.now()
    where e.user_id = p_actor and e.active and e.type = any (p_types));
$$;

-- Asks for a cash-out, once for its id. `p` asks: id, user_id, amount (yen), reason, way, note, and who: actor_id, session_id.
create or replace function ledger.request_cashout(p jsonb, out code text, out n bigint, out replayed boolean) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_user uuid := (p ->> 'user_id')::uuid;
  v_amount bigint := (p ->> 'amount')::bigint;
  c prepaid_cashouts;
  r record;
begin
  replayed := false;
  -- Two requests for one member follow each other.
  perform 1 from ledger.wallets w where w.user_id = v_user for no key update;
  if not found then
    code := 'NOT_FOUND';
    return;
  end if;
  select * into c from prepaid_cashouts x where x.id = (p ->> 'id')::uuid;
  if found then
    replayed := (c.user_id, c.amount, c.reason, c.way, c.note, c.requested_by)
      = (v_user, v_amount, p ->> 'reason', p ->> 'way', p ->> 'note', v_actor);
    if not replayed then code := 'CONFLICT'; end if;
    return;
  end if;
  if not ledger.is_at_head_office(v_actor, (p ->> 'session_id')::uuid, '{accounting,owner}') then
    code := 'FORBIDDEN';
  elsif ledger.is_own_account(v_actor, v_user) then
    code := 'CASHOUT_SELF';
  elsif exists (select from prepaid_cashouts x where x.user_id = v_user and x.status = 'requested') then
    code := 'CASHOUT_WAITING';
  else
    r := ledger.cashout_refusal(v_user, v_amount, p ->> 'reason');
    code := r.code;
    n := r.n;
  end if;
  if code is not null then return; end if;
  insert into prepaid_cashouts (id, user_id, amount, reason, way, note, requested_by, requested_at)
  values ((p ->> 'id')::uuid, v_user, v_amount, p ->> 'reason', p ->> 'way', p ->> 'note', v_actor, ledger.now());
end $$;
grant execute on function ledger.request_cashout to shirogane_app;

-- An owner approves, once for a key (null: the state of the request alone says that it was done), and the balance is
-- gone. Everything is looked at anew. The owner proves who they are only when nothing else stands against it:
-- STEP_UP_REQUIRED leaves no trace, and the same call goes through once `p_proven`.
create or replace function ledger.approve_cashout(
  p_id uuid, p_actor uuid, p_session uuid, p_key text, p_request_hash bytea, p_proven boolean,
  out code text, out n bigint, out replayed boolean
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_date date := ledger.book_date(ledger.home_store());
  c prepaid_cashouts;
  d record;
  r record;
begin
  replayed := false;
  -- A new version of these functions locks this table first: an act that has decided never waits for one that waits for
  -- it.
  lock table ledger.idempotency in row exclusive mode;
  if p_key is not null then
    d := ledger.take_key(p_actor, 'cashout', p_key, p_request_hash, p_id);
    if d.answered then
      select d.code, d.n, d.replayed into code, n, replayed;
      return;
    end if;
  end if;
  perform pg_advisory_xact_lock(ledger.cashout_key());
  select * into c from prepaid_cashouts x where x.id = p_id for no key update;
  perform 1 from ledger.wallets w where w.user_id = c.user_id for no key update;
  if not ledger.is_at_head_office(p_actor, p_session, '{owner}') then
    code := 'FORBIDDEN';
  elsif c.id is null then
    code := 'NOT_FOUND';
  elsif c.status = 'paid' and c.decided_by = p_actor then
    replayed := true;
    return;
  elsif c.status <> 'requested' then
    code := 'CONFLICT';
  elsif c.requested_by = p_actor then
    code := 'APPROVAL_OWN';
  elsif not ledger.independent(c.requested_by, p_actor) then
    code := 'APPROVAL_LINKED';
  elsif ledger.is_own_account(p_actor, c.user_id) then
    code := 'CASHOUT_SELF';
  else
    r := ledger.cashout_refusal(c.user_id, c.amount, c.reason);
    code := r.code;
    n := r.n;
    if code is null and not p_proven then code := 'STEP_UP_REQUIRED'; end if;
  end if;
  if code = 'STEP_UP_REQUIRED' then
    perform ledger.give_key_back(p_actor, 'cashout', p_key);
  elsif code is not null then
    perform ledger.refuse_key(p_actor, 'cashout', p_key, code, n);
  else
    perform ledger.post_cashout(c, p_actor, v_date);
  end if;
end $$;
grant execute on function ledger.approve_cashout to shirogane_app;

-- Posts what was approved. The caller holds the wallet.
create or replace function ledger.post_cashout(c prepaid_cashouts, p_decider uuid, p_date date) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  update prepaid_cashouts set status = 'paid', decided_by = p_decider, decided_at = ledger.now() where id = c.id;
  perform ledger.post_movement(jsonb_build_object('id', c.id, 'kind', 'prepaid_cashout', 'customer_id', c.user_id,
    'store_id', ledger.home_store(), 'employee_id', c.requested_by, 'approved_by', p_decider, 'business_date', p_date,
    'reason', c.note, 'spent_total', c.amount, 'transfers', jsonb_build_array(
      ledger.transfer('prepaid_cashout', 'balance_paid', ledger.cashout_account(c.way), c.amount))));
end $$;

-- The money of the brand that a cash-out is paid from.
create or replace function ledger.cashout_account(p_way text) returns ledger.account
language sql immutable set search_path = ledger, public, pg_temp as $$
  select case p_way when 'bank' then 'bank'::ledger.account else 'cash_office' end;
$$;

-- The employee who asked takes it back; an owner who did not ask refuses it. Answers why not, or null.
create or replace function ledger.decline_cashout(p_id uuid, p_actor uuid, p_session uuid) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  c prepaid_cashouts;
  v_status text;
begin
  if not ledger.is_at_head_office(p_actor, p_session, '{accounting,owner}') then return 'FORBIDDEN'; end if;
  select * into c from prepaid_cashouts x where x.id = p_id for no key update;
  if not found then return 'NOT_FOUND'; end if;
  v_status := case when c.requested_by = p_actor then 'withdrawn' else 'rejected' end;
  if v_status = 'rejected' and not ledger.is_at_head_office(p_actor, p_session, '{owner}') then return 'FORBIDDEN'; end if;
  if c.status = v_status and c.decided_by = p_actor then return null; end if;
  if c.status <> 'requested' then return 'CONFLICT'; end if;
  update prepaid_cashouts set status = v_status, decided_by = p_actor, decided_at = ledger.now() where id = p_id;
  return null;
end $$;
grant execute on function ledger.decline_cashout to shirogane_app;

-- What is written of a cash-out and what was moved for it are one, and what rests on the quota is within it, no matter
-- what writes.
create or replace function ledger.cashout_matches() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  c prepaid_cashouts;
  q record;
begin
  select * into c from prepaid_cashouts x where x.id = new.id;
  if coalesce(c.status = 'paid', false) <> exists (select from ledger.transactions t where t.id = new.id)
    or (c.status = 'paid' and not exists (
      select from ledger.transactions t join ledger.transfers x on x.transaction_id = t.id
      where t.id = c.id and t.kind = 'prepaid_cashout' and t.customer_id = c.user_id and t.spent_total = c.amount
        and (t.employee_id, t.approved_by, t.reason) = (c.requested_by, c.decided_by, c.note)
        and x.debit_kind = 'balance_paid' and x.credit_kind = ledger.cashout_account(c.way) and x.amount = c.amount)) then
    raise exception 'cash-out % is not what was moved for it', new.id using errcode = 'check_violation';
  end if;
  if c.status = 'paid' and c.reason = 'within_quota' then
    perform pg_advisory_xact_lock(ledger.cashout_key());
    select * into q from ledger.cashout_quota((c.decided_at at time zone 'Asia/Tokyo')::date);
    if q.repaid > q.most then
      raise exception 'cash-out % passes the quota of its half-year', new.id using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;
