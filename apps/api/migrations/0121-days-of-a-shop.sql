-- The days of a shop: the float they begin with, cash put in and taken out, and the close that ends them for good.

set lock_timeout = '3s';

insert into ledger.accounts (kind, asset, holder, meaning) values
  ('cash_office', 'JPY', 'store', 'Cash outside the drawer: change, petty cash, and what is on its way to the bank'),
  ('over_short', 'JPY', 'store', 'What counts of the drawer found less, or more, than the books said');

-- The last day that was closed: whatever happens afterwards belongs to a later one.
alter table stores add column closed_until date;

-- A movement of cash alone is a kind of its own; the others stay what they are.
do $$
declare
  v_check record;
begin
  select conname, pg_get_constraintdef(oid) as def into strict v_check from pg_constraint
  where conrelid = 'ledger.transactions'::regclass and contype = 'c' and pg_get_constraintdef(oid) like 'CHECK ((kind = ANY (ARRAY[%';
  execute format('alter table ledger.transactions drop constraint %I', v_check.conname);
  execute format('alter table ledger.transactions add constraint %I %s', v_check.conname,
    replace(v_check.def, 'ARRAY[', 'ARRAY[''cash''::text, '));
end $$;

alter table ledger.transactions
  -- What moved the cash: the float of a morning, cash put in or taken out, the difference that a count found, the way to
  -- the bank, or the opening of a closed day, which takes the last two back.
  add column cash_act text check (cash_act in ('float', 'pay_in', 'pay_out', 'over_short', 'deposit', 'reopen')),
  -- Yen that came into the drawer; below zero, that left it.
  add column drawer_change bigint,
  add constraint transactions_cash check ((kind = 'cash') = (cash_act is not null) and (kind <> 'cash' or (
    drawer_change is not null and store_id is not null and employee_id is not null and customer_id is null
    and spent_total = 0 and tender_cash = 0 and tender_card = 0
    and case cash_act
      when 'pay_in' then drawer_change > 0 and reason is not null
      when 'pay_out' then drawer_change < 0 and reason is not null
      when 'deposit' then drawer_change < 0
      else true end)));

-- What the drawer held when the day began, as it was counted. Whoever miscounted counts again; the last count stands.
create table ledger.day_floats (
  store_id uuid not null references stores (id),
  business_date date not null,
  revision smallint not null check (revision > 0),
  -- Pieces of each coin and note: {"10000": 3, …}.
  counts jsonb not null,
  counted bigint not null check (counted between 0 and 999999999),
  -- What the last close left there; null where none has been.
  carried bigint,
  employee_id uuid not null references employees (user_id),
  counted_at timestamptz not null,
  primary key (store_id, business_date, revision)
);

-- The close of a day: what was counted, what the books said, and the day's figures as they were. A day that is opened
-- again keeps this row, and its next close is a revision of the same number.
create table ledger.day_closes (
  id uuid primary key,
  store_id uuid not null references stores (id),
  business_date date not null,
  z_number integer not null check (z_number > 0),
  revision smallint not null check (revision > 0),
  -- The place in the shop's chain of seals.
  seq integer not null check (seq > 0),
  counts jsonb not null,
  counted bigint not null check (counted between 0 and 999999999),
  expected bigint not null,
  over_short bigint not null check (over_short = counted - expected),
  reason text,
  note text,
  deposit bigint not null check (deposit between 0 and counted),
  carry bigint not null check (carry = counted - deposit),
  report jsonb not null,
  employee_id uuid not null references employees (user_id),
  approved_by uuid references employees (user_id),
  closed_at timestamptz not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  reopened_at timestamptz,
  reopened_by uuid references employees (user_id),
  reopen_reason text,
  check (over_short = 0 or reason is not null),
  check (approved_by is distinct from employee_id),
  check ((reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reopen_reason is null)),
  unique (store_id, business_date, revision),
  unique (store_id, z_number, revision),
  unique (store_id, seq)
);
create unique index day_closes_standing on ledger.day_closes (store_id, business_date) where reopened_at is null;
