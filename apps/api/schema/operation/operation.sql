-- What is done once for each day, however many processes there are and however often one of them starts anew. The
-- process that works holds the day for a while and says so again and again; one that dies lets go of it.
create table daily_runs (
  job text,
  on_date date,
  held_until timestamptz not null,
  done integer not null default 0,
  finished_at timestamptz,
  primary key (job, on_date)
);
-- Keep daily_runs as brand
grant select, insert, update on daily_runs to shirogane_app;

-- When each job of the server last ran, at any process, and how that ended.
create table job_runs (
  job text primary key,
  -- When a process first said that it does this job: one that never ran is late counting from here.
  known_since timestamptz not null,
  started_at timestamptz,
  duration_ms integer check (duration_ms >= 0),
  -- Class and code of the error that ended the last run, and no text of it, which may quote a row.
  error text check (error <> ''),
  -- Failed runs in a row, up to the last one.
  failures integer not null default 0 check (failures >= 0),
  check (num_nonnulls(started_at, duration_ms) in (0, 2)),
  check ((error is null) = (failures = 0))
);
-- Keep job_runs as brand
grant select, insert, update on job_runs to shirogane_app;

-- Counts of guarded acts in fixed windows; the window's start is part of the key, so that old rows can be dropped.
create unlogged table rate_limits (
  bucket text,
  window_start timestamptz,
  hits integer not null check (hits > 0),
  primary key (bucket, window_start)
);
-- Keep rate_limits for 2 days by ledger.tidy (the brand): counts of calls
grant select, insert, update, delete on rate_limits to shirogane_app;

-- Which secret keys the rows were written with, so that the key may be changed. The keys themselves never stand
-- here.
create table secret_keys (
  -- A short hash of the key, as it stands before what was encrypted, named or hashed with it.
  id text primary key check (id ~ '^[0-9a-f]{8}$'),
  -- What was written before there were ids carries none, and what is written with that key still does not.
  is_first boolean not null default false,
  -- When a process last started with it as the current one: the newest is the one that rows are written anew with.
  started_at timestamptz not null,
  -- When a process last said that it makes things with it.
  used_at timestamptz not null,
  -- Its part in passwords, encrypted with a later key: a password is hashed anew only when its owner types it.
  encrypted_pepper bytea
);
create unique index secret_keys_first on secret_keys (is_first) where is_first;
-- Keep secret_keys as brand
grant select, insert, update on secret_keys to shirogane_app;

-- The memory of the demo's card gateway. It stands in for another company's database: no row of ours refers to it,
-- and like a real gateway's answers it holds no card number.
create table sandbox_objects (
  id text primary key check (id ~ '^(tok|cus|car|ch|evnt)_[0-9a-z]{8,40}$'),
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index sandbox_objects_of_customer on sandbox_objects ((data ->> 'customer')) where data ? 'customer';
-- Keep sandbox_objects as demo
grant select, insert, update, delete on sandbox_objects to shirogane_app;

-- What each check of the books found. Payouts stand still from a check that found something.
create table book_checks (
  id uuid primary key,
  checked_at timestamptz not null,
  findings integer not null check (findings >= 0)
);
create index book_checks_by_time on book_checks (checked_at desc, id desc);
create index book_checks_wrong on book_checks (checked_at desc, id desc) where findings > 0;
-- Keep book_checks as books
grant select on book_checks to shirogane_app;

-- The first findings of a check: where everything is wrong, a reader stops long before the end.
create table book_findings (
  check_id uuid references book_checks (id),
  line integer check (line > 0),
  rule text not null,
  -- Whose row it is: its id, and what of it.
  subject text not null,
  expected text not null,
  found text not null,
  primary key (check_id, line)
);
-- Keep book_findings as books
grant select on book_findings to shirogane_app;

-- While one stands, no payout of any member is asked for, approved or written into a file for the bank.
create table payout_freezes (
  -- The check whose findings began it.
  check_id uuid primary key references book_checks (id),
  frozen_at timestamptz not null,
  lifted_at timestamptz,
  lifted_by uuid references employees (user_id),
  lift_note text check (lift_note <> ''),
  check (num_nonnulls(lifted_at, lifted_by, lift_note) in (0, 3))
);
create unique index payout_freezes_standing on payout_freezes ((true)) where lifted_at is null;
-- Keep payout_freezes as books
grant select on payout_freezes to shirogane_app;

-- After the functions

create trigger book_checks_stay before delete or update on book_checks for each row execute function row_stays();
create trigger book_checks_stay_whole before truncate on book_checks for each statement execute function row_stays();

create trigger book_findings_stay before delete or update on book_findings for each row execute function row_stays();
create trigger book_findings_stay_whole before truncate on book_findings
for each statement execute function row_stays();

create trigger payout_freeze_is_lifted_once before delete or update on payout_freezes
for each row execute function payout_freeze_is_lifted_once();
create trigger payout_freezes_stay_whole before truncate on payout_freezes
for each statement execute function row_stays();
