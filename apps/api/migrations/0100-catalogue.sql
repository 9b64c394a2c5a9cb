-- The catalogue that head office keeps: what kind of thing an article is, whether it comes back, and how it is priced.

set lock_timeout = '3s';

alter table skus
  add column category text not null default 'other' check (category in ('ring', 'necklace', 'pendant', 'bracelet',
    'earring', 'brooch', 'tableware', 'care', 'service', 'other')),
  -- Why a customer cannot bring it back; null where they can.
  add column not_returnable text check (not_returnable in ('engraved', 'resized', 'made_to_order', 'hygiene', 'cut', 'sale')),
  -- Work of the house has no stock.
  add column stocked boolean not null default true,
  -- By weight: the price follows the silver rate, and nobody types it.
  add column pricing text not null default 'fixed' check (pricing in ('fixed', 'weight')),
  -- Cut to the customer's measure and weighed at the till: its weight is the sale's, and `weight_mg` only the usual one.
  add column weighed boolean not null default false,
  add column coefficient_bp integer check (coefficient_bp between 10000 and 100000),
  add column labor_fee bigint not null default 0 check (labor_fee between 0 and 9999999),
  add column stone_fee bigint not null default 0 check (stone_fee between 0 and 9999999),
  -- Two people who change one article at once have both to learn of it.
  add column version integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add constraint skus_weight check (weight_mg between 1 and 1000000),
  add constraint skus_fineness check (fineness in (800, 900, 925, 950, 958, 999)),
  -- The coefficient is at least one, so that no piece is sold below its metal.
  add constraint skus_priced_by_weight check (
    pricing = 'fixed' and not weighed
    or pricing = 'weight' and fineness is not null and weight_mg is not null and coefficient_bp is not null);

update skus set category = case left(sku, 2) when 'RG' then 'ring' when 'NC' then 'necklace' when 'PD' then 'pendant'
    when 'BR' then 'bracelet' when 'PE' then 'earring' when 'EC' then 'earring' when 'BC' then 'brooch'
    when 'TW' then 'tableware' when 'CG' then 'care' when 'SV' then 'service' else 'other' end;
update skus set not_returnable = 'hygiene' where sku like 'PE%';
update skus set not_returnable = 'resized', stocked = false where category = 'service';

create index skus_by_category on skus (category, sku);

-- Price = weight × fineness × rate × coefficient, cut off once, and the work and the stones on top. The same rule stands
-- in the contract for the till's preview; a test holds the two together.
create function silver_price(p_weight_mg bigint, p_fineness bigint, p_price_per_g bigint, p_coefficient_bp bigint,
  p_labor_fee bigint, p_stone_fee bigint) returns bigint
language sql immutable as $$
  select p_weight_mg * p_fineness * p_price_per_g * p_coefficient_bp / (1000::bigint * 1000 * 10000)
    + p_labor_fee + p_stone_fee;
$$;

-- What silver costs, as staff entered it and somebody else approved it. The newest approved one is in force, and stands in
-- `settings` for everybody who prices by it.
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

create function silver_rate_in_force() returns bigint
language sql stable set search_path = public, pg_temp as $$
  select (value #>> '{}')::bigint from settings where key = 'silver_price_per_g';
$$;

-- Whoever writes an article that is priced by weight, its price is what the rate makes of it.
create function sku_priced() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.pricing = 'weight' then
    new.price := silver_price(new.weight_mg, new.fineness, silver_rate_in_force(), new.coefficient_bp, new.labor_fee,
      new.stone_fee);
  end if;
  return new;
end $$;
create trigger sku_priced before insert or update on skus for each row execute function sku_priced();

-- Whoever changes the rate, the prices that follow it change in the same commit.
create function silver_repriced() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update skus set version = version + 1, updated_at = ledger.now() where pricing = 'weight';
  return null;
end $$;
create trigger silver_repriced after insert or update of value on settings for each row
when (new.key = 'silver_price_per_g') execute function silver_repriced();
