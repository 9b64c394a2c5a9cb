-- A gift for an invitation names the sale that brought it, so that it goes back with this sale and no other.

set lock_timeout = '3s';

alter table ledger.campaign_grants add column sale_id uuid;

-- Gifts of before: the first payment of some size was theirs. What is final is only written to by those who know why.
do $$
declare
  v_guarded boolean := exists (select from pg_trigger where tgname = 'campaign_grants_are_final');
begin
  if v_guarded then alter table ledger.campaign_grants disable trigger campaign_grants_are_final; end if;
  update ledger.campaign_grants g set sale_id = (
    select t.id from ledger.transactions t
    where t.customer_id = g.user_id and t.kind = 'payment' and t.completed_at <= g.granted_at
      and t.spent_total >= coalesce((select (value #>> '{}')::bigint from settings
        where key = 'invite.payment_min' and jsonb_typeof(value) = 'number'), 1000)
    order by t.completed_at, t.id limit 1)
  where g.campaign = 'invite';
  if v_guarded then alter table ledger.campaign_grants enable trigger campaign_grants_are_final; end if;
end $$;

create index campaign_grants_of_sale on ledger.campaign_grants (sale_id) where sale_id is not null;
