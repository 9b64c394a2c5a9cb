-- Payments at registers: many at once, each on its own, all in one commit.
--
-- The caller gathers the payments that wait and hands them over as a list; `ord` is the place in it, from 1. Each is
-- settled or refused by itself: a refusal is an answer (`code`, with a number for its sentence), never an exception, so
-- that it stops no other payment. What the batch cannot decide now (a customer who stands in it twice) is answered
-- RETRY and goes with the next one.
--
-- Locks are taken in one order everywhere: days of shops, idempotency keys, pay codes, checkouts, wallets, inviters,
-- stock, campaigns, each sorted by id; so no two batches can wait for each other in a circle. (Acts that are decided in
-- TypeScript take their key last; none of these asks for one.) Where a query locks, its
-- rows are sorted before the join that locks them: a nested loop, the only join allowed below, takes them in that
-- order.
--
-- It is one function because each statement and each call costs every payment something. Its sections are numbered: the
-- first thirteen find, lock and refuse (a payment that has a code by then is left aside by what follows), the rest
-- reckon and write.

drop function if exists ledger.pay_batch(jsonb, boolean);
drop function if exists ledger.pay_all(ledger.pay_asked[], boolean);
drop type if exists ledger.pay_answer;
drop type if exists ledger.pay_work;

create type ledger.pay_work as (
  -- Asked, as `ledger.pay_asked` has it.
  ord int,
  actor_id uuid, session_id uuid, route text, key text, request_hash bytea,
  transaction_id uuid, checkout_id uuid, token_hash bytea, code_hash bytea,
  store_id uuid, register_id uuid, lines ledger.pay_line[],
  total bigint, points bigint, balance bigint, cash bigint, card bigint, cash_tendered bigint,
  tax jsonb, note text, sale jsonb, parked_id uuid, parked_version int, approval_id uuid,
  -- What the customer pays on one later day, and what they and the staff said to it: signature and signed_approval_id
  -- where no phone could be asked, override_by or approval_id, override_reason.
  later bigint, contract jsonb,
  -- Found
  approved_by uuid, fresh boolean, replayed boolean, code text, n bigint,
  pay_code_id uuid, customer_id uuid, opened_at timestamptz, store_code text, business_date date,
  -- Decided
  use_limited bigint, use_regular bigint, use_bonus bigint, use_paid bigint,
  base bigint, rate_bp int, earned bigint, earned_limited bigint, parts jsonb, lots jsonb,
  level_before smallint, level_after smallint, level_bought smallint, accumulation bigint, spent_today bigint,
  paid_after bigint, bonus_after bigint, regular_after bigint, limited_after bigint, receivable_after bigint,
  inviter_id uuid, reward bigint, reward_rate_bp int, reward_base_min bigint, reward_cut bigint, reward_day_max bigint
);

-- Of a member: what a register is told of them. Then the movement, column by column: a row of the whole table would be made up and
-- taken apart again for each payment.
create type ledger.pay_answer as (
  ord int, code text, n bigint, replayed boolean,
  username text, last_name text, first_name text, avatar text, verified boolean, kyc_status text, later_total bigint,
  id uuid, number text, kind text, customer_id uuid, store_id uuid, register_id uuid, employee_id uuid,
  pay_code_id uuid, related_id uuid, business_date date, spent_total bigint, tender_balance_paid bigint,
  tender_balance_bonus bigint, tender_point_regular bigint, tender_point_limited bigint, tender_cash bigint,
  tender_card bigint, tender_later bigint, cash_tendered bigint, received_paid bigint, received_bonus bigint,
  received_point_regular bigint, received_point_limited bigint, receivable_after bigint, earn_base bigint, rate_bp int,
  level_before smallint, level_after smallint, level_accumulation_after bigint, balance_paid_after bigint,
  balance_bonus_after bigint, point_regular_after bigint, point_limited_after bigint, tax jsonb, message jsonb,
  note text, refunded_total bigint, voided_by uuid, opened_at timestamptz, completed_at timestamptz
);

-- `p_ask_stock`: whether the stock is asked before anything is posted. Its own door refuses all the same, but as an
-- exception for the whole batch; a caller that posts without asking comes again with each payment of a batch that it
-- refused.
create function ledger.pay_all(p_asked ledger.pay_asked[], p_ask_stock boolean default true) returns setof ledger.pay_answer
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- The tables are large and the batch is small, no matter what the planner guesses: always by index, always the same
-- plan.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  -- The batch, each payment at the place of its `ord`; one of them while it is worked on; the row of a loop.
  w ledger.pay_work[];
  p ledger.pay_work;
  r record;
  v_answer record;
  v_decider uuid;
  -- The moment and the settings, read once for the whole batch.
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_year smallint := extract(year from v_now at time zone 'Asia/Tokyo')::smallint;
  v_once_max bigint;
  v_day_max bigint;
  v_cash_line bigint;
  -- How many have a key that was not known, and whom and what they touch.
  v_fresh int := 0;
  v_stores uuid[];
  v_customers uuid[] := '{}';
  v_oldest_year smallint;
  -- Whether something rare occurs: its section costs a statement only where it does.
  v_claims boolean := false;
  v_checkouts boolean := false;
  v_parked boolean := false;
  v_approvals boolean := false;
  v_ended boolean := false;
  v_cash boolean := false;
  v_lots boolean := false;
  v_debts boolean := false;
  v_deferred boolean := false;
  v_invited boolean := false;
  v_inviters uuid[] := '{}';
  v_running boolean;
  v_goods boolean := false;
  v_campaigns boolean := false;
begin
  -- Nothing is found or decided yet.
  select array_agg(row(x.*,
      null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
      null)::ledger.pay_work order by x.ord),
    coalesce((select (value ->> 'pay_once_max')::bigint from settings where key = 'limits'), public.setting_default('limits.pay_once_max')::bigint),
    ledger.balance_day_max(),
    ledger.cash_line(),
    exists (select from campaigns c where c.ends_at > v_now and c.starts_at <= v_now and c.paused_at is null),
    array_agg(distinct x.store_id order by x.store_id)
  into w, v_once_max, v_day_max, v_cash_line, v_running, v_stores
  from unnest(p_asked) x;
  if w is null then return; end if;

  -- 1. The days, before all else: each shop's stays open until the commit, and what comes after its close is of the next.
  perform pg_advisory_xact_lock_shared(ledger.day_key(x)) from unnest(v_stores) x;

  -- 2. The keys. The second request with a key waits here for the first one's commit, and then reads its answer. And
  -- who asks: the session must be alive and the employee active at this very moment, at this store and register.
  for r in
    with asked as materialized (
      select x.ord, x.actor_id, x.session_id, x.route, x.key, x.request_hash, x.transaction_id, x.store_id, x.register_id
      from unnest(w) x order by x.actor_id, x.route, x.key
    ), written as (
      insert into ledger.idempotency (actor_id, route, key, request_hash, transaction_id, created_at)
      select a.actor_id, a.route, a.key, a.request_hash, a.transaction_id, v_now from asked a
      on conflict do nothing
      returning actor_id, route, key
    )
    select x.ord, s.id is not null and a.id is not null and e.active and public.holds(e.type, 'sell') as allowed,
      st.code as store_code, st.day_start, st.closed_until, g.id as register_id
    from asked x
    join written n on n.actor_id = x.actor_id and n.route = x.route and n.key = x.key
    left join sessions s on s.id = x.session_id and s.user_id = x.actor_id and s.revoked_at is null
      and s.absolute_expires_at > v_now
    left join users a on a.id = x.actor_id and a.suspended_at is null
    left join employees e on e.user_id = x.actor_id and e.store_id = x.store_id
    left join stores st on st.id = x.store_id
    left join registers g on g.id = x.register_id and g.store_id = x.store_id
  loop
    p := w[r.ord];
    v_fresh := v_fresh + 1;
    p.fresh := true;
    v_parked := v_parked or p.parked_id is not null;
    v_approvals := v_approvals or p.approval_id is not null;
    p.store_code := r.store_code;
    p.opened_at := v_now;
    p.business_date := greatest(ledger.business_date(v_now, r.day_start), r.closed_until + 1);
    if r.allowed is not true then
      p.code := 'FORBIDDEN';
    elsif r.register_id is null then
      p.code := 'NOT_FOUND';
    end if;
    w[r.ord] := p;
  end loop;

  -- 3. What was answered before: the same request has its first answer, and another one under its key is refused.
  if v_fresh < cardinality(w) then
    for r in
      select x.ord, d.refusal, d.transaction_id, d.request_hash = x.request_hash as same
      from unnest(w) x
      join ledger.idempotency d on d.actor_id = x.actor_id and d.route = x.route and d.key = x.key
      where x.fresh is null
    loop
      p := w[r.ord];
      if not r.same then
        p.code := 'IDEMPOTENCY_KEY_REUSED';
      else
        p.replayed := true;
        p.transaction_id := r.transaction_id;
        p.code := r.refusal ->> 'code';
        p.n := (r.refusal ->> 'n')::bigint;
      end if;
      w[r.ord] := p;
    end loop;
  end if;

  -- 4. The codes, by what was scanned or by the checkout that holds them.
  for r in
    select x.ord, x.checkout_id, x.register_id, x.of_others, x.token_hash is not null or x.code_hash is not null as scanned,
      x.points > 0 or x.balance > 0 or x.later > 0 as from_wallet, c.id, c.user_id, c.state, c.expires_at, c.claimed_by, c.claimed_until
    from (
      select y.ord, y.checkout_id, y.register_id, y.token_hash, y.code_hash, y.points, y.balance, y.later,
        coalesce(a.id, b.id, o.pay_code_id) as found_id,
        -- A sale in one step may settle what was opened for the same code, and nothing opened for another.
        y.checkout_id is null and k.status = 'open' and k.pay_code_id is distinct from coalesce(a.id, b.id) as of_others
      from unnest(w) y
      left join ledger.pay_codes a on a.token_hash = y.token_hash
      left join ledger.pay_codes b on b.code_hash = y.code_hash
      left join ledger.checkouts k on k.id = coalesce(y.checkout_id, y.transaction_id)
      left join lateral (
        select k.pay_code_id where y.checkout_id is not null and k.store_id = y.store_id
      ) o on true
      where y.fresh and y.code is null
      order by coalesce(a.id, b.id, o.pay_code_id)
    ) x
    left join lateral (
      select * from ledger.pay_codes q where q.id = x.found_id for update
    ) c on true
  loop
    p := w[r.ord];
    v_cash := v_cash or p.cash > v_cash_line;
    if r.of_others then
      w[r.ord].code := 'PAYMENT_STATE';
      continue;
    end if;
    if r.id is null then
      p.code := case
        when r.checkout_id is not null then 'TXN_NOT_FOUND'
        when r.scanned then 'QR_INVALID'
        when r.from_wallet then 'MEMBER_REQUIRED'
      end;
      w[r.ord] := p;
      continue;
    end if;
    p.pay_code_id := r.id;
    p.customer_id := r.user_id;
    v_claims := v_claims or r.state <> 'live';
    v_checkouts := v_checkouts or r.checkout_id is not null;
    if r.checkout_id is null then
      p.code := case
        when r.state in ('spent', 'void') then 'QR_ALREADY_USED'
        when r.state = 'claimed' and r.claimed_until > v_now then
          case when r.claimed_by <> r.register_id then 'QR_CLAIMED' end
        when r.expires_at <= v_now then 'QR_EXPIRED'
      end;
    elsif r.state in ('spent', 'void') then
      p.code := 'PAYMENT_STATE';
    elsif r.state = 'claimed' and r.claimed_by <> r.register_id then
      p.code := 'QR_CLAIMED';
    elsif (r.state = 'live' or r.claimed_until <= v_now) and r.expires_at <= v_now then
      p.code := 'QR_EXPIRED';
    end if;
    -- The codes of a stopped account are void, and a register is to be told why. Only asked of those: a query costs its own
    -- beginning and end even where it finds nothing.
    if r.state = 'void' then
      if exists (select from users u where u.id = r.user_id and u.suspended_at is not null) then
        p.code := 'CUSTOMER_SUSPENDED';
      end if;
    end if;
    w[r.ord] := p;
  end loop;

  -- 5. Checkouts: one that is open, at the register that opened it.
  if v_checkouts then
    for r in
      select x.ord, k.status, k.register_id = x.register_id as own, k.opened_at
      from (select y.* from unnest(w) y where y.fresh and y.code is null order by y.checkout_id) x
      join lateral (select * from ledger.checkouts c where c.id = x.checkout_id for update) k on true
    loop
      if r.status <> 'open' or not r.own then
        w[r.ord].code := 'PAYMENT_STATE';
      else
        w[r.ord].opened_at := r.opened_at;
      end if;
    end loop;
  end if;

  -- 6. One customer, one payment in a batch: the second would have to see what the first one left.
  foreach p in array w loop
    if p.fresh and p.code is null and p.customer_id is not null then
      if p.customer_id = any (v_customers) then
        w[p.ord].code := 'RETRY';
      else
        v_customers := v_customers || p.customer_id;
      end if;
    end if;
  end loop;

  -- 7. The wallets are locked by a statement of its own: what is read of them and of their owners afterwards is read
  -- once no other transaction can move it, and no other join disturbs the order.
  select min(l.level_year) into v_oldest_year
  from (select c from unnest(v_customers) c order by c) x
  join lateral (select q.level_year from ledger.wallets q where q.user_id = x.c for no key update) l on true;

  -- A customer who pays first in a new year is judged by the old one before anything is counted for the new.
  if v_oldest_year < v_year then
    perform ledger.judge_levels((select array_agg(x.customer_id) from unnest(w) x where x.fresh and x.code is null));
  end if;

  -- 8. Every rule about what the customer has and may. Days and years of a wallet never go back: shops begin their days
  -- at hours of their own, and a payment may have waited for another that began after it. Points and given balance that
  -- have ended must not be spent, nor points live on because of this payment: where there are any they are taken by
  -- themselves, and all customers are looked at again.
  for pass in 1 .. 2 loop
    for r in
      select x.ord, l.user_id, l.inviter_id, l.balance_paid, l.balance_bonus, l.point_regular, l.point_limited, l.point_debt,
        l.receivable, l.level_index, l.level_year, l.level_accumulation, l.balance_spent_on, l.balance_spent, l.cash_on,
        l.cash_in, l.cash_in_before, u.suspended_at, v.rate_bp,
        case when l.level_given_until >= v_today then l.level_given end as given,
        exists (select from ledger.staff_behind(x.actor_id, l.user_id)) as is_own,
        (l.point_regular > 0 and l.point_regular_expires_on < v_today)
          or (l.point_limited > 0 and exists (
            select from ledger.point_lots q where q.user_id = l.user_id and q.remaining > 0 and q.expires_at <= v_now))
          or (l.balance_bonus > 0 and exists (
            select from ledger.bonus_lots b where b.user_id = l.user_id and b.remaining > 0 and b.expires_at <= v_now))
          as ended,
        coalesce((select max(level_index) from levels h
          where h.quota <= (case when l.level_year >= v_year then l.level_accumulation else 0 end)
            + x.total - x.points - coalesce(x.later, 0)), 0) as level_earned
      from unnest(w) x
      join ledger.wallets l on l.user_id = x.customer_id
      join users u on u.id = l.user_id
      join levels v on v.level_index = greatest(l.level_index, case when l.level_given_until >= v_today then l.level_given end)
      where x.fresh and x.code is null
    loop
      p := w[r.ord];
      if r.ended and pass = 1 then
        perform ledger.expire_points(r.user_id, ledger.new_id(), p.store_id);
        v_ended := true;
        continue;
      end if;
      -- What is deferred earns and counts when it is collected.
      p.base := p.total - p.points - coalesce(p.later, 0);
      p.rate_bp := r.rate_bp;
      p.earned := p.base * r.rate_bp / 10000;
      p.use_limited := least(p.points, r.point_limited);
      p.use_regular := p.points - p.use_limited;
      p.use_bonus := least(p.balance, r.balance_bonus);
      p.use_paid := p.balance - p.use_bonus;
      -- A rank given by hand counts where it is the higher one. What was bought goes on beneath it.
      p.level_before := greatest(r.level_index, r.given);
      p.level_after := greatest(r.level_index, r.level_earned, r.given);
      p.level_bought := case when r.given is not null then greatest(r.level_index, r.level_earned) end;
      p.accumulation := (case when r.level_year >= v_year then r.level_accumulation else 0 end) + p.base;
      p.spent_today := (case when r.balance_spent_on >= p.business_date then r.balance_spent else 0 end) + p.balance;
      p.paid_after := r.balance_paid - p.use_paid;
      p.bonus_after := r.balance_bonus - p.use_bonus;
      p.regular_after := r.point_regular - p.use_regular + p.earned;
      p.limited_after := r.point_limited - p.use_limited;
      p.receivable_after := r.receivable + coalesce(p.later, 0);
      v_lots := v_lots or p.use_limited > 0;
      v_debts := v_debts or r.point_debt > 0;
      v_cash := v_cash or (p.cash > 0 and p.cash + case when r.cash_on < p.business_date then 0
        when r.cash_on <= p.business_date + 1 then greatest(r.cash_in, r.cash_in_before) else v_cash_line end > v_cash_line);
      p.inviter_id := r.inviter_id;
      if r.inviter_id is not null then
        v_invited := true;
        v_inviters := v_inviters || r.inviter_id;
      end if;
      if r.suspended_at is not null then
        p.code := 'CUSTOMER_SUSPENDED';
      elsif r.is_own then
        p.code := 'SELF_DEALING';
      elsif p.points > r.point_limited + r.point_regular then
        p.code := 'INSUFFICIENT_POINT';
      elsif p.balance > v_once_max then
        p.code := 'PAY_LIMIT_ONCE';
        p.n := v_once_max;
      elsif p.balance > r.balance_paid + r.balance_bonus then
        p.code := 'INSUFFICIENT_BALANCE';
        p.n := p.balance - r.balance_paid - r.balance_bonus;
      elsif p.balance > 0 and p.spent_today > v_day_max then
        p.code := 'PAY_LIMIT_DAY';
        p.n := v_day_max;
      elsif p.later > 0 then
        v_answer := ledger.deferred_refusal(r.user_id, p.later,
          coalesce(p.contract ->> 'override_by', p.contract ->> 'approval_id') is not null);
        p.code := v_answer.code;
        p.n := v_answer.n;
        v_deferred := v_deferred or p.code is null;
      end if;
      w[r.ord] := p;
    end loop;
    exit when not v_ended;
  end loop;

  -- 9. What is left of a day of the inviters is read once no other transaction can fill it. They are held, as
  -- `hold_inviters` does it, before the stock, whose own door takes hold of it at the end: nothing has to be asked of
  -- the stock for their sake.
  if v_invited then
    perform from (select distinct i from unnest(v_inviters) i order by 1) x
    join lateral (select from affiliators f where f.user_id = x.i for no key update) l on true;
  end if;

  -- 10. No sale takes what is not there, and its refusal says how much there is. Asked as well where something is
  -- locked that comes after the stock.
  if p_ask_stock or v_running or v_parked then
    v_goods := exists (select from unnest(w) x cross join lateral unnest(x.lines) l where l.sku_id is not null);
  end if;
  if v_goods then
    for r in
      select s.* from (
        select array_agg(x.ord) as ords, array_agg(coalesce(x.parked_id, x.transaction_id)) as sales, array_agg(x.store_id) as stores,
          jsonb_agg(to_jsonb(x.lines)) as lines
        from unnest(w) x where x.fresh and x.code is null
      ) a cross join lateral ledger.short_stock(a.ords, a.sales, a.stores, a.lines) s
    loop
      -- Where another payment of this batch may take the articles, the answer waits until that one has them or was refused
      -- for another reason: a shortage stands for its key.
      w[r.ord].code := case when r.n is null then 'RETRY' else 'STOCK_SHORTAGE' end;
      w[r.ord].n := r.n;
    end loop;
  end if;

  -- 11. Much cash from one person on one day needs to be known. Asked where a customer's day comes near the line.
  if v_cash then
    for r in
      select x.ord, ledger.cash_refusal(x.customer_id, x.transaction_id, x.business_date, v_now, x.cash, x.actor_id) as refusal
      from unnest(w) x
      where x.fresh and x.code is null and x.cash > 0
    loop
      w[r.ord].code := r.refusal;
    end loop;
  end if;

  -- 12. Campaigns: what runs at this moment adds points to what a sale earns.
  if v_running then
    -- What is left of a budget is read once no other transaction can take from it.
    perform 1 from campaigns c
    where c.ends_at > v_now and c.starts_at <= v_now and c.paused_at is null and c.budget is not null
    order by c.id for no key update;
    for r in
      select q.* from (
        select array_agg(x.ord) as ords, array_agg(x.customer_id) as customers, array_agg(x.store_id) as stores,
          array_agg(x.level_before) as levels, array_agg(x.base) as bases, array_agg(x.rate_bp) as rates,
          array_agg(x.earned) as earned
        from unnest(w) x where x.fresh and x.code is null and x.base > 0
      ) a cross join lateral ledger.campaign_points(v_now,
        coalesce((select (value #>> '{}')::int from settings where key = 'campaign.max_bp'), public.setting_default('campaign.max_bp')::int),
        a.ords, a.customers, a.stores, a.levels, a.bases, a.rates, a.earned) q
    loop
      p := w[r.ord];
      if r.put_off then
        p.code := 'RETRY';
      else
        v_campaigns := true;
        p.parts := r.parts;
        p.earned := p.earned + r.regular;
        p.earned_limited := r.limited;
        p.regular_after := p.regular_after + r.regular;
        p.limited_after := p.limited_after + r.limited;
      end if;
      w[r.ord] := p;
    end loop;
  end if;

  -- 13. Carts that were put aside are settled by the register that took them back, once.
  if v_parked then
    for r in
      select x.ord, ledger.refusal_of_parked(x.parked_id, x.parked_version, x.store_id, x.register_id) as code
      from (select y.* from unnest(w) y where y.fresh and y.code is null and y.parked_id is not null
        order by y.parked_id) x
    loop
      w[r.ord].code := r.code;
    end loop;
  end if;

  -- A late payer defers once more by the approval of a second person, a signature without a phone needs one, and a
  -- discount as well. All are used up by this sale or, where one of them does not fit, none: what was refused has used
  -- up nothing.
  if v_deferred or v_approvals then
    foreach p in array w loop
      if p.fresh and p.code is null and coalesce(p.approval_id::text, p.contract ->> 'approval_id',
        p.contract ->> 'signed_approval_id') is not null then
        begin
          if p.contract ->> 'signed_approval_id' is not null then
            v_decider := ledger.use_approval((p.contract ->> 'signed_approval_id')::uuid, 'later_signed', p.store_id, p.later,
              jsonb_build_object('user_id', p.customer_id), p.actor_id);
            if v_decider is null then p.code := 'APPROVAL_REQUIRED'; end if;
            p.contract := p.contract || jsonb_build_object('signed_by', v_decider);
          end if;
          if p.contract ->> 'approval_id' is not null and p.code is null then
            v_decider := ledger.use_approval((p.contract ->> 'approval_id')::uuid, 'later_overdue', p.store_id, p.later,
              jsonb_build_object('user_id', p.customer_id), p.actor_id);
            if v_decider is null then p.code := 'APPROVAL_REQUIRED'; end if;
            p.contract := p.contract || jsonb_build_object('override_by', v_decider);
          end if;
          if p.approval_id is not null and p.code is null then
            p.approved_by := ledger.use_approval(p.approval_id, 'discount', p.store_id, (p.sale ->> 'discount')::bigint,
              jsonb_build_object('gross', p.sale -> 'gross'), p.actor_id);
            if p.approved_by is null then p.code := 'DISCOUNT_APPROVAL'; end if;
          end if;
          if p.code is not null then raise exception using errcode = 'SG001', message = p.code; end if;
        exception when sqlstate 'SG001' then
          null;
        end;
        w[p.ord] := p;
      end if;
    end loop;
  end if;

  -- 14. The reward of each sale, by what it earns, by the terms of this moment and by what the inviter's day has room
  -- for: the sales of a batch fill it in their order, and the cut is what no room was left for.
  if v_invited then
    for r in
      with due as materialized (
        select x.ord, x.inviter_id, t.rate_bp, t.base_min, t.day_max,
          ledger.reward_of(x.base, t.rate_bp, t.base_min) as due
        from ledger.reward_terms() t cross join unnest(w) x
        cross join lateral ledger.invitation_earns(x.customer_id, x.inviter_id, x.actor_id, x.store_id, v_now, t.lasts) i
        where t.rate_bp > 0 and x.fresh and x.code is null and x.inviter_id is not null
      ), days as materialized (
        select i.inviter_id, e.earned
        from (select distinct d.inviter_id from due d) i cross join lateral ledger.earned_on(i.inviter_id, v_now) e
      )
      select d.*, greatest(0, least(d.due, d.day_max - y.earned - coalesce(sum(d.due) over (
        partition by d.inviter_id order by d.ord rows between unbounded preceding and 1 preceding), 0)))::bigint as paid
      from due d join days y on y.inviter_id = d.inviter_id
    loop
      p := w[r.ord];
      p.reward := nullif(r.paid, 0);
      p.reward_rate_bp := r.rate_bp;
      p.reward_base_min := r.base_min;
      p.reward_cut := r.due - r.paid;
      p.reward_day_max := r.day_max;
      w[r.ord] := p;
    end loop;
  end if;

  if v_parked then
    -- What was kept for the cart is its own from here on.
    update ledger.stock_reservations o set state = 'taken', ended_at = v_now, transaction_id = x.transaction_id
    from unnest(w) x where o.owner_id = x.parked_id and o.state = 'active' and x.fresh and x.code is null;
  end if;

  if v_lots then
    -- Which lots give, in the order of their ends: a refund brings the points back to them.
    for r in
      select g.ord, jsonb_agg(jsonb_build_object('lot', g.id, 'points', g.taken) order by g.expires_at, g.id) as lots
      from (
        select x.ord, q.id, q.expires_at, least(q.remaining, x.use_limited
          - coalesce(sum(q.remaining) over (partition by q.user_id order by q.expires_at, q.id
              rows between unbounded preceding and 1 preceding), 0)) as taken
        from unnest(w) x join ledger.point_lots q on q.user_id = x.customer_id and q.remaining > 0
        where x.fresh and x.code is null and x.use_limited > 0
      ) g
      where g.taken > 0 group by g.ord
    loop
      w[r.ord].lots := r.lots;
    end loop;
  end if;

  -- 15. From here on everything that is still without a refusal is posted: movements, lines and transfers, the code is spent
  -- and the world is told. In one statement, because each of a statement's own costs is paid by every payment.
  with x as materialized (
    select y.transaction_id, y.store_code, y.customer_id, y.store_id, y.register_id, y.actor_id, y.pay_code_id,
      y.business_date, y.total, y.lines, y.use_paid, y.use_bonus, y.use_regular, y.use_limited, y.cash, y.card, y.later,
      y.receivable_after, y.cash_tendered, y.earned, y.earned_limited, y.base, y.rate_bp, y.level_before, y.level_after,
      y.level_bought, y.accumulation, y.paid_after, y.bonus_after, y.regular_after, y.limited_after, y.tax, y.note, y.sale, y.approved_by,
      y.reward, y.lots, y.opened_at
    from unnest(w) y where y.fresh and y.code is null
  ), posted as (
    insert into ledger.transactions (id, number, kind, customer_id, store_id, register_id, employee_id, pay_code_id,
      business_date, spent_total, tender_balance_paid, tender_balance_bonus, tender_point_regular, tender_point_limited,
      tender_cash, tender_card, tender_later, receivable_after, cash_tendered, received_point_regular,
      received_point_limited, earn_base, rate_bp, level_before, level_after, level_bought,
      level_accumulation_after, balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, tax,
      note, sale, approved_by, reward_pending_change, lots, opened_at, completed_at)
    select x.transaction_id, ledger.next_number(x.store_code, x.business_date), 'payment', x.customer_id, x.store_id,
      x.register_id, x.actor_id, x.pay_code_id, x.business_date, x.total, coalesce(x.use_paid, 0), coalesce(x.use_bonus, 0),
      coalesce(x.use_regular, 0), coalesce(x.use_limited, 0), x.cash, x.card, coalesce(x.later, 0),
      case when x.later > 0 then x.receivable_after end, x.cash_tendered,
      coalesce(x.earned, 0),
      coalesce(x.earned_limited, 0), coalesce(x.base, 0), coalesce(x.rate_bp, 0), x.level_before, x.level_after, x.level_bought,
      x.accumulation, x.paid_after,
      x.bonus_after, x.regular_after, x.limited_after, x.tax, x.note, x.sale, x.approved_by, x.reward,
      x.lots, x.opened_at, v_now
    from x
    returning id, pay_code_id
  ), listed as (
    insert into ledger.transaction_lines (transaction_id, line, sku_id, sku, name, quantity, unit_price, discount,
      subtotal, tax_rate_bp, share_points, share_balance, share_cash, share_card, share_later, detail)
    select x.transaction_id, l.line, l.sku_id, l.sku, l.name, l.quantity, l.unit_price, l.discount, l.subtotal,
      l.tax_rate_bp, l.share_points, l.share_balance, l.share_cash, l.share_card, l.share_later,
      l.detail
    from x cross join lateral unnest(x.lines) l
  ), moved as (
    insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
    -- By lists beside the amounts: ten queries in a row would have to be begun for each payment.
    select x.transaction_id, a.line, k.codes[a.line],
      k.debits[a.line], case when k.debits[a.line] = any (k.of_customer) then x.customer_id else x.store_id end,
      k.credits[a.line], case when k.credits[a.line] = any (k.of_customer) then x.customer_id else x.store_id end, a.amount
    from x
    cross join lateral unnest(array[x.use_limited, x.use_regular, x.use_bonus, x.use_paid, x.cash, x.card, x.earned,
      x.earned_limited, x.later, x.reward]) with ordinality a (amount, line)
    cross join (select
      '{use_points,use_points,pay_balance,pay_balance,pay_cash,pay_card,earn_points,earn_points,defer,accrue_reward}'::text[],
      '{point_limited,point_regular,balance_bonus,balance_paid,drawer,card_clearing,points_cost,points_cost,receivable,
        reward_expense}'::ledger.account[],
      '{points_redeemed,points_redeemed,sales,sales,sales,sales,point_regular,point_limited,sales,
        reward_pending}'::ledger.account[],
      '{point_limited,point_regular,balance_bonus,balance_paid,receivable}'::ledger.account[]
    ) k (codes, debits, credits, of_customer)
    where a.amount > 0
  ), spent as (
    update ledger.pay_codes c set state = 'spent', transaction_id = h.id from posted h where c.id = h.pay_code_id
  )
  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  select 'transaction', h.id, v_now, v_now from posted h;

  if v_lots then
    update ledger.point_lots l set remaining = l.remaining - g.points
    from unnest(w) x cross join lateral jsonb_to_recordset(x.lots) g (lot uuid, points bigint)
    where x.fresh and x.code is null and l.id = g.lot;
  end if;

  if v_deferred then
    insert into ledger.deferred_sales (sale_id, customer_id, store_id, amount, base, rate_bp, bought_on, due_on, created_at)
    select x.transaction_id, x.customer_id, x.store_id, x.later, x.base, x.rate_bp, v_today, ledger.deferred_due_on(v_today),
      v_now
    from unnest(w) x where x.fresh and x.code is null and x.later > 0;
    insert into ledger.deferred_agreements (sale_id, customer_id, signature, terms_version, confirmed_by, override_by,
      override_reason, approval_id, approved_by, agreed_at)
    select x.transaction_id, x.customer_id, x.contract ->> 'signature',
      (select d.version from legal_documents d where d.slug = 'later' and d.effective_at <= v_now
        order by d.effective_at desc limit 1),
      x.actor_id, (x.contract ->> 'override_by')::uuid, x.contract ->> 'override_reason',
      (x.contract ->> 'signed_approval_id')::uuid, (x.contract ->> 'signed_by')::uuid, v_now
    from unnest(w) x where x.fresh and x.code is null and x.later > 0;
  end if;

  if v_invited then
    insert into ledger.rewards (transaction_id, sale_id, customer_id, affiliator_id, store_id, base, rate_bp, base_min, amount,
      cut, day_max, earned_at, sold_on)
    select x.transaction_id, x.transaction_id, x.customer_id, x.inviter_id, x.store_id, x.base, x.reward_rate_bp,
      x.reward_base_min, x.reward, x.reward_cut, x.reward_day_max, v_now, v_today
    from unnest(w) x where x.fresh and x.code is null and x.reward > 0;
  end if;

  if v_campaigns then
    insert into ledger.point_reasons (transaction_id, part, customer_id, campaign_id, rule, label, base, rate_bp,
      uncut_points, points, cut_by, account, expires_at)
    select x.transaction_id, q.part, x.customer_id, q.campaign_id, q.rule, q.label, q.base, q.rate_bp, q.uncut_points,
      q.points, q.cut_by, q.account, q.expires_at
    from unnest(w) x cross join lateral jsonb_to_recordset(x.parts) q (part smallint, campaign_id uuid, rule text,
      label text, base bigint, rate_bp int, uncut_points bigint, points bigint, cut_by text, account ledger.account,
      expires_at timestamptz)
    where x.fresh and x.code is null;
    insert into ledger.point_lots (id, user_id, granted, remaining, expires_at, transaction_id)
    select ledger.new_id(), q.customer_id, q.points, q.points, q.expires_at, q.transaction_id
    from unnest(w) x join ledger.point_reasons q on q.transaction_id = x.transaction_id
    where x.fresh and x.code is null and q.account = 'point_limited';
    update campaigns c set budget_used = c.budget_used + t.points
    from (
      select q.campaign_id, sum(q.points) as points
      from unnest(w) x join ledger.point_reasons q on q.transaction_id = x.transaction_id
      where x.fresh and x.code is null group by q.campaign_id
    ) t
    where c.id = t.campaign_id and c.budget is not null;
  end if;

  if v_claims then
    update ledger.checkouts k
    set status = case when k.id = x.checkout_id then 'settled' else 'cancelled' end, updated_at = v_now
    from unnest(w) x where k.pay_code_id = x.pay_code_id and k.status = 'open' and x.fresh and x.code is null;
  end if;

  if v_parked then
    update parked_sales k set status = 'completed', held_until = null, transaction_id = x.transaction_id,
      version = k.version + 1
    from unnest(w) x where k.id = x.parked_id and x.fresh and x.code is null;
  end if;

  -- 16. Debts of points.
  if v_debts then
    -- A customer who owes points from a refund pays them off with what was earned, in a movement of its own.
    for r in
      select l.user_id, x.store_id
      from unnest(w) x join ledger.wallets l on l.user_id = x.customer_id
      where x.fresh and x.code is null and (x.earned > 0 or x.earned_limited > 0) and l.point_debt > 0
    loop
      perform ledger.repay_points(r.user_id, ledger.new_id(), r.store_id);
    end loop;
  end if;

  -- 17. Answers: what each key stands for, and what the caller hears.
  foreach p in array w loop
    if p.fresh and p.code is not null then
      -- A refusal is an answer too and stands for its key; what is only put off leaves no trace.
      if p.code = 'RETRY' then
        delete from ledger.idempotency d where d.actor_id = p.actor_id and d.route = p.route and d.key = p.key;
      else
        update ledger.idempotency d set refusal = jsonb_build_object('code', p.code, 'n', p.n)
        where d.actor_id = p.actor_id and d.route = p.route and d.key = p.key;
      end if;
    end if;
  end loop;

  return query
  select x.ord, x.code, x.n, coalesce(x.replayed, false),
    u.username, u.last_name, u.first_name, u.avatar, u.verified, u.kyc_status,
    case when u.id is not null then coalesce(x.receivable_after, t.receivable_after,
      (select l.receivable from ledger.wallets l where l.user_id = u.id)) end,
    t.id, t.number, t.kind, t.customer_id, t.store_id, t.register_id, t.employee_id, t.pay_code_id, t.related_id,
    t.business_date, t.spent_total, t.tender_balance_paid, t.tender_balance_bonus, t.tender_point_regular,
    t.tender_point_limited, t.tender_cash, t.tender_card, t.tender_later, t.cash_tendered, t.received_paid,
    t.received_bonus, t.received_point_regular, t.received_point_limited, t.receivable_after, t.earn_base, t.rate_bp,
    t.level_before, t.level_after, t.level_accumulation_after, t.balance_paid_after, t.balance_bonus_after,
    t.point_regular_after, t.point_limited_after, t.tax, t.message, t.note, t.refunded_total, t.voided_by, t.opened_at,
    t.completed_at
  from unnest(w) x
  left join ledger.transactions t on t.id = x.transaction_id and x.code is null
  left join users u on u.id = t.customer_id;
end $$;
grant execute on function ledger.pay_all to shirogane_app;

-- Payments as a document: of a caller that pays one alone, and of a process of the version before.
create function ledger.pay_batch(p_batch jsonb, p_ask_stock boolean default true) returns setof ledger.pay_answer
language sql security definer
set search_path = ledger, public, pg_temp as $$
  select a.* from ledger.pay_all(array(select x from jsonb_populate_recordset(null::ledger.pay_asked, p_batch) x), p_ask_stock) a
$$;
grant execute on function ledger.pay_batch to shirogane_app;
