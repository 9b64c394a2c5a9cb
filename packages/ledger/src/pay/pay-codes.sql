-- Codes on phones: issuing, the scan at a register, and their end.

-- Gives the customer a new code. The one before it ends after a short overlap, because it may be under a scanner. One
-- that is fetched ahead is on no screen yet: it leaves alone what other sessions show.
create or replace function ledger.issue_pay_code(
  p_id uuid, p_user uuid, p_session uuid, p_token_hash bytea, p_code_hash bytea, p_ttl_seconds int, p_overlap_seconds int,
  p_ahead boolean default false
) returns timestamptz
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
begin
  -- Held until the commit, so that a session that ends at this moment ends before the code or sees it.
  perform 1 from sessions where id = p_session and user_id = p_user and revoked_at is null for share;
  if not found then
    raise exception 'session % has ended', p_session using errcode = 'restrict_violation';
  end if;
  -- Only what one look has found and locked in order: a code that came meanwhile, out of the order, could close a circle.
  update ledger.pay_codes set expires_at = v_now + make_interval(secs => p_overlap_seconds) where id in (
    select c.id from ledger.pay_codes c
    where c.user_id = p_user and c.state = 'live' and c.expires_at > v_now + make_interval(secs => p_overlap_seconds)
      and (c.session_id = p_session or not p_ahead)
    order by c.id for no key update);
  insert into ledger.pay_codes (id, user_id, session_id, token_hash, code_hash, issued_at, expires_at)
  values (p_id, p_user, p_session, p_token_hash, p_code_hash, v_now, v_now + make_interval(secs => p_ttl_seconds));
  return v_now + make_interval(secs => p_ttl_seconds);
end $$;
grant execute on function ledger.issue_pay_code to shirogane_app;

-- A code that a session was given at this time is held out now: those of the customer's other sessions end as by a new one.
-- False where it has ended itself meanwhile, or is about to. Answers know milliseconds only.
create or replace function ledger.hold_out_pay_code(p_session uuid, p_issued_at timestamptz, p_overlap_seconds int)
returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_overlap timestamptz := v_now + make_interval(secs => p_overlap_seconds);
  v_codes uuid[];
begin
  -- One look, in the one order of all codes, its own among them: an issue of another code comes before or after.
  select array_agg(c.id) into v_codes from (
    select id from ledger.pay_codes
    where user_id = (select user_id from sessions where id = p_session)
      and state in ('live', 'claimed') and expires_at > v_now
    order by id for no key update) c;
  if not exists (select from ledger.pay_codes c
      where c.id = any(v_codes) and c.session_id = p_session and date_trunc('milliseconds', c.issued_at) = p_issued_at
        and (c.state = 'claimed' or c.state = 'live' and c.expires_at > v_overlap)) then
    return false;
  end if;
  update ledger.pay_codes c set expires_at = v_overlap
  where c.id = any(v_codes) and c.session_id <> p_session and c.state = 'live' and c.expires_at > v_overlap;
  return true;
end $$;
grant execute on function ledger.hold_out_pay_code to shirogane_app;

-- Ends every code of a session: a device that was signed out can pay nowhere from that moment.
create or replace function ledger.void_pay_codes(p_session uuid) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.pay_codes set state = 'void' where id in (
    select c.id from ledger.pay_codes c
    where c.user_id = (select user_id from sessions where id = p_session)
      and c.session_id = p_session and c.state in ('live', 'claimed')
    order by c.id for no key update);
$$;
grant execute on function ledger.void_pay_codes to shirogane_app;

-- Ends what a session still holds out, up to the code that was issued at this time; null stands for all. What a
-- register has read stays its own. A code ends as by its time, because no one has paid with it. Answers know
-- milliseconds only.
create or replace function ledger.void_live_pay_codes(p_session uuid, p_issued_at timestamptz) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.pay_codes set expires_at = greatest(ledger.now(), issued_at + interval '1 microsecond') where id in (
    select c.id from ledger.pay_codes c
    where c.user_id = (select user_id from sessions where id = p_session)
      and c.session_id = p_session and c.state = 'live' and c.expires_at > ledger.now()
      and (p_issued_at is null or date_trunc('milliseconds', c.issued_at) <= p_issued_at)
    order by c.id for no key update);
$$;
grant execute on function ledger.void_live_pay_codes to shirogane_app;

-- Gives a checkout up: its code is free again while it lives.
create or replace function ledger.release_checkout(p_checkout uuid, p_status text) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  update ledger.pay_codes c set state = 'live', claimed_by = null, claimed_until = null
  from ledger.checkouts k
  where k.id = p_checkout and c.id = k.pay_code_id and c.state = 'claimed' and c.claimed_by = k.register_id;
  update ledger.checkouts set status = p_status, updated_at = ledger.now()
  where id = p_checkout and status in ('open', 'saved');
end $$;

-- The scan: one register takes the code and opens a checkout for its customer.
-- Answers the refusal, or null and the checkout. The same register scanning again gets its open checkout back.
create or replace function ledger.claim(
  p_checkout uuid, p_token_hash bytea, p_code_hash bytea, p_store uuid, p_register uuid, p_employee uuid,
  p_items jsonb, p_note text, p_ttl_seconds int, p_discount jsonb default null,
  out refusal text, out checkout_id uuid
) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_code ledger.pay_codes;
  v_open ledger.checkouts;
  v_customer users;
begin
  -- One scan at a time on a register, so that it never holds two codes.
  perform 1 from registers where id = p_register and store_id = p_store for no key update;
  if not found then refusal := 'NOT_FOUND'; return; end if;

  -- The scanned code, and the one that the register lets go for it, are locked in the one order of all codes.
  perform 1 from ledger.pay_codes where id in (
    select c.id from ledger.pay_codes c where c.token_hash = p_token_hash
    union all select c.id from ledger.pay_codes c where c.code_hash = p_code_hash
    union all select k.pay_code_id from ledger.checkouts k where k.register_id = p_register and k.status = 'open')
  order by id for no key update;
  select * into v_code from ledger.pay_codes where token_hash = p_token_hash or code_hash = p_code_hash;
  if not found then refusal := 'QR_INVALID'; return; end if;

  -- A scan whose answer was lost is asked again with its own checkout.
  select * into v_open from ledger.checkouts where id = p_checkout;
  if found then
    if v_open.pay_code_id = v_code.id and v_open.register_id = p_register and v_open.status in ('open', 'settled') then
      checkout_id := v_open.id;
    else
      refusal := 'PAYMENT_STATE';
    end if;
    return;
  end if;
  -- The id of a sale that was settled in one step has no checkout: one opened under it would show that sale's customer.
  if exists (select from ledger.transactions where id = p_checkout) then refusal := 'PAYMENT_STATE'; return; end if;

  -- First of all: the codes of a stopped account are void, and a register is to be told why.
  select * into v_customer from users where id = v_code.user_id;
  if v_customer.suspended_at is not null then refusal := 'CUSTOMER_SUSPENDED'; return; end if;
  if v_code.state in ('spent', 'void') then refusal := 'QR_ALREADY_USED'; return; end if;
  if v_code.state = 'claimed' then
    select * into v_open from ledger.checkouts where pay_code_id = v_code.id and status = 'open';
    if found and v_code.claimed_until > v_now then
      -- A code that waits for its owner's approval of a move of points pays nothing meanwhile.
      if v_code.claimed_by <> p_register or exists (
        select from ledger.confirmations c where c.id = v_open.confirmation_id and c.kind = 'move')
      then refusal := 'QR_CLAIMED'; return; end if;
      update ledger.pay_codes set claimed_until = v_now + make_interval(secs => p_ttl_seconds) where id = v_code.id;
      checkout_id := v_open.id;
      return;
    end if;
  end if;
  if v_code.expires_at <= v_now then refusal := 'QR_EXPIRED'; return; end if;

  if ledger.is_own_account(p_employee, v_code.user_id) then refusal := 'SELF_DEALING'; return; end if;

  -- A lapsed claim on this code, and a checkout that this register still holds, are let go first.
  perform ledger.release_checkout(k.id, 'cancelled') from ledger.checkouts k
  where k.status = 'open' and (k.pay_code_id = v_code.id or k.register_id = p_register);

  update ledger.pay_codes set state = 'claimed', claimed_by = p_register,
    claimed_until = v_now + make_interval(secs => p_ttl_seconds) where id = v_code.id;
  insert into ledger.checkouts
    (id, store_id, register_id, employee_id, customer_id, pay_code_id, items, discount, note, opened_at, updated_at)
  values (p_checkout, p_store, p_register, p_employee, v_code.user_id, v_code.id, p_items, p_discount, p_note, v_now, v_now);
  checkout_id := p_checkout;
end $$;
grant execute on function ledger.claim to shirogane_app;

-- Edits, parks or gives up an open checkout of the same store; every edit starts the claim anew.
create or replace function ledger.update_checkout(
  p_checkout uuid, p_store uuid, p_items jsonb, p_note text, p_status text, p_ttl_seconds int,
  p_discount jsonb default null
) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_open ledger.checkouts;
begin
  -- Codes are always locked before checkouts, here as in a payment.
  perform 1 from ledger.pay_codes c join ledger.checkouts k on k.pay_code_id = c.id
  where k.id = p_checkout and k.store_id = p_store for no key update of c;
  select * into v_open from ledger.checkouts where id = p_checkout and store_id = p_store for update;
  if not found then return 'TXN_NOT_FOUND'; end if;
  if v_open.status = p_status and p_status <> 'open' then return null; end if;
  if v_open.status <> 'open' then return 'PAYMENT_STATE'; end if;
  -- A cart comes whole: with new items, a discount that is not named again is gone.
  update ledger.checkouts set items = coalesce(p_items, items),
    discount = case when p_items is null then coalesce(p_discount, discount) else p_discount end, note = coalesce(p_note, note), updated_at = v_now
  where id = p_checkout;
  if p_status in ('saved', 'cancelled') then
    perform ledger.release_checkout(p_checkout, p_status);
  else
    update ledger.pay_codes set claimed_until = v_now + make_interval(secs => p_ttl_seconds)
    where id = v_open.pay_code_id and state = 'claimed' and claimed_by = v_open.register_id
      -- A claim that has lapsed comes back only while the code itself still lives.
      and (claimed_until > v_now or expires_at > v_now);
  end if;
  return null;
end $$;
grant execute on function ledger.update_checkout to shirogane_app;

drop function if exists ledger.take_codes(uuid[], uuid, timestamptz);
-- One showing is one act. Locks the codes that were shown for an act, in the one order of all codes, and answers how each
-- stands for this register: `refuseCodes` of packages/domain says whether they carry the act. `p_asked_at` is when the
-- giver was asked about this act: a code that lived then was shown for it.
create or replace function ledger.hold_codes(p_codes uuid[], p_register uuid, p_asked_at timestamptz default null)
returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
begin
  perform from ledger.pay_codes q where q.id = any (p_codes) order by q.id for update;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('state', q.state,
      'is_claimed_here', q.claimed_by is not distinct from p_register,
      'is_claim_live', coalesce(q.claimed_until > v_now, false),
      'is_over', q.expires_at <= coalesce(p_asked_at, v_now)) order by q.id), '[]')
    from ledger.pay_codes q where q.id = any (p_codes));
end $$;

-- Spends a code that was held so, by the movement that names it. The sale that a register had opened with it is over.
create or replace function ledger.spend_code(p_code uuid, p_transaction uuid) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.pay_codes set state = 'spent', transaction_id = p_transaction where id = p_code;
  update ledger.checkouts set updated_at = ledger.now(),
    status = case when id = p_transaction then 'settled' else 'cancelled' end
  where pay_code_id = p_code and status = 'open';
$$;

-- A code begins live, its life is never stretched, and what has ended stays as it is. It is spent by a movement of its
-- customer's alone.
create or replace function ledger.pay_code_changed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'INSERT' or old.state in ('spent', 'void') and new is distinct from old
    or new.id <> old.id or new.user_id <> old.user_id or new.session_id <> old.session_id
    or new.token_hash <> old.token_hash or new.code_hash <> old.code_hash
    or new.issued_at <> old.issued_at or new.expires_at > old.expires_at then
    raise exception '%', case
      when tg_op = 'INSERT' then 'a pay code begins live'
      when old.state in ('spent', 'void') then format('pay code %s has ended', old.id)
      else format('pay code %s cannot be altered', old.id)
    end using errcode = 'restrict_violation';
  end if;
  if new.state = 'spent' then
    perform from ledger.transactions t
    where t.id = new.transaction_id and t.pay_code_id = new.id and t.customer_id = new.user_id;
    if not found then
      raise exception 'pay code % is spent by a payment only', old.id using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
