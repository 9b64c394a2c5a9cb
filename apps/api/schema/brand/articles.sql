-- An article: what it is, what it costs and how its price comes about.
create table skus (
  id uuid primary key,
  sku text not null unique,
  barcode text not null unique,
  name text not null,
  -- Lower case, half width and katakana: what a search compares with.
  search_text text not null,
  price bigint not null check (price between 1 and 999999999),
  tax_rate_bp integer not null default 1000 check (tax_rate_bp in (0, 800, 1000)),
  fineness smallint,
  weight_mg integer,
  size text,
  picture text not null check (picture in ('cup', 'ring', 'bangle', 'spoon', 'necklace', 'hairpin', 'dish', 'cloth')),
  -- Shown as a quick item on the register, in this order; null is found by search only.
  quick_order smallint unique,
  active boolean not null default true,
  category text not null default 'other' check (category in ('ring', 'necklace', 'pendant', 'bracelet',
    'earring', 'brooch', 'tableware', 'care', 'service', 'other')),
  -- Why a customer cannot bring it back; null where they can.
  not_returnable text check (not_returnable in ('engraved', 'resized', 'made_to_order', 'hygiene', 'cut', 'sale')),
  -- Work of the brand has no stock.
  stocked boolean not null default true,
  -- By weight: the price follows the silver rate and is not typed.
  pricing text not null default 'fixed' check (pricing in ('fixed', 'weight')),
  -- Cut to the customer's measure and weighed at the register: its weight is the sale's, and `weight_mg` only the usual
  -- one.
  weighed boolean not null default false,
  coefficient_bp integer check (coefficient_bp between 10000 and 100000),
  labor_fee bigint not null default 0 check (labor_fee between 0 and 9999999),
  stone_fee bigint not null default 0 check (stone_fee between 0 and 9999999),
  -- Two people who change one article at once have both to learn of it.
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  image text unique,
  constraint skus_fineness check (fineness in (800, 900, 925, 950, 958, 999)),
  -- The coefficient is at least one, so that no piece is sold below its metal.
  constraint skus_priced_by_weight check (pricing = 'fixed' and not weighed
    or pricing = 'weight' and fineness is not null and weight_mg is not null and coefficient_bp is not null),
  constraint skus_weight check (weight_mg between 1 and 1000000)
);
create index skus_by_category on skus (category, sku);
-- Keep skus as brand
grant select, insert, update on skus to shirogane_app;

-- Photographs of articles. An article keeps its drawing, which stands where it has no photograph.
create table sku_images (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  uploaded_by uuid not null references users (id),
  created_at timestamptz not null,
  -- Since when no article shows it: lists on the registers know its address for a while.
  left_at timestamptz
);
-- Keep sku_images as brand
grant select, insert, update (left_at), delete on sku_images to shirogane_app;

-- What silver costs, as one member of staff entered it and another approved it. The newest approved one is in force,
-- and stands in `settings` for all that price by it.
create table silver_rates (
  id uuid primary key,
  price_per_g bigint not null check (price_per_g between 1 and 10000),
  note text not null default '',
  status text not null default 'requested' check (status in ('requested', 'approved', 'rejected')),
  requested_by uuid not null references users (id),
  requested_at timestamptz not null,
  decided_by uuid references users (id),
  decided_at timestamptz,
  check ((status = 'requested') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- Who enters a rate never puts it in force.
  check (decided_by <> requested_by)
);
create unique index silver_rates_waiting on silver_rates ((true)) where status = 'requested';
create index silver_rates_decided on silver_rates (decided_at desc);
-- Keep silver_rates as brand
grant select, insert, update on silver_rates to shirogane_app;

-- What is at or below its reorder point and has been told of: one notice for each time it falls, until it has risen
-- again.
create table low_stock (
  store_id uuid,
  sku_id uuid,
  since timestamptz not null,
  primary key (store_id, sku_id)
);
-- Keep low_stock as brand
grant select, insert, delete on low_stock to shirogane_app;

-- A count of a store: opened, counted blind by those who help, looked at, and posted by a manager. One at a time.
create table stock_counts (
  id uuid primary key,
  store_id uuid not null references stores (id),
  state text not null default 'counting' check (state in ('counting', 'review', 'posted', 'cancelled')),
  opened_by uuid not null references users (id),
  opened_at timestamptz not null,
  ended_by uuid references users (id),
  ended_at timestamptz,
  note text,
  check ((state in ('posted', 'cancelled')) = (ended_at is not null)),
  check ((ended_at is null) = (ended_by is null))
);
create unique index stock_counts_open on stock_counts (store_id) where ended_at is null;
create index stock_counts_of_store on stock_counts (store_id, opened_at desc, id desc);
-- Keep stock_counts as brand
grant select, update (state, ended_by, ended_at) on stock_counts to shirogane_app;

-- What one person has counted of one article, and what the books said at their first and last look: a sale in between
-- makes the figure worthless, and the article is counted again.
create table stock_count_entries (
  count_id uuid references stock_counts (id),
  sku_id uuid references skus (id),
  employee_id uuid references users (id),
  quantity integer not null check (quantity between 0 and 99999),
  first_seq bigint not null,
  last_seq bigint not null,
  book integer not null,
  counted_at timestamptz not null,
  primary key (count_id, sku_id, employee_id)
);
-- Keep stock_count_entries as brand
grant select on stock_count_entries to shirogane_app;

-- After the functions

alter table skus add constraint skus_image_fkey foreign key (image) references sku_images (name);
create trigger sku_priced before insert or update on skus for each row execute function sku_priced();

create trigger two_persons after insert or update on silver_rates
for each row when (new.status = 'approved') execute function ledger.two_persons('requested_by', 'decided_by');

alter table low_stock add constraint low_stock_store_id_sku_id_fkey
  foreign key (store_id, sku_id) references ledger.stock_levels (store_id, sku_id);
