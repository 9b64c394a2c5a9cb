-- A code is written twice: when it is shown and when it is spent. With room for its second version on the page of the first,
-- none of the indexes hears of it, and the pages of two hashes and a member, all of them in random places, stay as they are.

set lock_timeout = '3s';

alter table ledger.pay_codes set (fillfactor = 45);
