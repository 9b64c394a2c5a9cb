-- A shop: its address as documents show it, its hours and its limits. Who a person is stands outside the ledger, and
-- so does where a sale is made.
create table stores (
  id uuid primary key,
  code text not null unique check (code ~ '^[A-Z]{3}[0-9]$'),
  name text not null,
  postcode text not null,
  address text not null,
  phone text not null,
  -- The hour at which a new business day begins, in Asia/Tokyo: a sale at 01:30 belongs to the day before.
  day_start time not null default '05:00',
  created_at timestamptz not null default now(),
  -- What staff at the register may give back by themselves, in yen; null where the setting of the brand holds.
  register_refund_max bigint check (register_refund_max >= 0),
  -- A shop that would rather sell than trust its numbers may let a sale take them below zero.
  stock_below_zero boolean not null default false,
  -- The last day that was closed: what happens afterwards belongs to a later one.
  closed_until date,
  -- Head office closes a shop for good: its last business day, and since when nothing is sold there.
  closed_on date,
  closed_at timestamptz,
  constraint stores_closed check ((closed_on is null) = (closed_at is null))
);
-- Keep stores as brand
grant select, insert (id, code, name, postcode, address, phone, day_start, register_refund_max, stock_below_zero),
  update (name, postcode, address, phone, day_start, register_refund_max, stock_below_zero, closed_on, closed_at) on
  stores to shirogane_app;

-- A place in a shop at which sales are made. A register that is out of use keeps its row for what was sold at it.
create table registers (
  id uuid primary key,
  store_id uuid not null references stores (id),
  number smallint not null check (number between 1 and 99),
  name text not null,
  -- Since when a register is out of use; what was sold at it keeps its name.
  closed_at timestamptz,
  unique (store_id, number)
);
-- Keep registers as brand
grant select, insert (id, store_id, number, name), update (name, closed_at) on registers to shirogane_app;

-- Browsers that are registers: each keeps a secret, of which only the hash is here.
create table register_devices (
  id uuid primary key,
  register_id uuid not null references registers (id),
  -- Which of the few devices of its register it is.
  slot smallint not null check (slot between 1 and 5),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  label text not null check (label <> ''),
  enrolled_by uuid not null,
  enrolled_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (register_id, slot),
  check (last_used_at >= enrolled_at)
);
create index register_devices_by_person on register_devices (enrolled_by);
-- Keep register_devices as brand
grant select, insert, update (last_used_at), delete on register_devices to shirogane_app;

-- What a shop sells most often, as its own staff lay it out on the tiles of the registers.
create table store_favourites (
  store_id uuid primary key references stores (id),
  sku_ids uuid[] not null check (cardinality(sku_ids) between 1 and 6)
);
-- Keep store_favourites as brand
grant select, insert, update (sku_ids), delete on store_favourites to shirogane_app;

-- After the functions

create trigger shop_closed before update of closed_at, closed_on on stores
for each row execute function ledger.shop_closed();
create trigger store_opens after insert on stores for each row execute function ledger.open_store();
create trigger stores_have_stock after insert on stores for each row execute function ledger.store_stocked();
create trigger stores_issue_receipts after insert or update on stores
for each statement execute function note_receipt_issuers();

create trigger shop_is_open before insert or update on registers
for each row when (new.closed_at is null) execute function ledger.shop_is_open('store_id');

alter table register_devices add constraint register_devices_enrolled_by_fkey
  foreign key (enrolled_by) references employees (user_id);
