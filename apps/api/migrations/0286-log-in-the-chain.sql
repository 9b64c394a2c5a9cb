-- The log of what staff did goes into the chain of hashes as well.

set lock_timeout = '3s';

-- The database transaction that wrote the row: the sealer follows it. What is there already bears this one's, which is later
-- than everything that was sealed, and no row is written anew for it.
alter table audit_log add column xid xid8 not null default pg_current_xact_id();
