-- The log is read by the part of the house that an act belongs to, the word before the dot of its name, newest first: in a
-- shop and in the whole house. An index on the name alone found the acts of a part, but had to sort all of them.

set lock_timeout = '3s';

create index audit_log_of_kind on audit_log (split_part(action, '.', 1), at desc, id desc);
create index audit_log_of_kind_in_store on audit_log (store_id, split_part(action, '.', 1), at desc, id desc);
drop index audit_log_of_action;
