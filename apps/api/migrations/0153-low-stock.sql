-- What is at or below its reorder point and has been told of: one word for each time it falls, until it has risen again.

set lock_timeout = '3s';

create table low_stock (
  store_id uuid not null,
  sku_id uuid not null,
  since timestamptz not null,
  primary key (store_id, sku_id),
  foreign key (store_id, sku_id) references ledger.stock_levels (store_id, sku_id)
);
