-- How much cash a member has brought on a day, counted with the money that it came with: whoever is far from the line of
-- the law is let through without reading the movements of their day. It is the most that it can be: what is voided or
-- taken back stays counted. The day before is kept as well, because shops begin their days at hours of their own.

set lock_timeout = '3s';

alter table ledger.wallets
  add column cash_on date not null default '-infinity',
  add column cash_in bigint not null default 0 check (cash_in >= 0),
  add column cash_in_before bigint not null default 0 check (cash_in_before >= 0);

with days as (
  select customer_id, business_date, sum(tender_cash) as cash
  from ledger.transactions
  where customer_id is not null and tender_cash > 0 and kind in ('payment', 'later_payment', 'charge')
    and completed_at > now() - interval '4 days'
  group by 1, 2
), last as (
  select distinct on (customer_id) customer_id, business_date, cash from days order by customer_id, business_date desc
)
update ledger.wallets w
set cash_on = l.business_date, cash_in = l.cash,
  cash_in_before = coalesce((
    select d.cash from days d where d.customer_id = l.customer_id and d.business_date = l.business_date - 1), 0)
from last l
where w.user_id = l.customer_id;
