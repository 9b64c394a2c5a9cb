-- What head office sets: one value per key.
create table settings (
  key text primary key check (key ~ '^[a-z][a-z0-9_.]{0,63}$'),
  value jsonb not null,
  updated_at timestamptz not null default now()
);
-- Keep settings as brand
grant select, insert, update on settings to shirogane_app;

-- A limit is changed by two people of head office: one asks, another decides, and until then nothing changes.
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
  -- The one who asked may withdraw it, and decides nothing.
  check (decided_by is null or (decided_by = requested_by) = (status = 'withdrawn')),
  check (before <> value)
);
-- One change of a setting waits at a time.
create unique index setting_changes_waiting on setting_changes (key) where status = 'requested';
create index setting_changes_decided on setting_changes (key, decided_at desc);
-- Keep setting_changes as brand
grant select, insert, update (status, decided_by, decided_at) on setting_changes to shirogane_app;

-- After the functions

create trigger brand_issues_receipts after insert or update on settings
for each row when (new.key = 'brand') execute function note_receipt_issuers();
create trigger silver_repriced after insert or update of value on settings
for each row when (new.key = 'silver_price_per_g') execute function silver_repriced();

create trigger two_persons after insert or update on setting_changes
for each row when (new.status = 'approved') execute function ledger.two_persons('requested_by', 'decided_by');
