-- How many acts of a kind there are is counted in the index alone. An index on an expression can only answer by itself
-- when it also brings the column that the expression reads.

set lock_timeout = '3s';

drop index audit_log_of_kind;
drop index audit_log_of_kind_in_store;
create index audit_log_of_kind on audit_log (split_part(action, '.', 1), at desc, id desc) include (action);
create index audit_log_of_kind_in_store on audit_log (store_id, split_part(action, '.', 1), at desc, id desc)
  include (action);
