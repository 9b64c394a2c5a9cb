-- An act as it was chained. It stays when the row is gone, and names no person.
create type ledger.chained_act as (id uuid, at timestamptz, digest bytea);

-- Blocks of the hash chain over everything posted, in the order of the database's own transactions.
create table ledger.chain_blocks (
  block bigint primary key check (block > 0),
  from_xid xid8 not null,
  until_xid xid8 not null,
  transactions integer not null check (transactions >= 0),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  chained_at timestamptz not null,
  acts ledger.chained_act[] not null default '{}',
  -- The last act that is chained with this block or was before it, and its database transaction: the next one goes on
  -- behind it.
  acts_xid xid8 not null default '0',
  acts_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
-- Keep ledger.chain_blocks as books
grant select on ledger.chain_blocks to shirogane_app;

-- After the functions

create trigger chain_blocks_are_final before delete or update on ledger.chain_blocks
for each row execute function ledger.refuse_change();
create trigger chain_blocks_stay before truncate on ledger.chain_blocks for each statement execute function ledger.refuse_change();
