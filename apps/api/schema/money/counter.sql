-- A cart that staff put aside with a name, for any register of the store to take back, one at a time. It moves
-- nothing and holds nothing of the customer's: points and balance are spent by a sale alone.
create table parked_sales (
  id uuid primary key,
  store_id uuid not null references stores (id),
  name text not null check (char_length(name) between 1 and 30),
  -- Items and discount, as a register asks for them: never a tender.
  cart jsonb not null check (jsonb_typeof(cart -> 'items') = 'array' and not cart ? 'tenders'),
  -- Whose cart it is, for the list; their code is scanned again when they pay.
  customer_id uuid references users (id),
  -- What the cart came to when it was put aside, and the silver rate it was priced by.
  total bigint not null check (total >= 0),
  pieces integer not null check (pieces > 0),
  price_per_g bigint,
  status text not null default 'parked' check (status in ('parked', 'resumed', 'completed', 'discarded', 'expired')),
  -- The register that put it aside, or has it in hand.
  register_id uuid not null references registers (id),
  employee_id uuid not null references users (id),
  -- Grows with every act: a register that knows an older one has to look again.
  version integer not null default 1,
  parked_at timestamptz not null,
  expires_at timestamptz not null,
  held_until timestamptz,
  transaction_id uuid unique,
  -- Its articles are kept for the customer who comes back for them; a cart without is a note.
  keeps_goods boolean not null default false,
  check ((status = 'completed') = (transaction_id is not null)),
  check ((status = 'resumed') = (held_until is not null))
);
create index parked_sales_of_store on parked_sales (store_id, parked_at desc) where status in ('parked', 'resumed');
create index parked_sales_to_end on parked_sales (expires_at) where status in ('parked', 'resumed');
create index parked_sales_ended on parked_sales (expires_at) where status in ('completed', 'discarded', 'expired');
-- Keep parked_sales for 90 days after their end (the brand): carts put aside, with the name that staff gave them
--   over: r.status in ('completed', 'discarded', 'expired') and r.expires_at < ledger.now() - interval '90 days'
grant select, insert, update, delete on parked_sales to shirogane_app;

-- Articles that were given back for others: which return and which sale were one act.
create table exchanges (
  refund_id uuid primary key,
  sale_id uuid not null unique,
  xid xid8 not null default pg_current_xact_id(),
  check (refund_id <> sale_id)
);
-- Keep exchanges as books
grant select, insert on exchanges to shirogane_app;

-- Searches that a member of staff keeps: they are there at every register.
create table saved_searches (
  id uuid primary key,
  employee_id uuid not null references employees (user_id),
  name text not null check (char_length(name) <= 40),
  -- What it is narrowed to, and nothing of what it finds.
  -- What the search is narrowed to, and nothing of what it finds.
  filter jsonb not null check (jsonb_typeof(filter) = 'object' and pg_column_size(filter) <= 4000),
  found integer not null check (found >= 0),
  created_at timestamptz not null
);
-- The same condition is kept once.
create unique index saved_searches_once on saved_searches (employee_id, md5(filter::text));
create index saved_searches_of on saved_searches (employee_id, created_at desc);
-- Keep saved_searches for 90 days after they were last kept (the brand): searches with words in them, which may be a
--   name, and all of those who no longer work here
--   over: r.created_at < ledger.now() - interval '90 days' and (r.filter ->> 'q' <> ''
--     or not exists (select from employees e where e.user_id = r.employee_id and e.active))
grant select, insert, update (name, found, created_at), delete on saved_searches to shirogane_app;

-- The drawer opened without a sale: who, where and why.
create table drawer_openings (
  id uuid primary key,
  store_id uuid not null references stores (id),
  register_id uuid not null references registers (id),
  employee_id uuid not null references users (id),
  reason text not null check (reason in ('exchange', 'change', 'check', 'other')),
  note text,
  opened_at timestamptz not null
);
create index drawer_openings_of_store on drawer_openings (store_id, opened_at desc);
-- Keep drawer_openings as books
grant select, insert on drawer_openings to shirogane_app;

create sequence cash_check_numbers;
grant usage on sequence cash_check_numbers to shirogane_app;

-- Who pays a large sum in cash is written down before the sale is done, and kept for seven years: the law for
-- dealers in precious metals. Rows are only ever added.
create table cash_checks (
  id uuid primary key,
  number text not null default 'C' || lpad(nextval('cash_check_numbers')::text, 6, '0') unique,
  store_id uuid not null references stores (id),
  register_id uuid references registers (id),
  employee_id uuid not null references employees (user_id),
  -- A member's check covers the member's whole day; without a member it covers the one sale that it names.
  customer_id uuid references users (id),
  transaction_id uuid not null,
  business_date date not null,
  amount bigint not null check (amount > 0),
  name text not null check (length(trim(name)) > 0),
  address text not null check (length(trim(address)) > 0),
  date_of_birth date not null,
  occupation text not null check (length(trim(occupation)) > 0),
  purpose text not null check (length(trim(purpose)) > 0),
  document text not null check (document in ('driver_license', 'driving_history', 'my_number_card',
    'residence_card', 'special_permanent_certificate', 'passport')),
  -- A number card's number is never written down, not even a part of it.
  document_tail text check (document_tail ~ '^[0-9A-Za-z]{3,4}$'),
  method text not null references kyc_methods (method),
  -- Never told to the customer.
  suspicious boolean not null default false,
  note text,
  at timestamptz not null,
  keep_until date not null,
  check (date_of_birth >= '1900-01-01' and date_of_birth <= business_date),
  check (keep_until >= (business_date + interval '7 years')),
  check (document_tail is null or document <> 'my_number_card')
);
create index cash_checks_of_customer on cash_checks (customer_id, business_date) where customer_id is not null;
create index cash_checks_of_sale on cash_checks (transaction_id);
create index cash_checks_by_day on cash_checks (business_date, store_id);
-- Keep cash_checks for 7 years (Act on Prevention of Transfer of Criminal Proceeds): who paid or was paid more than the legal line in cash
--   over: r.business_date < (ledger.now() - interval '7 years')::date and r.keep_until < ledger.now() - interval '1 day'
grant select, insert, delete on cash_checks to shirogane_app;

-- After the functions

create trigger exchanged after insert on exchanges for each row execute function ledger.exchanged();
create trigger exchanges_are_final before delete or update on exchanges
for each row execute function ledger.refuse_change();
create trigger exchanges_remain before truncate on exchanges
for each statement execute function ledger.refuse_change();

create trigger act_on_record after insert on drawer_openings for each row
execute function ledger.act_is_on_record('drawer.opened', 'employee_id', 'opened_at', 'id', '', 'register_id',
  'note');

create trigger cash_check_is_right before insert on cash_checks for each row execute function cash_check_is_right();
create trigger cash_checks_stay before update on cash_checks for each row execute function row_stays();
create trigger cash_checks_stay_for before delete on cash_checks
for each row execute function row_stays_for('1 day', 'keep_until');
create trigger cash_checks_stay_whole before truncate on cash_checks for each statement execute function row_stays();
