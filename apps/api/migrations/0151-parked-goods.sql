-- A cart that waits may keep its goods for whoever comes back for them (取置き); one that does not is only a note.

set lock_timeout = '3s';

alter table parked_sales add column keeps_goods boolean not null default false;
