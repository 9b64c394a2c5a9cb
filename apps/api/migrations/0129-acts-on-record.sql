-- The log is read by its newest lines, of one shop, of one person, or of one kind of act.

set lock_timeout = '3s';

create index audit_log_of_action on audit_log (action text_pattern_ops, at desc);
