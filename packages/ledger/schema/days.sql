-- What the drawer held when the day began, as it was counted. A wrong count is counted again; the last one stands.
create table ledger.day_floats (
  store_id uuid references stores (id),
  business_date date,
  revision smallint check (revision > 0),
  -- Pieces of each coin and note: {"10000": 3, …}.
  counts jsonb not null,
  counted bigint not null check (counted between 0 and 999999999),
  -- What the last close left there; null where none has been.
  carried bigint,
  employee_id uuid not null references employees (user_id),
  counted_at timestamptz not null,
  primary key (store_id, business_date, revision)
);
-- Keep ledger.day_floats as books
grant select on ledger.day_floats to shirogane_app;

-- The close of a day: what was counted, what the books said, and the day's figures as they were. A day that is opened
-- again keeps this row, and its next close is a revision of the same number.
create table ledger.day_closes (
  id uuid primary key,
  store_id uuid not null references stores (id),
  business_date date not null,
  z_number integer not null check (z_number > 0),
  revision smallint not null check (revision > 0),
  -- The place in the shop's chain of hashes.
  seq integer not null check (seq > 0),
  counts jsonb not null,
  counted bigint not null check (counted between 0 and 999999999),
  expected bigint not null,
  over_short bigint not null,
  reason text,
  note text,
  deposit bigint not null,
  carry bigint not null,
  report jsonb not null,
  employee_id uuid not null references employees (user_id),
  approved_by uuid references employees (user_id),
  closed_at timestamptz not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  reopened_at timestamptz,
  reopened_by uuid references employees (user_id),
  reopen_reason text,
  unique (store_id, business_date, revision),
  unique (store_id, seq),
  unique (store_id, z_number, revision),
  check (over_short = counted - expected),
  check (deposit between 0 and counted),
  check (carry = counted - deposit),
  check (over_short = 0 or reason is not null),
  check (approved_by is distinct from employee_id),
  check ((reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopen_reason is null))
);
create unique index day_closes_standing on ledger.day_closes (store_id, business_date) where reopened_at is null;
-- Keep ledger.day_closes as books
grant select on ledger.day_closes to shirogane_app;

-- The report of a day while its close is decided, from the reading of its facts to the close, in one database transaction:
-- the application hands none over, and cannot. After a crash there is none to keep.
create unlogged table ledger.held_reports (
  store_id uuid primary key references stores (id),
  -- The act whose facts were read from it: `ledger.held_by`.
  held text not null,
  report jsonb not null
);
-- Keep ledger.held_reports as moment
grant select on ledger.held_reports to shirogane_app;

-- After the functions

create trigger act_on_record after insert on ledger.day_floats for each row
execute function ledger.act_is_on_record('day.float_counted', 'employee_id', 'counted_at', 'business_date', '',
  'carried=counted', 'revision');
create trigger float_kept before delete or update on ledger.day_floats
for each row execute function ledger.refuse_change();
create trigger no_truncate before truncate on ledger.day_floats
for each statement execute function ledger.refuse_change();

create trigger act_on_record after insert on ledger.day_closes for each row
execute function ledger.act_is_on_record('day.closed', 'employee_id', 'closed_at', 'business_date', '',
  'expected=counted', 'over_short', 'deposit', 'carry', 'z_number', 'revision', 'approved_by');
create trigger close_kept before delete or update on ledger.day_closes
for each row execute function ledger.close_kept();
create trigger close_numbered before insert on ledger.day_closes for each row execute function ledger.close_numbered();
create trigger no_truncate before truncate on ledger.day_closes
for each statement execute function ledger.refuse_change();
create trigger two_persons after insert on ledger.day_closes
for each row when (new.approved_by is not null) execute function ledger.two_persons('employee_id', 'approved_by');
