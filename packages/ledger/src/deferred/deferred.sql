-- Deferred payment: the facts by which it is decided who may defer, and what keeps the debts in step with the transfers.

-- The facts by which `refuseDeferral` of packages/domain decides whether this customer may pay something later.
create or replace function ledger.deferral_facts(p_customer uuid) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select jsonb_build_object('today', t.today, 'verified', u.verified, 'kyc_status', u.kyc_status,
    'date_of_birth', u.date_of_birth, 'is_stopped', u.suspended_at is not null or u.closed_at is not null,
    'deferred_limit', w.deferred_limit, 'receivable', w.receivable,
    'oldest_due', (
      select min(d.due_on) from ledger.deferred_sales d where d.customer_id = p_customer and d.outstanding > 0))
  from (select (ledger.now() at time zone 'Asia/Tokyo')::date as today) t
  join users u on u.id = p_customer join ledger.wallets w on w.user_id = u.id;
$$;
grant execute on function ledger.deferral_facts to shirogane_app;

-- The hard stop, no matter what called: a debt grows within the limit that was granted, or not at all. A payment that
-- defers waits for the wallet's row, so that two registers cannot both find the same room.
create or replace function ledger.debt_grows() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if new.receivable > new.deferred_limit then
    raise exception 'the debt of % would pass its limit of %', new.user_id, new.deferred_limit
      using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A limit is granted by its function, which writes down who did it.
create or replace function ledger.limit_granted() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.deferred_limit <> 0 then
      raise exception 'a wallet begins without a limit' using errcode = 'restrict_violation';
    end if;
  elsif not exists (
    select from ledger.deferred_limits l
    where l.customer_id = new.user_id and l.amount = new.deferred_limit and l.before = old.deferred_limit
      and l.id = (select max(m.id) from ledger.deferred_limits m where m.customer_id = new.user_id)) then
    raise exception 'nobody granted % a limit of %', new.user_id, new.deferred_limit using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A debt is opened by the payment that deferred it, to the yen. Whether a late customer was let pass is checked at the
-- commit.
create or replace function ledger.deferred_opened() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_wrong uuid;
begin
  select o.sale_id into v_wrong
  from opened o
  left join ledger.movements t on t.id = o.sale_id
  where t.id is null or t.kind <> 'payment' or t.xid <> pg_current_xact_id() or t.tender_later <> o.amount
    or t.customer_id is distinct from o.customer_id or t.store_id <> o.store_id or t.rate_bp <> o.rate_bp
    or t.earn_base <> o.base or o.collected + o.cancelled + o.written_off + o.points
      + o.cash_left + o.card_left + o.paid_left + o.bonus_left > 0
  limit 1;
  if v_wrong is not null then
    raise exception 'the debt of % is not what was deferred', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- What moves a debt. The row of the debt follows, and nothing else changes it.
create or replace function ledger.deferred_moved() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_wrong uuid;
begin
  select m.transaction_id into v_wrong
  from moved m
  left join ledger.movements t on t.id = m.transaction_id
  join ledger.deferred_sales d on d.sale_id = m.sale_id
  where t.id is null or t.xid <> pg_current_xact_id() or m.xid <> pg_current_xact_id()
    or t.customer_id is distinct from d.customer_id
    or (m.collected > 0 and t.kind <> 'later_payment')
    or (m.written_off > 0 and (t.kind <> 'adjustment' or t.related_id <> m.sale_id))
    or (m.cancelled + m.returned > 0
      and (t.kind not in ('refund', 'void') or t.related_id <> m.sale_id))
  limit 1;
  if v_wrong is not null then
    raise exception 'a debt moved without its movement %', v_wrong using errcode = 'check_violation';
  end if;

  update ledger.deferred_sales d set
    collected = d.collected + m.collected,
    cancelled = d.cancelled + m.cancelled,
    written_off = d.written_off + m.written_off,
    -- What came by bank goes back as cash: a customer at the counter is not asked for an account.
    cash_left = d.cash_left + m.cash + m.bank + m.cancelled_cash - m.returned_cash,
    card_left = d.card_left + m.card + m.cancelled_card - m.returned_card,
    paid_left = d.paid_left + m.paid - m.returned_paid,
    bonus_left = d.bonus_left + m.bonus - m.returned_bonus,
    points = d.points + m.points
  from moved m where d.sale_id = m.sale_id;

  -- Each movement moves exactly as much debt as its row says.
  select t.id into v_wrong
  from (select distinct transaction_id from moved) n
  join ledger.movements t on t.id = n.transaction_id
  cross join lateral (
    select sum(cash) as cash, sum(card) as card, sum(bank) as bank, sum(paid) as paid, sum(bonus) as bonus,
      sum(points) as points, sum(cancelled) as cancelled, sum(written_off) as written_off
    from ledger.deferred_moves a where a.transaction_id = t.id
  ) s
  where case t.kind
    when 'later_payment' then (s.cash, s.card, s.bank, s.paid, s.bonus, s.points) is distinct from (t.tender_cash,
      t.tender_card, t.spent_total - t.tender_cash - t.tender_card - t.tender_balance_paid - t.tender_balance_bonus, t.tender_balance_paid, t.tender_balance_bonus, t.received_point_regular)
    -- Its transfers come after its debts: `movement_complete` compares them.
    when 'adjustment' then t.step is distinct from 'write_off'
    else s.cancelled <> t.tender_later end
  limit 1;
  if v_wrong is not null then
    raise exception 'debts of % do not add up to its movement', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace function ledger.deferred_sale_changed() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'debts move by their moves only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What a customer owes is the sum of their debts, at every commit; and a movement of debt has its rows.
create or replace function ledger.debts_match() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_customer uuid := case tg_table_name when 'wallets' then (to_jsonb(new) ->> 'user_id')::uuid
    else (to_jsonb(new) ->> 'customer_id')::uuid end;
begin
  if exists (
    select from ledger.wallets w where w.user_id = v_customer and w.receivable <>
      (select coalesce(sum(d.outstanding), 0) from ledger.deferred_sales d
        where d.customer_id = v_customer and d.outstanding > 0)
  ) then
    raise exception 'debts of % do not add up to what is owed', v_customer using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A deferred sale has its debt and its contract, known at the end of the commit only.
create or replace function ledger.check_deferral(t ledger.movements) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if not exists (
    select from ledger.deferred_sales d join ledger.deferred_agreements a on a.sale_id = d.sale_id
    where d.sale_id = t.id and a.customer_id = t.customer_id
      and (a.override_by is not null or not exists (
        select from ledger.deferred_sales e
        where e.customer_id = t.customer_id and e.outstanding > 0 and e.due_on < d.bought_on))) then
    raise exception 'transaction % defers without a debt and a contract', t.id using errcode = 'check_violation';
  end if;
end $$;

-- No matter which way a deferral came to the ledger, its customer agreed to this amount until this day: on their phone,
-- in the question that this payment used up, or by a signature beside which a second person approved exactly this.
-- Known at the end of the commit only: the question is used up when the sale leaves its register.
create or replace function ledger.deferral_agreed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if not exists (
    select from ledger.deferred_sales d
    where d.sale_id = new.sale_id and (
      exists (
        select from ledger.confirmations c
        where c.checkout_id = d.sale_id and c.state = 'spent' and c.customer_id = d.customer_id
          and (c.later, c.due_on) = (d.amount, d.due_on))
      or exists (
        select from approvals a
        where a.id = new.approval_id and a.kind = 'later_signed' and a.used_by = new.confirmed_by
          and a.decided_by = new.approved_by and a.store_id = d.store_id and a.amount = d.amount
          and a.subject = jsonb_build_object('user_id', d.customer_id)))) then
    raise exception 'payment % is deferred and its customer was not asked', new.sale_id using errcode = 'SG212';
  end if;
  return null;
end $$;

-- Lets a customer owe so much in all, until another limit is set. Answers what it was before.
create or replace function ledger.set_deferred_limit(
  p_customer uuid, p_amount bigint, p_reason text, p_by uuid, p_approved_by uuid, p_store uuid
) returns bigint
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_before bigint;
begin
  select deferred_limit into v_before from ledger.wallets where user_id = p_customer for no key update;
  if not found then return null; end if;
  insert into ledger.deferred_limits (customer_id, amount, before, reason, granted_by, approved_by, store_id, granted_at)
  values (p_customer, p_amount, v_before, p_reason, p_by, p_approved_by, p_store, ledger.now());
  update ledger.wallets set deferred_limit = p_amount where user_id = p_customer;
  return v_before;
end $$;
grant execute on function ledger.set_deferred_limit to shirogane_app;
