-- Sales at registers: many at once, each on its own, all in one commit. They come decided by the facts that `read_sales` answered
-- without a lock; here what they rest on is locked, and each is posted that is still as it was read. One that is not is
-- answered RETRY, leaves no trace and is decided anew; a refusal was true when it was read and stands for its key.
--
-- Locks are taken in one order everywhere: days of shops, idempotency keys, pay codes, checkouts, wallets, inviters,
-- stock, campaigns, each sorted by id; so no two batches can wait for each other in a circle. Where a query locks, its rows
-- are sorted before the join that locks them: a nested loop takes them in that order.

-- What came of a sale that was posted just now stands in what was decided; the ledger adds its number and its times. What was
-- answered before comes as it stands: the movement, and of its member what a register is told of them.
drop function if exists ledger.post_sales;
drop type if exists ledger.sale_answer;

create type ledger.sale_answer as (
  id uuid, code text, n bigint, replayed boolean, number text, opened_at timestamptz, completed_at timestamptz,
  movement json, customer json
);

-- Posts sales as they were decided. `p_today` is the day of their facts; `p_rare` names what occurs among them beside plain
-- sales, whose statements are spared where it does not: members, claims, rewards, stock (it was asked how much there
-- is), campaigns, budgets, parked, approvals, lots, details, deferred. `p_after` lists movements that follow sales in the same commit, with their `ord`.
create function ledger.post_sales(p_sales ledger.decided_sale[], p_today date, p_rare text[], p_after jsonb)
returns setof ledger.sale_answer
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
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  -- Whose key is new; which of them are sales that stand as they were read, and which do not any more.
  v_fresh int[];
  v_ready int[];
  v_moved int[];
  v_wrong uuid;
  v_count int;
  r record;
begin
  -- 1. The days, before all else: each shop's stays open until the commit, and what comes after its close is of the next. Then
  -- the keys: the second request with one waits here for the first one's commit, and gets its answer. A refusal is one, too.
  -- Each reading of so wide a list is paid by every payment: a statement reads it once.
  with asked as materialized (
    select x.ord, x.store_id, x.actor_id, x.route, x.key, x.request_hash, x.transaction_id, x.code, x.n
    from unnest(p_sales) x
  ), days as materialized (
    select pg_advisory_xact_lock_shared(ledger.day_key(x.store_id))
    from (select distinct a.store_id from asked a order by 1) x
  ), written as (
    insert into ledger.idempotency (actor_id, route, key, request_hash, transaction_id, refusal, created_at)
    select a.actor_id, a.route, a.key, a.request_hash, a.transaction_id,
      case when a.code is not null then jsonb_build_object('code', a.code, 'n', a.n) end, v_now
    from asked a where (select count(*) from days) > 0 order by a.actor_id, a.route, a.key
    on conflict do nothing
    returning 1
  )
  select (select count(*) from written), array_agg(a.ord), array_agg(a.ord) filter (where a.code is null)
  into v_count, v_fresh, v_ready from asked a;

  if v_count < cardinality(p_sales) then
    select array_agg(x.ord), array_agg(x.ord) filter (where x.code is null) into v_fresh, v_ready
    from unnest(p_sales) x
    join ledger.idempotency d on d.actor_id = x.actor_id and d.route = x.route and d.key = x.key
      and d.xid = pg_current_xact_id();
  end if;

  if v_ready is not null then
    -- 2. What each rests on is locked, and compared with what was read: codes first, then checkouts, then wallets.
    if 'members' = any (p_rare) then
      with codes as materialized (
        select x.*, c.version is distinct from x.code_version as has_moved
        from (select y.ord, y.pay_code_id, y.code_version, y.checkout_id, y.checkout_version, y.customer_id, y.wallet_version
          from unnest(p_sales) y where y.ord = any (v_ready) and y.pay_code_id is not null order by y.pay_code_id) x
        left join lateral (
          select q.xmin::text as version from ledger.pay_codes q where q.id = x.pay_code_id for update) c on true
      ), checkouts as materialized (
        select x.ord, x.customer_id, x.wallet_version,
          x.has_moved or (x.checkout_id is not null and k.version is distinct from x.checkout_version) as has_moved
        from (select * from codes y order by y.checkout_id) x
        left join lateral (
          select q.xmin::text as version from ledger.checkouts q where q.id = x.checkout_id for update) k on true
      )
      select v_moved || array_agg(x.ord) filter (where x.has_moved or w.version is distinct from x.wallet_version) into v_moved
      from (select * from checkouts y order by y.customer_id) x
      left join lateral (
        select q.xmin::text as version from ledger.wallets q where q.user_id = x.customer_id for no key update) w on true;
    end if;

    -- 3. A statement of its own, which sees what the locks may have waited for: no sale comes on another day than it was read
    -- for, nor follows the suspension of its customer. And what no decision may say, however it came about: points that no
    -- rank and no campaign gives, a rank that was not held, another customer than whose code was shown.
    select v_moved || array_agg(x.ord) filter (where p_today <> v_today or u.suspended_at is not null
        or x.business_date is distinct from greatest(ledger.business_date(v_now, s.day_start), s.closed_until + 1)),
      (array_agg(x.transaction_id) filter (where (x.receivable_after is null) <> (x.later = 0)
        or (w.user_id is null and num_nonnulls(x.paid_after, x.bonus_after, x.regular_after, x.limited_after) > 0)
        or w.user_id is not null and (c.user_id is distinct from w.user_id
        or x.base is distinct from x.total - x.points - x.later
        or x.rate_bp is distinct from l.rate_bp
        or x.use_limited + x.use_regular is distinct from x.points
        or x.accumulation is distinct from w.level_accumulation + x.base
        or x.level_before is distinct from greatest(w.level_index, case when w.level_given_until >= v_today then w.level_given end)
        or x.earned + x.earned_limited is distinct from x.base * x.rate_bp / 10000
          + case when x.parts is null then 0 else (
            select sum((q ->> 'points')::bigint) from jsonb_array_elements(x.parts) q) end)))[1]
    into v_moved, v_wrong
    from unnest(p_sales) x
    join stores s on s.id = x.store_id
    left join ledger.wallets w on w.user_id = x.customer_id
    left join users u on u.id = w.user_id
    left join ledger.pay_codes c on c.id = x.pay_code_id
    left join levels l on l.level_index = x.level_before
    where x.ord = any (v_ready) and x.ord <> all (coalesce(v_moved, '{}'));
    if v_wrong is not null then
      raise exception 'sale % says what no decision may', v_wrong using errcode = 'check_violation';
    end if;
    if v_moved is not null then
      v_ready := array(select q.ord from unnest(v_ready) q (ord) where q.ord <> all (v_moved));
    end if;

    -- The day of an inviter, before the stock, whose own door takes hold of it at the end. Less of it may be gone than was
    -- thought; where more is, or where a sale was cut by it, it has to be as it was.
    if 'rewards' = any (p_rare) then
      perform from (select distinct y.inviter_id from unnest(p_sales) y where y.ord = any (v_ready) and y.reward > 0 order by 1) x
      join lateral (select from affiliators f where f.user_id = x.inviter_id for no key update) l on true;
      select v_moved || array_agg(x.ord) filter (where case
        when x.reward_cut > 0 then x.reward_before <> x.earned + x.before
        else x.reward + x.earned + x.before > x.reward_day_max end) into v_moved
      from (
        select y.ord, y.reward, y.reward_cut, y.reward_before, y.reward_day_max, e.earned,
          coalesce(sum(y.reward + y.reward_cut) over (partition by y.inviter_id order by y.ord
            rows between unbounded preceding and 1 preceding), 0) as before
        from unnest(p_sales) y cross join lateral ledger.earned_on(y.inviter_id, v_now) e
        where y.ord = any (v_ready) and y.reward > 0
      ) x;
    end if;

    if p_rare && '{stock,budgets,parked}' then
      perform ledger.lock_stock(array_agg(y.store_id), array_agg(l.sku_id))
      from unnest(p_sales) y cross join lateral unnest(y.lines) l
      where y.ord = any (v_ready) and l.sku_id is not null;
    end if;

    -- There has to be enough still.
    if 'stock' = any (p_rare) then
      select v_moved || array_agg(y.ord) into v_moved
      from unnest(p_sales) y
      cross join lateral (
        select jsonb_object_agg(g.sku_id, g.wanted) as wanted, array_agg(g.sku_id) as skus
        from (select l.sku_id, sum(l.quantity) as wanted from unnest(y.lines) l where l.sku_id is not null group by 1) g) n
      where y.ord = any (v_ready) and exists (
        select from jsonb_each_text(ledger.free_stock(coalesce(y.parked_id, y.transaction_id), y.store_id, n.skus)) f
        where f.value::bigint < (n.wanted ->> f.key)::bigint);
    end if;

    -- Of a budget that had less left than a sale would draw, as much has to be gone as was read; every other is held by its
    -- own limit.
    if 'budgets' = any (p_rare) then
      perform from campaigns c where c.budget is not null and c.id in (
        select (q ->> 'id')::uuid from unnest(p_sales) y cross join lateral jsonb_array_elements(y.budgets) q
        where y.ord = any (v_ready)
        union
        select (q ->> 'campaign_id')::uuid from unnest(p_sales) y cross join lateral jsonb_array_elements(y.parts) q
        where y.ord = any (v_ready))
      order by c.id for no key update;
      select v_moved || array_agg(distinct y.ord) into v_moved
      from unnest(p_sales) y cross join lateral jsonb_to_recordset(y.budgets) q (id uuid, used bigint)
      join campaigns c on c.id = q.id
      where y.ord = any (v_ready) and c.budget_used <> q.used;
    end if;

    if 'parked' = any (p_rare) then
      select v_moved || array_agg(x.ord) filter (where k.fits is not true) into v_moved
      from (select y.ord, y.parked_id, y.parked_version, y.register_id from unnest(p_sales) y
        where y.ord = any (v_ready) and y.parked_id is not null order by y.parked_id) x
      left join lateral (
        select q.status = 'resumed' and q.register_id = x.register_id and q.version = x.parked_version as fits
        from parked_sales q where q.id = x.parked_id for update) k on true;
    end if;
    if v_moved is not null then
      v_ready := array(select q.ord from unnest(v_ready) q (ord) where q.ord <> all (v_moved));
    end if;

    -- Approvals are used up by their sale or, where one of them does not fit any more, none is.
    if 'approvals' = any (p_rare) then
      for r in select y.ord, y.store_id, y.actor_id, y.approvals from unnest(p_sales) y
        where y.ord = any (v_ready) and y.approvals is not null
      loop
        begin
          perform from jsonb_to_recordset(r.approvals) q (id uuid, kind text, amount bigint, subject jsonb)
          where ledger.use_approval(q.id, q.kind, r.store_id, q.amount, q.subject, r.actor_id) is null;
          if found then raise exception using errcode = 'SG001'; end if;
        exception when sqlstate 'SG001' then
          v_ready := array_remove(v_ready, r.ord);
        end;
      end loop;
    end if;
  end if;

  if cardinality(v_ready) > 0 then
    if 'parked' = any (p_rare) then
      -- What was kept for the cart is its own from here on.
      update ledger.stock_reservations o set state = 'taken', ended_at = v_now, transaction_id = x.transaction_id
      from unnest(p_sales) x where o.owner_id = x.parked_id and o.state = 'active' and x.ord = any (v_ready);
    end if;

    if 'details' = any (p_rare) then
      insert into ledger.sale_details (sale_id, sale, level_bought)
      select x.transaction_id, x.sale, x.level_bought
      from unnest(p_sales) x where x.ord = any (v_ready) and num_nonnulls(x.sale, x.level_bought) > 0;
    end if;

    -- 4. Movements, lines and transfers; the code is spent and the world is told. In one statement, because each of a
    -- statement's own costs is paid by every payment.
    return query
    with ready as materialized (
      select x.* from unnest(p_sales) x where x.ord = any (v_ready)
    ), posted as (
      insert into ledger.movements (id, number, kind, customer_id, store_id, register_id, employee_id, pay_code_id,
        business_date, spent_total, tender_balance_paid, tender_balance_bonus, tender_point_regular, tender_point_limited,
        tender_cash, tender_card, tender_later, receivable_after, cash_tendered, received_point_regular,
        received_point_limited, earn_base, rate_bp, level_before, level_after, level_accumulation_after,
        balance_paid_after, balance_bonus_after, point_regular_after, point_limited_after, tax,
        note, approved_by, lots, opened_at, completed_at)
      select x.transaction_id,
        ledger.next_number((select s.code from stores s where s.id = x.store_id), x.business_date), 'payment', x.customer_id,
        x.store_id, x.register_id, x.actor_id, x.pay_code_id, x.business_date, x.total, coalesce(x.use_paid, 0),
        coalesce(x.use_bonus, 0), coalesce(x.use_regular, 0), coalesce(x.use_limited, 0), x.cash, x.card, x.later,
        x.receivable_after, x.cash_tendered, coalesce(x.earned, 0), coalesce(x.earned_limited, 0), coalesce(x.base, 0),
        coalesce(x.rate_bp, 0), x.level_before, x.level_after, x.accumulation, x.paid_after, x.bonus_after,
        x.regular_after, x.limited_after, x.tax, x.note, x.approved_by, x.lots,
        coalesce((select k.opened_at from ledger.checkouts k where k.id = x.checkout_id), v_now), v_now
      from ready x
      returning id, number, opened_at, pay_code_id
    ), listed as (
      insert into ledger.transaction_lines (transaction_id, line, sku_id, sku, name, quantity, unit_price, discount,
        subtotal, tax_rate_bp, share_points, share_balance, share_cash, share_card, share_later, detail)
      select x.transaction_id, l.line, l.sku_id, l.sku, l.name, l.quantity, l.unit_price, l.discount, l.subtotal,
        l.tax_rate_bp, l.share_points, l.share_balance, l.share_cash, l.share_card, l.share_later, l.detail
      from ready x cross join lateral unnest(x.lines) l
    ), moved as (
      insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
      -- By lists beside the amounts: ten queries in a row would have to be begun for each payment.
      select x.transaction_id, a.line, k.codes[a.line],
        k.debits[a.line], case when k.debits[a.line] = any (k.of_customer) then x.customer_id else x.store_id end,
        k.credits[a.line], case when k.credits[a.line] = any (k.of_customer) then x.customer_id else x.store_id end, a.amount
      from ready x
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
    ), told as (
      insert into ledger.outbox (topic, transaction_id, created_at, available_at)
      select 'transaction', h.id, v_now, v_now from posted h
    )
    select h.id, null::text, null::bigint, false, h.number, h.opened_at, v_now, null::json, null::json from posted h;

    -- 5. What is beside them, where it occurs.
    if 'lots' = any (p_rare) then
      update ledger.point_lots l set remaining = l.remaining - g.points
      from unnest(p_sales) x cross join lateral jsonb_to_recordset(x.lots) g (lot uuid, points bigint)
      where x.ord = any (v_ready) and l.id = g.lot and l.user_id = x.customer_id;
    end if;

    if 'deferred' = any (p_rare) then
      insert into ledger.deferred_sales (sale_id, customer_id, store_id, amount, base, rate_bp, bought_on, due_on, created_at)
      select x.transaction_id, x.customer_id, x.store_id, x.later, x.base, x.rate_bp, v_today, (x.contract ->> 'due_on')::date,
        v_now
      from unnest(p_sales) x where x.ord = any (v_ready) and x.later > 0;
      insert into ledger.deferred_agreements (sale_id, customer_id, signature, terms_version, confirmed_by, override_by,
        override_reason, approval_id, approved_by, agreed_at)
      select x.transaction_id, x.customer_id, x.contract ->> 'signature',
        (select d.version from legal_documents d where d.slug = 'later' and d.effective_at <= v_now
          order by d.effective_at desc limit 1),
        x.actor_id, (x.contract ->> 'override_by')::uuid, x.contract ->> 'override_reason',
        (x.contract ->> 'signed_approval_id')::uuid, (x.contract ->> 'signed_by')::uuid, v_now
      from unnest(p_sales) x where x.ord = any (v_ready) and x.later > 0;
    end if;

    if 'rewards' = any (p_rare) then
      insert into ledger.rewards (transaction_id, sale_id, customer_id, affiliator_id, store_id, base, rate_bp, base_min,
        amount, cut, day_max, earned_at, sold_on)
      select x.transaction_id, x.transaction_id, x.customer_id, x.inviter_id, x.store_id, x.base, x.reward_rate_bp,
        x.reward_base_min, x.reward, x.reward_cut, x.reward_day_max, v_now, v_today
      from unnest(p_sales) x where x.ord = any (v_ready) and x.reward > 0;
    end if;

    if 'campaigns' = any (p_rare) then
      insert into ledger.point_reasons (transaction_id, part, customer_id, campaign_id, rule, label, base, rate_bp,
        uncut_points, points, cut_by, account, expires_at)
      select x.transaction_id, q.part, x.customer_id, q.campaign_id, q.rule, q.label, q.base, q.rate_bp, q.uncut_points,
        q.points, q.cut_by, q.account, q.expires_at
      from unnest(p_sales) x cross join lateral jsonb_to_recordset(x.parts) q (part smallint, campaign_id uuid, rule text,
        label text, base bigint, rate_bp int, uncut_points bigint, points bigint, cut_by text, account ledger.account,
        expires_at timestamptz)
      where x.ord = any (v_ready);
      insert into ledger.point_lots (id, user_id, granted, remaining, expires_at, transaction_id)
      select ledger.new_id(), q.customer_id, q.points, q.points, q.expires_at, q.transaction_id
      from unnest(p_sales) x join ledger.point_reasons q on q.transaction_id = x.transaction_id
      where x.ord = any (v_ready) and q.account = 'point_limited';
      update campaigns c set budget_used = c.budget_used + t.points
      from (
        select q.campaign_id, sum(q.points) as points
        from unnest(p_sales) x join ledger.point_reasons q on q.transaction_id = x.transaction_id
        where x.ord = any (v_ready) group by q.campaign_id
      ) t
      where c.id = t.campaign_id and c.budget is not null;
    end if;

    if 'claims' = any (p_rare) then
      update ledger.checkouts k
      set status = case when k.id = x.checkout_id then 'settled' else 'cancelled' end, updated_at = v_now
      from unnest(p_sales) x where k.pay_code_id = x.pay_code_id and k.status = 'open' and x.ord = any (v_ready);
    end if;

    if 'parked' = any (p_rare) then
      update parked_sales k set status = 'completed', held_until = null, transaction_id = x.transaction_id,
        version = k.version + 1
      from unnest(p_sales) x where k.id = x.parked_id and x.ord = any (v_ready);
    end if;

    if p_after is not null then
      perform ledger.post_movement(q -> 'movement') from jsonb_array_elements(p_after) q
      where (q ->> 'ord')::int = any (v_ready);
    end if;
  end if;

  -- 6. What moved meanwhile leaves no trace.
  if v_moved is not null or 'approvals' = any (p_rare) then
    delete from ledger.idempotency d using unnest(p_sales) x
    where d.actor_id = x.actor_id and d.route = x.route and d.key = x.key and x.code is null
      and x.ord = any (v_fresh) and x.ord <> all (coalesce(v_ready, '{}'));
  end if;

  if cardinality(v_ready) is distinct from cardinality(v_fresh) then
    return query
    select x.transaction_id, coalesce(x.code, 'RETRY'), x.n, false, null::text, null::timestamptz, null::timestamptz,
      null::json, null::json
    from unnest(p_sales) x where x.ord = any (v_fresh) and x.ord <> all (coalesce(v_ready, '{}'));
  end if;

  -- What was answered before: the same request has its first answer, and another one under its key is refused.
  if v_count < cardinality(p_sales) then
    return query
    select x.transaction_id,
      case when d.request_hash <> x.request_hash then 'IDEMPOTENCY_KEY_REUSED' else d.refusal ->> 'code' end,
      case when d.request_hash = x.request_hash then (d.refusal ->> 'n')::bigint end, d.request_hash = x.request_hash,
      t.number, t.opened_at, t.completed_at,
      case when t.id is not null then (
        select row_to_json(m) from (
          select t.id, t.number, t.kind, t.customer_id, t.store_id, t.register_id, t.employee_id, t.pay_code_id, t.related_id,
            t.business_date, t.spent_total, t.tender_balance_paid, t.tender_balance_bonus, t.tender_point_regular,
            t.tender_point_limited, t.tender_cash, t.tender_card, t.tender_later, t.cash_tendered, t.received_paid,
            t.received_bonus, t.received_point_regular, t.received_point_limited, t.receivable_after, t.earn_base, t.rate_bp,
            t.level_before, t.level_after, t.level_accumulation_after, t.balance_paid_after, t.balance_bonus_after,
            t.point_regular_after, t.point_limited_after, t.tax, t.message, t.note, t.refunded_total, t.voided_by) m) end,
      case when u.id is not null then (
        select row_to_json(m) from (
          select u.id, u.username, u.last_name, u.first_name, u.avatar, u.verified, u.kyc_status,
            coalesce(t.receivable_after, l.receivable) as later_total) m) end
    from unnest(p_sales) x
    join ledger.idempotency d on d.actor_id = x.actor_id and d.route = x.route and d.key = x.key
    left join ledger.transactions t on t.id = d.transaction_id and d.request_hash = x.request_hash and d.refusal is null
    left join users u on u.id = t.customer_id
    left join ledger.wallets l on l.user_id = t.customer_id
    where x.ord <> all (coalesce(v_fresh, '{}'));
  end if;
end $$;
grant execute on function ledger.post_sales to shirogane_app;
