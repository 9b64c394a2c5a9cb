-- A code on a customer's phone. Only keyed hashes are kept: the database alone cannot show or make one.
create table ledger.pay_codes (
  id uuid primary key,
  user_id uuid not null references ledger.wallets (user_id),
  session_id uuid not null references sessions (id),
  token_hash bytea not null unique,
  code_hash bytea not null unique,
  state text not null default 'live' check (state in ('live', 'claimed', 'spent', 'void')),
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_by uuid,
  claimed_until timestamptz,
  transaction_id uuid,
  check (expires_at > issued_at and expires_at <= (issued_at + interval '5 minutes')),
  check ((state = 'spent') = (transaction_id is not null)),
  check (state <> 'claimed' or (claimed_by is not null and claimed_until is not null))
-- A code is written twice, when it is shown and when it is spent. With room for its second version on the page of the first,
-- no index hears of it.
) with (fillfactor = 45);
-- Without the state, so that spending a code touches no index.
create index pay_codes_of_user on ledger.pay_codes (user_id, expires_at);
-- Keep ledger.pay_codes for 1 day by ledger.tidy (the brand): codes for the register; one that paid belongs to the books
grant select on ledger.pay_codes to shirogane_app;

-- A sale that a register has begun: it holds the scanned code until it is settled, parked or given up.
create table ledger.checkouts (
  id uuid primary key,
  store_id uuid not null references stores (id),
  register_id uuid not null references registers (id),
  employee_id uuid not null references employees (user_id),
  customer_id uuid not null references ledger.wallets (user_id),
  pay_code_id uuid not null references ledger.pay_codes (id),
  status text not null default 'open' check (status in ('open', 'saved', 'cancelled', 'settled')),
  items jsonb not null default '[]',
  note text,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  -- Off the whole of what a register composes.
  discount jsonb,
  -- The last question that was asked about this sale. Null for nearly all, and nothing is looked at for those.
  confirmation_id uuid
);
create unique index checkouts_of_code on ledger.checkouts (pay_code_id) where status = 'open';
create unique index checkouts_of_register on ledger.checkouts (register_id) where status = 'open';
create index checkouts_of_store on ledger.checkouts (store_id, updated_at desc) where status in ('open', 'saved');
-- Keep ledger.checkouts as books
grant select on ledger.checkouts to shirogane_app;

-- After the functions

create trigger pay_codes_begin_live before insert on ledger.pay_codes
for each row when (new.state <> 'live') execute function ledger.pay_code_changed();
create trigger pay_codes_end_once before update on ledger.pay_codes
for each row execute function ledger.pay_code_changed();
create trigger pay_codes_remain before truncate on ledger.pay_codes
for each statement execute function ledger.refuse_change();

alter table ledger.checkouts add constraint checkouts_confirmation_id_fkey
  foreign key (confirmation_id) references ledger.confirmations (id);
create trigger confirmed_checkouts_leave after update of status on ledger.checkouts
for each row when (new.confirmation_id is not null and old.status = 'open' and new.status <> 'open')
execute function ledger.confirmed_checkout_left();
