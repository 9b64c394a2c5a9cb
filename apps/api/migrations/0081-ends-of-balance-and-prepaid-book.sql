-- Given balance with an end, and the book of prepaid value that the law asks for.

set lock_timeout = '3s';

insert into ledger.accounts (kind, asset, holder, meaning) values
  ('bonus_expired', 'JPY', 'store', 'Given balance that ended unused'),
  ('points_converted', 'POINT', 'store', 'Points that customers exchanged for given balance');

-- Given balance that has an end, in lots; what is given without an end is in none of them. The lots follow the transfers
-- by themselves: whatever uses given balance uses first what ends first, and what a return brings back goes where it
-- came from.
create table ledger.bonus_lots (
  id uuid primary key,
  user_id uuid not null references ledger.wallets (user_id),
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining between 0 and granted),
  expires_at timestamptz not null,
  transaction_id uuid not null
);
create index bonus_lots_open on ledger.bonus_lots (user_id, expires_at, id) where remaining > 0;
create index bonus_lots_of_movement on ledger.bonus_lots (transaction_id);

create table ledger.bonus_lot_moves (
  transaction_id uuid not null,
  lot_id uuid not null references ledger.bonus_lots (id),
  -- Below zero what was used, above zero what came back.
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, lot_id)
);
create index bonus_lot_moves_of_lot on ledger.bonus_lot_moves (lot_id);

-- The book of prepaid value: for each day of Tokyo and each bucket what was issued, used, brought back, ended, cancelled
-- and repaid. Filled from the movements once each, in the order in which the database committed them, so that the book of
-- any day is read without reading its movements.
create table ledger.prepaid_days (
  on_date date not null,
  bucket text not null check (bucket in ('paid', 'bonus')),
  issued bigint not null check (issued >= 0),
  cancelled bigint not null check (cancelled >= 0),
  used bigint not null check (used >= 0),
  returned bigint not null check (returned >= 0),
  expired bigint not null check (expired >= 0),
  repaid bigint not null check (repaid >= 0),
  primary key (on_date, bucket)
);

-- How far the book is filled: every movement of an older database transaction is in it, and no other.
create table ledger.prepaid_state (
  one boolean primary key default true check (one),
  until_xid xid8 not null
);
insert into ledger.prepaid_state (until_xid) values ('0');

-- What is done once for each day, however many processes there are and however often one of them starts anew. Whoever
-- works holds the day for a while and says so again and again; whoever dies lets go of it.
create table daily_runs (
  job text not null,
  on_date date not null,
  held_until timestamptz not null,
  done integer not null default 0,
  finished_at timestamptz,
  primary key (job, on_date)
);
