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
    select from ledger.movements b where b.related_id = h.transaction_id and b.kind = 'adjustment');
$$;

drop function if exists ledger.grant_people(jsonb);
-- Who grants these points, and to or from whom (`ledger.access_facts`).
create function ledger.grant_people(p jsonb) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
as $$
  select ledger.access_facts(p, (p ->> 'store_id')::uuid,
    array[(p ->> 'customer_id')::uuid, (p ->> 'giver_id')::uuid]);
$$;

-- Locks what a grant or a move touches until the commit, and answers the facts that it is decided by; null where its key
-- has its answer. `p` asks as in `grant_at_register`.
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
  v_codes jsonb;
  v_type text;
begin
  v_date := ledger.book_date(v_store);
  if not ledger.hold_key(v_actor, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then return null; end if;
  -- What one clerk grants at two registers at a time adds up against one ceiling.
  select e.type into v_type from employees e where e.user_id = v_actor for no key update;
  -- The receiver may have shown their code a minute before the giver said yes.
  v_codes := ledger.hold_codes(array[(p ->> 'code_id')::uuid, (p ->> 'giver_code_id')::uuid], (p ->> 'register_id')::uuid, (
    select c.asked_at from ledger.confirmations c
    where v_from is not null and c.checkout_id = (p ->> 'giver_transaction_id')::uuid and c.state = 'approved'));
  perform 1 from ledger.wallets l where l.user_id = any (array[v_to, v_from]) order by l.user_id for no key update;
  perform ledger.expire_points(l.user_id, ledger.new_id(), v_store) from (
    select w.user_id from ledger.wallets w where w.user_id = any (array[v_to, v_from]) order by w.user_id = v_to) l;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'access', ledger.grant_people(p),
    'is_stopped', exists (
      select from users u where u.id in (v_to, v_from) and (u.suspended_at is not null or u.closed_at is not null)),
    'codes', v_codes,
    'ceiling', ledger.points_ceiling(v_type, false),
    'ceiling_day', ledger.points_ceiling(v_type, true),
    'granted_today', ledger.granted_on(v_actor, v_date),
    'wallet', ledger.point_wallet(v_to),
    'giver', (
      select jsonb_build_object('point_limited', l.point_limited, 'point_regular', l.point_regular,
        'point_regular_expires_on', l.point_regular_expires_on, 'lots', ledger.point_lots_of(l.user_id))
      from ledger.wallets l where l.user_id = v_from));
end $$;
grant execute on function ledger.hold_grant_at_register to shirogane_app;

-- What no decision may do, however it came about: points that arrive are those that were asked for. Of a move they leave
-- the giver, limited ones first, and end when they would have ended with them.
create or replace function ledger.check_grant(p jsonb, x jsonb) returns void
language plpgsql stable
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_points bigint := (p ->> 'points')::bigint;
  v_from uuid := (p ->> 'giver_id')::uuid;
  v_in jsonb := jsonb_path_query_first(x, '$.movements[*] ? (@.id == $id)', jsonb_build_object('id', p -> 'transaction_id'));
  v_out jsonb := jsonb_path_query_first(x, '$.movements[*] ? (@.id == $id)',
    jsonb_build_object('id', p -> 'giver_transaction_id'));
  v_limited bigint;
  v_regular bigint;
  g ledger.wallets;
begin
  if (v_in ->> 'customer_id' = p ->> 'customer_id' and v_points = (
      select ledger.total(y.amount) from jsonb_to_recordset(v_in -> 'transfers') y (amount bigint))) is not true
    or (v_in ->> 'kind' = 'grant') is distinct from (v_from is null) then
    raise exception 'a grant of % points would bring others', v_points using errcode = 'check_violation';
  end if;
  if v_from is null then return; end if;
  select * into g from ledger.wallets w where w.user_id = v_from;
  select ledger.total(y.amount) filter (where y.debit = 'point_limited'),
    ledger.total(y.amount) filter (where y.debit = 'point_regular')
  into v_limited, v_regular
  from jsonb_to_recordset(v_out -> 'transfers') y (debit text, amount bigint);
  if (v_out ->> 'customer_id' = p ->> 'giver_id' and v_limited + v_regular = v_points
      and v_limited = least(v_points, g.point_limited)) is not true
    or exists (select from jsonb_to_recordset(v_out -> 'point_lots') c (change bigint) where c.change >= 0)
    or exists (
      select from (
        select l.expires_at, -c.change as points
        from jsonb_to_recordset(v_out -> 'point_lots') c (lot uuid, change bigint)
        join ledger.point_lots l on l.id = c.lot and l.user_id = v_from
        union all
        select ((g.point_regular_expires_on + 1)::timestamp at time zone 'Asia/Tokyo') - interval '1 second', v_regular
        union all
        select n.until, -n.amount from jsonb_to_recordset(v_in -> 'new_point_lots') n (until timestamptz, amount bigint)
      ) f group by f.expires_at having sum(f.points) <> 0)
    or exists (
      select from jsonb_to_recordset(v_out -> 'lots') f (lot uuid, points bigint, until timestamptz)
      full join jsonb_to_recordset(v_out -> 'point_lots') c (lot uuid, change bigint) on c.lot = f.lot
      left join ledger.point_lots l on l.id = c.lot
      where (c.change = -f.points and l.expires_at = f.until) is not true) then
    raise exception 'a move of % points of % would take % limited and % regular ones', v_points, v_from, v_limited, v_regular
      using errcode = 'check_violation';
  end if;
end $$;

drop function if exists ledger.grant_at_register(jsonb, jsonb);

-- Posts it as it was decided, once for a key. Refusals are answers. `p` asks: actor_id, session_id, route, key,
-- request_hash, store_id, transaction_id, customer_id, message, giver_transaction_id, giver_id, giver_message (null
-- where the shop gives), points, reason, approved_by (a second person whose agreement the caller has checked),
-- register_id, and the codes that were shown, which the act spends: code_id of the receiver (null where they are
-- known otherwise), giver_code_id of the giver. A move takes the giver's yes (`confirm.sql`) for the movement with
-- the id giver_transaction_id. `x` is the decision that `grantPoints` made of the facts of `hold_grant_at_register`
-- in this database transaction.
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
  v_to uuid := (p ->> 'customer_id')::uuid;
  v_from uuid := (p ->> 'giver_id')::uuid;
  v_out uuid := case when v_from is not null then (p ->> 'giver_transaction_id')::uuid end;
  v_points bigint := (p ->> 'points')::bigint;
  v_store uuid := (p ->> 'store_id')::uuid;
  v_date date := ledger.book_date(v_store);
  v_type text;
  d record;
begin
  d := ledger.answer_act(v_actor, p ->> 'route', p, v_id, x);
  perform ledger.check_access(x, ledger.grant_people(p), 'sell');
  if d.is_over then
    return query select d.code, d.n, d.replayed, d.act;
    return;
  end if;
  select e.type into v_type from employees e where e.user_id = v_actor;
  if v_approver is not null and not ledger.person_facts(v_approver) -> 'rights' ? 'approve' then
    raise exception 'points are granted by who may not' using errcode = 'check_violation';
  elsif v_approver is null and (v_points > ledger.points_ceiling(v_type, false)
    or v_points + ledger.granted_on(v_actor, v_date) > ledger.points_ceiling(v_type, true)) then
    raise exception 'a clerk would grant % points without a second person', v_points using errcode = 'check_violation';
  end if;
  perform ledger.check_grant(p, x);
  -- Before the movements: the giver's code is spent by a move to whom it was shown to go.
  insert into ledger.register_grants (transaction_id, customer_id, giver_transaction_id, giver_id, store_id, employee_id,
    approved_by, points, business_date, granted_at)
  values (v_id, v_to, v_out, v_from, v_store, v_actor, v_approver, v_points, v_date, ledger.now());
  perform ledger.post_decided(x -> 'movements', '{grant,transfer,adjustment}');
  return query select null::text, null::bigint, false, v_id;
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
  perform 1 from ledger.movements t where t.id = h.transaction_id for no key update;
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
        from ledger.movements o join users u on u.id = o.customer_id where o.id = h.giver_transaction_id)),
    'home_store', v_home,
    'people', ledger.reversal_people(p, h.store_id, h.employee_id, array_remove(array[h.customer_id, h.giver_id], null)),
    'is_taken_back', exists (
      select from ledger.movements b where b.related_id = h.transaction_id and b.kind = 'adjustment'),
    'is_of_today', h.business_date = v_date,
    'wallet', ledger.point_wallet(h.customer_id));
end $$;
grant execute on function ledger.hold_take_back_points to shirogane_app;
