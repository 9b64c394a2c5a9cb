-- Changes of rank that no payment made. A payment's own rise stands in its movement.
create table ledger.level_changes (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null,
  at timestamptz not null,
  reason text not null check (reason in ('year', 'refund', 'given', 'ended')),
  -- The year that begins with a change at New Year, or the one whose accumulation a refund lowered.
  year smallint not null,
  level_before smallint not null,
  level_after smallint not null,
  -- Yen by which it was judged.
  accumulation bigint not null check (accumulation >= 0),
  notified_at timestamptz,
  check (level_after <> level_before)
);
create index level_changes_of_member on ledger.level_changes (user_id, at desc);
create unique index level_changes_once_a_year on ledger.level_changes (user_id, year) where reason = 'year';
create index level_changes_unnotified on ledger.level_changes (at) where notified_at is null;
-- Keep ledger.level_changes as books
grant select on ledger.level_changes to shirogane_app;

-- A rank that head office gives a member by hand, until a day and with a reason. The rank by purchases stays as it
-- is beneath it.
create table ledger.given_levels (
  id uuid primary key,
  user_id uuid not null references ledger.wallets (user_id),
  level_index smallint not null references levels (level_index) check (level_index > 0),
  -- Its name at that time.
  rank text not null,
  -- The last day on which it holds, in Tokyo: to the end of the next year at most.
  until date not null,
  reason text not null check (char_length(reason) between 1 and 200),
  given_by uuid not null references employees (user_id),
  approved_by uuid not null references employees (user_id),
  given_at timestamptz not null,
  -- Null while it runs. One whose last day has passed ended by itself: `ended_by` stays null.
  ended_at timestamptz,
  ended_by uuid references employees (user_id),
  end_reason text check (char_length(end_reason) between 1 and 200),
  constraint given_levels_by_two check (given_by <> approved_by),
  constraint given_levels_end_as_a_whole check ((ended_by is null) = (end_reason is null)
    and (ended_by is null or ended_at is not null)),
  constraint given_levels_last check (
    until >= (given_at at time zone 'Asia/Tokyo')::date
    and until <= make_date(extract(year from (given_at at time zone 'Asia/Tokyo'))::integer + 1, 12, 31)
  )
);
-- One at a time.
create unique index given_levels_run on ledger.given_levels (user_id) where ended_at is null;
create index given_levels_of_member on ledger.given_levels (user_id, given_at desc);
-- Keep ledger.given_levels as books
grant select on ledger.given_levels to shirogane_app;

-- After the functions

create trigger level_changes_are_final before update of id, user_id, at, reason, year, level_before, level_after,
  accumulation on ledger.level_changes
for each row execute function ledger.refuse_change();
create trigger level_changes_remain before truncate on ledger.level_changes
for each statement execute function ledger.refuse_change();
create trigger level_changes_stay before delete on ledger.level_changes
for each row execute function ledger.refuse_change();

create trigger act_on_record after insert on ledger.given_levels for each row
execute function ledger.act_is_on_record('member.rank_given', 'given_by', 'given_at', 'user_id', 'user_id',
  'rank', 'until', 'approved_by');
create trigger end_on_record after update on ledger.given_levels
for each row when (new.ended_by is not null)
execute function ledger.act_is_on_record('member.rank_ended', 'ended_by', 'ended_at', 'user_id', 'user_id',
  'rank', 'until', 'end_reason');
-- A given rank ends once.
create trigger given_level_ends_once before update on ledger.given_levels
for each row when (old.ended_at is not null) execute function ledger.refuse_change();
create trigger given_levels_are_fixed before update of id, user_id, level_index, rank, until, reason, given_by,
  approved_by, given_at on ledger.given_levels
for each row execute function ledger.refuse_change();
create trigger given_levels_remain before truncate on ledger.given_levels
for each statement execute function ledger.refuse_change();
create trigger given_levels_stay before delete on ledger.given_levels
for each row execute function ledger.refuse_change();
create trigger level_given after insert or update on ledger.given_levels
for each row execute function ledger.level_given();
create trigger level_is_given_rightly before insert on ledger.given_levels
for each row execute function ledger.level_is_given_rightly();
create trigger two_persons after insert on ledger.given_levels
for each row execute function ledger.two_persons('given_by', 'approved_by');
