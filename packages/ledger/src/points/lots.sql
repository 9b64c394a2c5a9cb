-- Lots of points and of given balance: what a wallet holds, each part with its own end. They move with their wallet, in the
-- order of their ends, and never hold anything else than it does.

-- The lots of limited points are the limited points, to the point, at every commit.
create or replace function ledger.lots_match() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- A plan that was made while the tables were small would read them from end to end for ever after.
set enable_seqscan = off
as $$
begin
  if exists (
    select from ledger.wallets w where w.user_id = new.user_id and w.point_limited <>
      (select coalesce(sum(l.remaining), 0) from ledger.point_lots l where l.user_id = new.user_id and l.remaining > 0)
  ) then
    raise exception 'lots of % do not add up to its limited points', new.user_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A lot gives nothing while one that ends before it still has some. Only the lot that a sale or a gift itself
-- brought gives first to what takes that back.
create or replace function ledger.lots_used() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- A plan that was made while the tables were small would read them from end to end for ever after.
set enable_seqscan = off
as $$
declare
  v_passed_by uuid[];
  v_unmatched uuid[];
  v_wrong uuid;
begin
  -- One look at what each member has left finds those who need the checks below: nearly all members need none.
  select array_agg(u.user_id) filter (where has.earlier), array_agg(u.lot) filter (where u.emptied and has.points <> (
    select w.point_limited from ledger.wallets w where w.user_id = u.user_id))
  into v_passed_by, v_unmatched
  from (
    select n.user_id, max(n.expires_at) as last_end, (array_agg(n.id order by n.expires_at desc, n.id desc))[1] as lot,
      bool_and(n.remaining = 0) as emptied
    from after_use n group by n.user_id
  ) u
  cross join lateral (
    select coalesce(sum(l.remaining), 0) as points, bool_or((l.expires_at, l.id) < (u.last_end, u.lot)) as earlier
    from ledger.point_lots l where l.user_id = u.user_id and l.remaining > 0
  ) has;

  if v_passed_by is not null then
    select n.user_id into v_wrong
    from after_use n
    join before_use o on o.id = n.id and n.remaining < o.remaining
    where n.user_id = any (v_passed_by) and exists (
      select from ledger.point_lots e
      where e.user_id = n.user_id and e.remaining > 0 and (e.expires_at, e.id) < (n.expires_at, n.id))
      and not exists (
        select from ledger.movements r
        where r.related_id = n.transaction_id and r.kind in ('refund', 'void', 'adjustment') and r.xid = pg_current_xact_id())
    limit 1;
    if v_wrong is not null then
      raise exception 'lots of % are not used in the order of their ends', v_wrong using errcode = 'check_violation';
    end if;
  end if;

  -- The rest of the movement may still come: a lot that is touched once more asks at the commit. Where nothing was in the
  -- lots before, this is that touch itself.
  if v_unmatched is not null and exists (select from before_use where remaining > 0) then
    update ledger.point_lots set remaining = remaining where id = any (v_unmatched);
  end if;
  return null;
end $$;

-- Lots of given balance are written with the movement that gave it, and never hold more than the wallet does. Known at
-- the end only: the movement may use what it finds before it gives anew.
create or replace function ledger.bonus_lots_match() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if exists (
    select from ledger.wallets w where w.user_id = new.user_id and w.balance_bonus <
      (select coalesce(sum(l.remaining), 0) from ledger.bonus_lots l where l.user_id = new.user_id and l.remaining > 0)
  ) then
    raise exception 'lots of % hold more than its given balance', new.user_id using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from ledger.movements t
    where t.id = new.transaction_id and t.customer_id = new.user_id and t.xid = pg_current_xact_id()
      and t.received_bonus >= (select sum(l.granted) from ledger.bonus_lots l where l.transaction_id = new.transaction_id)
  ) then
    raise exception 'lots of % are not what % gave', new.user_id, new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A lot of given balance begins full and moves with transfers in no other way; what moved it stays written down.
create or replace function ledger.bonus_lot_moved() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.remaining <> new.granted then
    raise exception 'a lot of given balance begins full' using errcode = 'restrict_violation';
  elsif tg_op = 'UPDATE' and pg_trigger_depth() < 2 then
    raise exception 'lots of % move by transfers only', old.user_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace function ledger.bonus_lot_move_written() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'moves of lots are written by transfers only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- The lots of a member with points in them, in the order of their ends, as rules read them.
create or replace function ledger.point_lots_of(p_user uuid) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'remaining', l.remaining, 'expires_at', l.expires_at,
    'transaction_id', l.transaction_id) order by l.expires_at, l.id), '[]')
  from ledger.point_lots l where l.user_id = p_user and l.remaining > 0;
$$;

-- What a member holds of points and of given balance, as rules read it (`PointWallet` of packages/domain).
create or replace function ledger.point_wallet(p_user uuid) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select jsonb_build_object('balance_bonus', w.balance_bonus, 'point_regular', w.point_regular,
    'point_limited', w.point_limited, 'point_debt', w.point_debt, 'lots', ledger.point_lots_of(w.user_id))
  from ledger.wallets w where w.user_id = p_user;
$$;
