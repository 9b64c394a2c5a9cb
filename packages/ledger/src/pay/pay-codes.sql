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

-- How a code stands for a register at a time, as `refuseCode` of packages/domain reads it.
create or replace function ledger.code_facts(c ledger.pay_codes, p_register uuid, p_at timestamptz) returns jsonb
language sql stable
set search_path = ledger, public, pg_temp
as $$
  select jsonb_build_object('state', c.state,
    'is_claimed_here', c.claimed_by is not distinct from p_register,
    'is_claim_live', coalesce(c.claimed_until > ledger.now(), false),
    'is_over', c.expires_at <= p_at);
$$;

-- The code that was shown to a register: read as `token_hash` or `code_hash`, or known by its `code_id`.
create or replace function ledger.shown_code(p jsonb) returns uuid
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select c.id from ledger.pay_codes c where c.id = (p ->> 'code_id')::uuid
  union all select c.id from ledger.pay_codes c where c.token_hash = (p ->> 'token_hash')::bytea
  union all select c.id from ledger.pay_codes c where c.code_hash = (p ->> 'code_hash')::bytea
  limit 1;
$$;

-- The scan: one register takes the code and opens a checkout for its customer. Locks both, and what the register lets go
-- for it, and answers the facts that `claimCode` of packages/domain decides by. `p` asks: checkout_id, the code as
-- `shown_code` reads it, store_id, register_id, employee_id, items, discount, note, ttl_seconds.
create or replace function ledger.hold_claim_code(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_checkout uuid := (p ->> 'checkout_id')::uuid;
  v_register uuid := (p ->> 'register_id')::uuid;
  v_code uuid := ledger.shown_code(p);
  c ledger.pay_codes;
begin
  -- One scan at a time on a register, so that it never holds two codes.
  perform 1 from registers where id = v_register and store_id = (p ->> 'store_id')::uuid for no key update;
  if not found then return jsonb_build_object('held', ledger.held_by(p), 'is_here', false); end if;
  -- The scanned code, and the one that the register lets go for it, are locked in the one order of all codes.
  perform 1 from ledger.pay_codes where id in (
    select v_code union all select k.pay_code_id from ledger.checkouts k where k.register_id = v_register and k.status = 'open')
  order by id for no key update;
  select * into c from ledger.pay_codes where id = v_code;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'is_here', true,
    'code', case when c.id is not null then ledger.code_facts(c, v_register, ledger.now()) || jsonb_build_object(
      'is_suspended', exists (select from users u where u.id = c.user_id and u.suspended_at is not null),
      'is_own', ledger.is_own_account((p ->> 'employee_id')::uuid, c.user_id),
      'checkout', (
        select jsonb_build_object('id', k.id, 'is_move', exists (
          select from ledger.confirmations q where q.id = k.confirmation_id and q.kind = 'move'))
        from ledger.checkouts k where k.pay_code_id = c.id and k.status = 'open')) end,
    'same_id', (
      select jsonb_build_object('is_of_code', k.pay_code_id is not distinct from c.id,
        'is_here', k.register_id = v_register, 'status', k.status)
      from ledger.checkouts k where k.id = v_checkout),
    'is_sale', exists (select from ledger.movements t where t.id = v_checkout),
    'open_here', (select k.id from ledger.checkouts k where k.register_id = v_register and k.status = 'open'));
end $$;
grant execute on function ledger.hold_claim_code to shirogane_app;

-- Writes what `claimCode` decided. Answers the refusal, or null and the checkout that holds the code. `p` asks as above.
create or replace function ledger.claim_code(p jsonb, x jsonb, out code text, out checkout_id uuid) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_until timestamptz := v_now + make_interval(secs => (p ->> 'ttl_seconds')::int);
  v_register uuid := (p ->> 'register_id')::uuid;
  v_code uuid := ledger.shown_code(p);
  v_released uuid[] := array(select jsonb_array_elements_text(x -> 'releases')::uuid);
begin
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  if code is not null then return; end if;
  checkout_id := (x ->> 'checkout_id')::uuid;
  if x ->> 'does' = 'open' then
    if exists (
      select from ledger.checkouts k join ledger.pay_codes c on c.id = k.pay_code_id
      where k.id = any (v_released) and k.register_id <> v_register
        and (c.id <> v_code or c.state = 'claimed' and c.claimed_until > v_now)) then
      raise exception 'another register holds what checkout % lets go', checkout_id using errcode = 'check_violation';
    end if;
    perform ledger.release_checkout(r, 'cancelled') from unnest(v_released) r;
    update ledger.pay_codes c set state = 'claimed', claimed_by = v_register, claimed_until = v_until
    where c.id = v_code and c.state in ('live', 'claimed') and c.expires_at > v_now;
    if not found then
      raise exception 'checkout % opens for a code that has ended', checkout_id using errcode = 'check_violation';
    end if;
    insert into ledger.checkouts
      (id, store_id, register_id, employee_id, customer_id, pay_code_id, items, discount, note, opened_at, updated_at)
    select (p ->> 'checkout_id')::uuid, (p ->> 'store_id')::uuid, v_register, (p ->> 'employee_id')::uuid, c.user_id, c.id,
      p -> 'items', nullif(p -> 'discount', 'null'), p ->> 'note', v_now, v_now
    from ledger.pay_codes c where c.id = v_code;
    return;
  end if;
  if not exists (
    select from ledger.checkouts k
    where k.id = checkout_id and k.pay_code_id = v_code and k.register_id = v_register
      and (k.status = 'open' or k.status = 'settled' and x ->> 'does' = 'repeat')) then
    raise exception 'checkout % does not hold this code at this register', checkout_id using errcode = 'check_violation';
  end if;
  if x ->> 'does' = 'extend' then
    update ledger.pay_codes c set claimed_until = v_until
    where c.id = v_code and c.state = 'claimed' and c.claimed_by = v_register and c.claimed_until > v_now;
    if not found then
      raise exception 'the hold of checkout % has run out', checkout_id using errcode = 'check_violation';
    end if;
  end if;
end $$;
grant execute on function ledger.claim_code to shirogane_app;

-- Locks a checkout of a shop and the code that it holds until the commit, and answers the facts that `updateCheckout` of
-- packages/domain decides by. `p` asks: checkout_id, store_id, status, items, discount, note, ttl_seconds.
create or replace function ledger.hold_update_checkout(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_checkout uuid := (p ->> 'checkout_id')::uuid;
  v_store uuid := (p ->> 'store_id')::uuid;
begin
  -- Codes are always locked before checkouts, here as in a payment.
  perform 1 from ledger.pay_codes c join ledger.checkouts k on k.pay_code_id = c.id
  where k.id = v_checkout and k.store_id = v_store for no key update of c;
  perform 1 from ledger.checkouts k where k.id = v_checkout and k.store_id = v_store for update;
  return jsonb_build_object('held', ledger.held_by(p), 'checkout', (
    select jsonb_build_object('status', k.status, 'code', ledger.code_facts(c, k.register_id, ledger.now()))
    from ledger.checkouts k join ledger.pay_codes c on c.id = k.pay_code_id
    where k.id = v_checkout and k.store_id = v_store));
end $$;
grant execute on function ledger.hold_update_checkout to shirogane_app;

-- Writes what `updateCheckout` decided. Answers why not, or null. `p` asks as above.
create or replace function ledger.update_checkout(p jsonb, x jsonb, out code text) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_checkout uuid := (p ->> 'checkout_id')::uuid;
  v_changes jsonb := x -> 'changes';
begin
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  if code is not null or x ->> 'status' is null then return; end if;
  update ledger.checkouts set items = coalesce(v_changes -> 'items', items),
    discount = case when v_changes ? 'discount' then nullif(v_changes -> 'discount', 'null') else discount end,
    note = coalesce(v_changes ->> 'note', note), updated_at = ledger.now()
  where id = v_checkout and store_id = (p ->> 'store_id')::uuid and status = 'open';
  if not found then
    raise exception 'checkout % is not open in this shop', v_checkout using errcode = 'check_violation';
  end if;
  if x ->> 'status' <> 'open' then
    perform ledger.release_checkout(v_checkout, x ->> 'status');
  elsif (x ->> 'is_held_on')::boolean then
    update ledger.pay_codes c set claimed_until = ledger.now() + make_interval(secs => (p ->> 'ttl_seconds')::int)
    from ledger.checkouts k
    where k.id = v_checkout and c.id = k.pay_code_id and c.state = 'claimed' and c.claimed_by = k.register_id;
  end if;
end $$;
grant execute on function ledger.update_checkout to shirogane_app;

-- One showing is one act. Locks the codes that were shown for an act, in the one order of all codes, and answers how each
-- stands for this register: `refuseCodes` of packages/domain says whether they carry the act. `p_asked_at` is when the
-- giver was asked about this act: a code that lived then was shown for it.
create or replace function ledger.hold_codes(p_codes uuid[], p_register uuid, p_asked_at timestamptz default null)
returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  perform from ledger.pay_codes q where q.id = any (p_codes) order by q.id for update;
  return (
    select coalesce(jsonb_agg(ledger.code_facts(q, p_register, coalesce(p_asked_at, ledger.now())) order by q.id), '[]')
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
    perform from ledger.movements t
    where t.id = new.transaction_id and t.pay_code_id = new.id and t.customer_id = new.user_id;
    if not found then
      raise exception 'pay code % is spent by a payment only', old.id using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
