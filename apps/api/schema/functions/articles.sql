-- The price of an article that is priced by weight follows the silver rate.

-- Price = weight × fineness × rate × coefficient, cut off once, and the work and the stones on top. The same rule
-- stands in the contract for the register's preview; a test holds the two together.
create or replace function silver_price(p_weight_mg bigint, p_fineness bigint, p_price_per_g bigint, p_coefficient_bp bigint,
  p_labor_fee bigint, p_stone_fee bigint) returns bigint
language sql immutable as $$
  select p_weight_mg * p_fineness * p_price_per_g * p_coefficient_bp / (1000::bigint * 1000 * 10000)
    + p_labor_fee + p_stone_fee;
$$;

-- The rate that prices by weight follow; null before the first.
create or replace function silver_rate_in_force() returns bigint
language sql stable set search_path = public, pg_temp as $$
  select (value #>> '{}')::bigint from settings where key = 'silver_price_per_g';
$$;

-- A change of the rate changes the prices that follow it in the same commit.
create or replace function silver_repriced() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update skus set version = version + 1, updated_at = ledger.now() where pricing = 'weight';
  return null;
end $$;

-- The price of an article that is priced by weight is what the rate makes of it.
create or replace function sku_priced() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.pricing = 'weight' then
    new.price := silver_price(new.weight_mg, new.fineness, silver_rate_in_force(), new.coefficient_bp, new.labor_fee,
      new.stone_fee);
  end if;
  return new;
end $$;
