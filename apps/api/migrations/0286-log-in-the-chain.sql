-- The log of what staff did goes into the chain of hashes as well.

set lock_timeout = '3s';

-- The database transaction that wrote the row: the sealer follows it. What is there already bears this one's, which is later
-- than everything that was sealed, and no row is written anew for it.
alter table audit_log add column xid xid8 not null default pg_current_xact_id();
create index audit_log_by_xid on audit_log (xid);

-- An act as it was sealed. It stays when the row is gone, and names nobody.
create type ledger.sealed_act as (id uuid, at timestamptz, digest bytea);

-- Blocks of the third form hold acts beside movements. Until the functions know of it, blocks of the second are made.
alter table ledger.seals
  add column acts ledger.sealed_act[] not null default '{}',
  drop constraint seals_form_check,
  add constraint seals_form_check check (form in (1, 2, 3));
