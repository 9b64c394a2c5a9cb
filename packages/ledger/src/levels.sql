-- Ranks between the payments: a payment lifts its customer at once, and everything else happens here.
--
-- Within a year a rank is the higher of the one that was brought along and the one that the year's purchases earned. At
-- New Year it is the higher of the one earned and one below the one held, and the count begins anew. A quota that was
-- raised during the year takes nothing from those who had reached the old one. What goes back of a purchase of the year
-- before is judged as if it had gone back within that year.

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
-- Judging twice, or from two places at a time, changes nothing more. Answers how many ranks changed.
create or replace function ledger.judge_levels(p_users uuid[]) returns int
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_now timestamptz := ledger.now();
  v_year int := extract(year from v_now at time zone 'Asia/Tokyo')::int;
  v_changed int;
begin
  with held as (
    select w.user_id, w.level_index, w.level_carried, w.level_year, w.level_accumulation, w.level_last_sum,
      w.level_last_rank, w.level_last_refunded
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
    select j.user_id, j.level_index as level_before, j.level_year, j.level_accumulation, j.years, j.began, j.level,
      (case when j.years > 0 then greatest(0, j.level - j.years + 1) else least(j.level_index, j.level) end)::smallint as level_after
    from judged j
    where j.years > 0 or j.level_last_refunded or j.level < j.level_index
  ), moved as (
    update ledger.wallets w set level_index = d.level_after,
      level_carried = case when d.years > 0 then d.level_after else d.began end,
      level_year = greatest(w.level_year, v_year),
      level_accumulation = case when d.years > 0 then 0 else w.level_accumulation end,
      -- Of years in which nobody came only the last one is kept, in which nothing was bought.
      level_last_sum = case when d.years > 1 then 0 when d.years = 1 then d.level_accumulation else w.level_last_sum end,
      level_last_rank = case when d.years > 1 then greatest(0, d.level - d.years + 2) when d.years = 1 then d.began
        else w.level_last_rank end,
      level_last_refunded = false
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
  select max(n.user_id::text)::uuid, array_agg(n.user_id) filter (where n.level_year < v_year or n.level_last_refunded
    or (n.level_index > n.level_carried and n.level_accumulation < n.quota))
  into v_last, v_due
  from (
    select w.user_id, w.level_year, w.level_index, w.level_carried, w.level_accumulation, w.level_last_refunded, l.quota
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

-- The next so many members after this one whose rank will fall when this year ends, by what they have bought so far: the
-- rank until then, the rank after it, and the yen that are missing to keep it. Nobody once the year is over, nor of those
-- whose year has not been judged. Flows 5.13.
create or replace function ledger.falls_at_new_year(p_year int, p_after uuid, p_count int)
returns table (user_id uuid, level_before smallint, level_after smallint, missing bigint)
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  with quotas as materialized (
    select q.level_index, q.quota from ledger.quotas_of_years(array[p_year]) q
  )
  select w.user_id, w.level_index, greatest(w.level_carried - 1, (
      select max(e.level_index) from quotas e where e.quota <= w.level_accumulation))::smallint,
    h.quota - w.level_accumulation
  from ledger.wallets w
  join quotas h on h.level_index = w.level_index and h.quota > w.level_accumulation
  join users u on u.id = w.user_id and u.suspended_at is null
  where w.level_year = p_year and p_year = extract(year from ledger.now() at time zone 'Asia/Tokyo')
    and w.user_id > coalesce(p_after, '00000000-0000-0000-0000-000000000000')
  order by w.user_id limit p_count;
$$;
