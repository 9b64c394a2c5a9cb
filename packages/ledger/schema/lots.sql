-- Limited points arrive in lots with a fixed end and are used up in the order of their ends.
create table ledger.point_lots (
  id uuid primary key,
  user_id uuid not null references ledger.wallets (user_id),
  granted bigint not null check (granted > 0),
  remaining bigint not null,
  expires_at timestamptz not null,
  transaction_id uuid not null,
  check (remaining between 0 and granted)
);
create index point_lots_open on ledger.point_lots (user_id, expires_at, id) where remaining > 0;
-- Keep ledger.point_lots as books
grant select on ledger.point_lots to shirogane_app;

-- Given balance that has an end, in lots; what is given without an end is in none of them. The lots follow the
-- transfers by themselves: what uses given balance uses first what ends first, and what a return brings back goes
-- where it came from.
create table ledger.bonus_lots (
  id uuid primary key,
  user_id uuid not null references ledger.wallets (user_id),
  granted bigint not null check (granted > 0),
  remaining bigint not null,
  expires_at timestamptz not null,
  transaction_id uuid not null,
  check (remaining between 0 and granted)
);
create index bonus_lots_open on ledger.bonus_lots (user_id, expires_at, id) where remaining > 0;
create index bonus_lots_of_movement on ledger.bonus_lots (transaction_id);
-- Keep ledger.bonus_lots as books
grant select on ledger.bonus_lots to shirogane_app;

-- What each movement took from a lot of given balance, and what came back to it.
create table ledger.bonus_lot_moves (
  transaction_id uuid,
  lot_id uuid references ledger.bonus_lots (id),
  -- Below zero what was used, above zero what came back.
  amount bigint not null check (amount <> 0),
  primary key (transaction_id, lot_id)
);
create index bonus_lot_moves_of_lot on ledger.bonus_lot_moves (lot_id);
-- Keep ledger.bonus_lot_moves as books
grant select on ledger.bonus_lot_moves to shirogane_app;

-- After the functions

-- A lot that keeps something is looked at by itself at the commit; those that end with nothing are looked at together, member
-- by member, when their statement ends: `point_lots_used`.
create constraint trigger lots_match_wallet after update on ledger.point_lots deferrable initially deferred
for each row when (new.remaining > 0 or new.remaining = old.remaining) execute function ledger.lots_match();
create constraint trigger new_lots_match_wallet after insert on ledger.point_lots deferrable initially deferred
for each row when (new.remaining > 0) execute function ledger.lots_match();
-- A lot keeps its size, its owner and its end.
create trigger point_lots_are_fixed before update of id, user_id, granted, expires_at, transaction_id on
  ledger.point_lots
for each row execute function ledger.refuse_change();
create trigger point_lots_remain before truncate on ledger.point_lots
for each statement execute function ledger.refuse_change();
create trigger point_lots_stay before delete on ledger.point_lots for each row execute function ledger.refuse_change();
create trigger point_lots_used after update on ledger.point_lots referencing old table as before_use new table as
  after_use
for each statement execute function ledger.lots_used();

create trigger bonus_lots_are_fixed before update of id, user_id, granted, expires_at, transaction_id on
  ledger.bonus_lots
for each row execute function ledger.refuse_change();
create constraint trigger bonus_lots_match_wallet after insert or update on ledger.bonus_lots deferrable initially
  deferred
for each row execute function ledger.bonus_lots_match();
create trigger bonus_lots_move_by_transfers before insert or update on ledger.bonus_lots
for each row execute function ledger.bonus_lot_moved();
create trigger bonus_lots_remain before truncate on ledger.bonus_lots
for each statement execute function ledger.refuse_change();
create trigger bonus_lots_stay before delete on ledger.bonus_lots for each row execute function ledger.refuse_change();

create trigger bonus_lot_moves_are_final before delete or update on ledger.bonus_lot_moves
for each row execute function ledger.refuse_change();
create trigger bonus_lot_moves_by_transfers before insert on ledger.bonus_lot_moves
for each row execute function ledger.bonus_lot_move_written();
create trigger bonus_lot_moves_stay before truncate on ledger.bonus_lot_moves
for each statement execute function ledger.refuse_change();
