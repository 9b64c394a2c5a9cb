-- The book of prepaid value: for each day of Tokyo and each bucket what was issued, used, brought back, ended,
-- cancelled and repaid. Filled from the movements once each, in the order in which the database committed them, so
-- that the book of any day is read without reading its movements.
create table ledger.prepaid_days (
  on_date date,
  bucket text check (bucket in ('paid', 'bonus')),
  issued bigint not null check (issued >= 0),
  cancelled bigint not null check (cancelled >= 0),
  used bigint not null check (used >= 0),
  returned bigint not null check (returned >= 0),
  expired bigint not null check (expired >= 0),
  repaid bigint not null check (repaid >= 0),
  primary key (on_date, bucket)
);
-- Keep ledger.prepaid_days as books
grant select on ledger.prepaid_days to shirogane_app;

-- How far the book is filled: every movement of an older database transaction is in it, and no other.
create table ledger.prepaid_state (
  one boolean default true primary key check (one),
  until_xid xid8 not null
);
-- Keep ledger.prepaid_state as books
grant select on ledger.prepaid_state to shirogane_app;
insert into ledger.prepaid_state (until_xid) values ('0');

-- After the functions

create trigger prepaid_days_remain before truncate on ledger.prepaid_days
for each statement execute function ledger.refuse_change();
create trigger prepaid_days_stay before delete on ledger.prepaid_days
for each row execute function ledger.refuse_change();
