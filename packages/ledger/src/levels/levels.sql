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

-- The lowest quota in yen that each rank had while these years ran, or have run so far.
create or replace function ledger.quotas_of_years(p_years int[])
returns table (year int, level_index smallint, quota bigint)
language sql stable set search_path = ledger, public, pg_temp as $$
  select y.year, v.level_index, min(v.quota)
  from unnest(p_years) y (year)
  join (
    select l.level_index, l.quota, l.valid_from,
      lead(l.valid_from, 1, 'infinity') over (partition by l.level_index order by l.valid_from) as valid_until
    from level_versions l
  ) v on v.valid_from < make_timestamptz(y.year + 1, 1, 1, 0, 0, 0, 'Asia/Tokyo')
    and v.valid_until > make_timestamptz(y.year, 1, 1, 0, 0, 0, 'Asia/Tokyo')
  group by 1, 2;
$$;

-- Judges these members, whose wallets the caller may hold: the years that have begun, and refunds of the current one and of
-- the one before.
-- A given rank whose last day is over ends here, in the same change. Judging twice, or from two places at a time, changes
-- nothing more. Answers how many ranks changed.
create or replace function ledger.judge_levels(p_users uuid[]) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_year int := extract(year from v_today)::int;
  v_changed int;
begin
  with held as (
    select w.user_id, w.level_index, w.level_carried, w.level_year, w.level_accumulation, w.level_last_sum,
      w.level_last_rank, w.level_last_refunded, w.level_given, w.level_given_until
    from ledger.wallets w where w.user_id = any (p_users) order by w.user_id for no key update
  ), quotas as materialized (
    -- Once for all members.
    select q.year, q.level_index, q.quota from ledger.quotas_of_years(array(
      select level_year from held union select level_year - 1 from held where level_last_refunded)) q
  ), judged as (
    -- The rank that the year began with, the one that it ends with where it is over, and how many years it is over.
    select h.*, b.began, greatest(0, e.level, b.began - case when h.level_year < v_year then 1 else 0 end) as level,
      v_year - h.level_year as years
    from held h
    cross join lateral (
      select case when h.level_last_refunded then greatest(0, h.level_last_rank - 1, (
        select max(q.level_index) from quotas q where q.year = h.level_year - 1 and q.quota <= h.level_last_sum))
        else h.level_carried end as began
    ) b
    cross join lateral (
      select coalesce(max(q.level_index), 0) as level from quotas q
      where q.year = h.level_year and q.quota <= h.level_accumulation
    ) e
  ), due as (
    select j.user_id, j.level_index as level_before, j.level_year, j.level_accumulation, j.years, j.began, j.level, j.level_given,
      j.level_given_until < v_today as is_over,
      (case when j.years > 0 then greatest(0, j.level - j.years + 1) else least(j.level_index, j.level) end)::smallint as level_after
    from judged j
    where j.years > 0 or j.level_last_refunded or j.level < j.level_index or j.level_given_until < v_today
  ), moved as (
    update ledger.wallets w set level_index = d.level_after,
      level_carried = case when d.years > 0 then d.level_after else d.began end,
      level_year = greatest(w.level_year, v_year),
      level_accumulation = case when d.years > 0 then 0 else w.level_accumulation end,
      -- Where several years are over, only the last one is kept, in which nothing was bought.
      level_last_sum = case when d.years > 1 then 0 when d.years = 1 then d.level_accumulation else w.level_last_sum end,
      level_last_rank = case when d.years > 1 then greatest(0, d.level - d.years + 2) when d.years = 1 then d.began
        else w.level_last_rank end,
      level_last_refunded = false
    from due d where w.user_id = d.user_id
    returning d.*
  ), ended as (
    update ledger.given_levels g set ended_at = v_now from due d
    where g.user_id = d.user_id and g.ended_at is null and d.is_over
  )
  insert into ledger.level_changes (id, user_id, at, reason, year, level_before, level_after, accumulation)
  select ledger.new_id(), m.user_id, v_now,
    case when m.is_over and m.level_given > m.level_before then 'ended' when m.level_year < v_year then 'year' else 'refund' end,
    greatest(m.level_year, v_year), h.level_before, h.level_after, m.level_accumulation
  from moved m cross join lateral (
    select greatest(m.level_before, m.level_given) as level_before,
      greatest(m.level_after, case when not m.is_over then m.level_given end) as level_after
  ) h
  where h.level_after <> h.level_before;
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

-- The next so many members after this one, for the round of a night. Only those who need it are locked. Answers the last
-- one that it looked at, or null when there are no more.
create or replace function ledger.judge_next_levels(p_after uuid, p_count int) returns uuid
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_today date := (ledger.now() at time zone 'Asia/Tokyo')::date;
  v_year int := extract(year from v_today)::int;
  v_last uuid;
  v_due uuid[];
begin
  select max(n.user_id::text)::uuid, array_agg(n.user_id) filter (where n.level_year < v_year or n.level_last_refunded
    or (n.level_index > n.level_carried and n.level_accumulation < n.quota) or n.level_given_until < v_today)
  into v_last, v_due
  from (
    select w.user_id, w.level_year, w.level_index, w.level_carried, w.level_accumulation, w.level_last_refunded,
      w.level_given_until, l.quota
    from ledger.wallets w join levels l on l.level_index = w.level_index
    where p_after is null or w.user_id > p_after
    order by w.user_id limit p_count
  ) n;
  if v_due is not null then perform ledger.judge_levels(v_due); end if;
  return v_last;
end $$;
grant execute on function ledger.judge_next_levels to shirogane_app;

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

-- The next so many members after this one whose rank will fall when this year ends, by what they have bought so far and
-- by what is given to them: the rank until then, the rank after it, and the yen that are missing to keep it. None once
-- the year is over, nor of those whose year has not been judged. Flows 5.13.
create or replace function ledger.falls_at_new_year(p_year int, p_after uuid, p_count int)
returns table (user_id uuid, level_before smallint, level_after smallint, missing bigint)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  with quotas as materialized (
    select q.level_index, q.quota from ledger.quotas_of_years(array[p_year]) q
  )
  select w.user_id, h.level_index, n.level_after, h.quota - w.level_accumulation
  from ledger.wallets w
  join quotas h on h.quota > w.level_accumulation
    and h.level_index = greatest(w.level_index, case when w.level_given_until >= make_date(p_year, 12, 31) then w.level_given end)
  cross join lateral (
    select greatest(w.level_carried - 1, case when w.level_given_until > make_date(p_year, 12, 31) then w.level_given end, (
      select max(e.level_index) from quotas e where e.quota <= w.level_accumulation))::smallint as level_after
  ) n
  join users u on u.id = w.user_id and u.suspended_at is null
  where w.level_year = p_year and p_year = extract(year from ledger.now() at time zone 'Asia/Tokyo')
    and n.level_after < h.level_index and w.user_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
  order by w.user_id limit p_count;
$$;
grant execute on function ledger.falls_at_new_year to shirogane_app;

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

-- Gives a member a rank until a day, that day included, instead of one that runs. Answers why it is refused.
create or replace function ledger.give_level(
  p_id uuid, p_user uuid, p_level smallint, p_until date, p_reason text, p_by uuid, p_approved_by uuid
) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_before smallint;
  w ledger.wallets;
begin
  perform from ledger.wallets where user_id = p_user for no key update;
  if not found or not exists (select from levels l where l.level_index = p_level)
    or exists (select from users u where u.id = p_user and u.closed_at is not null) then
    return 'NOT_FOUND';
  end if;
  perform ledger.judge_levels(array[p_user]);
  select * into w from ledger.wallets where user_id = p_user;
  if ledger.is_own_account(p_by, p_user) or ledger.is_own_account(p_approved_by, p_user) then return 'SELF_DEALING'; end if;
  if p_until < v_today or p_until > make_date(extract(year from v_today)::int + 1, 12, 31) then return 'RANK_UNTIL'; end if;
  if p_level <= w.level_index then return 'RANK_NOT_ABOVE'; end if;
  v_before := greatest(w.level_index, w.level_given);
  update ledger.given_levels set ended_at = v_now, ended_by = p_by, end_reason = p_reason
  where user_id = p_user and ended_at is null;
  insert into ledger.given_levels (id, user_id, level_index, rank, until, reason, given_by, approved_by, given_at)
  select p_id, p_user, l.level_index, l.name, p_until, p_reason, p_by, p_approved_by, v_now from levels l where l.level_index = p_level;
  insert into ledger.level_changes (id, user_id, at, reason, year, level_before, level_after, accumulation)
  select ledger.new_id(), p_user, v_now, 'given', w.level_year, v_before, p_level, w.level_accumulation
  where p_level <> v_before;
  return null;
end $$;
grant execute on function ledger.give_level to shirogane_app;

-- Ends the one that runs before its day. Answers why it is refused.
create or replace function ledger.end_given_level(p_user uuid, p_reason text, p_by uuid) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  w ledger.wallets;
begin
  perform from ledger.wallets where user_id = p_user for no key update;
  perform ledger.judge_levels(array[p_user]);
  select * into w from ledger.wallets where user_id = p_user;
  if w.level_given is null then return 'CONFLICT'; end if;
  if ledger.is_own_account(p_by, p_user) then return 'SELF_DEALING'; end if;
  update ledger.given_levels set ended_at = v_now, ended_by = p_by, end_reason = p_reason
  where user_id = p_user and ended_at is null;
  insert into ledger.level_changes (id, user_id, at, reason, year, level_before, level_after, accumulation)
  select ledger.new_id(), p_user, v_now, 'ended', w.level_year, w.level_given, w.level_index, w.level_accumulation
  where w.level_given > w.level_index;
  return null;
end $$;
grant execute on function ledger.end_given_level to shirogane_app;
