-- The law for dealers in precious metals: beyond two million yen in cash from one person on one day it is written down
-- who they are, before the sale is done. Deals that were split count as one, also across our shops.

-- What a member has paid in cash on a business day, as its sales stand after what was corrected of them, voided sales and
-- charges that were taken back apart: balance buys silver as cash does, so a charge is a part of the day's cash.
create or replace function ledger.cash_of_day(p_customer uuid, p_date date, p_at timestamptz) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp
-- By the member's own movements, of which there are few around one day.
set enable_seqscan = off
as $$
  select coalesce(sum(coalesce(t.corrected_cash, t.tender_cash)), 0)::bigint from ledger.transactions t
  where t.customer_id = p_customer and t.completed_at > p_at - interval '2 days' and t.completed_at < p_at + interval '2 days'
    and t.business_date = p_date and t.kind in ('payment', 'later_payment', 'charge') and t.voided_by is null
    and (t.kind <> 'charge' or not exists (
      select from ledger.movements b where b.related_id = t.id and b.kind = 'adjustment'));
$$;
grant execute on function ledger.cash_of_day to shirogane_app;

-- The law's line, in yen. A mere expression, which stands in the place of the call; the condition of a trigger below repeats
-- it.
create or replace function ledger.cash_law_line() returns bigint language sql immutable return 2000000;

-- What `refuseCash` of packages/domain decides by whether more cash can be taken: what the member's day has had of it, or
-- without a member the one sale, and what is written down of who pays. The caller holds the member's wallet.
create or replace function ledger.cash_day(
  p_customer uuid, p_transaction uuid, p_date date, p_at timestamptz, p_employee uuid
) returns jsonb
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select jsonb_build_object('identity_over', ledger.whole_setting('cash.identity_over'),
    'paid', case when p_customer is not null then ledger.cash_of_day(p_customer, p_date, p_at) else coalesce((
      select coalesce(t.corrected_cash, t.tender_cash) from ledger.transactions t where t.id = p_transaction), 0) end,
    'payment', jsonb_build_object('transaction_id', p_transaction, 'customer_id', p_customer, 'business_date', p_date),
    'checks', coalesce(jsonb_agg(jsonb_build_object('transaction_id', c.transaction_id, 'customer_id', c.customer_id,
      'business_date', c.business_date, 'is_suspicious', c.suspicious)), '[]'),
    'may_take_suspicious', exists (
      select from employees e where e.user_id = p_employee and public.holds(e.type, 'cash.suspect')))
  from cash_checks c
  where c.transaction_id = p_transaction or c.customer_id = p_customer and c.business_date = p_date;
$$;

-- Beyond the law's line in cash of one day it is known who paid it. The wallet counts what it was at most, so that the
-- movements of a day are read near that line alone.
create or replace function ledger.cash_is_known() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_wrong uuid;
begin
  select t.id into v_wrong
  from ledger.movements t
  where t.customer_id = new.user_id and t.xid = pg_current_xact_id()
    and t.kind in ('payment', 'later_payment', 'charge') and t.tender_cash > 0
    -- By itself too: what says of itself that it is voided or taken back is not among the cash of its day.
    and (t.tender_cash > ledger.cash_law_line()
      or ledger.cash_of_day(t.customer_id, t.business_date, t.completed_at) > ledger.cash_law_line())
    and not exists (
      select from cash_checks k
      where k.transaction_id = t.id and k.customer_id = t.customer_id
        or k.customer_id = t.customer_id and k.business_date = t.business_date)
  limit 1;
  if v_wrong is not null then
    raise exception 'cash of % needs a check of who paid it', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What is said afterwards to have been cash counts among the cash of its day, and is known as such.
create or replace function ledger.cash_is_corrected() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_more bigint := new.cash_after - new.cash_before;
  v_day bigint;
  s ledger.movements;
begin
  select * into s from ledger.movements where id = new.transaction_id;
  -- As the posting of a movement counts it: `transfers_posted`.
  update ledger.wallets w set
    cash_on = greatest(w.cash_on, s.business_date),
    cash_in = case when s.business_date < w.cash_on then w.cash_in
      when s.business_date = w.cash_on then w.cash_in + v_more else v_more end,
    cash_in_before = case when s.business_date = w.cash_on then w.cash_in_before
      when s.business_date > w.cash_on then case when s.business_date = w.cash_on + 1 then w.cash_in else 0 end
      when s.business_date = w.cash_on - 1 then w.cash_in_before + v_more
      else w.cash_in_before + ledger.cash_law_line() + v_more end
  where w.user_id = s.customer_id;
  v_day := case when s.customer_id is null then new.cash_after
    else ledger.cash_of_day(s.customer_id, s.business_date, s.completed_at) end;
  if v_day > ledger.cash_law_line() and not exists (
    select from cash_checks k
    where k.transaction_id = s.id and k.customer_id is not distinct from s.customer_id
      or k.customer_id = s.customer_id and k.business_date = s.business_date) then
    raise exception 'cash of % needs a check of who paid it', s.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
