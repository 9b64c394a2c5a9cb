-- A purchase of silver that was booked wrongly is taken back on its own business day: the money comes back from where
-- it went, the pieces go back to their seller, and the row in the ledger of second-hand articles stays, marked with the
-- reason.
--
-- Never approved by the clerk who bought. What a bank has paid, and what its seller has spent, does not come back this
-- way.

-- What is marked as taken back was: the whole sum, from where it had gone.
create or replace function ledger.buyback_reversed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  t ledger.transactions;
  m record;
begin
  select * into t from ledger.transactions where id = new.reversal_id;
  select count(*) as lines, coalesce(sum(x.amount) filter (where x.credit_kind = 'buyback_goods'
    and x.debit_kind = (case new.paid_by when 'cash' then 'drawer' when 'bank' then 'buyback_payable'
      else 'balance_paid' end)::ledger.account), 0) as goods
  into m from ledger.transfers x where x.transaction_id = new.reversal_id;
  if t.id is null or t.kind <> 'adjustment' or t.related_id <> new.id or t.store_id <> new.store_id
    or t.business_date <> new.business_date or t.employee_id <> new.reversed_by
    or t.approved_by is distinct from new.reversal_approved_by or m.lines <> 1 or m.goods <> new.amount
    or t.tender_balance_paid <> (case when new.paid_by = 'balance' then new.amount else 0 end) then
    raise exception 'buyback % was not taken back as it was paid', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Takes back, once for an id. `p` asks: id, buyback_id, actor_id, approved_by (a second person who has shown who they
-- are; null where the actor did not buy), amount (what came back, counted by the actor), reason.
create or replace function ledger.reverse_buyback(p jsonb, out code text, out n bigint, out replayed boolean) returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_id uuid := (p ->> 'id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_approver uuid := (p ->> 'approved_by')::uuid;
  b buybacks;
  w ledger.wallets;
  v_store uuid := (select store_id from buybacks where id = (p ->> 'buyback_id')::uuid);
  v_date date;
begin
  replayed := false;
  if v_store is null then code := 'NOT_FOUND'; return; end if;
  -- Before the rows: a close that waits would stand between them otherwise.
  v_date := ledger.book_date(v_store);
  select * into b from buybacks where id = (p ->> 'buyback_id')::uuid for update;
  if b.reversal_id = v_id then replayed := true; return; end if;
  if b.status <> 'paid' or b.reversed_at is not null or b.bank_paid_at is not null
    or exists (select from buyback_items i where i.buyback_id = b.id
      and (i.disposed_on is not null or i.sku_id is not null))
    or exists (select from ledger.transactions t where t.id = v_id) then
    code := 'CONFLICT';
    return;
  end if;
  if b.business_date <> v_date then code := 'DAY_CLOSED'; return; end if;
  if not exists (select from employees e join users u on u.id = e.user_id and u.suspended_at is null
      where e.user_id = v_actor and e.active and public.holds(e.type, 'buyback.make') and e.store_id = b.store_id) then
    code := 'FORBIDDEN';
    return;
  end if;
  if not ledger.independent(coalesce(v_approver, v_actor), b.employee_id)
    or (v_approver is not null and not ledger.independent(v_approver, v_actor)) then
    code := 'APPROVAL_REQUIRED';
    return;
  end if;
  if ledger.is_own_account(v_actor, b.customer_id) or ledger.is_own_account(v_approver, b.customer_id) then
    code := 'SELF_DEALING';
    return;
  end if;
  if (p ->> 'amount')::bigint is distinct from b.amount then code := 'BUYBACK_RETURN'; n := b.amount; return; end if;
  if b.paid_by = 'balance' then
    select * into w from ledger.wallets where user_id = b.customer_id for no key update;
    if w.balance_paid < b.amount then code := 'INSUFFICIENT_BALANCE'; n := b.amount - w.balance_paid; return; end if;
  end if;

  perform ledger.post_movement(jsonb_build_object('id', v_id, 'kind', 'adjustment', 'customer_id', w.user_id,
    'store_id', b.store_id, 'register_id', b.register_id, 'employee_id', v_actor, 'approved_by', v_approver,
    'related_id', b.id, 'business_date', v_date, 'message', jsonb_build_object('code', 'buyback_taken_back'),
    'reason', p ->> 'reason', 'transfers', jsonb_build_array(
      ledger.transfer('reverse_buyback', case b.paid_by when 'cash' then 'drawer'::ledger.account
        when 'bank' then 'buyback_payable' else 'balance_paid' end, 'buyback_goods', b.amount))));
  update buybacks set reversed_at = ledger.now(), reversed_by = v_actor, reversal_approved_by = v_approver,
    reversal_reason = p ->> 'reason', reversal_id = v_id where id = b.id;
end $$;
grant execute on function ledger.reverse_buyback to shirogane_app;
