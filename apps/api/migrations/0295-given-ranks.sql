-- A rank that head office gives a member by hand, until a day and with a reason. The rank by purchases stays as it is
-- beneath it.

set lock_timeout = '3s';

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
  -- Null while it runs. Nobody ended the one whose last day has passed.
  ended_at timestamptz,
  ended_by uuid references employees (user_id),
  end_reason text check (char_length(end_reason) between 1 and 200),
  constraint given_levels_last check (until between (given_at at time zone 'Asia/Tokyo')::date
    and make_date(extract(year from given_at at time zone 'Asia/Tokyo')::int + 1, 12, 31)),
  constraint given_levels_by_two check (given_by <> approved_by),
  constraint given_levels_end_as_a_whole check ((ended_by is null) = (end_reason is null)
    and (ended_by is null or ended_at is not null))
);
-- One at a time.
create unique index given_levels_run on ledger.given_levels (user_id) where ended_at is null;
create index given_levels_of_member on ledger.given_levels (user_id, given_at desc);

-- The one that runs, where a payment looks anyway.
alter table ledger.wallets add column level_given smallint, add column level_given_until date;

-- The rank by purchases after a payment during which another one was given; null for all others, whose `level_after` it is.
alter table ledger.transactions add column level_bought smallint;

alter table ledger.level_changes drop constraint level_changes_reason_check,
  add constraint level_changes_reason_check check (reason in ('year', 'refund', 'given', 'ended')) not valid;
