-- A deferred payment that is no longer expected is given up.

-- Locks the debt until the commit, and answers the facts that `writeOffDebt` of packages/domain decides by; null where the
-- key has its answer. `p` asks: actor_id, session_id, route, key, request_hash, transaction_id, sale_id, reason.
create or replace function ledger.hold_write_off(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  d ledger.deferred_sales;
begin
  select * into d from ledger.deferred_sales where sale_id = (p ->> 'sale_id')::uuid;
  perform ledger.book_date(coalesce(d.store_id, ledger.home_store()));
  if not ledger.hold_key(v_actor, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then return null; end if;
  perform from ledger.wallets where user_id = d.customer_id for no key update;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'access', ledger.access_facts(p, d.store_id, array[d.customer_id]),
    'today', (ledger.now() at time zone 'Asia/Tokyo')::date,
    'debt', (
      select jsonb_build_object('sale_id', n.sale_id, 'customer_id', n.customer_id, 'store_id', n.store_id,
        'outstanding', n.outstanding, 'due_on', n.due_on)
      from ledger.deferred_sales n where n.sale_id = d.sale_id),
    'days', ledger.whole_setting('deferred.write_off_days'));
end $$;
grant execute on function ledger.hold_write_off to shirogane_app;
