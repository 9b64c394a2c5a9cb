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
  t ledger.movements;
  m record;
begin
  select * into t from ledger.movements where id = new.reversal_id;
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

-- Locks what the taking back of a purchase touches until the commit, and answers the facts that `reverseBuyback` of
-- packages/domain decides by; null where this act took it back already. `p` asks: id, buyback_id, actor_id, approved_by
-- (a second person who has shown who they are; null where the actor did not buy), amount (what came back, counted by the
-- actor), reason.
create or replace function ledger.hold_reverse_buyback(p jsonb) returns jsonb
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_id uuid := (p ->> 'id')::uuid;
  v_buyback uuid := (p ->> 'buyback_id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_approver uuid := (p ->> 'approved_by')::uuid;
  b buybacks;
  w ledger.wallets;
begin
  -- Before the rows: a close that waits would stand between them otherwise.
  perform ledger.book_date(x.store_id) from buybacks x where x.id = v_buyback;
  select * into b from buybacks where id = v_buyback for update;
  if b.reversal_id = v_id then return null; end if;
  if b.paid_by = 'balance' then
    select * into w from ledger.wallets l where l.user_id = b.customer_id for no key update;
  end if;
  return jsonb_build_object(
    'held', ledger.held_by(p),
    'purchase', case when b.id is not null then jsonb_build_object('id', b.id, 'store_id', b.store_id,
      'register_id', b.register_id, 'customer_id', b.customer_id, 'amount', b.amount,
      'has_moved_on', exists (
        select from buyback_items i where i.buyback_id = b.id and (i.disposed_on is not null or i.sku_id is not null)),
      'is_of_today', b.business_date = ledger.shop_date(b.store_id),
      'balance_paid', w.balance_paid) || ledger.purchase_standing(b) end,
    'is_id_taken', exists (select from ledger.movements t where t.id = v_id),
    'is_entitled', exists (
      select from employees e join users u on u.id = e.user_id and u.suspended_at is null
      where e.user_id = v_actor and e.active and public.holds(e.type, 'buyback.make') and e.store_id = b.store_id),
    'is_independent', ledger.independent(coalesce(v_approver, v_actor), b.employee_id),
    'is_linked', v_approver is not null and not ledger.independent(v_approver, v_actor),
    'is_own', ledger.is_own_account(v_actor, b.customer_id) or ledger.is_own_account(v_approver, b.customer_id));
end $$;
grant execute on function ledger.hold_reverse_buyback to shirogane_app;

-- Takes back as `reverseBuyback` decided, once for an id. `p` asks as above.
create or replace function ledger.reverse_buyback(p jsonb, x jsonb, out code text, out n bigint, out replayed boolean)
returns record
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_id uuid := (p ->> 'id')::uuid;
  v_buyback uuid := (p ->> 'buyback_id')::uuid;
begin
  replayed := x ->> 'held' is null
    and exists (select from buybacks b where b.id = v_buyback and b.reversal_id = v_id);
  if replayed then return; end if;
  perform ledger.check_held(p, x);
  code := x ->> 'code';
  n := (x ->> 'n')::bigint;
  if code is not null then return; end if;
  perform ledger.post_decided(x -> 'movements', '{adjustment}');
  update buybacks set reversed_at = ledger.now(), reversed_by = (p ->> 'actor_id')::uuid,
    reversal_approved_by = (p ->> 'approved_by')::uuid, reversal_reason = p ->> 'reason', reversal_id = v_id
  where id = v_buyback;
end $$;
grant execute on function ledger.reverse_buyback to shirogane_app;
