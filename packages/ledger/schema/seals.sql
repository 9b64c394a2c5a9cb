-- An act as it was sealed. It stays when the row is gone, and names no person.
create type ledger.sealed_act as (id uuid, at timestamptz, digest bytea);

-- Blocks of the hash chain over everything posted, in the order of the database's own transactions.
create table ledger.seals (
  block bigint primary key check (block > 0),
  from_xid xid8 not null,
  until_xid xid8 not null,
  transactions integer not null check (transactions >= 0),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed_at timestamptz not null,
  -- How the rows of the block were written when it was sealed. 1: as JSON; 2: as the database writes them; 3: with
  -- acts beside movements.
  form smallint not null default 1 check (form in (1, 2, 3)),
  acts ledger.sealed_act[] not null default '{}',
  -- The last act that is sealed with this block or was before it, and its database transaction: the next one goes on
  -- behind it.
  acts_xid xid8 not null default '0',
  acts_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
-- Keep ledger.seals as books
grant select on ledger.seals to shirogane_app;

-- After the functions

create trigger seals_are_final before delete or update on ledger.seals
for each row execute function ledger.refuse_change();
create trigger seals_stay before truncate on ledger.seals for each statement execute function ledger.refuse_change();
