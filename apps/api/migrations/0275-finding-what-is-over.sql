-- The round that removes what is over finds it without reading a table from end to end.

set lock_timeout = '3s';

create index users_left on users (closed_at) where closed_at is not null;
-- The name of the device never changes while it is kept: a refresh of the session writes nothing here.
create index sessions_by_age on sessions (created_at) where device_id <> '';
create index contacts_answered on contacts (handled_at) where status = 'done';
create index parked_sales_ended on parked_sales (expires_at) where status in ('completed', 'discarded', 'expired');
create index stock_reservations_named on ledger.stock_reservations (ended_at) where state <> 'active' and label <> '';
