-- A gift is taken back once; a sale may be corrected as often as its day lasts. Only what a customer holds is a gift.

set lock_timeout = '3s';

drop index ledger.transactions_taken_back_once;
create unique index transactions_taken_back_once on ledger.transactions (related_id)
  where kind = 'adjustment' and related_id is not null and later_written_off is null and customer_id is not null;
