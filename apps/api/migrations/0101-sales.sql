-- What a sale's prices were made of, and carts that are put aside.

set lock_timeout = '3s';

-- What the discounts of a line come to.
create function ledger.discount_sum(p_detail jsonb) returns bigint
language sql immutable set search_path = ledger, public, pg_temp as $$
  select coalesce(sum((d ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(p_detail -> 'discounts') d;
$$;

-- Discounts with their reasons, the weight and the rate of a price, a word about the line.
alter table ledger.transaction_lines
  add column detail jsonb,
  add constraint transaction_lines_discounts check (
    detail is null or discount = ledger.discount_sum(detail));
-- The sale before its discounts, who agreed to them, the slip of the card terminal.
alter table ledger.transactions add column sale jsonb;

-- Off the whole of what a register composes.
alter table ledger.checkouts add column discount jsonb;

-- A cart that staff put aside with a name, for any register of the store to take back: one at a time. Nothing has moved
-- for it, and nothing of a customer's is held: points and balance are spent by a sale alone.
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
  -- Grows with every act: whoever knows an older one has to look again.
  version integer not null default 1,
  parked_at timestamptz not null,
  expires_at timestamptz not null,
  held_until timestamptz,
  transaction_id uuid unique,
  check ((status = 'completed') = (transaction_id is not null)),
  check ((status = 'resumed') = (held_until is not null))
);
create index parked_sales_of_store on parked_sales (store_id, parked_at desc) where status in ('parked', 'resumed');
create index parked_sales_to_end on parked_sales (expires_at) where status in ('parked', 'resumed');

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
