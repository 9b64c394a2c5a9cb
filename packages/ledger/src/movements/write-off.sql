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
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_id uuid := (p ->> 'transaction_id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_sale uuid := (p ->> 'sale_id')::uuid;
  v_days bigint := ledger.whole_setting('deferred.write_off_days');
  k record;
  d ledger.deferred_sales;
  w ledger.wallets;
  v_store stores;
  v_date date;
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
    v_date := ledger.book_date(d.store_id);
    select * into w from ledger.wallets where user_id = d.customer_id for no key update;
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

  select * into v_store from stores where id = d.store_id;
  insert into ledger.transactions (id, number, kind, customer_id, store_id, employee_id, related_id, business_date, message,
    reason, later_written_off, receivable_after, level_before, level_after, balance_paid_after, balance_bonus_after,
    point_regular_after, point_limited_after, opened_at, completed_at)
  values (v_id, ledger.next_number(v_store.code, v_date), 'adjustment', d.customer_id, d.store_id, v_actor, v_sale,
    v_date, '{"code": "debt_written_off"}', p ->> 'reason', d.outstanding, w.receivable - d.outstanding, w.level_index, w.level_index,
    w.balance_paid, w.balance_bonus, w.point_regular, w.point_limited, v_now, v_now);
  insert into ledger.deferred_moves (transaction_id, sale_id, written_off) values (v_id, v_sale, d.outstanding);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  values (v_id, 1, 'write_off', 'bad_debts', d.store_id, 'receivable', d.customer_id, d.outstanding);
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', v_id, v_now, v_now);
end $$;
grant execute on function ledger.write_off_deferred to shirogane_app;
