-- Head office closes a shop for good: its last business day, and since when nothing is sold there.

set lock_timeout = '3s';

alter table stores add column closed_on date, add column closed_at timestamptz,
  add constraint stores_closed check ((closed_on is null) = (closed_at is null));
