-- Ranks over the years: what a member brought into a year, what changed and why, and what the ranks were at any time.

set lock_timeout = '3s';

-- The rank with which a member began the year of `level_year`: it holds until that year's end, whatever is refunded.
alter table ledger.wallets add column level_carried smallint not null default 0;

-- Changes that no payment made. A payment's own rise stands in its head.
create table ledger.level_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  at timestamptz not null,
  reason text not null check (reason in ('year', 'refund')),
  -- The year that begins with a change at New Year, or the one whose accumulation a refund lowered.
  year smallint not null,
  level_before smallint not null,
  level_after smallint not null check (level_after <> level_before),
  -- Yen by which it was judged.
  accumulation bigint not null check (accumulation >= 0),
  told_at timestamptz
);
create index level_changes_of_member on ledger.level_changes (user_id, at desc);
create unique index level_changes_once_a_year on ledger.level_changes (user_id, year) where reason = 'year';
create index level_changes_untold on ledger.level_changes (at) where told_at is null;

-- Payments that lifted their customer: few, and found without a look at the others.
create index transactions_that_lift on ledger.transactions (customer_id, completed_at desc)
  where level_after > level_before;

-- Every state of every rank, with the moment from which it held: an old payment keeps the rank's name of its day.
create table level_versions (
  level_index smallint not null,
  valid_from timestamptz not null,
  name text not null,
  quota bigint not null,
  rate_bp integer not null,
  birthday_points integer not null,
  benefits text[] not null,
  primary key (level_index, valid_from)
);

create function level_recorded() returns trigger
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
insert into level_versions
select level_index, '-infinity', name, quota, rate_bp, birthday_points, benefits from levels;
create trigger levels_are_recorded after insert or update on levels
for each row execute function level_recorded();
create function level_stays() returns trigger language plpgsql as $$
begin
  raise exception 'A rank is never removed.';
end $$;
create trigger levels_stay before delete on levels for each row execute function level_stays();

-- What head office changed, on record with how it was before.
alter table audit_log add column before jsonb, add column after jsonb;
