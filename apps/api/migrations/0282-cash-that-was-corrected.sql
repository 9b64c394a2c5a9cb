-- What was said afterwards to have been cash counts among the cash of its day as well. What was corrected before this is
-- added to both days that a wallet counts, which say what it was at most.

set lock_timeout = '3s';

alter table ledger.wallets disable trigger user;

update ledger.wallets w
set cash_on = greatest(w.cash_on, c.last), cash_in = w.cash_in + c.more, cash_in_before = w.cash_in_before + w.cash_in + c.more
from (
  select t.customer_id, max(t.business_date) as last, sum(t.corrected_cash - t.tender_cash) as more
  from ledger.transactions t
  where t.customer_id is not null and t.corrected_cash > t.tender_cash
    and t.id in (select transaction_id from ledger.corrections where corrected_at > now() - interval '4 days')
  group by 1
) c
where w.user_id = c.customer_id;

alter table ledger.wallets enable trigger user;
