-- A deferred payment that is no longer expected is given up: the brand bears what is left of it, and the customer's
-- debt is gone from the books. Nothing is earned by it.

-- Gives a debt up, once for a key. Answers why it is not given up, or null. Head office alone decides, and only long after
-- the day on which it was due.
-- `p` asks: actor_id, session_id, key, request_hash, transaction_id, sale_id, reason.
create or replace function ledger.write_off_deferred(p jsonb, out code text, out n bigint, out replayed boolean) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_today date := (ledger.now() at time zone 'Asia/Tokyo')::date;
  v_id uuid := (p ->> 'transaction_id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_sale uuid := (p ->> 'sale_id')::uuid;
  v_days bigint := ledger.whole_setting('deferred.write_off_days');
  k record;
  d ledger.deferred_sales;
begin
  replayed := false;
  k := ledger.take_key(v_actor, 'later/write_off', p ->> 'key', (p ->> 'request_hash')::bytea, v_id);
  if k.answered then
    select k.code, k.n, k.replayed into code, n, replayed;
    return;
  end if;

  select * into d from ledger.deferred_sales where sale_id = v_sale;
  if not exists (
    select from employees e
    cross join ledger.signed_in(e.user_id, (p ->> 'session_id')::uuid)
    where e.user_id = v_actor and e.active and public.holds(e.type, 'later.write_off')) then
    code := 'FORBIDDEN';
  elsif d.sale_id is null then
    code := 'TXN_NOT_FOUND';
  else
    perform ledger.book_date(d.store_id);
    perform from ledger.wallets where user_id = d.customer_id for no key update;
    select * into d from ledger.deferred_sales where sale_id = v_sale;
    if ledger.is_own_account(v_actor, d.customer_id) then
      code := 'SELF_DEALING';
    elsif d.outstanding = 0 then
      code := 'DEFERRED_ENDED';
    elsif v_today <= d.due_on + v_days::int then
      code := 'DEFERRED_WRITE_OFF_EARLY';
      n := v_days;
    end if;
  end if;
  if code is not null then
    perform ledger.refuse_key(v_actor, 'later/write_off', p ->> 'key', code, n);
    return;
  end if;

  perform ledger.post_movement(jsonb_build_object('id', v_id, 'kind', 'adjustment', 'customer_id', d.customer_id,
    'store_id', d.store_id, 'employee_id', v_actor, 'related_id', v_sale, 'reason', p ->> 'reason',
    'message', jsonb_build_object('code', 'debt_written_off'),
    'debts', jsonb_build_array(jsonb_build_object('sale_id', v_sale, 'written_off', d.outstanding)),
    'transfers', jsonb_build_array(ledger.transfer('write_off', 'bad_debts', 'receivable', d.outstanding))));
end $$;
grant execute on function ledger.write_off_deferred to shirogane_app;
