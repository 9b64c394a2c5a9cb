-- What a customer gave up by leaving and by returns since, and their other sales of which something came back.
-- Nothing is returned later than the days for it allow, so that older sales need not be read.
create or replace function ledger.left_facts(p_customer uuid, p_closed_at timestamptz, p_sale uuid) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  with own as materialized (
    select t.id, t.kind, t.points_lapsed, t.earn_base, t.received_point_regular + t.received_point_limited as earned,
      t.completed_at >= p_closed_at as since
    from ledger.transactions t
    where t.customer_id = p_customer and t.kind in ('payment', 'refund', 'void', 'expire')
      and t.completed_at >= p_closed_at - make_interval(days => ledger.whole_setting('refund.window_days')::int + 1)
  )
  select jsonb_build_object(
    'forfeited', coalesce((
      select sum(x.amount) from own o join ledger.transfers x on x.transaction_id = o.id and x.code = 'forfeit_points'), 0),
    'lapsed', coalesce((select sum(o.points_lapsed) from own o where o.since and o.kind in ('refund', 'void')), 0),
    'sales', (
      select coalesce(jsonb_agg(jsonb_build_object('earned', o.earned + coalesce(d.points, 0),
        'earn_base', o.earn_base + coalesce(d.collected, 0), 'returned_base', r.base, 'reclaimed', r.reclaimed)), '[]')
      from own o left join ledger.deferred_sales d on d.sale_id = o.id
      cross join lateral (
        select sum(b.earn_base) as base, sum(b.points_reclaimed) as reclaimed
        from ledger.transactions b where b.related_id = o.id and b.kind in ('refund', 'void')
      ) r
      where o.kind = 'payment' and o.id <> p_sale and r.base > 0));
$$;

-- Given balance by which collections paid off the debt of a sale: how much, how much of the same collection went into
-- debts before it, and what of the whole collection came out of lots with an end.
create or replace function ledger.given_to_debt(p_sale uuid) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select coalesce(jsonb_agg(jsonb_build_object('bonus', c.bonus, 'before', c.before, 'of_lots', u.taken, 'until', u.until)),
    '[]')
  from (
    select e.transaction_id, e.sale_id, e.bonus, sum(e.bonus) over (
      partition by e.transaction_id order by o.due_on, o.created_at, o.sale_id) - e.bonus as before
    from ledger.deferred_moves e
    join ledger.deferred_sales o on o.sale_id = e.sale_id
    where e.bonus > 0 and e.transaction_id in (
      select h.transaction_id from ledger.deferred_moves h where h.sale_id = p_sale and h.bonus > 0)
  ) c
  cross join lateral (
    select coalesce(-sum(m.amount), 0) as taken, max(l.expires_at) as until
    from ledger.bonus_lot_moves m join ledger.bonus_lots l on l.id = m.lot_id where m.transaction_id = c.transaction_id
  ) u
  where c.sale_id = p_sale;
$$;

-- Everything by which a refund is decided, as one value: the decision is `planRefund` of `packages/domain`. Nothing
-- here decides or posts.
create or replace function ledger.refund_facts(p_sale uuid) returns jsonb
language sql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
  select jsonb_build_object(
    'today', c.today,
    'shop_date', ledger.shop_date(s.store_id),
    'window_days', ledger.whole_setting('refund.window_days'),
    'expired_points_days', ledger.whole_setting('refund.expired_points_days'),
    'balance_max', ledger.limit_setting('balance_max'),
    'sale', jsonb_build_object('id', s.id, 'number', s.number, 'kind', s.kind, 'store_id', s.store_id,
      'customer_id', s.customer_id,
      'business_date', s.business_date, 'sold_on', (s.completed_at at time zone 'Asia/Tokyo')::date,
      'is_voided', s.voided_by is not null, 'spent_total', s.spent_total, 'refunded_total', s.refunded_total,
      'paid', s.tender_balance_paid, 'points_regular', s.tender_point_regular, 'points_limited', s.tender_point_limited,
      'later', s.tender_later, 'back_paid', coalesce(s.back_paid, 0), 'corrected_card', s.corrected_card,
      'earned', s.received_point_regular + s.received_point_limited, 'points_reclaimed', coalesce(s.points_reclaimed, 0),
      'earn_base', s.earn_base,
      'taxed', (select coalesce(sum((e ->> 'taxable')::bigint), 0) from jsonb_array_elements(s.tax) e),
      'lots', coalesce(s.lots, '[]')),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'sku_id', l.sku_id, 'sku', l.sku, 'name', l.name,
          'quantity', l.quantity, 'unit_price', l.unit_price, 'discount', l.discount, 'subtotal', l.subtotal,
          'tax_rate_bp', l.tax_rate_bp,
          'shares', jsonb_build_object('points', l.share_points, 'balance', l.share_balance, 'cash', l.share_cash,
            'card', l.share_card, 'later', l.share_later),
          'gone', to_jsonb(g)) order by l.line), '[]')
      from ledger.transaction_lines l
      cross join lateral (
        select coalesce(sum(b.quantity) filter (where b.amount_only is not true), 0) as quantity,
          coalesce(sum(b.subtotal), 0) as subtotal, coalesce(sum(b.share_points), 0) as points,
          coalesce(sum(b.share_balance), 0) as balance, coalesce(sum(b.share_cash), 0) as cash,
          coalesce(sum(b.share_card), 0) as card, coalesce(sum(b.share_later), 0) as later
        from ledger.transactions f join ledger.transaction_lines b on b.transaction_id = f.id and b.line = l.line
        where f.related_id = s.id and f.kind = 'refund'
      ) g
      where l.transaction_id = s.id),
    'earlier', (
      select jsonb_build_object('base', coalesce(sum(x.earn_base), 0), 'points', coalesce(sum(x.back_points), 0),
        'lots', (
          select coalesce(jsonb_agg(jsonb_build_object('lot', e -> 'lot', 'points', (e ->> 'points')::bigint)), '[]')
          from ledger.transactions y, jsonb_array_elements(y.lots) e where y.related_id = s.id and y.kind = 'refund'))
      from ledger.transactions x where x.related_id = s.id and x.kind = 'refund'),
    'debt', case when s.tender_later > 0 then (
      select jsonb_build_object('outstanding', d.outstanding, 'written_off', d.written_off, 'cash_left', d.cash_left,
        'card_left', d.card_left, 'paid_left', d.paid_left, 'collected', d.collected, 'points', d.points,
        'given', ledger.given_to_debt(s.id), 'given_back', (
          select coalesce(sum(m.returned_bonus), 0) from ledger.deferred_moves m where m.sale_id = s.id))
      from ledger.deferred_sales d where d.sale_id = s.id) end,
    'reasons', (
      select jsonb_build_object(
        'rank', jsonb_build_object('rate_bp', s.rate_bp,
          'label', coalesce((select v.name from levels v where v.level_index = s.level_before), ''),
          'taken', (select -coalesce(sum(b.points), 0) from ledger.point_reasons b
            where b.reverses = s.id and b.campaign_id is null)),
        'campaigns', jsonb_agg(jsonb_build_object('campaign_id', q.campaign_id, 'rule', q.rule, 'label', q.label,
          'rate_bp', q.rate_bp, 'points', q.points, 'account', q.account,
          'taken', (select -coalesce(sum(b.points), 0) from ledger.point_reasons b
            where b.reverses = s.id and b.campaign_id = q.campaign_id)) order by q.part))
      from ledger.point_reasons q where q.transaction_id = s.id having count(*) > 0),
    'wallet', (
      select jsonb_build_object('balance', w.balance_paid + w.balance_bonus,
        'pending', ledger.pending_card_charges(w.user_id), 'balance_bonus', w.balance_bonus,
        'point_regular', w.point_regular, 'point_limited', w.point_limited, 'point_debt', w.point_debt,
        'point_regular_expires_on', w.point_regular_expires_on, 'level_accumulation', w.level_accumulation,
        'level_year', w.level_year)
      from ledger.wallets w where w.user_id = s.customer_id),
    'left', case when u.closed_at is not null then ledger.left_facts(u.id, u.closed_at, s.id) end,
    'lots', (
      select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'remaining', l.remaining, 'expires_at', l.expires_at,
        'ended', l.expires_at <= c.now, 'own', coalesce(l.transaction_id = s.id, false),
        'transaction_id', l.transaction_id) order by l.expires_at, l.id), '[]')
      from (
        -- Lots with points in them, and those that the sale used: each found by an index.
        select o.id from ledger.point_lots o where o.user_id = s.customer_id and o.remaining > 0
        union
        select (e ->> 'lot')::uuid from jsonb_array_elements(s.lots) e
      ) k
      join ledger.point_lots l on l.id = k.id),
    'collections', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'year', extract(year from t.completed_at at time zone 'Asia/Tokyo')::int,
        'yen', m.collected)), '[]')
      from ledger.deferred_moves m join ledger.transactions t on t.id = m.transaction_id
      where s.tender_later > 0 and m.sale_id = s.id and t.kind = 'later_payment'),
    'reward', (
      select ledger.sale_rewards(s.id) || jsonb_build_object('left', sum(r.amount - r.reversed),
        'rate_bp', max(r.rate_bp), 'base_min', max(r.base_min))
      from ledger.rewards r where r.sale_id = s.id having count(*) > 0),
    'home_store', ledger.home_store(),
    'gifts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'customer_id', g.customer_id,
        'points', g.received_point_regular + g.received_point_limited, 'yen', g.received_bonus,
        'has_left', o.closed_at is not null) order by g.customer_id, g.id), '[]')
      from ledger.invite_gifts_of(s.id) g join users o on o.id = g.customer_id),
    'inviters', (
      select coalesce(jsonb_object_agg(g.customer_id, ledger.point_wallet(g.customer_id)), '{}')
      from (select distinct o.customer_id from ledger.invite_gifts_of(s.id) o) g
      where g.customer_id is distinct from s.customer_id))
  from ledger.transactions s
  left join users u on u.id = s.customer_id
  cross join (select ledger.now() as now, (ledger.now() at time zone 'Asia/Tokyo')::date as today) c
  where s.id = p_sale;
$$;
grant execute on function ledger.refund_facts to shirogane_app;
