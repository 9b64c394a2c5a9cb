-- Photographs of bought pieces belong to the ledger of second-hand goods: they stay as long as its rows do, closed with a
-- key each, and are seen by nobody who may not read the entry.

set lock_timeout = '3s';

create table buyback_photos (
  buyback_id uuid not null,
  line smallint not null,
  position smallint not null check (position between 1 and 4),
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  sealed_key bytea not null,
  taken_by uuid not null references employees (user_id),
  taken_at timestamptz not null,
  primary key (buyback_id, line, position),
  foreign key (buyback_id, line) references buyback_items (buyback_id, line)
);
create trigger buyback_photo_stays before update or delete on buyback_photos for each row execute function row_stays();
create trigger buyback_photos_stay_whole before truncate on buyback_photos for each statement execute function row_stays();
