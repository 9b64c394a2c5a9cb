-- A customer pays deferred payments: all or a part, oldest first or a chosen one; at a register in cash, by card or from
-- balance with their code, by bank transfer as accounting finds it, or from balance in their own app. What was deferred
-- earns now, at the rate of its sale, and counts towards the rank.

drop function if exists ledger.collect_deferred(jsonb);
drop type if exists ledger.collect_outcome;
create type ledger.collect_outcome as (code text, n bigint, replayed boolean, t ledger.transactions);

-- Posts a collection, once for a key. Refusals are answers (`code`, with a number for its sentence).
-- `p` asks: actor_id, session_id, route, key, request_hash, transaction_id, customer_id, store_id and register_id (null
-- for head office and for the customer, who are at no register), amount (null: all that is owed), sale_id (null: oldest
-- first), tender (cash, card, bank or balance), cash_tendered, token_hash and code_hash of the customer's code, note.
create function ledger.collect_deferred(p jsonb) returns setof ledger.collect_outcome
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_year smallint := extract(year from v_now at time zone 'Asia/Tokyo')::smallint;
  v_id uuid := (p ->> 'transaction_id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_customer uuid := (p ->> 'customer_id')::uuid;
  v_sale uuid := (p ->> 'sale_id')::uuid;
  v_tender text := p ->> 'tender';
  v_own boolean := v_actor = v_customer;
  d record;
  c ledger.pay_codes;
  w ledger.wallets;
  v_store stores;
  a record;
  r record;
  v_refusal text;
  v_n bigint;
  v_owed bigint;
  v_amount bigint;
  v_left bigint;
  v_part bigint;
  v_bonus bigint := 0;
  v_bonus_left bigint;
  v_part_bonus bigint;
  v_points bigint := 0;
  v_part_points bigint;
  v_moves jsonb := '[]';
  v_sales int := 0;
  v_level smallint;
  v_given smallint;
  v_accumulation bigint;
  v_date date;
begin
  d := ledger.take_key(v_actor, p ->> 'route', p ->> 'key', (p ->> 'request_hash')::bytea, v_id);
  if d.answered then
    return query select d.code, d.n, d.replayed, t
    from (select 1) one left join ledger.transactions t on t.id = d.act and d.code is null;
    return;
  end if;

  -- Who asks: the session must be alive and the person active at this very moment. The customer's own money moves by
  -- themselves or by their code; everything else by staff.
  select u.type as person, e.type, e.store_id into a
  from users u
  cross join ledger.signed_in(u.id, (p ->> 'session_id')::uuid)
  left join employees e on e.user_id = u.id and e.active
  where u.id = v_actor;
  if a.person is null then
    v_refusal := 'FORBIDDEN';
  elsif v_own then
    if v_tender <> 'balance' or p ->> 'store_id' is not null then v_refusal := 'FORBIDDEN'; end if;
  elsif a.type is null or not (
    (public.holds(a.type, 'later.collect') and a.store_id = (p ->> 'store_id')::uuid and v_tender <> 'bank')
    or (public.holds(a.type, 'later.bank') and v_tender = 'bank')) then
    v_refusal := 'FORBIDDEN';
  elsif p ->> 'register_id' is not null and not exists (
    select from registers where id = (p ->> 'register_id')::uuid and store_id = (p ->> 'store_id')::uuid) then
    v_refusal := 'NOT_FOUND';
  elsif ledger.is_own_account(v_actor, v_customer) then
    v_refusal := 'SELF_DEALING';
  end if;

  -- At no register it belongs to the shop of the oldest debt that it pays. The shop's day is taken before any row of the
  -- customer; which debts are open is asked again below.
  if v_refusal is null then
    select * into v_store from stores where id = coalesce((p ->> 'store_id')::uuid, (
      select o.store_id from ledger.deferred_sales o
      where o.customer_id = v_customer and o.outstanding > 0 and (v_sale is null or o.sale_id = v_sale)
      order by o.due_on, o.created_at, o.sale_id limit 1));
    if v_store.id is null then
      v_refusal := 'DEFERRED_NONE';
    else
      -- A collection adds to the reward of each sale that it pays, at the shop of that sale, and what has ended leaves at the
      -- home shop.
      perform ledger.book_date(o.store_id) from (
        select v_store.id as store_id union select ledger.home_store() union
        select q.store_id from ledger.deferred_sales q join ledger.wallets l on l.user_id = q.customer_id
        where q.customer_id = v_customer and q.outstanding > 0 and l.inviter_id is not null order by 1) o;
      v_date := ledger.book_date(v_store.id);
    end if;
  end if;
  if v_refusal is null and v_tender = 'balance' and not v_own then
    select * into c from ledger.pay_codes q
    where q.token_hash = (p ->> 'token_hash')::bytea or q.code_hash = (p ->> 'code_hash')::bytea;
    v_refusal := case when c.id is null or c.user_id <> v_customer then 'QR_INVALID'
      else ledger.take_codes(array[c.id], (p ->> 'register_id')::uuid) end;
  end if;

  if v_refusal is null then
    select * into w from ledger.wallets where user_id = v_customer for no key update;
    if not found then
      v_refusal := 'NOT_FOUND';
    else
      if w.level_year < v_year then perform ledger.judge_levels(array[v_customer]); end if;
      perform ledger.expire_points(v_customer, ledger.new_id(), ledger.home_store());
      select * into w from ledger.wallets where user_id = v_customer;
    end if;
  end if;

  if v_refusal is null then
    select coalesce(sum(o.outstanding), 0)::bigint into v_owed
    from ledger.deferred_sales o
    where o.customer_id = v_customer and o.outstanding > 0 and (v_sale is null or o.sale_id = v_sale);
    v_amount := coalesce((p ->> 'amount')::bigint, v_owed);
    v_refusal := case
      when v_owed = 0 then 'DEFERRED_NONE'
      when v_amount > v_owed then 'DEFERRED_EXCEEDS'
      when v_amount < 1 then 'AMOUNT_INVALID'
      when v_tender = 'cash' and (p ->> 'cash_tendered')::bigint < v_amount then 'TENDERED_SHORT'
      when v_tender = 'balance' and v_amount > w.balance_paid + w.balance_bonus then 'INSUFFICIENT_BALANCE'
      when v_tender = 'balance' and exists (
        select from users u where u.id = v_customer and (u.suspended_at is not null or u.closed_at is not null))
        then case when v_own then 'AUTH_SUSPENDED' else 'CUSTOMER_SUSPENDED' end
    end;
    v_n := case v_refusal when 'DEFERRED_EXCEEDS' then v_owed
      when 'INSUFFICIENT_BALANCE' then v_amount - w.balance_paid - w.balance_bonus end;
  end if;
  if v_refusal is not null then
    perform ledger.refuse_key(v_actor, p ->> 'route', p ->> 'key', v_refusal, v_n);
    return query select v_refusal, v_n, false, null::ledger.transactions;
    return;
  end if;
  if v_tender = 'cash' then
    v_refusal := ledger.cash_refusal(v_customer, v_id, v_date, v_now, v_amount, v_actor);
    if v_refusal is not null then
      -- Asked again once it is written down who pays it is the same act: nothing has been answered for its key yet.
      perform ledger.give_key_back(v_actor, p ->> 'route', p ->> 'key');
      return query select v_refusal, null::bigint, false, null::ledger.transactions;
      return;
    end if;
  end if;

  if v_tender = 'balance' then v_bonus := least(v_amount, w.balance_bonus); end if;
  v_left := v_amount;
  v_bonus_left := v_bonus;
  for r in
    select o.* from ledger.deferred_sales o
    where o.customer_id = v_customer and o.outstanding > 0 and (v_sale is null or o.sale_id = v_sale)
    order by o.due_on, o.created_at, o.sale_id
  loop
    exit when v_left = 0;
    v_part := least(v_left, r.outstanding);
    v_part_bonus := least(v_part, v_bonus_left);
    v_left := v_left - v_part;
    v_bonus_left := v_bonus_left - v_part_bonus;
    v_sales := v_sales + 1;
    -- Cut off on the running sum, together with what the sale earned at once: paid in parts or at one time, it is the same.
    v_part_points := (r.base + r.collected + v_part) * r.rate_bp / 10000 - r.base * r.rate_bp / 10000 - r.points;
    v_points := v_points + v_part_points;
    v_moves := v_moves || jsonb_build_object('sale_id', r.sale_id, 'points', v_part_points,
      'cash', case when v_tender = 'cash' then v_part else 0 end, 'card', case when v_tender = 'card' then v_part else 0 end,
      'bank', case when v_tender = 'bank' then v_part else 0 end,
      'paid', case when v_tender = 'balance' then v_part - v_part_bonus else 0 end, 'bonus', v_part_bonus);
    v_sale := r.sale_id;
  end loop;

  v_accumulation := w.level_accumulation + v_amount;
  select greatest(w.level_index, coalesce(max(l.level_index), 0))::smallint into v_level
  from levels l where l.quota <= v_accumulation;
  v_given := case when w.level_given_until >= v_today then w.level_given end;
  insert into ledger.transactions (id, number, kind, customer_id, store_id, register_id, employee_id, pay_code_id, related_id,
    business_date, spent_total, tender_balance_paid, tender_balance_bonus, tender_cash, tender_card, tender_bank,
    cash_tendered, received_point_regular, earn_base, level_before, level_after, level_bought, level_accumulation_after,
    balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, receivable_after, note, opened_at,
    completed_at)
  values (v_id, ledger.next_number(v_store.code, v_date), 'later_payment', v_customer, v_store.id,
    (p ->> 'register_id')::uuid, case when v_own then null else v_actor end, c.id, case when v_sales = 1 then v_sale end,
    v_date, v_amount, case when v_tender = 'balance' then v_amount - v_bonus else 0 end, v_bonus,
    case when v_tender = 'cash' then v_amount else 0 end, case when v_tender = 'card' then v_amount else 0 end,
    case when v_tender = 'bank' then v_amount end,
    case when v_tender = 'cash' then coalesce((p ->> 'cash_tendered')::bigint, v_amount) end, v_points, v_amount,
    greatest(w.level_index, v_given), greatest(v_level, v_given), case when v_given is not null then v_level end, v_accumulation,
    w.balance_paid - case when v_tender = 'balance' then v_amount - v_bonus else 0 end, w.balance_bonus - v_bonus,
    w.point_regular + v_points, w.point_limited, w.receivable - v_amount, p ->> 'note', v_now, v_now);
  insert into ledger.deferred_moves (transaction_id, sale_id, cash, card, bank, paid, bonus, points)
  select v_id, m.sale_id, m.cash, m.card, m.bank, m.paid, m.bonus, m.points
  from jsonb_to_recordset(v_moves) m (sale_id uuid, cash bigint, card bigint, bank bigint, paid bigint, bonus bigint,
    points bigint);
  insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
  select v_id, row_number() over (order by m.ord), m.code, m.debit_kind, m.debit_holder, m.credit_kind, v_customer, m.amount
  from (values
    (1, 'collect', 'balance_bonus'::ledger.account, v_customer, 'receivable'::ledger.account, v_bonus),
    (2, 'collect', 'balance_paid', v_customer, 'receivable',
      case when v_tender = 'balance' then v_amount - v_bonus else 0 end),
    (3, 'collect', 'drawer', v_store.id, 'receivable', case when v_tender = 'cash' then v_amount else 0 end),
    (4, 'collect', 'card_clearing', v_store.id, 'receivable', case when v_tender = 'card' then v_amount else 0 end),
    (5, 'collect', 'bank_clearing', v_store.id, 'receivable', case when v_tender = 'bank' then v_amount else 0 end),
    (6, 'earn_points', 'points_cost', v_store.id, 'point_regular', v_points)
  ) m (ord, code, debit_kind, debit_holder, credit_kind, amount)
  where m.amount > 0;
  update ledger.wallets l set level_index = v_level, level_accumulation = v_accumulation,
    point_regular_expires_on = case when v_points > 0 then (v_today + interval '12 months')::date
      else l.point_regular_expires_on end
  where l.user_id = v_customer;
  if c.id is not null then
    perform ledger.spend_code(c.id, v_id);
  end if;
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  values ('transaction', v_id, v_now, v_now);
  if w.inviter_id is not null then
    perform ledger.follow_reward(m.sale_id, m.cash + m.card + m.bank + m.paid + m.bonus)
    from ledger.deferred_moves m where m.transaction_id = v_id;
  end if;
  if v_points > 0 and w.point_debt > 0 then
    perform ledger.repay_points(v_customer, ledger.new_id(), v_store.id);
  end if;
  return query select null::text, null::bigint, false, t from ledger.transactions t where t.id = v_id;
end $$;
grant execute on function ledger.collect_deferred to shirogane_app;
