-- Goods that were given back for others: which return and which sale were one act.

set lock_timeout = '3s';

create table exchanges (
  refund_id uuid primary key,
  sale_id uuid not null unique,
  xid xid8 not null default pg_current_xact_id(),
  check (refund_id <> sale_id)
);
