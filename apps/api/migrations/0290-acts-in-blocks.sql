-- Blocks of the third form hold acts beside movements. Until the functions know of it, blocks of the second are made.

set lock_timeout = '3s';

-- An act as it was sealed. It stays when the row is gone, and names nobody.
create type ledger.sealed_act as (id uuid, at timestamptz, digest bytea);

alter table ledger.seals
  add column acts ledger.sealed_act[] not null default '{}',
  -- The last act that is sealed with this block or was before it, and its database transaction: the next one goes on behind it.
  add column acts_xid xid8 not null default '0',
  add column acts_id uuid not null default '00000000-0000-0000-0000-000000000000',
  drop constraint seals_form_check,
  add constraint seals_form_check check (form in (1, 2, 3));
