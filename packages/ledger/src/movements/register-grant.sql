-- Points at the register: staff grant some to a member, or move them from one member to another. A move takes along the
-- ends of what it moves, so no points live longer by it; neither counts towards a rank. Both can be taken back on their
-- own day.

-- What a clerk of this type may grant without a second person: at once, and in a day.
create or replace function ledger.points_ceiling(p_type text, p_day boolean) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select coalesce(ledger.whole_setting(public.ceiling(p_type, case when p_day then 'points.grant.day' else 'points.grant' end)), 0);
$$;

-- What a clerk has granted and moved on a day and not taken back.
create or replace function ledger.granted_on(p_employee uuid, p_date date) returns bigint
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select coalesce(sum(h.points), 0)::bigint from ledger.register_grants h
  where h.employee_id = p_employee and h.business_date = p_date and not exists (
    select from ledger.transactions b where b.related_id = h.transaction_id and b.kind = 'adjustment');
$$;

-- Why this person may not grant these points here, or a code that was shown does not serve; null where they may. The
-- clerk's row is held to the end: what one clerk grants at two registers at a time adds up against one ceiling. Codes
-- that serve are held.
create or replace function ledger.grant_access(p jsonb, out refusal text, out actor_type text) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_approver uuid := (p ->> 'approved_by')::uuid;
  v_to uuid := (p ->> 'customer_id')::uuid;
  v_from uuid := (p ->> 'giver_id')::uuid;
  v_approved uuid;
begin
  select e.type, o.user_id into actor_type, v_approved
  from employees e
  cross join ledger.signed_in(e.user_id, (p ->> 'session_id')::uuid)
  left join (employees o join users ou on ou.id = o.user_id and ou.suspended_at is null)
    on o.user_id = v_approver and o.active and o.user_id <> e.user_id
    and public.holds(o.type, 'approve') and (o.store_id is null or o.store_id = e.store_id)
  where e.user_id = v_actor and e.active and e.store_id = (p ->> 'store_id')::uuid and public.holds(e.type, 'sell')
  for no key update of e;
  refusal := case
    when actor_type is null or (v_approver is not null and v_approved is null) then 'FORBIDDEN'
    when v_approver is not null and not ledger.independent(v_actor, v_approver) then 'APPROVAL_LINKED'
    when ledger.is_own_account(v_actor, v_to) or ledger.is_own_account(v_actor, v_from)
      or ledger.is_own_account(v_approver, v_to) or ledger.is_own_account(v_approver, v_from) then 'POINTS_SELF'
    when exists (
      select from users u where u.id in (v_to, v_from) and (u.suspended_at is not null or u.closed_at is not null))
      then 'CUSTOMER_SUSPENDED'
    when v_to = v_from then 'POINTS_SAME_MEMBER'
  end;
  if refusal is null then
    -- The receiver may have shown their code a minute before the giver said yes.
    refusal := ledger.take_codes(array[(p ->> 'code_id')::uuid, (p ->> 'giver_code_id')::uuid], (p ->> 'register_id')::uuid, (
      select c.asked_at from ledger.confirmations c
      where v_from is not null and c.checkout_id = (p ->> 'giver_transaction_id')::uuid and c.state = 'approved'));
  end if;
end $$;

-- Locks what a grant or a move touches until the commit, and answers the facts that it is decided by; null where
-- there is nothing to decide: the key has its answer, the person or a code may not, or there is no such member. `p`
-- asks as in `grant_at_register`.
create or replace function ledger.hold_grant_at_register(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_to uuid := (p ->> 'customer_id')::uuid;
  v_from uuid := (p ->> 'giver_id')::uuid;
  v_date date;
  a record;
begin
  v_date := ledger.book_date(v_store);
  if not ledger.hold_key(v_actor, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then return null; end if;
  a := ledger.grant_access(p);
  if a.refusal is not null then return null; end if;
  perform 1 from ledger.wallets l where l.user_id = any (array[v_to, v_from]) order by l.user_id for no key update;
  if v_from is not null then perform ledger.expire_points(v_from, ledger.new_id(), v_store); end if;
  perform ledger.expire_points(v_to, ledger.new_id(), v_store);
  if exists (
    select from unnest(array[v_to, v_from]) m (id)
    where m.id is not null and not exists (select from ledger.wallets l where l.user_id = m.id)) then
    return null;
  end if;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'is_approved', p ->> 'approved_by' is not null,
    'ceiling', ledger.points_ceiling(a.actor_type, false),
    'ceiling_day', ledger.points_ceiling(a.actor_type, true),
    'granted_today', ledger.granted_on(v_actor, v_date),
    'giver', (
      select jsonb_build_object('point_limited', l.point_limited, 'point_regular', l.point_regular,
        'point_regular_expires_on', l.point_regular_expires_on, 'lots', ledger.point_lots_of(l.user_id))
      from ledger.wallets l where l.user_id = v_from));
end $$;
grant execute on function ledger.hold_grant_at_register to shirogane_app;

drop function if exists ledger.grant_at_register(jsonb, jsonb);

-- Posts it as it was decided, once for a key. Refusals are answers. `p` asks: actor_id, session_id, route, key,
-- request_hash, store_id, transaction_id, customer_id, message, giver_transaction_id, giver_id, giver_message (null
-- where the shop gives), points, reason, approved_by (a second person whose agreement the caller has checked),
-- register_id, and the codes that were shown, which the act spends: code_id of the receiver (null where they are
-- known otherwise), giver_code_id of the giver. A move takes the giver's yes (`confirm.sql`) for the movement with
-- the id giver_transaction_id. `x` is the plan or the refusal that `grantPoints` made of the facts of
-- `hold_grant_at_register` in this database transaction.
create function ledger.grant_at_register(p jsonb, x jsonb)
returns table (code text, n bigint, replayed boolean, transaction uuid)
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_approver uuid := (p ->> 'approved_by')::uuid;
  v_id uuid := (p ->> 'transaction_id')::uuid;
  v_out uuid := case when p ->> 'giver_id' is not null then (p ->> 'giver_transaction_id')::uuid end;
  v_to uuid := (p ->> 'customer_id')::uuid;
  v_from uuid := (p ->> 'giver_id')::uuid;
  v_code uuid := (p ->> 'code_id')::uuid;
  v_giver_code uuid := (p ->> 'giver_code_id')::uuid;
  v_points bigint := (p ->> 'points')::bigint;
  v_limited bigint := (x -> 'taken' ->> 'limited')::bigint;
  v_regular bigint := (x -> 'taken' ->> 'regular')::bigint;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_date date;
  d record;
  a record;
  g ledger.wallets;
  v_lots jsonb;
begin
  replayed := false;
  v_date := ledger.book_date(v_store);
  perform ledger.check_transaction(x);
  d := ledger.take_key(v_actor, p ->> 'route', p ->> 'key', (p ->> 'request_hash')::bytea, v_id);
  if d.answered then
    return query select d.code, d.n, d.replayed, d.act;
    return;
  end if;

  a := ledger.grant_access(p);
  code := a.refusal;
  if code is null then
    if (select count(*) from ledger.wallets l where l.user_id in (v_to, v_from)) < 1 + (v_from is not null)::int then
      code := 'NOT_FOUND';
    else
      perform ledger.check_held(p, x);
      code := x ->> 'code';
    end if;
  end if;
  if code is not null then
    if x ->> 'code' = code and x ? 'again' then
      perform ledger.give_key_back(v_actor, p ->> 'route', p ->> 'key');
    else
      perform ledger.refuse_key(v_actor, p ->> 'route', p ->> 'key', code, n);
    end if;
    return next;
    return;
  end if;
  select * into g from ledger.wallets l where l.user_id = v_from;
  if v_approver is null and (v_points > ledger.points_ceiling(a.actor_type, false)
    or v_points + ledger.granted_on(v_actor, v_date) > ledger.points_ceiling(a.actor_type, true)) then
    raise exception 'a clerk would grant % points without a second person', v_points using errcode = 'check_violation';
  end if;
  if v_from is not null then
    -- What each lot gives, and until when it is good: that is the lot's to say.
    select coalesce(jsonb_agg(jsonb_build_object('lot', l.id, 'points', f.points, 'until', l.expires_at)
      order by l.expires_at, l.id) filter (where f.points > 0), '[]') into v_lots
    from jsonb_to_recordset(x -> 'taken' -> 'lots') f (lot uuid, points bigint)
    join ledger.point_lots l on l.id = f.lot and l.user_id = v_from;
    if (v_limited + v_regular, v_limited, v_limited) is distinct from (v_points, least(v_points, g.point_limited), (
      select coalesce(sum((f ->> 'points')::bigint), 0)::bigint from jsonb_array_elements(v_lots) f)) then
      raise exception 'a move of % points of % would take % limited and % regular ones', v_points, v_from, v_limited, v_regular
        using errcode = 'check_violation';
    end if;
  end if;
  -- Before the movements: the giver's code is spent by a move to whom it was shown to go.
  insert into ledger.register_grants (transaction_id, customer_id, giver_transaction_id, giver_id, store_id, employee_id,
    approved_by, points, business_date, granted_at)
  values (v_id, v_to, v_out, v_from, v_store, v_actor, v_approver, v_points, v_date, ledger.now());
  if v_from is not null then
    perform ledger.post_movement(jsonb_build_object('id', v_out, 'kind', 'transfer', 'customer_id', v_from,
      'store_id', v_store, 'employee_id', v_actor, 'approved_by', v_approver, 'pay_code_id', v_giver_code,
      'message', p -> 'giver_message', 'reason', p ->> 'reason', 'lots', nullif(v_lots, '[]'),
      'point_lots', (
        select coalesce(jsonb_agg(jsonb_build_object('lot', f -> 'lot', 'change', -(f ->> 'points')::bigint)), '[]')
        from jsonb_array_elements(v_lots) f),
      'transfers', jsonb_build_array(
        ledger.transfer('move_points', 'point_limited', 'points_moved', v_limited),
        ledger.transfer('move_points', 'point_regular', 'points_moved', v_regular))));
  end if;
  perform ledger.post_movement(jsonb_build_object('id', v_id, 'customer_id', v_to, 'store_id', v_store,
    'employee_id', v_actor, 'approved_by', v_approver, 'pay_code_id', v_code,
    'message', p -> 'message', 'reason', p ->> 'reason') || case when v_from is null
    then jsonb_build_object('kind', 'grant', 'renews', true, 'transfers', jsonb_build_array(
      ledger.transfer('hand_points', 'points_cost', 'point_regular', v_points)))
    else jsonb_build_object('kind', 'transfer', 'transfers', jsonb_build_array(
        ledger.transfer('move_points', 'points_moved', 'point_limited', v_points)),
      -- Points without an end of their own end when their giver's would have.
      'new_point_lots', (
        select jsonb_agg(jsonb_build_object('amount', m.points, 'until', m.until))
        from (
          select f.until, sum(f.points)::bigint as points
          from (
            select y.until, y.points from jsonb_to_recordset(v_lots) y (until timestamptz, points bigint)
            union all
            select ((g.point_regular_expires_on + 1)::timestamp at time zone 'Asia/Tokyo') - interval '1 second', v_regular
          ) f where f.points > 0 group by f.until
        ) m)) end);
  perform ledger.repay_points(v_to, ledger.new_id(), v_store);
  transaction := v_id;
  return next;
end $$;
grant execute on function ledger.grant_at_register to shirogane_app;

-- Locks what the taking back of points touches until the commit, and answers the facts that `takeBackGrant` of
-- packages/domain decides by; null where its key has its answer. `p` asks: actor_id, session_id, route, key,
-- request_hash, grant_id (either movement), transaction_id, giver_transaction_id, reason, approved_by (who else gave
-- their password).
create or replace function ledger.hold_take_back_points(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_home uuid := ledger.home_store();
  h ledger.register_grants;
  v_date date;
begin
  select * into h from ledger.register_grants x where x.transaction_id = (p ->> 'grant_id')::uuid;
  if not found then
    select * into h from ledger.register_grants x where x.giver_transaction_id = (p ->> 'grant_id')::uuid;
  end if;
  -- What comes back to a giver who has left ends in the books of the home shop: its day as well, before any row.
  perform ledger.book_date(x.id) from (
    select h.store_id as id where h.store_id is not null
    union select v_home where h.giver_id is not null order by 1) x;
  if not ledger.hold_key(v_actor, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then return null; end if;
  if h.transaction_id is null then return jsonb_build_object('held', ledger.held_by(p), 'grant', null); end if;
  v_date := ledger.book_date(h.store_id);
  -- Two who take the same back follow each other here.
  perform 1 from ledger.transactions t where t.id = h.transaction_id for no key update;
  perform 1 from ledger.wallets l where l.user_id = any (array[h.customer_id, h.giver_id]) order by l.user_id
  for no key update;
  perform ledger.expire_points(h.customer_id, ledger.new_id(), h.store_id);
  if h.giver_id is not null then perform ledger.expire_points(h.giver_id, ledger.new_id(), h.store_id); end if;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'grant', jsonb_build_object('id', h.transaction_id, 'customer_id', h.customer_id, 'store_id', h.store_id,
      'points', h.points, 'giver', (
        select jsonb_build_object('transaction_id', o.id, 'customer_id', o.customer_id,
          'regular', o.tender_point_regular, 'limited', o.tender_point_limited, 'lots', coalesce(o.lots, '[]'),
          'wallet', ledger.point_wallet(o.customer_id), 'has_left', u.closed_at is not null)
        from ledger.transactions o join users u on u.id = o.customer_id where o.id = h.giver_transaction_id)),
    'home_store', v_home,
    'people', ledger.reversal_people(p, h.store_id, h.employee_id, array_remove(array[h.customer_id, h.giver_id], null)),
    'is_taken_back', exists (
      select from ledger.transactions b where b.related_id = h.transaction_id and b.kind = 'adjustment'),
    'is_of_today', h.business_date = v_date,
    'wallet', ledger.point_wallet(h.customer_id));
end $$;
grant execute on function ledger.hold_take_back_points to shirogane_app;
