-- Searches that somebody of the staff keeps: at whichever register they stand, they are there.

set lock_timeout = '3s';

create table saved_searches (
  id uuid primary key,
  employee_id uuid not null references employees (user_id),
  name text not null check (char_length(name) <= 40),
  -- What it is narrowed to, and nothing of what it finds.
  filter jsonb not null check (jsonb_typeof(filter) = 'object' and pg_column_size(filter) <= 4000),
  found integer not null check (found >= 0),
  created_at timestamptz not null
);
-- The same condition is kept once.
create unique index saved_searches_once on saved_searches (employee_id, md5(filter::text));
create index saved_searches_of on saved_searches (employee_id, created_at desc);
