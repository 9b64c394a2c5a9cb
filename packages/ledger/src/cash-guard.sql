-- The law for dealers in precious metals: beyond two million yen in cash from one person on one day it is written down
-- who they are, before the sale is done. Deals that were split count as one, in whichever of our shops.

-- What a member has paid in cash on a business day, voided sales and charges that were taken back apart: balance buys silver
-- as cash does, so a charge is a part of the day's cash.
create or replace function ledger.cash_of_day(p_customer uuid, p_date date, p_at timestamptz) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp
-- By the member's own movements, of which there are few around one day.
set enable_seqscan = off
as $$
  select coalesce(sum(t.tender_cash), 0)::bigint from ledger.transactions t
  where t.customer_id = p_customer and t.completed_at > p_at - interval '2 days' and t.completed_at < p_at + interval '2 days'
    and t.business_date = p_date and t.kind in ('payment', 'later_payment', 'charge') and t.voided_by is null
    and (t.kind <> 'charge' or not exists (
      select from ledger.transactions b where b.related_id = t.id and b.kind = 'adjustment'));
$$;

-- From how much cash of one person on one day it is asked who they are: never more than the law's line.
create or replace function ledger.cash_line() returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select least(2000000, coalesce((select (value #>> '{}')::numeric::bigint from settings
    where key = 'cash.identity_over' and jsonb_typeof(value) = 'number'), 2000000));
$$;

-- Why this much more cash cannot be taken now; null when it can. The caller holds the member's wallet. A member's check
-- covers the member's day, and without a member it covers the one sale. What a manager holds for suspicious is settled by
-- a manager alone.
create or replace function ledger.cash_refusal(
  p_customer uuid, p_transaction uuid, p_date date, p_at timestamptz, p_cash bigint, p_employee uuid
) returns text
language plpgsql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_over bigint := ledger.cash_line();
  v_checks bigint;
  v_suspicious boolean;
begin
  if p_cash <= v_over and (p_customer is null or p_cash + ledger.cash_of_day(p_customer, p_date, p_at) <= v_over) then
    return null;
  end if;
  select count(*), bool_or(c.suspicious) into v_checks, v_suspicious
  from cash_checks c
  where c.transaction_id = p_transaction and c.customer_id is not distinct from p_customer
    or c.customer_id = p_customer and c.business_date = p_date;
  if v_checks = 0 then return 'CASH_KYC_REQUIRED'; end if;
  if v_suspicious and not exists (select from employees e where e.user_id = p_employee and e.type = 'manager') then
    return 'SUSPICIOUS_HOLD';
  end if;
  return null;
end $$;
