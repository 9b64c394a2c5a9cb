-- Managers list the members who have paid at their shop. The index holds one entry for each of them and the sales under it,
-- so that the next member is found by one look and nobody's other sales are read.

set lock_timeout = '3s';

create index transactions_of_members on ledger.transactions (store_id, customer_id)
where kind = 'payment' and customer_id is not null;
