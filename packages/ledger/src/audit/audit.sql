-- The audit: every rule of the books, recomputed from the transfers alone. Each finding names the rule, what it is
-- about, and what was expected and found.
create or replace function ledger.audit() returns table (rule text, subject text, expected text, found text)
language plpgsql stable security definer set search_path = ledger, public, pg_temp as $$
begin
  return query
  with moves as (
    select debit_holder as user_id, debit_kind as kind, -amount as amount from ledger.transfers
    union all
    select credit_holder, credit_kind, amount from ledger.transfers
  ), sums as (
    select m.user_id, m.kind, sum(m.amount) as amount from moves m group by 1, 2
  ), held as (
    select w.user_id, b.kind, b.amount from ledger.wallets w cross join lateral (values
      ('balance_paid'::ledger.account, w.balance_paid), ('balance_bonus', w.balance_bonus),
      ('point_regular', w.point_regular), ('point_limited', w.point_limited), ('point_debt', -w.point_debt),
      ('receivable', -w.receivable), ('reward_confirmed', w.reward_confirmed), ('reward', w.reward),
      ('payout_hold', w.payout_hold)) b (kind, amount)
  )
  select 'balance = sum of transfers', h.user_id || ' ' || h.kind, coalesce(s.amount, 0)::text, h.amount::text
  from held h left join sums s on s.user_id = h.user_id and s.kind = h.kind
  where coalesce(s.amount, 0) <> h.amount;

  return query
  select 'transfers have a holder', x.transaction_id || ' ' || x.line, 'a wallet or a store', 'none'
  from ledger.transfers x
  join ledger.accounts d on d.kind = x.debit_kind join ledger.accounts c on c.kind = x.credit_kind
  where (d.holder = 'customer' and not exists (select from ledger.wallets w where w.user_id = x.debit_holder))
    or (d.holder = 'store' and not exists (select from stores s where s.id = x.debit_holder))
    or (c.holder = 'customer' and not exists (select from ledger.wallets w where w.user_id = x.credit_holder))
    or (c.holder = 'store' and not exists (select from stores s where s.id = x.credit_holder))
    or d.asset <> c.asset;

  return query
  select 'value moves by known ways', x.kind || ' ' || x.debit_kind || ' ' || x.credit_kind, 'a way of ledger.ways',
    x.found::text
  from (
    select t.kind, f.debit_kind, f.credit_kind, count(*) as found
    from ledger.transfers f join ledger.movements t on t.id = f.transaction_id
    group by 1, 2, 3
  ) x
  where not exists (
    select from ledger.ways w where w.kind = x.kind and w.debit = x.debit_kind and w.credit = x.credit_kind);

  return query
  select 'transfers = head', coalesce(t.id, x.transaction_id)::text,
    (t.received_paid - t.tender_balance_paid) || ' ' || (t.received_bonus - t.tender_balance_bonus) || ' '
      || (t.received_point_regular - t.tender_point_regular) || ' '
      || (t.received_point_limited - t.tender_point_limited),
    coalesce(x.paid, 0) || ' ' || coalesce(x.bonus, 0) || ' ' || coalesce(x.regular, 0) || ' ' || coalesce(x.limited, 0)
  from ledger.movements t
  left join ledger.refunds r on r.movement_id = t.id
  full join (
    select transaction_id, count(*) as lines,
      sum(case when credit_kind = 'balance_paid' then amount when debit_kind = 'balance_paid' then -amount else 0 end) as paid,
      sum(case when credit_kind = 'balance_bonus' then amount when debit_kind = 'balance_bonus' then -amount else 0 end) as bonus,
      sum(case when credit_kind = 'point_regular' then amount when debit_kind = 'point_regular' then -amount else 0 end) as regular,
      sum(case when credit_kind = 'point_limited' then amount when debit_kind = 'point_limited' then -amount else 0 end) as limited,
      sum(case when credit_kind = 'sales' then amount when debit_kind = 'sales' then -amount else 0 end) as sales,
      sum(case when credit_kind = 'drawer' then amount when debit_kind = 'drawer' then -amount else 0 end) as drawer,
      sum(case when credit_kind = 'card_clearing' then amount when debit_kind = 'card_clearing' then -amount else 0 end) as card,
      sum(case when credit_kind = 'points_recovered' then amount when debit_kind = 'points_recovered' then -amount else 0 end) as recovered,
      sum(case when credit_kind = 'point_debt' then amount when debit_kind = 'point_debt' then -amount else 0 end) as debt,
      sum(case when credit_kind = 'receivable' then amount when debit_kind = 'receivable' then -amount else 0 end) as receivable,
      sum(case when credit_kind = 'bank_clearing' then amount when debit_kind = 'bank_clearing' then -amount else 0 end) as bank,
      sum(case when credit_kind = 'bad_debts' then amount when debit_kind = 'bad_debts' then -amount else 0 end) as bad_debts,
      bool_or(credit_kind in ('reward_confirmed', 'reward', 'payout_hold')
        or debit_kind in ('reward_pending', 'reward_confirmed', 'reward', 'payout_hold')) as takes_rewards
    from ledger.transfers group by transaction_id
  ) x on x.transaction_id = t.id
  where t.id is null or x.lines is null
    or (t.kind = 'payment' and (x.sales <> t.spent_total - t.tender_point_regular - t.tender_point_limited
      or x.drawer <> -t.tender_cash or x.card <> -t.tender_card))
    or (t.kind in ('refund', 'void') and ((x.sales, x.recovered) is distinct from (r.back_points - t.spent_total, r.points_deducted)
      or x.drawer <> t.tender_cash or x.card <> t.tender_card))
    or (t.kind not in ('refund', 'void') and x.recovered <> 0)
    or (t.kind = 'later_payment' and (x.drawer <> -t.tender_cash or x.card <> -t.tender_card or x.sales <> 0))
    or x.receivable <> case t.kind when 'payment' then -t.tender_later when 'later_payment' then t.spent_total
      when 'refund' then t.tender_later when 'void' then t.tender_later else -x.bad_debts end
    or (x.takes_rewards and t.kind not in ('reward', 'payout'))
    or (t.kind <> 'payout' and x.bank <> case when t.kind = 'later_payment' then t.tender_balance_paid
      + t.tender_balance_bonus + t.tender_cash + t.tender_card - t.spent_total else 0 end)
    or case when t.step = 'write_off' then x.bad_debts >= 0 else x.bad_debts <> 0 end
    or x.debt <> coalesce(t.point_debt_repaid, 0) - coalesce(t.points_owed, 0)
    or x.paid <> t.received_paid - t.tender_balance_paid or x.bonus <> t.received_bonus - t.tender_balance_bonus
    or x.regular <> t.received_point_regular - t.tender_point_regular
    or x.limited <> t.received_point_limited - t.tender_point_limited;

  return query
  select 'transfers share the commit and the parties of their head', x.transaction_id || ' ' || x.line,
    t.xid || ' ' || coalesce(t.customer_id::text, 'nobody') || ' ' || t.store_id,
    x.xid || ' ' || x.debit_holder || ' ' || x.credit_holder
  from ledger.transfers x
  join ledger.movements t on t.id = x.transaction_id
  join ledger.accounts d on d.kind = x.debit_kind join ledger.accounts c on c.kind = x.credit_kind
  where x.xid <> t.xid
    or x.debit_holder is distinct from case d.holder when 'customer' then t.customer_id else t.store_id end
    or x.credit_holder is distinct from case c.holder when 'customer' then t.customer_id else t.store_id end;

  return query
  select 'lines = tenders', coalesce(t.id, l.transaction_id)::text, t.spent_total::text, coalesce(l.subtotal, 0)::text
  from ledger.movements t
  left join ledger.refunds r on r.movement_id = t.id
  full join (
    select transaction_id, sum(subtotal) as subtotal, sum(share_points) as points, sum(share_balance) as balance,
      sum(share_cash) as cash, sum(share_card) as card, sum(share_later) as later
    from ledger.transaction_lines group by transaction_id
  ) l on l.transaction_id = t.id
  where t.id is null or t.kind = 'payment' and (l.subtotal is null or l.subtotal <> t.spent_total
    or l.points <> t.tender_point_regular + t.tender_point_limited
    or l.balance <> t.tender_balance_paid + t.tender_balance_bonus
    or l.cash <> t.tender_cash or l.card <> t.tender_card or l.later <> t.tender_later)
    or t.kind in ('refund', 'void') and (l.subtotal, l.points, l.balance, l.cash, l.card, l.later) is distinct from
      (r.total::numeric, r.back_points::numeric, (r.back_paid + r.back_bonus)::numeric, r.back_cash::numeric,
        r.back_card::numeric, coalesce(r.back_later, 0)::numeric);

  -- Points lower what is taxed, or they are a way to pay: as the brand had it when the sale was made. A rate of which nothing
  -- is taxed says nothing.
  return query
  select 'tax = once for each rate, after points, cut off', t.id::text, l.after_points::text, t.tax::text
  from ledger.movements t
  join (
    select r.transaction_id,
      coalesce(jsonb_agg(jsonb_build_object('rate', r.rate, 'taxable', r.total - r.points,
        'tax', (r.total - r.points) * r.rate / (10000 + r.rate)) order by r.rate desc)
        filter (where r.total > r.points), '[]') as after_points,
      coalesce(jsonb_agg(jsonb_build_object('rate', r.rate, 'taxable', r.total,
        'tax', r.total * r.rate / (10000 + r.rate)) order by r.rate desc) filter (where r.total > 0), '[]') as with_points
    from (
      select transaction_id, tax_rate_bp as rate, sum(subtotal)::bigint as total, sum(share_points)::bigint as points
      from ledger.transaction_lines group by 1, 2
    ) r group by r.transaction_id
  ) l on l.transaction_id = t.id
  where t.kind in ('payment', 'refund', 'void')
    and jsonb_path_query_array(t.tax, '$[*] ? (@.taxable <> 0)') not in (l.after_points, l.with_points);

  return query
  select 'points earned = base x rate, cut off', t.id::text,
    (t.earn_base * t.rate_bp / 10000 + coalesce(q.regular, 0)) || ' ' || coalesce(q.limited, 0),
    t.received_point_regular || ' ' || t.received_point_limited
  from ledger.movements t
  left join (
    select transaction_id, sum(points) filter (where account = 'point_regular') as regular,
      sum(points) filter (where account = 'point_limited') as limited
    from ledger.point_reasons where reverses is null group by 1
  ) q on q.transaction_id = t.id
  where t.kind = 'payment' and (
    t.received_point_regular <> t.earn_base * t.rate_bp / 10000 + coalesce(q.regular, 0)
    or t.received_point_limited <> coalesce(q.limited, 0)
    or (t.customer_id is not null and t.earn_base <> t.spent_total - t.tender_point_regular
      - t.tender_point_limited - t.tender_later));

  return query
  select 'debt = its moves', d.sale_id::text,
    concat_ws(' ', m.collected, m.cancelled, m.written_off, m.points),
    concat_ws(' ', d.collected, d.cancelled, d.written_off, d.points)
  from ledger.deferred_sales d
  cross join lateral (
    select coalesce(sum(a.collected), 0) as collected,
      coalesce(sum(a.cancelled), 0) as cancelled, coalesce(sum(a.written_off), 0) as written_off,
      coalesce(sum(a.points), 0) as points,
      coalesce(sum(a.cash + a.bank + a.cancelled_cash - a.returned_cash), 0) as cash_left,
      coalesce(sum(a.card + a.cancelled_card - a.returned_card), 0) as card_left,
      coalesce(sum(a.paid - a.returned_paid), 0) as paid_left,
      coalesce(sum(a.bonus - a.returned_bonus), 0) as bonus_left
    from ledger.deferred_moves a where a.sale_id = d.sale_id
  ) m
  where (m.collected, m.cancelled, m.written_off, m.points, m.cash_left, m.card_left, m.paid_left, m.bonus_left)
    is distinct from (d.collected, d.cancelled, d.written_off, d.points, d.cash_left, d.card_left, d.paid_left, d.bonus_left);

  return query
  select 'debt = what was deferred', coalesce(t.id, d.sale_id)::text, coalesce(t.tender_later, 0)::text,
    coalesce(d.amount, 0)::text
  from (select * from ledger.movements where kind = 'payment' and tender_later > 0) t
  full join ledger.deferred_sales d on d.sale_id = t.id
  where t.id is null or d.sale_id is null or d.amount <> t.tender_later or d.customer_id is distinct from t.customer_id
    or d.store_id <> t.store_id or d.base <> t.earn_base or d.rate_bp <> t.rate_bp;

  -- Debts of the time before phones were asked about them have a signature alone.
  return query
  select 'a debt has the word of its customer', d.sale_id::text, d.amount::text, coalesce(c.later, q.amount, 0)::text
  from ledger.deferred_sales d
  left join ledger.deferred_agreements a on a.sale_id = d.sale_id
  left join ledger.confirmations c on c.checkout_id = d.sale_id and c.state = 'spent'
  left join approvals q on q.id = a.approval_id and q.used_at is not null
  where (a.signature is null or a.approval_id is not null)
    and (d.amount, d.due_on) is distinct from (c.later, c.due_on) and d.amount is distinct from q.amount;

  return query
  select 'what is owed = open debts', w.user_id::text, coalesce(sum(d.outstanding), 0)::text, w.receivable::text
  from ledger.wallets w left join ledger.deferred_sales d on d.customer_id = w.user_id
  group by w.user_id, w.receivable having w.receivable <> coalesce(sum(d.outstanding), 0);

  return query
  select 'limit of debt = what was granted last', w.user_id::text, coalesce(l.amount, 0)::text, w.deferred_limit::text
  from ledger.wallets w
  left join (select distinct on (customer_id) customer_id, amount from ledger.deferred_limits order by customer_id, id desc) l
    on l.customer_id = w.user_id
  where w.deferred_limit <> coalesce(l.amount, 0);

  return query
  select 'a deferred part earns what it would have earned at once', d.sale_id::text,
    ((d.base + d.collected) * d.rate_bp / 10000 - d.base * d.rate_bp / 10000)::text, d.points::text
  from ledger.deferred_sales d
  where d.points <> (d.base + d.collected) * d.rate_bp / 10000 - d.base * d.rate_bp / 10000;

  return query
  select 'a movement of debt moves debts', coalesce(t.id, m.transaction_id)::text,
    concat_ws(' ', t.kind, t.amount), concat_ws(' ', m.collected, m.cancelled, m.written_off)
  from (
    select h.id, h.kind, case h.kind when 'later_payment' then h.spent_total when 'adjustment' then (
        select sum(x.amount) from ledger.transfers x where x.transaction_id = h.id and x.debit_kind = 'bad_debts')
      else h.tender_later end as amount
    from ledger.movements h
    where h.kind = 'later_payment' or h.step = 'write_off' or (h.kind in ('refund', 'void') and h.tender_later > 0)
  ) t
  full join (
    select transaction_id, sum(collected) as collected, sum(cancelled) as cancelled,
      sum(written_off) as written_off from ledger.deferred_moves group by 1
  ) m on m.transaction_id = t.id
  where m.transaction_id is null or (t.id is null and m.collected + m.cancelled + m.written_off > 0)
    or t.id is not null and t.amount is distinct from case t.kind when 'later_payment' then m.collected when 'adjustment' then m.written_off
      else m.cancelled end;

  return query
  select 'reward = its moves', r.transaction_id::text, concat_ws(' ', m.reversed, m.returned, m.claimed),
    concat_ws(' ', r.reversed, r.returned, r.claimed)
  from ledger.rewards r
  cross join lateral (
    select coalesce(sum(x.reversed), 0) as reversed, coalesce(sum(x.returned), 0) as returned,
      coalesce(sum(x.claimed), 0) as claimed from ledger.reward_moves x where x.reward_id = r.transaction_id
  ) m
  where (m.reversed, m.returned, m.claimed) is distinct from (r.reversed, r.returned, r.claimed);

  return query
  select 'reward = what its movement accrued', coalesce(x.transaction_id, r.transaction_id)::text,
    coalesce(x.amount, 0)::text, coalesce(r.amount, 0)::text
  from (
    select transaction_id, sum(amount) as amount from ledger.transfers where credit_kind = 'reward_pending' group by 1) x
  full join ledger.rewards r on r.transaction_id = x.transaction_id
  where x.amount is distinct from r.amount;

  return query
  select 'pending rewards = their account', s.id::text, coalesce(r.pending, 0)::text, coalesce(x.pending, 0)::text
  from stores s
  left join (select store_id, sum(pending) as pending from ledger.rewards group by 1) r on r.store_id = s.id
  left join (
    select y.store_id, sum(y.amount) as pending from (
      select credit_holder as store_id, amount from ledger.transfers where credit_kind = 'reward_pending'
      union all select debit_holder, -amount from ledger.transfers where debit_kind = 'reward_pending') y group by 1
  ) x on x.store_id = s.id
  where coalesce(r.pending, 0) <> coalesce(x.pending, 0);

  return query
  select 'confirmed rewards = the wallet', w.user_id::text, coalesce(sum(r.unclaimed), 0)::text, w.reward_confirmed::text
  from ledger.wallets w left join ledger.rewards r on r.affiliator_id = w.user_id
  group by w.user_id, w.reward_confirmed having w.reward_confirmed <> coalesce(sum(r.unclaimed), 0);

  -- The rewards of a sale are no more than its rate gives for what is left of it, and less where they were struck or
  -- given up.
  return query
  select 'reward follows its sale', s.id::text, ledger.reward_of(s.base::bigint, s.rate_bp, s.base_min)::text, s.kept::text
  from (
    select t.id, max(r.rate_bp) as rate_bp, max(r.base_min) as base_min, sum(r.amount - r.reversed) as kept,
      case when t.voided_by is not null then 0 else t.earn_base + coalesce(max(d.collected), 0) - coalesce((
        select sum(b.earn_base) from ledger.movements b where b.related_id = t.id and b.kind = 'refund'), 0) end as base
    from ledger.rewards r
    join ledger.transactions t on t.id = r.sale_id
    left join ledger.deferred_sales d on d.sale_id = t.id
    group by t.id, t.earn_base, t.voided_by
  ) s
  where s.kept > ledger.reward_of(s.base::bigint, s.rate_bp, s.base_min);

  return query
  select 'rewards of a day within its limit', concat_ws(' ', r.affiliator_id, (r.earned_at at time zone 'Asia/Tokyo')::date),
    max(r.day_max)::text, sum(r.amount - r.reversed)::text
  from ledger.rewards r
  group by r.affiliator_id, (r.earned_at at time zone 'Asia/Tokyo')::date
  having bool_and(r.day_max is not null) and sum(r.amount - r.reversed) > max(r.day_max);

  return query
  select 'a movement of rewards names them', t.id::text, 'its rewards', 'others or none'
  from ledger.movements t cross join lateral ledger.rewards_changed(t.id) c
  where t.kind = 'reward' and case t.step
    when 'confirm' then not exists (select from ledger.rewards r where r.confirmation_id = t.id and r.affiliator_id = t.customer_id)
    when 'claim' then -c.confirmed is distinct from
      (select sum(m.claimed) from ledger.reward_moves m where m.transaction_id = t.id)
    when 'reverse' then -c.pending - c.confirmed - c.reward is distinct from
      (select sum(m.reversed)::bigint from ledger.reward_moves m where m.transaction_id = t.id)
    else false end;

  return query
  select 'inviter = invitation', coalesce(w.user_id, a.user_id)::text, coalesce(a.affiliator_id::text, 'nobody'),
    coalesce(w.inviter_id::text, 'nobody')
  from ledger.wallets w full join affiliates a on a.user_id = w.user_id
  where a.affiliator_id is distinct from w.inviter_id and w.user_id is not null;

  -- What each year brought, less what went back of it: of a sale that was paid in several years the earlier ones first. A
  -- payment that the turn of the year overtook counts for the new one. From that follows what each year ended with, and
  -- the rank that the next one began with: the higher of the one earned and one below the one before. What a refund took
  -- off a year that had been judged is found in the year after it alone, so a rank of long ago lies between what all
  -- refunds leave of it and what none would; the rank of this moment was reached by some purchase of the year, and falls by
  -- night.
  return query
  with bought as (
    select t.id, t.customer_id, t.completed_at, t.earn_base as yen from ledger.movements t
    where t.kind = 'payment' and t.customer_id is not null and t.level_accumulation_after is not null
    union all
    select m.sale_id, t.customer_id, t.completed_at, m.collected
    from ledger.deferred_moves m join ledger.movements t on t.id = m.transaction_id where t.kind = 'later_payment'
  ), sold as (
    select b.id, b.customer_id, y.year, sum(b.yen)::bigint as yen,
      coalesce(sum(b.yen) filter (where b.completed_at >= y.until - interval '1 minute'), 0)::bigint as late
    from bought b
    cross join lateral (select extract(year from b.completed_at at time zone 'Asia/Tokyo')::int as year) n
    cross join lateral (select n.year, make_timestamptz(n.year + 1, 1, 1, 0, 0, 0, 'Asia/Tokyo') as until) y
    group by 1, 2, 3
  ), kept as (
    select s.customer_id, s.year, s.yen, s.late, s.yen - case when g.yen is null then 0 else ledger.part_of(0, g.yen,
      (sum(s.yen) over (partition by s.id order by s.year) - s.yen)::bigint, s.yen) end as net
    from sold s
    left join (
      select related_id, sum(earn_base)::bigint as yen from ledger.movements where kind in ('refund', 'void') group by 1
    ) g on g.related_id = s.id
  ), sums as (
    select k.customer_id, k.year, sum(k.net) as net, sum(k.yen) as gross, 0 as late_in, sum(k.late) as late_out
    from kept k group by 1, 2
    union all
    select k.customer_id, k.year + 1, 0, 0, sum(k.late), 0 from kept k where k.late > 0 group by 1, 2
  ), years as materialized (
    select s.customer_id, s.year, sum(s.net)::bigint as net, (sum(s.net) - sum(s.late_out))::bigint as least,
      (sum(s.net) + sum(s.late_in))::bigint as most, (sum(s.gross) + sum(s.late_in))::bigint as gross
    from sums s group by 1, 2
  ), quotas as materialized (
    select v.year, v.level_index, min(v.quota) as lowest, max(v.quota) as highest
    from (
      select y.year, l.level_index, l.quota
      from (select distinct n.year from ledger.wallets w cross join lateral (values (w.level_year::int), (w.level_year - 1)) n (year)
        union select distinct year from years) y
      join (
        select level_index, quota, valid_from,
          lead(valid_from, 1, 'infinity') over (partition by level_index order by valid_from) as valid_until
        from level_versions
      ) l on l.valid_from < make_timestamptz(y.year + 1, 1, 1, 0, 0, 0, 'Asia/Tokyo')
        and l.valid_until > make_timestamptz(y.year, 1, 1, 0, 0, 0, 'Asia/Tokyo')
    ) v group by 1, 2
  ), members as (
    -- Each with all of their years at once: what is asked for year by year would read all years of all members for each.
    select w.user_id, coalesce(sum(y.net) filter (where y.year = w.level_year), 0)::bigint as net,
      coalesce(sum(y.most) filter (where y.year = w.level_year), 0)::bigint as most,
      coalesce(sum(y.gross) filter (where y.year = w.level_year), 0)::bigint as gross,
      coalesce(sum(y.least) filter (where y.year = w.level_year - 1), 0)::bigint as last_least,
      coalesce(sum(y.most) filter (where y.year = w.level_year - 1), 0)::bigint as last_most,
      coalesce(bool_or(y.year < w.level_year), false) as of_old,
      -- The rank with which the year before this one began, by the years before that.
      greatest(0, max(e.at_least - (w.level_year - 2 - y.year))) as rank_least,
      greatest(0, max(e.at_most - (w.level_year - 2 - y.year))) as rank_most
    from ledger.wallets w
    left join years y on y.customer_id = w.user_id
    left join lateral (
      select max(q.level_index) filter (where q.lowest <= y.least) as at_least,
        max(q.level_index) filter (where q.lowest <= y.gross) as at_most
      from quotas q where q.year = y.year and y.year < w.level_year - 1
    ) e on true
    group by w.user_id
  ), ranked as materialized (
    select m.*, w.level_index, w.level_carried, w.level_accumulation, w.level_last_sum, w.level_last_rank,
      w.level_last_refunded,
      case
        when w.level_last_sum is not null then greatest(0, w.level_last_rank - 1, (
          select max(q.level_index) from quotas q where q.year = w.level_year - 1 and q.lowest <= w.level_last_sum))
        -- A member brings no rank into the year in which they joined.
        when not m.of_old then 0
        else w.level_carried
      end as carried,
      (select max(q.level_index) from quotas q where q.year = w.level_year and q.highest <= w.level_accumulation)
        as reached_least,
      (select max(q.level_index) from quotas q where q.year = w.level_year and q.lowest <= m.gross) as reached_most
    from ledger.wallets w join members m on m.user_id = w.user_id
  )
  select 'what counts towards a rank = what was bought', r.user_id::text, r.net::text, r.level_accumulation::text
  from ranked r where r.level_accumulation not between r.net and r.most
  union all
  select 'the year before = what was bought in it', r.user_id::text, r.last_least::text, r.level_last_sum::text
  from ranked r where r.level_last_sum not between r.last_least and r.last_most
  union all
  select 'rank before the last year = what was bought until then', r.user_id::text, r.rank_least::text,
    r.level_last_rank::text
  from ranked r where r.level_last_rank not between r.rank_least and r.rank_most
  union all
  -- What went back of the year before waits for its night.
  select 'rank brought along = the year before', r.user_id::text, r.carried::text, r.level_carried::text
  from ranked r where r.level_carried < r.carried or (r.level_carried > r.carried and not r.level_last_refunded)
  union all
  select 'rank = brought along or reached', r.user_id::text, greatest(r.level_carried, r.reached_least)::text,
    r.level_index::text
  from ranked r
  where r.level_index not between greatest(r.level_carried, r.reached_least) and greatest(r.level_carried, r.reached_most);

  -- Regular points end twelve months after they were last used or brought. Which of two movements within a minute came last
  -- is not known.
  return query
  with prolonged as (
    select t.customer_id, t.completed_at, max(t.completed_at) over (partition by t.customer_id) as last_at
    from ledger.movements t
    where t.customer_id is not null and case t.kind
      when 'payment' then t.tender_point_regular + t.tender_point_limited + t.received_point_regular > 0
      when 'convert' then true
      when 'grant' then t.received_point_regular > 0
      when 'later_payment' then t.received_point_regular > 0
      else false end
  ), ends as (
    select p.customer_id, min(e.ends_on) as earliest, max(e.ends_on) as latest
    from prolonged p
    cross join lateral (select ((p.completed_at at time zone 'Asia/Tokyo') + interval '12 months')::date as ends_on) e
    where p.completed_at >= p.last_at - interval '1 minute' group by 1
  )
  select 'regular points end after their last use', w.user_id::text, coalesce(e.latest::text, 'no end'),
    coalesce(w.point_regular_expires_on::text, 'no end')
  from ledger.wallets w left join ends e on e.customer_id = w.user_id
  where case when e.customer_id is null then w.point_regular_expires_on is not null
    else (w.point_regular_expires_on between e.earliest and e.latest) is not true end;

  return query
  select 'given rank = the one that runs', coalesce(w.user_id, g.user_id)::text,
    concat_ws(' ', g.level_index, g.until), concat_ws(' ', w.level_given, w.level_given_until)
  from (select * from ledger.wallets where level_given is not null or level_given_until is not null) w
  full join (select * from ledger.given_levels where ended_at is null) g on g.user_id = w.user_id
  where (g.level_index, g.until) is distinct from (w.level_given, w.level_given_until);

  return query
  select 'budget of a campaign', c.id::text, coalesce(q.points, 0)::text, c.budget_used::text
  from campaigns c
  left join (select campaign_id, sum(points) as points from ledger.point_reasons group by 1) q on q.campaign_id = c.id
  where c.budget is not null and c.budget_used <> coalesce(q.points, 0);

  return query
  select 'lots = limited points', w.user_id::text, w.point_limited::text, coalesce(sum(l.remaining), 0)::text
  from ledger.wallets w left join ledger.point_lots l on l.user_id = w.user_id
  group by w.user_id, w.point_limited having w.point_limited <> coalesce(sum(l.remaining), 0);

  -- A return gives points back to lots that there are, and only what has ended meanwhile in a new one.
  return query
  select 'lots of points = what their movement gave', l.transaction_id::text,
    coalesce(t.customer_id || ' ' || t.received_point_limited, 'a movement'), l.user_id || ' ' || l.granted
  from (select transaction_id, user_id, sum(granted)::bigint as granted from ledger.point_lots group by 1, 2) l
  left join ledger.movements t on t.id = l.transaction_id
  where t.customer_id is distinct from l.user_id or l.granted > t.received_point_limited
    or (l.granted < t.received_point_limited and t.kind not in ('refund', 'void'));

  -- When a lot ends is written down where a campaign gave it, and where it was handed on. Points without an end of their own
  -- that were handed on are in the lot that is left over.
  return query
  with said as (
    select q.transaction_id, q.expires_at, sum(q.points)::bigint as points
    from ledger.point_reasons q where q.account = 'point_limited' and q.reverses is null group by 1, 2
    union all
    select h.transaction_id, (e ->> 'until')::timestamptz, sum((e ->> 'points')::bigint)::bigint
    from ledger.register_grants h
    join ledger.movements o on o.id = h.giver_transaction_id
    cross join lateral jsonb_array_elements(o.lots) e group by 1, 2
  )
  select 'lots end when their movement says', s.transaction_id::text, s.expires_at || ' ' || s.points,
    coalesce(sum(l.granted), 0)::text
  from said s
  left join ledger.point_lots l on l.transaction_id = s.transaction_id and l.expires_at = s.expires_at
  group by s.transaction_id, s.expires_at, s.points having coalesce(sum(l.granted), 0) < s.points;

  return query
  select 'points are used before they end', t.id || ' ' || l.id, 'before ' || l.expires_at, t.completed_at::text
  from ledger.movements t
  cross join lateral jsonb_array_elements(t.lots) e
  join ledger.point_lots l on l.id = (e ->> 'lot')::uuid
  where t.kind in ('payment', 'transfer') and t.lots is not null and l.expires_at <= t.completed_at;

  return query
  select 'refunds = what their sale was', coalesce(r.movement_id, t.id)::text,
    concat_ws(' ', s.id, s.spent_total, s.voided_by), concat_ws(' ', r.sale_id, r.total, s.refunded_total)
  from ledger.movements t
  full join ledger.refunds r on r.movement_id = t.id
  left join ledger.transactions s on s.id = r.sale_id
  where (t.kind in ('refund', 'void') or r.movement_id is not null)
    and (ledger.refund_adds_up(t, r) is not true or s.kind is distinct from 'payment' or not ledger.refunded_as_paid(s)
      or (t.customer_id, t.store_id) is distinct from (s.customer_id, s.store_id));

  return query
  select 'details are of a sale', d.sale_id::text, 'a payment', coalesce(t.kind, 'none')
  from ledger.sale_details d left join ledger.movements t on t.id = d.sale_id
  where t.kind is distinct from 'payment';

  return query
  select 'corrections follow each other', c.id::text, concat_ws(' ', p.revision, p.cash_after, p.card_after, p.employee_after, p.note_after),
    concat_ws(' ', c.revision, c.cash_before, c.card_before, c.employee_before, c.note_before)
  from ledger.corrections c
  left join ledger.movements t on t.id = c.transaction_id
  left join ledger.corrections l on l.transaction_id = c.transaction_id and l.revision = c.revision - 1
  cross join lateral (select coalesce(l.revision, 0) as revision, coalesce(l.cash_after, t.tender_cash) as cash_after,
    coalesce(l.card_after, t.tender_card) as card_after, coalesce(l.employee_after, t.employee_id) as employee_after,
    case when l.id is null then t.note else l.note_after end as note_after) p
  where t.kind is distinct from 'payment' or (c.revision - 1, c.cash_before, c.card_before, c.employee_before, c.note_before)
    is distinct from (p.revision, p.cash_after, p.card_after, p.employee_after, p.note_after);

  return query
  select 'a correction moves what it says', coalesce(c.id, x.transaction_id)::text, (c.cash_after - c.cash_before)::text,
    coalesce(x.cash::text, 'none')
  from (select * from ledger.corrections where movement_id is not null) c
  full join (
    select transaction_id, sum(case when debit_kind = 'drawer' then amount else -amount end) as cash
    from ledger.transfers where code = 'correct_tender' group by 1
  ) x on x.transaction_id = c.movement_id
  left join ledger.movements m on m.id = x.transaction_id
  where (c.cash_after - c.cash_before, c.transaction_id) is distinct from (x.cash, m.related_id);

  return query
  select 'a line gives back no more than was sold', o.transaction_id || ' ' || o.line, o.quantity || ' ' || o.subtotal,
    b.quantity || ' ' || b.subtotal
  from (
    select t.related_id, l.line, coalesce(sum(l.quantity) filter (where l.amount_only is not true), 0) as quantity,
      sum(l.subtotal) as subtotal, sum(l.share_points) as points, sum(l.share_balance) as balance,
      sum(l.share_later) as later, sum(l.share_cash) as cash, sum(l.share_card) as card
    from ledger.movements t join ledger.transaction_lines l on l.transaction_id = t.id
    where t.kind in ('refund', 'void') group by 1, 2
  ) b
  join (
    select l.transaction_id, l.line, l.quantity, l.subtotal, l.share_points, l.share_balance,
      coalesce(c.cash, l.share_cash) as share_cash, coalesce(c.card, l.share_card) as share_card, l.share_later
    from ledger.transaction_lines l join ledger.transactions s on s.id = l.transaction_id
    left join lateral ledger.corrected_shares(s.id, s.corrected_card) c on c.line = l.line
  ) o on o.transaction_id = b.related_id and o.line = b.line
  where b.quantity > o.quantity or b.subtotal > o.subtotal or b.points > o.share_points or b.balance > o.share_balance
    or b.cash > o.share_cash or b.card > o.share_card or b.later > o.share_later;

  return query
  select 'lots of a sale = its limited points', t.id::text, t.tender_point_limited::text, g.points::text
  from ledger.movements t
  cross join lateral (select sum((e ->> 'points')::bigint) as points from jsonb_array_elements(t.lots) e) g
  where t.kind = 'payment' and t.lots is not null and g.points <> t.tender_point_limited;

  return query
  select 'lots <= given balance', w.user_id::text, w.balance_bonus::text, sum(l.remaining)::text
  from ledger.wallets w join ledger.bonus_lots l on l.user_id = w.user_id
  group by w.user_id, w.balance_bonus having w.balance_bonus < sum(l.remaining);

  return query
  select 'lot = its moves', l.id::text, (l.granted + coalesce(sum(m.amount), 0))::text, l.remaining::text
  from ledger.bonus_lots l left join ledger.bonus_lot_moves m on m.lot_id = l.id
  group by l.id, l.granted, l.remaining having l.granted + coalesce(sum(m.amount), 0) <> l.remaining;

  return query
  select 'lots give no more than their movement', coalesce(t.id, m.transaction_id)::text,
    (coalesce(t.tender_balance_bonus, 0) + coalesce(t.received_bonus, 0))::text, sum(abs(m.amount))::text
  from ledger.bonus_lot_moves m left join ledger.movements t on t.id = m.transaction_id
  group by 2, 3, t.tender_balance_bonus, t.received_bonus
  having coalesce(sum(-m.amount) filter (where m.amount < 0), 0) > coalesce(t.tender_balance_bonus, 0)
    or coalesce(sum(m.amount) filter (where m.amount > 0), 0) > coalesce(t.received_bonus, 0);

  return query
  select 'prepaid book = movements', coalesce(d.on_date, s.on_date) || ' ' || coalesce(d.bucket, s.bucket),
    concat_ws(' ', s.issued, s.cancelled, s.used, s.returned, s.expired, s.repaid),
    concat_ws(' ', d.issued, d.cancelled, d.used, d.returned, d.expired, d.repaid)
  from ledger.prepaid_days d
  full join ledger.prepaid_sums('0', (select until_xid from ledger.prepaid_state)) s
    on s.on_date = d.on_date and s.bucket = d.bucket
  where (d.issued, d.cancelled, d.used, d.returned, d.expired, d.repaid)
    is distinct from (s.issued, s.cancelled, s.used, s.returned, s.expired, s.repaid);

  return query
  select 'prepaid book = balances', b.bucket, b.held::text, b.booked::text
  from (
    select 'paid' as bucket, (select coalesce(sum(balance_paid), 0) from ledger.wallets) as held, p.paid as booked
    from ledger.prepaid_unused('infinity') p
    union all
    select 'bonus', (select coalesce(sum(balance_bonus), 0) from ledger.wallets), p.bonus
    from ledger.prepaid_unused('infinity') p
  ) b where b.held <> b.booked;

  return query
  select 'balance paid back = its record', coalesce(c.id, x.id)::text, concat_ws(' ', c.user_id, c.amount),
    concat_ws(' ', x.customer_id, x.amount)
  from (select * from prepaid_cashouts where status = 'paid') c
  full join (
    select t.id, t.customer_id, sum(f.amount) as amount
    from ledger.movements t join ledger.transfers f on f.transaction_id = t.id
    where t.kind = 'prepaid_cashout' or (f.debit_kind = 'balance_paid' and f.credit_kind in ('bank', 'cash_office'))
    group by t.id
  ) x on x.id = c.id
  where (c.id, c.user_id, c.amount) is distinct from (x.id, x.customer_id, x.amount);

  return query
  select 'balance paid back within the law', q.period_from::text, q.most::text, sum(c.amount)::text
  from prepaid_cashouts c
  cross join lateral ledger.cashout_quota((c.decided_at at time zone 'Asia/Tokyo')::date) q
  where c.status = 'paid' and c.reason = 'within_quota'
  group by q.period_from, q.most having sum(c.amount) > q.most;

  return query
  select 'code spent once', c.id::text, coalesce(c.transaction_id::text, 'no payment'), coalesce(t.id::text, 'no payment')
  from ledger.pay_codes c full join ledger.movements t on t.pay_code_id = c.id
  where (c.state = 'spent' or t.pay_code_id is not null)
    and (c.transaction_id is distinct from t.id or c.user_id is distinct from t.customer_id);

  return query
  select 'spending of a day is counted', w.user_id::text, s.spent::text, w.balance_spent::text
  from ledger.wallets w
  join (
    select customer_id, business_date, sum(tender_balance_paid + tender_balance_bonus) as spent
    from ledger.transactions where kind = 'payment' and voided_by is null group by 1, 2
  ) s on s.customer_id = w.user_id and s.business_date >= coalesce(w.balance_spent_on, s.business_date)
  where s.spent > 0 and (w.balance_spent_on is null or s.business_date > w.balance_spent_on or s.spent > w.balance_spent);

  return query
  select 'cash of a day is counted', w.user_id::text, s.cash::text,
    (case s.business_date when w.cash_on then w.cash_in when w.cash_on - 1 then w.cash_in_before end)::text
  from (
    select customer_id, business_date, sum(coalesce(corrected_cash, tender_cash)) as cash
    from ledger.transactions
    where customer_id is not null and coalesce(corrected_cash, tender_cash) > 0 and kind in ('payment', 'later_payment', 'charge')
      and completed_at > ledger.now() - interval '3 days'
    group by 1, 2
  ) s join ledger.wallets w on w.user_id = s.customer_id
  where s.business_date > w.cash_on or (s.business_date = w.cash_on and s.cash > w.cash_in)
    or (s.business_date = w.cash_on - 1 and s.cash > w.cash_in_before);

  return query
  select 'answer = movement', d.actor_id || ' ' || d.key, 'a movement or a refusal', 'neither'
  from ledger.idempotency d
  where d.refusal is null and not exists (select from ledger.movements t where t.id = d.transaction_id)
    and not exists (select from ledger.card_charges c where c.id = d.transaction_id)
    and not exists (select from ledger.stock_documents s where s.id = d.transaction_id)
    and not exists (select from stock_counts n where n.id = d.transaction_id);

  return query select * from ledger.audit_stock();

  return query
  select 'completed card charge = movement', coalesce(c.id, t.id)::text, coalesce(c.amount::text, 'no charge'),
    coalesce(t.amount::text, 'no movement')
  from (select * from ledger.card_charges where state = 'completed') c
  full join (
    select h.id, h.customer_id, sum(x.amount) as amount from ledger.movements h
    join ledger.transfers x on x.transaction_id = h.id and x.debit_kind = 'gateway_clearing' group by 1, 2
  ) t on t.id = c.id
  where c.amount is distinct from t.amount or c.customer_id is distinct from t.customer_id;

  return query
  select 'bought goods = movement', coalesce(b.id, t.id)::text, coalesce(b.amount::text, 'no record'),
    coalesce(t.amount::text, 'no movement')
  from (select * from buybacks where status = 'paid') b
  full join (
    select h.id, h.store_id, h.customer_id, sum(x.amount) as amount from ledger.movements h
    join ledger.transfers x on x.transaction_id = h.id and x.debit_kind = 'buyback_goods' group by 1, 2, 3
  ) t on t.id = b.id
  where b.amount is distinct from t.amount or b.store_id <> t.store_id or b.customer_id is distinct from t.customer_id
    or b.amount <> (select sum(i.amount) from buyback_items i where i.buyback_id = b.id);

  return query
  select 'goods that went back = movement', coalesce(b.reversal_id, t.id)::text, coalesce(b.amount::text, 'no record'),
    coalesce(t.amount::text, 'no movement')
  from (select * from buybacks where reversed_at is not null) b
  full join (
    select h.id, h.related_id, sum(x.amount) as amount from ledger.movements h
    join ledger.transfers x on x.transaction_id = h.id and x.credit_kind = 'buyback_goods' group by 1, 2
  ) t on t.id = b.reversal_id
  where b.amount is distinct from t.amount or b.id is distinct from t.related_id;

  return query
  select 'transfer for bought goods = what is owed', coalesce(b.id, t.related_id)::text,
    coalesce(b.amount::text, 'nothing'), coalesce(t.amount::text, 'not made')
  from (select * from buybacks where bank_paid_at is not null) b
  full join (
    select h.related_id, sum(x.amount) as amount from ledger.movements h
    join ledger.transfers x on x.transaction_id = h.id and x.debit_kind = 'buyback_payable'
      and x.credit_kind = 'bank' group by 1
  ) t on t.related_id = b.id
  where b.amount is distinct from t.amount;

  return query
  select 'large cash = somebody known', t.id::text, 'a check',
    coalesce(t.corrected_cash, t.tender_cash)::text
  from ledger.transactions t
  where t.kind = 'payment' and coalesce(t.corrected_cash, t.tender_cash) > ledger.cash_law_line() and t.voided_by is null
    -- A check is kept for seven years and goes then.
    and t.completed_at > ledger.now() - interval '7 years'
    and not exists (select from cash_checks c where c.transaction_id = t.id
      or c.customer_id = t.customer_id and c.business_date = t.business_date);

  return query
  select 'gift = movement', g.user_id || ' ' || g.campaign || ' ' || g.period, g.transaction_id::text,
    coalesce(t.customer_id::text, 'no movement')
  from ledger.campaign_grants g left join ledger.movements t on t.id = g.transaction_id
  where t.customer_id is distinct from g.user_id;

  return query
  select 'gift follows one that went back', g.user_id || ' ' || g.campaign || ' ' || g.period, 'taken back', 'stands'
  from ledger.campaign_grants g
  where g.campaign in ('invite', 'invite_given') and strpos(g.period, ':') > 0 and not exists (
    select from ledger.campaign_grants b
    join ledger.movements t on t.related_id = b.transaction_id and t.kind = 'adjustment'
    where b.user_id = g.user_id and b.campaign = g.campaign and b.transaction_id::text = split_part(g.period, ':', 2));

  return query
  select 'movement is announced', t.id::text, 'an outbox row', 'none'
  from ledger.movements t
  where t.completed_at > now() - interval '30 days'
    and not exists (select from ledger.outbox o where o.transaction_id = t.id);

  return query
  select 'payout = its movements', coalesce(o.id, t.related_id, t.id)::text,
    coalesce(o.status || ' ' || o.amount, 'a payout'),
    concat_ws(' ', t.id, c.reward, c.hold, c.bank, c.withheld)
  from payouts o
  cross join lateral ledger.payout_moves(o) m
  full join (select * from ledger.movements where kind = 'payout') t on t.id = m.id
  left join lateral ledger.rewards_changed(t.id) c on true
  where (m.id, o.user_id, m.related_id, m.reward, m.hold, m.bank, m.withheld) is distinct from (t.id, t.customer_id, t.related_id,
      c.reward, c.hold, c.bank, c.withheld);

  return query
  select 'withheld tax = its payouts', coalesce(m.id, x.transaction_id)::text, coalesce(m.withheld, 0)::text,
    coalesce(x.amount, 0)::text
  from (
    select p.id, p.withheld from payouts o cross join lateral ledger.payout_moves(o) p where p.withheld <> 0) m
  full join (
    select transaction_id, sum(case when credit_kind = 'withholding' then amount else -amount end) as amount
    from ledger.transfers where 'withholding' in (credit_kind, debit_kind) group by 1) x on x.transaction_id = m.id
  where coalesce(m.withheld, 0) <> coalesce(x.amount, 0);

  return query
  select 'payout held = payouts under way', w.user_id::text, coalesce(o.amount, 0)::text, w.payout_hold::text
  from ledger.wallets w
  left join (select user_id, sum(amount) as amount from payouts where status in ('requested', 'approved', 'exported') group by 1) o
    on o.user_id = w.user_id
  where w.payout_hold <> coalesce(o.amount, 0);

  return query
  select 'payout file = its payouts', b.id::text, b.transfers || ' ' || b.total, concat_ws(' ', s.transfers, s.total)
  from payout_batches b
  cross join lateral (select count(*) as transfers, coalesce(sum(o.amount - o.fee - o.withheld), 0) as total from payouts o where o.batch_id = b.id) s
  where b.transfers <> s.transfers or b.total <> s.total;

  return query
  select 'seal', s.block::text, encode(s.hash, 'hex'), encode(b.hash, 'hex')
  from ledger.chain_blocks s
  cross join lateral ledger.block_hash(s.previous_hash, s.from_xid, s.until_xid, s.acts) b
  left join ledger.chain_blocks p on p.block = s.block - 1
  where b.hash is distinct from s.hash or b.transactions <> s.transactions
    or s.previous_hash <> coalesce(p.hash, sha256('shirogane'::bytea))
    or s.from_xid <> coalesce(p.until_xid, '0'::xid8)
    or (s.block > 1 and p.block is null);

  -- What was chained is there as it was, unless its time is over, and nothing came in behind it. The earliest goes first.
  return query
  with written as materialized (
    select (a.act).id, (a.act).digest
    from (select s.acts_xid, s.acts_id from ledger.chain_blocks s order by s.block desc limit 1) last
    cross join lateral ledger.acts_as_written('0', '00000000-0000-0000-0000-000000000000', last.acts_xid, last.acts_id, null) a
    union all
    -- An act written under a transaction number that is not given out yet would be chained by no block.
    select l.id, null from audit_log l where l.xid >= pg_snapshot_xmax(pg_current_snapshot())
  ), chained as (
    select s.block, a.line, a.id, a.at, a.digest
    from ledger.chain_blocks s cross join unnest(s.acts) with ordinality a (id, at, digest, line)
  )
  select 'act = as it was sealed', coalesce(s.block || ' ' || s.id, w.id::text),
    coalesce(encode(s.digest, 'hex'), 'no act'), coalesce(encode(w.digest, 'hex'), 'none')
  from chained s full join written w on w.id = s.id
  where (s.id is null or w.digest is distinct from s.digest)
    and not (w.id is null and s.at < ledger.now() - interval '3 years')
  order by s.block, s.line;

  return query
  select 'closed day = ledger', c.id::text, (c.report - 'departments')::text, (r.report - 'departments')::text
  from ledger.day_closes c
  cross join lateral (select ledger.day_report(c.store_id, c.business_date) as report) r
  where c.reopened_at is null and (c.report - 'departments') <> (r.report - 'departments');

  return query
  with changes as (
    select t.store_id, t.business_date,
      sum(case when x.debit_kind = 'drawer' then x.amount else -x.amount end) as change
    from ledger.movements t join ledger.transfers x on x.transaction_id = t.id
    where 'drawer' in (x.debit_kind, x.credit_kind) group by 1, 2
  ), held as (
    select d.store_id, d.business_date, d.id, d.carry,
      sum(d.change) over (partition by d.store_id order by d.business_date) as held
    from (
      select g.store_id, g.business_date, g.change, null::uuid as id, null::bigint as carry from changes g
      union all
      select c.store_id, c.business_date, 0, c.id, c.carry from ledger.day_closes c where c.reopened_at is null
    ) d
  )
  select 'drawer = what the close left', h.id::text, h.carry::text, h.held::text
  from held h where h.id is not null and h.carry <> h.held;

  return query
  select 'closes follow each other', c.id::text, c.z_number || ' ' || encode(c.hash, 'hex'),
    coalesce(p.z_number::text, 'none') || ' ' || encode(ledger.close_hash(c), 'hex')
  from ledger.day_closes c
  left join ledger.day_closes p on p.store_id = c.store_id and p.seq = c.seq - 1
  where c.hash <> ledger.close_hash(c) or c.previous_hash <> coalesce(p.hash, sha256('shirogane'::bytea))
    or (c.seq > 1 and p.id is null)
    or c.z_number <> case when c.revision > 1 then coalesce(p.z_number, 0) else coalesce(p.z_number, 0) + 1 end;

  return query
  select 'shop is closed until its last close', s.code, coalesce(s.closed_until::text, 'never'), coalesce(c.last::text, 'never')
  from stores s
  left join (select store_id, max(business_date) as last from ledger.day_closes where reopened_at is null group by 1) c
    on c.store_id = s.id
  where s.closed_until is distinct from c.last;
end $$;
grant execute on function ledger.audit to shirogane_app;
