-- A customer pays deferred payments: all or a part, oldest first or a chosen one; at a register in cash, by card or
-- from balance with their code, by bank transfer as accounting finds it, or from balance in their own app. What was
-- deferred earns now, at the rate of its sale, and counts towards the rank.
--
-- It is decided by `collectDebts` of packages/domain.

drop function if exists ledger.collect_deferred(jsonb, jsonb);
drop type if exists ledger.collect_outcome;
create type ledger.collect_outcome as (code text, n bigint, replayed boolean, t ledger.transactions);

-- The shop to which it belongs: at no register that of the oldest debt that it pays; null where nothing is owed either.
create or replace function ledger.collect_store(p jsonb) returns uuid
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select coalesce((p ->> 'store_id')::uuid, (
    select o.store_id from ledger.deferred_sales o
    where o.customer_id = (p ->> 'customer_id')::uuid and o.outstanding > 0
      and (p ->> 'sale_id' is null or o.sale_id = (p ->> 'sale_id')::uuid)
    order by o.due_on, o.created_at, o.sale_id limit 1));
$$;

-- Who collects, of whom (`ledger.access_facts`).
create or replace function ledger.collect_people(p jsonb) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
as $$
  select ledger.access_facts(p, (p ->> 'store_id')::uuid, array[(p ->> 'customer_id')::uuid]);
$$;

drop function if exists ledger.collect_code(jsonb);
-- The customer's code that was shown at the register for their balance; null where none of theirs was.
create function ledger.collect_code(p jsonb) returns uuid
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select q.id from ledger.pay_codes q
  where p ->> 'tender' = 'balance' and p ->> 'actor_id' <> p ->> 'customer_id'
    and (q.token_hash = (p ->> 'token_hash')::bytea or q.code_hash = (p ->> 'code_hash')::bytea)
    and q.user_id = (p ->> 'customer_id')::uuid;
$$;

-- Locks what a collection touches until the commit, and answers the facts that it is decided by; null where the key has
-- its answer. `p` asks as in `collect_deferred`.
create or replace function ledger.hold_collect_deferred(p jsonb) returns jsonb
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_customer uuid := (p ->> 'customer_id')::uuid;
  v_sale uuid := (p ->> 'sale_id')::uuid;
  v_store uuid;
  v_code jsonb;
  v_none jsonb;
begin
  if not ledger.hold_key((p ->> 'actor_id')::uuid, p ->> 'route', p, (p ->> 'transaction_id')::uuid) then
    return null;
  end if;
  v_store := ledger.collect_store(p);
  v_none := jsonb_build_object('held', ledger.held_by(p), 'access', ledger.collect_people(p), 'store_id', v_store,
    'rank', null, 'code', null);
  if v_store is null then return v_none; end if;
  -- The shop's day is taken before any row of the customer. A collection adds to the reward of each sale that it
  -- pays, at the shop of that sale, and what has ended leaves at the home shop.
  perform ledger.book_date(o.store_id) from (
    select v_store as store_id union select ledger.home_store() union
    select q.store_id from ledger.deferred_sales q join ledger.wallets l on l.user_id = q.customer_id
    where q.customer_id = v_customer and q.outstanding > 0
      -- At no register the shop of the oldest debt may be another one by the time the wallet is held.
      and (l.inviter_id is not null or p ->> 'store_id' is null) order by 1) o;
  v_code := ledger.hold_codes(array[ledger.collect_code(p)], (p ->> 'register_id')::uuid) -> 0;
  perform from ledger.wallets where user_id = v_customer for no key update;
  if not found then return v_none || jsonb_build_object('code', v_code); end if;
  perform ledger.expire_points(v_customer, ledger.new_id(), ledger.home_store());
  return (
    select v_none || jsonb_build_object(
      'code', v_code,
      'cash_day', case when p ->> 'tender' = 'cash' then ledger.cash_day(v_customer, (p ->> 'transaction_id')::uuid,
        ledger.book_date(v_store), ledger.now(), (p ->> 'actor_id')::uuid) end,
      'debts', (
        select coalesce(jsonb_agg(jsonb_build_object('sale_id', o.sale_id, 'outstanding', o.outstanding, 'base', o.base,
          'collected', o.collected, 'rate_bp', o.rate_bp, 'points', o.points)
          order by o.due_on, o.created_at, o.sale_id), '[]')
        from ledger.deferred_sales o
        where o.customer_id = v_customer and o.outstanding > 0 and (v_sale is null or o.sale_id = v_sale)),
      'balance_paid', l.balance_paid, 'wallet', ledger.point_wallet(l.user_id),
      'store_id', ledger.collect_store(p),
      'is_stopped', u.suspended_at is not null or u.closed_at is not null,
      'rank', ledger.rank_of(v_customer),
      'levels', (select coalesce(jsonb_agg(jsonb_build_object('level_index', v.level_index, 'quota', v.quota)), '[]') from levels v),
      'invitation', ledger.invitation_facts(l))
    from ledger.wallets l join users u on u.id = l.user_id where l.user_id = v_customer);
end $$;
grant execute on function ledger.hold_collect_deferred to shirogane_app;

-- What no decision may do, however it came about: it takes what was asked from whom may give it, and the rank that it
-- says is one that so many yen reach. `w` is the wallet under its lock.
create or replace function ledger.check_collection(w ledger.wallets, p jsonb, x jsonb) returns void
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_amount bigint := (x ->> 'amount')::bigint;
  v_balance bigint := (x ->> 'paid')::bigint + (x ->> 'bonus')::bigint;
  -- What of it comes out of the balance.
  v_due bigint := case when p ->> 'tender' = 'balance' then v_amount else 0 end;
  v_bought smallint := (x ->> 'level_bought')::smallint;
  v_fault text;
begin
  if v_amount <> coalesce((p ->> 'amount')::bigint, v_amount) then
    v_fault := format('%s yen, where %s were asked for', v_amount, p ->> 'amount');
  elsif v_balance <> v_due
    or (x ->> 'bonus')::bigint <> least(v_balance, w.balance_bonus) then
    v_fault := format('%s paid and %s given yen of balance for %s by %s', x ->> 'paid', x ->> 'bonus', v_amount,
      p ->> 'tender');
  elsif v_balance > 0 and exists (
    select from users u where u.id = w.user_id and (u.suspended_at is not null or u.closed_at is not null)) then
    v_fault := 'balance of a customer who is suspended or has left';
  elsif v_balance > 0 and p ->> 'actor_id' <> p ->> 'customer_id' and ledger.collect_code(p) is null then
    v_fault := 'balance of a customer who showed no code';
  elsif exists (
    select from jsonb_to_recordset(x -> 'payments') m (sale_id uuid)
    where m.sale_id <> coalesce((p ->> 'sale_id')::uuid, m.sale_id)) then
    v_fault := 'yen for another debt than the one that was named';
  elsif (x ->> 'level_accumulation')::bigint <> w.level_accumulation + v_amount or v_bought < w.level_index
    or (v_bought > w.level_index and not exists (
      select from levels l where l.level_index = v_bought and l.quota <= w.level_accumulation + v_amount))
    or (x ->> 'level_before')::smallint <> ledger.level_held(w.level_index, w.level_given, w.level_given_until)
    or (x ->> 'level_after')::smallint <> ledger.level_held(v_bought, w.level_given, w.level_given_until) then
    v_fault := format('rank %s by %s yen', v_bought, x ->> 'level_accumulation');
  end if;
  if v_fault is not null then
    raise exception 'a collection of % would take %', w.user_id, v_fault using errcode = 'check_violation';
  end if;
end $$;

-- Posts a collection as it was decided, once for a key. Refusals are answers (`code`, with a number for its
-- sentence). `p` asks: actor_id, session_id, route, key, request_hash, transaction_id, customer_id, store_id and
-- register_id (null for head office and for the customer, who are at no register), amount (null: all that is owed),
-- sale_id (null: oldest first), tender (cash, card, bank or balance), cash_tendered, token_hash and code_hash of the
-- customer's code, note. `x` is the plan or the refusal that `collectDebts` made of the facts of
-- `hold_collect_deferred` in this database transaction.
create function ledger.collect_deferred(p jsonb, x jsonb) returns setof ledger.collect_outcome
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_id uuid := (p ->> 'transaction_id')::uuid;
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_customer uuid := (p ->> 'customer_id')::uuid;
  v_tender text := p ->> 'tender';
  v_amount bigint := (x ->> 'amount')::bigint;
  v_paid bigint := (x ->> 'paid')::bigint;
  v_bonus bigint := (x ->> 'bonus')::bigint;
  v_points bigint := (x ->> 'points')::bigint;
  d record;
  w ledger.wallets;
  v_in ledger.account;
begin
  d := ledger.answer_act(v_actor, p ->> 'route', p, v_id, x);
  perform ledger.check_access(x, ledger.collect_people(p),
    case when p ->> 'tender' = 'bank' then 'later.bank' else 'later.collect' end, v_customer);
  -- How the customer stands in a year that has begun is so, no matter what became of the collection.
  perform ledger.write_rank_of(v_customer, x);
  if d.is_over then
    return query select d.code, d.n, d.replayed, t
    from (select 1) one left join ledger.transactions t on t.id = d.act and d.code is null;
    return;
  end if;
  select * into w from ledger.wallets where user_id = v_customer;
  perform ledger.check_collection(w, p, x);

  v_in := case v_tender when 'cash' then 'drawer'::ledger.account when 'card' then 'card_clearing'
    when 'bank' then 'bank_clearing' end;
  perform ledger.post_movement(jsonb_build_object('id', v_id, 'kind', 'later_payment', 'customer_id', v_customer,
    'store_id', ledger.collect_store(p), 'register_id', p -> 'register_id', 'employee_id', nullif(v_actor, v_customer),
    'pay_code_id', ledger.collect_code(p), 'related_id', case when jsonb_array_length(x -> 'payments') = 1
      then x -> 'payments' -> 0 -> 'sale_id' end,
    'note', p ->> 'note', 'spent_total', v_amount, 'earn_base', v_amount,
    'cash_tendered', case when v_tender = 'cash' then coalesce((p ->> 'cash_tendered')::bigint, v_amount) end,
    'level_before', x -> 'level_before', 'level_after', x -> 'level_after',
    'level_bought', case when x ->> 'level_given' is not null then x -> 'level_bought' end,
    'level_accumulation_after', x -> 'level_accumulation', 'renews', v_points > 0, 'debts', x -> 'payments',
    'transfers', jsonb_build_array(
      ledger.transfer('collect', 'balance_bonus', 'receivable', v_bonus),
      ledger.transfer('collect', 'balance_paid', 'receivable', v_paid),
      ledger.transfer('collect', v_in, 'receivable', case when v_in is null then 0 else v_amount end),
      ledger.transfer('earn_points', 'points_cost', 'point_regular', v_points))));
  update ledger.wallets l set level_index = (x ->> 'level_bought')::smallint,
    level_accumulation = (x ->> 'level_accumulation')::bigint
  where l.user_id = v_customer;
  perform ledger.post_decided(x -> 'after', '{reward,adjustment}');
  return query select null::text, null::bigint, false, t from ledger.transactions t where t.id = v_id;
end $$;
grant execute on function ledger.collect_deferred to shirogane_app;
