-- In a commit of its own: a long log is written to while this is made, and waits.

set lock_timeout = '3s';

create index audit_log_by_xid on audit_log (xid, id);
