-- A limit is changed by two people of head office: one asks, somebody else decides, and until then nothing changes.

set lock_timeout = '3s';

create table setting_changes (
  id uuid primary key,
  key text not null,
  before jsonb not null,
  value jsonb not null,
  status text not null default 'requested' check (status in ('requested', 'approved', 'rejected', 'withdrawn')),
  requested_by uuid not null references employees (user_id),
  requested_at timestamptz not null,
  decided_by uuid references employees (user_id),
  decided_at timestamptz,
  check ((status = 'requested') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- Whoever asked takes it back and decides nothing.
  check (decided_by is null or (decided_by = requested_by) = (status = 'withdrawn')),
  check (before <> value)
);
-- One change of a setting waits at a time.
create unique index setting_changes_waiting on setting_changes (key) where status = 'requested';
create index setting_changes_decided on setting_changes (key, decided_at desc);
