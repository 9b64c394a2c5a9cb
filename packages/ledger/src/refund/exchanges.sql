-- An exchange is a return and a sale of one commit: articles never come back without the others leaving, nor the
-- other way round. Both stand for themselves in the books and on their documents; this says that they belong
-- together.

create or replace function ledger.exchanged() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if not exists (
    select from ledger.movements r join ledger.movements s on s.id = new.sale_id
    where r.id = new.refund_id and r.kind = 'refund' and s.kind = 'payment'
      and r.xid = pg_current_xact_id() and s.xid = pg_current_xact_id() and new.xid = pg_current_xact_id()
      and r.store_id = s.store_id and r.employee_id = s.employee_id and r.business_date = s.business_date
      and r.related_id <> s.id) then
    raise exception 'return % and sale % are no exchange', new.refund_id, new.sale_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Locks everything that the two halves of an exchange will lock, in the one order of `pay/post-sales.sql`. Each half
-- keeps to that order, but one after the other they do not: the sale would wait for an article that a batch of payments
-- has while that batch waits for the one that came back. `p_next` is the sale that is to be, `p_scanned` the hash of
-- the buyer's code where one was shown, and `p_skus` what they take with them.
create or replace function ledger.hold_exchange(p_sale uuid, p_next uuid, p_scanned bytea, p_skus uuid[]) returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_buyer uuid;
  v_users uuid[];
  v_skus uuid[];
  s ledger.movements;
begin
  select * into s from ledger.movements where id = p_sale;
  perform ledger.book_date(s.store_id);
  select c.user_id into v_buyer from ledger.pay_codes c
  where c.token_hash = p_scanned or c.code_hash = p_scanned for update;
  perform 1 from ledger.checkouts k where k.id = p_next for update;
  perform 1 from ledger.movements t where t.id = p_sale for no key update;

  v_users := array(select g.customer_id from ledger.invite_gifts_of(p_sale) g union
    select q.affiliator_id from ledger.rewards q where q.sale_id = p_sale and q.confirmation_id is not null)
    || s.customer_id || v_buyer;
  perform 1 from ledger.wallets l where l.user_id = any (v_users) order by l.user_id for no key update;
  perform ledger.hold_inviters(array(select l.inviter_id from ledger.wallets l where l.user_id = v_buyer));

  v_skus := p_skus || array(select l.sku_id from ledger.transaction_lines l where l.transaction_id = p_sale and l.sku_id is not null);
  perform ledger.lock_stock(array_fill(s.store_id, array[cardinality(v_skus)]), v_skus);

  perform 1 from campaigns c
  where c.id in (select q.campaign_id from ledger.point_reasons q where q.transaction_id = p_sale)
    or (c.ends_at > v_now and c.starts_at <= v_now and c.paused_at is null and c.budget is not null)
  order by c.id for no key update;
end $$;
grant execute on function ledger.hold_exchange to shirogane_app;
