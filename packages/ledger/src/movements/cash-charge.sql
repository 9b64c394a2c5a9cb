-- A member charges their balance with cash at a register, and a charge that was taken by mistake is taken back on its
-- own day. A charge is no sale: nothing is earned by it, nothing counts towards a rank, and no tax arises.

-- What a customer has charged since a moment, charges that were taken back apart.
create or replace function ledger.charged_since(p_customer uuid, p_since timestamptz) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select coalesce(sum(t.received_paid), 0)::bigint from ledger.transactions t
  where t.customer_id = p_customer and t.kind = 'charge' and t.completed_at >= p_since
    and not exists (select from ledger.transactions b where b.related_id = t.id and b.kind = 'adjustment');
$$;

-- Posts it, once for a key. Refusals are answers: `n` and `m` are the figures of their sentences. `p` asks: actor_id,
-- session_id, route, key, request_hash, transaction_id, customer_id, code_id (the code that the member showed, which the
-- charge spends; null where they are known otherwise), store_id, register_id, amount, cash_tendered.
create or replace function ledger.charge_cash(p jsonb)
returns table (code text, n bigint, m bigint, replayed boolean, transaction uuid)
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_local timestamp := v_now at time zone 'Asia/Tokyo';
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_id uuid := (p ->> 'transaction_id')::uuid;
  v_customer uuid := (p ->> 'customer_id')::uuid;
  v_code uuid := (p ->> 'code_id')::uuid;
  v_amount bigint := (p ->> 'amount')::bigint;
  v_tendered bigint := (p ->> 'cash_tendered')::bigint;
  v_limits jsonb := coalesce((select s.value from settings s where s.key = 'limits'), '{}');
  v_min bigint := coalesce((v_limits ->> 'topup_min')::bigint, public.setting_default('limits.topup_min')::bigint);
  v_max bigint := coalesce((v_limits ->> 'topup_max')::bigint, public.setting_default('limits.topup_max')::bigint);
  v_balance_max bigint := coalesce((v_limits ->> 'balance_max')::bigint, public.setting_default('limits.balance_max')::bigint);
  v_minor_max bigint := coalesce((v_limits ->> 'topup_minor_month_max')::bigint, public.setting_default('limits.topup_minor_month_max')::bigint);
  v_store stores;
  v_user users;
  w ledger.wallets;
  d record;
  a record;
  v_date date;
  v_pending bigint;
begin
  replayed := false;
  v_date := ledger.book_date((p ->> 'store_id')::uuid);
  d := ledger.take_key(v_actor, p ->> 'route', p ->> 'key', (p ->> 'request_hash')::bytea, v_id);
  if d.answered then
    return query select d.code, d.n, d.m, d.replayed, d.act;
    return;
  end if;

  select e.type into a
  from employees e
  cross join ledger.signed_in(e.user_id, (p ->> 'session_id')::uuid)
  where e.user_id = v_actor and e.active and e.store_id = (p ->> 'store_id')::uuid and public.holds(e.type, 'charge.take');
  code := ledger.take_codes(array[v_code], (p ->> 'register_id')::uuid);
  select * into w from ledger.wallets l where l.user_id = v_customer for no key update;
  select * into v_user from users u where u.id = v_customer;
  v_pending := ledger.pending_card_charges(v_customer);
  if a.type is null then
    code := 'FORBIDDEN';
  elsif code is not null then
    null;
  elsif w.user_id is null or not exists (
    select from registers r where r.id = (p ->> 'register_id')::uuid and r.store_id = (p ->> 'store_id')::uuid) then
    code := 'NOT_FOUND';
  elsif ledger.is_own_account(v_actor, v_customer) then
    code := 'SELF_DEALING';
  elsif v_user.suspended_at is not null or v_user.closed_at is not null then
    code := 'CUSTOMER_SUSPENDED';
  elsif not v_user.verified then
    code := 'MEMBER_UNVERIFIED';
  elsif v_amount < v_min or v_amount > v_max then
    code := 'TOPUP_RANGE'; n := v_min; m := v_max;
  elsif v_tendered < v_amount then
    code := 'TENDERED_SHORT';
  -- Of age at the first moment of the eighteenth birthday; who was born on 29 February, after the end of the 28th.
  elsif v_user.date_of_birth is not null and extract(year from age(v_local::date, v_user.date_of_birth)) < 18
    and v_amount + v_pending
      + ledger.charged_since(v_customer, date_trunc('month', v_local) at time zone 'Asia/Tokyo') > v_minor_max then
    code := 'TOPUP_MINOR_LIMIT'; n := v_minor_max;
  elsif w.balance_paid + w.balance_bonus + v_pending + v_amount > v_balance_max then
    code := 'BALANCE_LIMIT'; n := v_balance_max;
  else
    code := ledger.cash_refusal(v_customer, v_id, v_date, v_now, v_amount, v_actor);
  end if;
  if code is not null then
    perform ledger.refuse_key(v_actor, p ->> 'route', p ->> 'key', code, n, m);
    return next;
    return;
  end if;

  select * into v_store from stores s where s.id = (p ->> 'store_id')::uuid;
  insert into ledger.transactions (id, number, kind, customer_id, store_id, register_id, employee_id, pay_code_id,
    business_date, tender_cash, cash_tendered, received_paid, level_before, level_after, balance_paid_after, balance_bonus_after,
    point_regular_after, point_limited_after, opened_at, completed_at)
  values (v_id, ledger.next_number(v_store.code, v_date), 'charge', v_customer, v_store.id, (p ->> 'register_id')::uuid,
    v_actor, v_code, v_date, v_amount, v_tendered, v_amount, w.level_index, w.level_index, w.balance_paid + v_amount,
    w.balance_bonus, w.point_regular, w.point_limited, v_now, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  values (v_id, 1, 'charge', 'drawer', v_store.id, 'balance_paid', v_customer, v_amount);
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', v_id, v_now, v_now);
  if v_code is not null then perform ledger.spend_code(v_code, v_id); end if;
  transaction := v_id;
  return next;
end $$;
grant execute on function ledger.charge_cash to shirogane_app;

-- Takes a charge in cash back as a whole on its own day, once for a key: the balance leaves the wallet, the cash the
-- drawer. What has been spent meanwhile does not come back this way. `p` asks: actor_id, session_id, route, key,
-- request_hash, charge_id, transaction_id, register_id, reason, approved_by (who else gave their password, or agreed).
create or replace function ledger.take_back_charge(p jsonb)
returns table (code text, n bigint, replayed boolean, transaction uuid)
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_approver uuid := (p ->> 'approved_by')::uuid;
  v_id uuid := (p ->> 'transaction_id')::uuid;
  o ledger.transactions;
  w ledger.wallets;
  a record;
  d record;
  v_store stores;
  v_date date;
begin
  replayed := false;
  select * into o from ledger.transactions t
  where t.id = (p ->> 'charge_id')::uuid and t.kind = 'charge' and t.cash_tendered is not null;
  if not found then
    code := 'TXN_NOT_FOUND';
    return next;
    return;
  end if;
  v_date := ledger.book_date(o.store_id);
  d := ledger.take_key(v_actor, p ->> 'route', p ->> 'key', (p ->> 'request_hash')::bytea, v_id);
  if d.answered then
    return query select d.code, d.n, d.replayed, d.act;
    return;
  end if;

  -- Two who take the same back follow each other here.
  perform 1 from ledger.transactions t where t.id = o.id for no key update;
  select e.type, v.type as approver_type into a
  from employees e
  cross join ledger.signed_in(e.user_id, (p ->> 'session_id')::uuid)
  left join (employees v join users vu on vu.id = v.user_id and vu.suspended_at is null)
    on v.user_id = v_approver and v.active and (v.store_id = o.store_id or public.holds(v.type, 'shops.act'))
  where e.user_id = v_actor and e.active and public.holds(e.type, 'void')
    and (e.store_id is null or e.store_id = o.store_id);
  select * into v_store from stores s where s.id = o.store_id;
  select * into w from ledger.wallets l where l.user_id = o.customer_id for no key update;
  if a.type is null or (v_approver is not null and a.approver_type is null) then
    code := 'FORBIDDEN';
  elsif v_approver is not null and not ledger.independent(v_actor, v_approver) then
    code := 'APPROVAL_LINKED';
  elsif ledger.is_own_account(v_actor, o.customer_id) or ledger.is_own_account(v_approver, o.customer_id) then
    code := 'SELF_DEALING';
  elsif exists (select from ledger.transactions b where b.related_id = o.id and b.kind = 'adjustment') then
    code := 'TXN_VOIDED';
  elsif o.business_date <> v_date then
    code := 'TXN_CLOSED';
  -- As with sales: register staff take back what they took themselves, up to what they may give back alone; beyond it, the
  -- approval of the clerk who took the money is not enough either.
  elsif o.received_paid > coalesce(v_store.register_refund_max, ledger.whole_setting('refund.register_max'))
    and (not public.holds(coalesce(a.approver_type, a.type), 'refund.large')
      or not ledger.independent(coalesce(v_approver, v_actor), o.employee_id)) then
    code := 'VOID_APPROVAL';
  elsif not public.holds(coalesce(a.approver_type, a.type), 'refund.large') and coalesce(v_approver, v_actor) <> o.employee_id then
    code := 'VOID_APPROVAL';
  elsif w.balance_paid < o.received_paid then
    code := 'CHARGE_SPENT'; n := o.received_paid - w.balance_paid;
  end if;
  if code is not null then
    perform ledger.refuse_key(v_actor, p ->> 'route', p ->> 'key', code, n);
    return next;
    return;
  end if;

  insert into ledger.transactions (id, number, kind, customer_id, store_id, register_id, employee_id, approved_by,
    related_id, business_date, message, reason, tender_balance_paid, level_before, level_after, balance_paid_after,
    balance_bonus_after, point_regular_after, point_limited_after, opened_at, completed_at)
  values (v_id, ledger.next_number(v_store.code, v_date), 'adjustment', o.customer_id, o.store_id,
    coalesce((p ->> 'register_id')::uuid, o.register_id), v_actor, v_approver, o.id, v_date, '{"code": "charge_taken_back"}',
    p ->> 'reason', o.received_paid, w.level_index, w.level_index, w.balance_paid - o.received_paid, w.balance_bonus,
    w.point_regular, w.point_limited, v_now, v_now);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  values (v_id, 1, 'take_back_charge', 'balance_paid', o.customer_id, 'drawer', o.store_id, o.received_paid);
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', v_id, v_now, v_now);
  transaction := v_id;
  return next;
end $$;
grant execute on function ledger.take_back_charge to shirogane_app;

-- No matter what posts it: balance turns into cash of the drawer only where a charge in cash of the same member, shop
-- and day is taken back, the whole of it, once.
create or replace function ledger.charge_taken_back() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  x record;
begin
  select sum(f.amount) as amount, count(*) as lines into x from ledger.transfers f
  where f.transaction_id = new.id and f.debit_kind = 'balance_paid' and f.credit_kind = 'drawer';
  if x.lines = 0 then return null; end if;
  if not exists (
      select from ledger.transactions o
      where o.id = new.related_id and o.kind = 'charge' and o.cash_tendered is not null and o.store_id = new.store_id
        and o.customer_id = new.customer_id and o.business_date = new.business_date and o.received_paid = x.amount)
    or (select count(*) from ledger.transactions b where b.related_id = new.related_id and b.kind = 'adjustment') > 1 then
    raise exception 'movement % takes back no charge in cash', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
