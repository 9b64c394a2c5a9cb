-- Staff search their store's sales: by whoever sold, and by what was sold, each also over all days.

set lock_timeout = '3s';

create index transactions_of_employee on ledger.transactions (employee_id, completed_at desc, id desc)
where employee_id is not null;
-- Ids rise with time, so that the newest sales of an article are the last of its ids.
create index transaction_lines_of_sku on ledger.transaction_lines (sku_id, transaction_id desc) where sku_id is not null;
