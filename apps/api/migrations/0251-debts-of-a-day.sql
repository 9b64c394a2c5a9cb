-- What a shop deferred and collected today is found among the day's sales without reading all of them.

set lock_timeout = '3s';

create index transactions_of_debts on ledger.transactions (store_id, completed_at)
where kind = 'later_payment' or tender_later > 0;
