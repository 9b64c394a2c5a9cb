-- Ranks between the payments: a payment lifts its customer at once, and everything else happens here.
--
-- Within a year a rank is the higher of the one that was brought along and the one that the year's purchases earned. At
-- New Year it is the higher of the one earned and one below the one held, and the count begins anew. A quota that was
-- raised during the year takes nothing from those who had reached the old one.

-- Judges these members, whose wallets the caller may hold: the years that have begun, and refunds of the current one.
-- Judging twice, or from two places at a time, changes nothing more. Answers how many ranks changed.
create or replace function ledger.judge_levels(p_users uuid[]) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_year int := extract(year from v_now at time zone 'Asia/Tokyo')::int;
  v_changed int;
begin
  with held as (
    select w.user_id, w.level_index, w.level_carried, w.level_year, w.level_accumulation
    from ledger.wallets w where w.user_id = any (p_users) order by w.user_id for no key update
  ), quotas as materialized (
    -- The lowest quota that each rank had while a year ran; once for all members.
    select y.year, v.level_index, min(v.quota) as quota
    from (select distinct level_year as year from held) y
    join (
      select level_index, quota, valid_from,
        lead(valid_from, 1, 'infinity') over (partition by level_index order by valid_from) as valid_until
      from level_versions
    ) v on v.valid_from < make_timestamptz(y.year + 1, 1, 1, 0, 0, 0, 'Asia/Tokyo')
      and v.valid_until > make_timestamptz(y.year, 1, 1, 0, 0, 0, 'Asia/Tokyo')
    group by 1, 2
  ), judged as (
    select h.*, greatest(0, e.level, h.level_carried - case when h.level_year < v_year then 1 else 0 end
      ) - greatest(0, v_year - h.level_year - 1) as level
    from held h cross join lateral (
      select coalesce(max(q.level_index), 0) as level from quotas q
      where q.year = h.level_year and q.quota <= h.level_accumulation
    ) e
  ), due as (
    select j.user_id, j.level_index as level_before, greatest(0, j.level)::smallint as level_after, j.level_year,
      j.level_accumulation
    from judged j
    where j.level_year < v_year or j.level < j.level_index
  ), moved as (
    update ledger.wallets w set level_index = d.level_after,
      level_carried = case when d.level_year < v_year then d.level_after else w.level_carried end,
      level_year = greatest(w.level_year, v_year),
      level_accumulation = case when d.level_year < v_year then 0 else w.level_accumulation end
    from due d where w.user_id = d.user_id
    returning d.*
  )
  insert into ledger.level_changes (id, user_id, at, reason, year, level_before, level_after, accumulation)
  select ledger.new_id(), m.user_id, v_now, case when m.level_year < v_year then 'year' else 'refund' end,
    greatest(m.level_year, v_year), m.level_before, m.level_after, m.level_accumulation
  from moved m where m.level_after <> m.level_before;
  get diagnostics v_changed = row_count;
  return v_changed;
end $$;

-- The next so many members after this one, for the round of a night. Only those who need it are locked. Answers the last
-- one that it looked at, or null when there are no more.
create or replace function ledger.judge_next_levels(p_after uuid, p_count int) returns uuid
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_year int := extract(year from ledger.now() at time zone 'Asia/Tokyo')::int;
  v_last uuid;
  v_due uuid[];
begin
  select max(n.user_id::text)::uuid, array_agg(n.user_id) filter (where n.level_year < v_year
    or (n.level_index > n.level_carried and n.level_accumulation < n.quota))
  into v_last, v_due
  from (
    select w.user_id, w.level_year, w.level_index, w.level_carried, w.level_accumulation, l.quota
    from ledger.wallets w join levels l on l.level_index = w.level_index
    where p_after is null or w.user_id > p_after
    order by w.user_id limit p_count
  ) n;
  if v_due is not null then perform ledger.judge_levels(v_due); end if;
  return v_last;
end $$;

-- Changes that their members have not been told of, now taken by whoever tells them: with the commit that writes the
-- mails they are told, and never again. Those that another process holds are its own.
create or replace function ledger.take_level_changes(p_count int) returns setof ledger.level_changes
language sql security definer set search_path = ledger, public, pg_temp as $$
  update ledger.level_changes c set told_at = ledger.now()
  where c.id in (
    select u.id from ledger.level_changes u where u.told_at is null order by u.at, u.id limit p_count
    for update skip locked)
  returning c.*;
$$;
