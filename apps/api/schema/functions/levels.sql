-- The ranks ascend and keep their past.

-- The ranks ascend, and each state of a rank is kept with the moment from which it held.
create or replace function level_recorded() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (new.level_index, new.id) is distinct from (old.level_index, old.id) then
    raise exception 'A rank keeps its place.';
  end if;
  if exists (
    select from levels l where l.id <> new.id
      and ((l.level_index < new.level_index and (l.quota >= new.quota or l.rate_bp > new.rate_bp))
        or (l.level_index > new.level_index and (l.quota <= new.quota or l.rate_bp < new.rate_bp)))
  ) or (new.level_index = 0) <> (new.quota = 0) then
    raise exception 'The ranks do not ascend.' using errcode = 'check_violation', constraint = 'levels_ascend';
  end if;
  insert into level_versions (level_index, valid_from, name, quota, rate_bp, birthday_points, benefits)
  values (new.level_index,
    case when exists (select from level_versions v where v.level_index = new.level_index) then ledger.now()
      else '-infinity' end,
    new.name, new.quota, new.rate_bp, new.birthday_points, new.benefits)
  on conflict (level_index, valid_from) do update set name = excluded.name, quota = excluded.quota,
    rate_bp = excluded.rate_bp, birthday_points = excluded.birthday_points, benefits = excluded.benefits;
  return null;
end $$;

-- A rank is named by movements and is never removed.
create or replace function level_stays() returns trigger language plpgsql as $$
begin
  raise exception 'A rank is never removed.';
end $$;
