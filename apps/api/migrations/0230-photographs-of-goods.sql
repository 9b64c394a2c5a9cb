-- Photographs of goods. An article keeps its drawing: that is what stands where it has no photograph.

set lock_timeout = '3s';

create table sku_images (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  uploaded_by uuid not null references users (id),
  created_at timestamptz not null,
  -- Since when no article shows it: lists on the tills know its address for a while.
  left_at timestamptz
);

alter table skus add column image text unique references sku_images (name);
