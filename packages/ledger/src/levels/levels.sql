-- Ranks between the payments: a payment lifts its customer at once, and everything else happens here.
--
-- Within a year a rank is the higher of the one that was brought along and the one that the year's purchases earned. At
-- New Year it is the higher of the one earned and one below the one held, and the count begins anew. A quota that was
-- raised during the year takes nothing from those who had reached the old one. What goes back of a purchase of the year
-- before is judged as if it had gone back within that year.
--
-- All of this is the rank by purchases, `level_index` of a wallet. Head office can give a member a higher one until a day
-- (`given_levels`): the rank that counts is the higher of the two, and what was bought goes on beneath it. `level_changes`
-- and the movements of payments speak of the rank that counts.

-- The rank that counts at this moment.
create or replace function ledger.level_held(p_bought smallint, p_given smallint, p_until date) returns smallint
language sql stable
return greatest(p_bought, case when p_until >= (ledger.now() at time zone 'Asia/Tokyo')::date then p_given end);
grant execute on function ledger.level_held to shirogane_app;

-- By what these members are judged: the day, the quotas that ranks have had, with the first moment of each and the one
-- behind its last (as clocks in Tokyo showed them; null for ever), and how each member stands. The version of a row tells
-- later whether it has changed since.
create or replace function ledger.rank_facts(p_users uuid[]) returns json
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select json_build_object(
    'today', (ledger.now() at time zone 'Asia/Tokyo')::date,
    'quotas', (
      select coalesce(json_agg(json_build_object('level_index', v.level_index, 'quota', v.quota,
        'valid_from', nullif(v.valid_from, '-infinity') at time zone 'Asia/Tokyo',
        'valid_until', v.valid_until at time zone 'Asia/Tokyo')), '[]')
      from (
        select l.level_index, l.quota, l.valid_from,
          lead(l.valid_from) over (partition by l.level_index order by l.valid_from) as valid_until
        from level_versions l
      ) v),
    'members', (
      select coalesce(json_agg(h order by h.user_id), '[]') from (
        select w.user_id, w.xmin::text as version, w.level_index, w.level_carried, w.level_year, w.level_accumulation,
          w.level_last_sum, w.level_last_rank, w.level_last_refunded, w.level_given, w.level_given_until
        from ledger.wallets w where w.user_id = any (p_users)
      ) h));
$$;
grant execute on function ledger.rank_facts to shirogane_app;

-- The same of one of them; null in the place of a member that there is not.
create or replace function ledger.rank_of(p_user uuid) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select f::jsonb - 'members' || jsonb_build_object('member', f -> 'members' -> 0) from ledger.rank_facts(array[p_user]) f;
$$;

-- The same of the next so many members after this one.
create or replace function ledger.next_ranks(p_after uuid, p_count int) returns json
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select ledger.rank_facts(array(
    select w.user_id from ledger.wallets w where w.user_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
    order by w.user_id limit p_count));
$$;
grant execute on function ledger.next_ranks to shirogane_app;

-- The same of those who may be told of a fall: not of those who are stopped or have left.
create or replace function ledger.next_active_ranks(p_after uuid, p_count int) returns json
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select ledger.rank_facts(array(
    select w.user_id from ledger.wallets w join users u on u.id = w.user_id and u.suspended_at is null
    where w.user_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000') order by w.user_id limit p_count));
$$;
grant execute on function ledger.next_active_ranks to shirogane_app;

-- Writes how members stand from now on and what became of the ranks that count, as `judgeRank` of packages/domain decided
-- by rows of these versions. A given rank ends here where its last day is over. Answers those of whom nothing is written:
-- their row has another version by now, or would go back a year. Joins by nested loops alone lock wallets in the order of
-- their ids, as everything else does.
create or replace function ledger.write_ranks(p_ranks json, p_changes json) returns uuid[]
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_moved uuid[];
begin
  with ranks as materialized (
    select m.*
    from json_to_recordset(p_ranks) m (user_id uuid, version text, level_index smallint, level_carried smallint,
      level_year smallint, level_accumulation bigint, level_last_sum bigint, level_last_rank smallint, level_given smallint)
    order by m.user_id
  ), written as (
    update ledger.wallets w set level_index = m.level_index, level_carried = m.level_carried, level_year = m.level_year,
      level_accumulation = m.level_accumulation, level_last_sum = m.level_last_sum, level_last_rank = m.level_last_rank,
      level_last_refunded = false
    from ranks m where w.user_id = m.user_id and w.xmin = m.version::xid and m.level_year >= w.level_year
    returning w.user_id, m.level_given
  ), moved as materialized (
    select m.user_id from ranks m where m.user_id not in (select r.user_id from written r)
  ), ended as (
    update ledger.given_levels g set ended_at = v_now from written m
    where g.user_id = m.user_id and g.ended_at is null and g.until < (v_now at time zone 'Asia/Tokyo')::date
      and m.level_given is null
  ), changed as (
    insert into ledger.level_changes (user_id, at, reason, year, level_before, level_after, accumulation)
    select m.user_id, v_now, m.reason, m.year, m.level_before, m.level_after, m.accumulation
    from json_to_recordset(p_changes) m (user_id uuid, reason text, year smallint, level_before smallint,
      level_after smallint, accumulation bigint)
    where m.user_id not in (select o.user_id from moved o)
  )
  select array_agg(o.user_id) into v_moved from moved o;
  return coalesce(v_moved, '{}');
end $$;
grant execute on function ledger.write_ranks to shirogane_app;

-- The same for an act that has locked one member, and writes of no other.
create or replace function ledger.write_rank_of(p_user uuid, x jsonb) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if exists (
      select from jsonb_array_elements(coalesce(x -> 'ranks', '[]') || coalesce(x -> 'changes', '[]')) e (r)
      where (r ->> 'user_id' = p_user::text) is not true)
    or ledger.write_ranks((x -> 'ranks')::json, (x -> 'changes')::json) <> '{}' then
    raise exception 'a rank of another member than % was judged, or as it stood before', p_user
      using errcode = 'check_violation';
  end if;
end $$;

-- Changes of which their members have not been notified, now taken by the caller that notifies them: with the commit
-- that writes the mails they are marked, and never again. Those that another process holds are left to it. What came of
-- a rank given by hand is taken apart, for a server that does not know of one would announce it in the words of a
-- refund.
create or replace function ledger.take_level_changes(p_count int) returns setof ledger.level_changes
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.level_changes c set notified_at = ledger.now()
  where c.id in (
    select u.id from ledger.level_changes u where u.notified_at is null and u.reason in ('year', 'refund')
    order by u.at, u.id limit p_count for update skip locked)
  returning c.*;
$$;
grant execute on function ledger.take_level_changes to shirogane_app;

create or replace function ledger.take_given_changes(p_count int) returns setof ledger.level_changes
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.level_changes c set notified_at = ledger.now()
  where c.id in (
    select u.id from ledger.level_changes u where u.notified_at is null and u.reason in ('given', 'ended')
    order by u.at, u.id limit p_count for update skip locked)
  returning c.*;
$$;
grant execute on function ledger.take_given_changes to shirogane_app;

-- Ranks given by hand.

-- Head office gives a rank, with the approval of a second person of it, and never to the giver or the approver.
create or replace function ledger.level_is_given_rightly() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if not exists (select from employees e where e.user_id = new.given_by and e.active and public.holds(e.type, 'rank.give'))
    or not exists (
      select from employees e where e.user_id = new.approved_by and e.active and public.holds(e.type, 'rank.agree'))
  then
    raise check_violation using constraint = 'head_office_gives', message = 'Only head office gives a rank.';
  end if;
  if ledger.is_own_account(new.given_by, new.user_id) or ledger.is_own_account(new.approved_by, new.user_id) then
    raise check_violation using constraint = 'given_to_others', message = 'Nobody gives themself a rank.';
  end if;
  return new;
end $$;

-- The wallet says which one runs, so that a payment finds it where it looks anyway.
create or replace function ledger.level_given() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  update ledger.wallets w set (level_given, level_given_until) = (
    select g.level_index, g.until from ledger.given_levels g where g.user_id = new.user_id and g.ended_at is null)
  where w.user_id = new.user_id;
  return null;
end $$;

-- Locks the member until the commit, and answers the facts that `giveRank` and `endGivenRank` of packages/domain decide
-- by. `p` asks: user_id, and for a rank to give id, level_index, until, reason, given_by and approved_by; for one to end
-- reason and ended_by.
create or replace function ledger.hold_given_rank(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_user uuid := (p ->> 'user_id')::uuid;
begin
  perform from ledger.wallets w where w.user_id = v_user for no key update;
  return ledger.rank_of(v_user) || jsonb_build_object(
    'held', ledger.held_by(p),
    'has_left', exists (select from users u where u.id = v_user and u.closed_at is not null),
    'is_rank', exists (select from levels l where l.level_index = (p ->> 'level_index')::smallint),
    'is_own', exists (
      select from unnest(array[p ->> 'given_by', p ->> 'approved_by', p ->> 'ended_by']) o (id)
      where ledger.is_own_account(o.id::uuid, v_user)));
end $$;
grant execute on function ledger.hold_given_rank to shirogane_app;

-- Ends the one that runs, where one does, and writes what was decided beside it.
create or replace function ledger.write_given_rank(p jsonb, x jsonb, p_by uuid) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_user uuid := (p ->> 'user_id')::uuid;
begin
  perform ledger.write_rank_of(v_user, x);
  update ledger.given_levels set ended_at = ledger.now(), ended_by = p_by, end_reason = p ->> 'reason'
  where user_id = v_user and ended_at is null;
end $$;

-- Gives a rank until a day, that day included, as `giveRank` decided, or answers why it is refused. One that runs makes
-- way for it.
create or replace function ledger.give_rank(p jsonb, x jsonb, out code text) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  if code is not null then return; end if;
  perform ledger.write_given_rank(p, x, (p ->> 'given_by')::uuid);
  insert into ledger.given_levels (id, user_id, level_index, rank, until, reason, given_by, approved_by, given_at)
  select (p ->> 'id')::uuid, (p ->> 'user_id')::uuid, l.level_index, l.name, (p ->> 'until')::date, p ->> 'reason',
    (p ->> 'given_by')::uuid, (p ->> 'approved_by')::uuid, ledger.now()
  from levels l where l.level_index = (p ->> 'level_index')::smallint;
end $$;
grant execute on function ledger.give_rank to shirogane_app;

-- Ends the one that runs before its day as `endGivenRank` decided, or answers why it is refused.
create or replace function ledger.end_given_rank(p jsonb, x jsonb, out code text) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  if code is null then perform ledger.write_given_rank(p, x, (p ->> 'ended_by')::uuid); end if;
end $$;
grant execute on function ledger.end_given_rank to shirogane_app;
