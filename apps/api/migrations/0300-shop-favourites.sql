-- What a shop sells most often, as its own staff lay it out on the tiles of the registers.

set lock_timeout = '3s';

create table store_favourites (
  store_id uuid primary key references stores (id),
  sku_ids uuid[] not null check (cardinality(sku_ids) between 1 and 6)
);
