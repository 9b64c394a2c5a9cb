-- What would go back of a sale, and whose approval is enough for it. Nothing here posts: `movements/refund.sql` does
-- what the plan says, so what staff are shown beforehand is what happens.
--
-- Each line gives back the shares of the tenders that paid it, to the yen; within balance and points the kind that was
-- used last comes back first. Points return to their lots with their own ends. What the sale earned is taken back in
-- proportion, never less in sum than cutting off leaves: from the lots that the sale brought, from regular points, from
-- other lots; what is missing is kept back from the money, and only what no money covers is owed.

-- Splits a whole amount in proportion to whole weights, by largest remainder, ties to the earlier place. No part is
-- larger than its weight when the amount is not larger than their sum.
create or replace function ledger.spread(p_amount bigint, p_weights bigint[]) returns bigint[]
language sql immutable parallel safe set search_path = ledger, pg_temp as $$
  select array_agg(whole + case when place <= p_amount - total then 1 else 0 end order by ord)
  from (
    select ord, whole, sum(whole) over () as total, row_number() over (order by rest desc, ord) as place
    from (
      select ord, case when s.sum = 0 then 0 else div(p_amount::numeric * weight, s.sum) end as whole,
        case when s.sum = 0 then 0 else mod(p_amount::numeric * weight, s.sum) end as rest
      from unnest(p_weights) with ordinality w (weight, ord)
      cross join (select sum(weight) as sum from unnest(p_weights) as weight) s
    ) parts
  ) ranked;
$$;

-- Of so much after so much before, what falls on a part that begins after these yen and is so long.
create or replace function ledger.part_of(p_before bigint, p_amount bigint, p_from bigint, p_length bigint) returns bigint
language sql immutable parallel safe
return least(greatest(p_before + p_amount - p_from, 0), p_length) - least(greatest(p_before - p_from, 0), p_length);

-- The points that a customer gave up by leaving and by returns since, less those that stood for what was to be taken
-- back with their other sales. Nothing is returned later than the days for it allow.
create or replace function ledger.points_given_up(p_customer uuid, p_sale uuid) returns bigint
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  with own as materialized (
    select t.id, t.kind, t.points_lapsed, t.earn_base, t.received_point_regular + t.received_point_limited as earned,
      t.completed_at >= u.closed_at as since
    from users u join ledger.transactions t on t.customer_id = u.id
    where u.id = p_customer and t.kind in ('payment', 'refund', 'void', 'expire')
      and t.completed_at >= u.closed_at - make_interval(days => ledger.whole_setting('refund.window_days')::int + 1)
  )
  select greatest(0, coalesce((
      select sum(x.amount) from own o join ledger.transfers x on x.transaction_id = o.id and x.code = 'forfeit_points'), 0)
    + coalesce((select sum(o.points_lapsed) from own o where o.since and o.kind in ('refund', 'void')), 0)
    - coalesce((
      select sum(greatest(0, div((o.earned + coalesce(d.points, 0)) * r.base::numeric, o.earn_base + coalesce(d.collected, 0))
        - r.reclaimed))
      from own o left join ledger.deferred_sales d on d.sale_id = o.id
      cross join lateral (
        select sum(b.earn_base) as base, sum(b.points_reclaimed) as reclaimed
        from ledger.transactions b where b.related_id = o.id and b.kind in ('refund', 'void')
      ) r
      where o.kind = 'payment' and o.id <> p_sale and r.base > 0), 0))::bigint;
$$;

-- What would go back where: the decision, without a trace. `code` names the refusal when there is one. Without items
-- and amount it is all that is left. `p_items` is [{"line": 1, "quantity": 2}, …]. With `p_to_balance` the customer has
-- agreed to balance where cash or a card would come back.
create or replace function ledger.refund_plan(p_sale uuid, p_items jsonb, p_amount bigint, p_void boolean,
  p_to_balance boolean default false) returns jsonb
language plpgsql stable security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_now timestamptz := ledger.now();
  v_today date := (v_now at time zone 'Asia/Tokyo')::date;
  v_window bigint := ledger.whole_setting('refund.window_days');
  v_days bigint := ledger.whole_setting('refund.expired_points_days');
  s ledger.transactions;
  w ledger.wallets;
  st stores;
  v_closed boolean := false;
  r record;
  i int;
  -- The lines of the sale and what is left of each.
  v_line int[]; v_units int[]; v_left bigint[]; v_weights bigint[][];
  v_total bigint;
  -- What comes back of each.
  v_portion bigint[]; v_quantity int[]; v_parts bigint[]; v_lines jsonb := '[]'; v_back bigint[] := '{0,0,0,0,0}';
  v_before record;
  b_points bigint; b_balance bigint; b_cash bigint; b_card bigint; b_paid bigint; b_bonus bigint; b_base bigint;
  -- The deferred part of the sale: what is set against the debt, and what of earlier collections goes back how.
  d ledger.deferred_sales;
  b_later bigint; v_debt bigint; c_later bigint := 0; c_cash bigint := 0; c_card bigint := 0; v_money bigint;
  r_cash bigint := 0; r_card bigint := 0; r_paid bigint := 0; r_bonus bigint := 0;
  -- Points on their way back.
  v_regular bigint := 0; v_limited bigint := 0; v_renewed bigint := 0; v_lapsed bigint := 0; v_rest bigint; v_part bigint;
  v_lots jsonb := '[]'; v_returned jsonb := '[]'; v_changes jsonb := '[]';
  v_renewed_until timestamptz := ((v_today + (v_days + 1)::int)::timestamp at time zone 'Asia/Tokyo') - interval '1 second';
  v_renewed_taken bigint := 0;
  v_has_regular bigint := 0;
  -- Earned points to take back.
  v_earned bigint; v_paid_base bigint; v_reclaim bigint := 0; v_due bigint := 0;
  t_regular bigint := 0; t_limited bigint := 0; v_deducted bigint := 0; v_owed bigint := 0;
  n_paid bigint; n_bonus bigint; n_cash bigint; n_card bigint;
  v_issued bigint := 0;
  v_earlier bigint := 0;
  v_last bigint := 0;
  v_this bigint := 0;
  v_gift record;
begin
  select * into s from ledger.transactions where id = p_sale;
  if s.id is null then return jsonb_build_object('code', 'TXN_NOT_FOUND'); end if;
  -- By law a charge is not paid out to its customer; a charge in cash that was keyed in wrongly is taken back on its
  -- own day.
  if s.kind = 'charge' then return jsonb_build_object('code', 'PREPAID_CASHOUT_PROHIBITED'); end if;
  if s.kind <> 'payment' then return jsonb_build_object('code', 'REFUND_NOT_PAYMENT'); end if;
  if s.voided_by is not null then return jsonb_build_object('code', 'TXN_VOIDED'); end if;
  select * into st from stores where id = s.store_id;
  if p_void then
    if s.refunded_total > 0 then return jsonb_build_object('code', 'VOID_AFTER_REFUND'); end if;
    if s.business_date <> ledger.shop_date(s.store_id) then
      return jsonb_build_object('code', 'TXN_CLOSED');
    end if;
  else
    if s.refunded_total = s.spent_total then return jsonb_build_object('code', 'ALREADY_REFUNDED'); end if;
    if v_today - (s.completed_at at time zone 'Asia/Tokyo')::date > v_window then
      return jsonb_build_object('code', 'REFUND_PERIOD_OVER', 'n', v_window);
    end if;
  end if;
  if s.tender_later > 0 then
    select * into d from ledger.deferred_sales where sale_id = p_sale;
    -- Articles that were never paid for bring nothing back.
    if d.written_off > 0 then return jsonb_build_object('code', 'REFUND_WRITTEN_OFF'); end if;
  end if;
  if s.customer_id is not null then
    select * into w from ledger.wallets where user_id = s.customer_id;
    select closed_at is not null into v_closed from users where id = s.customer_id;
  end if;

  -- What is left of each line: units, yen, and of each tender.
  select array_agg(x.line order by x.line), array_agg(x.units order by x.line), array_agg(x.left_yen order by x.line),
    array_agg(array[x.points, x.balance, x.cash, x.card, x.later] order by x.line)
  into v_line, v_units, v_left, v_weights
  from (
    select l.line::int as line, (l.quantity - coalesce(g.quantity, 0))::int as units,
      l.subtotal - coalesce(g.subtotal, 0) as left_yen, l.share_points - coalesce(g.points, 0) as points,
      l.share_balance - coalesce(g.balance, 0) as balance, coalesce(c.cash, l.share_cash) - coalesce(g.cash, 0) as cash,
      coalesce(c.card, l.share_card) - coalesce(g.card, 0) as card, l.share_later - coalesce(g.later, 0) as later
    from ledger.transaction_lines l
    left join ledger.corrected_shares(p_sale, s.corrected_card) c on c.line = l.line
    left join lateral (
      select sum(b.quantity) filter (where b.amount_only is not true) as quantity, sum(b.subtotal)::bigint as subtotal,
        sum(b.share_points)::bigint as points, sum(b.share_balance)::bigint as balance,
        sum(b.share_cash)::bigint as cash, sum(b.share_card)::bigint as card,
        sum(b.share_later)::bigint as later
      from ledger.transactions f join ledger.transaction_lines b on b.transaction_id = f.id and b.line = l.line
      where f.related_id = p_sale and f.kind = 'refund'
    ) g on true
    where l.transaction_id = p_sale
  ) x;

  -- What is asked for of each line.
  v_total := s.spent_total - s.refunded_total;
  if p_items is not null then
    v_portion := array_fill(0::bigint, array[cardinality(v_line)]);
    v_quantity := array_fill(0, array[cardinality(v_line)]);
    for r in
      select (item ->> 'line')::int as line, sum((item ->> 'quantity')::int)::int as quantity
      from jsonb_array_elements(p_items) item group by 1 order by 1
    loop
      i := array_position(v_line, r.line);
      if i is null then return jsonb_build_object('code', 'REFUND_LINE_UNKNOWN'); end if;
      -- What was given away, or what all money has come back of, still comes back itself: for nothing.
      if v_units[i] = 0 then return jsonb_build_object('code', 'ALREADY_REFUNDED'); end if;
      if r.quantity < 1 or r.quantity > v_units[i] then
        return jsonb_build_object('code', 'REFUND_EXCEEDS', 'n', v_left[i]);
      end if;
      v_quantity[i] := r.quantity;
      v_portion[i] := (ledger.spread(v_left[i], array[r.quantity, v_units[i] - r.quantity]))[1];
    end loop;
  elsif p_amount is not null then
    if p_amount > v_total then return jsonb_build_object('code', 'REFUND_EXCEEDS', 'n', v_total); end if;
    v_portion := ledger.spread(p_amount, v_left);
  else
    v_portion := v_left;
    v_quantity := v_units;
  end if;

  for i in 1 .. cardinality(v_line) loop
    v_parts := ledger.spread(v_portion[i],
      array[v_weights[i][1], v_weights[i][2], v_weights[i][3], v_weights[i][4], v_weights[i][5]]);
    for j in 1 .. 5 loop v_back[j] := v_back[j] + v_parts[j]; end loop;
    v_lines := v_lines || (
      select jsonb_build_object('line', l.line, 'sku_id', l.sku_id, 'sku', l.sku, 'name', l.name, 'quantity', l.quantity,
        'unit_price', l.unit_price, 'discount', l.discount, 'subtotal', l.subtotal, 'tax_rate_bp', l.tax_rate_bp,
        'refunded_quantity', l.quantity - v_units[i], 'refundable_quantity', v_units[i],
        'refunded', l.subtotal - v_left[i], 'refundable', v_left[i],
        'back_quantity', case when p_amount is null then v_quantity[i] else 0 end,
        'back', v_portion[i], 'back_points', v_parts[1], 'back_balance', v_parts[2], 'back_cash', v_parts[3],
        'back_card', v_parts[4], 'back_later', v_parts[5])
      from ledger.transaction_lines l where l.transaction_id = p_sale and l.line = v_line[i]);
  end loop;
  b_points := v_back[1];
  b_balance := v_back[2];
  b_cash := v_back[3];
  b_card := v_back[4];
  b_later := v_back[5];
  v_total := b_points + b_balance + b_cash + b_card + b_later;
  b_base := v_total - b_points;

  -- Paid balance was spent after given balance, so it comes back before it.
  b_paid := least(b_balance, s.tender_balance_paid - coalesce(s.back_paid, 0));
  b_bonus := b_balance - b_paid;

  -- While the sale is not paid for, nothing leaves by hand: the deferred share takes away from the debt, and so do cash
  -- and card as far as the debt goes. What of the deferred share has been collected goes back the way it came, balance
  -- last, so that no customer turns balance into cash. `v_money` is what the customer gets of what they paid.
  if b_later + b_cash + b_card > 0 and s.tender_later > 0 then
    v_debt := d.outstanding;
    c_later := least(b_later, v_debt);
    c_cash := least(b_cash, v_debt - c_later);
    c_card := least(b_card, v_debt - c_later - c_cash);
    r_cash := least(b_later - c_later, d.cash_left);
    r_card := least(b_later - c_later - r_cash, d.card_left);
    r_paid := least(b_later - c_later - r_cash - r_card, d.paid_left);
    r_bonus := b_later - c_later - r_cash - r_card - r_paid;
  end if;
  v_money := b_base - c_later - c_cash - c_card;

  -- Regular points were used after limited ones, and of these the lots with the latest end last.
  select coalesce(sum(x.earn_base), 0)::bigint as base, coalesce(sum(x.back_points), 0)::bigint as points,
    coalesce(sum((select sum((e ->> 'points')::bigint) from jsonb_array_elements(x.lots) e)), 0)::bigint as limited
  into v_before
  from ledger.transactions x where x.related_id = p_sale and x.kind = 'refund';
  v_part := least(b_points, s.tender_point_regular - (v_before.points - v_before.limited));
  v_rest := b_points - v_part;
  if v_closed then
    v_lapsed := v_part;
  elsif coalesce(w.point_regular_expires_on, v_today) >= v_today then
    v_regular := v_part;
  elsif v_days > 0 then
    v_renewed := v_part;
  else
    v_lapsed := v_part;
  end if;
  if v_regular > 0 then
    v_returned := v_returned || jsonb_build_object('points', v_regular, 'expires_on', w.point_regular_expires_on,
      'renewed', false);
  end if;
  for r in
    select u.ord, l.id, l.expires_at, (u.use ->> 'points')::bigint - coalesce((
        select sum((e ->> 'points')::bigint) from ledger.transactions x, jsonb_array_elements(x.lots) e
        where x.related_id = p_sale and x.kind = 'refund' and e ->> 'lot' = u.use ->> 'lot'), 0)::bigint as left_points
    from jsonb_array_elements(s.lots) with ordinality u (use, ord)
    join ledger.point_lots l on l.id = (u.use ->> 'lot')::uuid
    order by u.ord desc
  loop
    v_part := least(v_rest, r.left_points);
    continue when v_part <= 0;
    v_rest := v_rest - v_part;
    v_lots := v_lots || jsonb_build_object('lot', r.id, 'points', v_part);
    if v_closed then
      v_lapsed := v_lapsed + v_part;
    elsif r.expires_at > v_now then
      v_limited := v_limited + v_part;
      v_changes := v_changes || jsonb_build_object('lot', r.id, 'change', v_part);
      v_returned := v_returned || jsonb_build_object('points', v_part,
        'expires_on', (r.expires_at at time zone 'Asia/Tokyo')::date, 'renewed', false);
    elsif v_days > 0 then
      v_renewed := v_renewed + v_part;
    else
      v_lapsed := v_lapsed + v_part;
    end if;
  end loop;
  -- Sales from before lots were written down: their limited points come back as if their lots had ended.
  if v_rest > 0 then
    v_lots := v_lots || jsonb_build_object('lot', null, 'points', v_rest);
    if v_closed or v_days <= 0 then v_lapsed := v_lapsed + v_rest; else v_renewed := v_renewed + v_rest; end if;
  end if;
  if v_renewed > 0 then
    v_limited := v_limited + v_renewed;
    v_returned := v_returned || jsonb_build_object('points', v_renewed,
      'expires_on', (v_renewed_until at time zone 'Asia/Tokyo')::date, 'renewed', true);
  end if;

  -- Taken back is the share of everything that has been refunded so far, less what was taken before: rounding never
  -- adds up, and the last refund takes the last point.
  if s.customer_id is not null then
    v_earned := s.received_point_regular + s.received_point_limited + coalesce(d.points, 0);
    v_paid_base := s.spent_total - s.tender_point_regular - s.tender_point_limited - s.tender_later + coalesce(d.collected, 0);
    v_reclaim := greatest(0, case
      when v_paid_base > 0 then div(v_earned::numeric * (v_before.base + v_money), v_paid_base)::bigint
      else div(v_earned::numeric * (s.refunded_total + v_total), s.spent_total)::bigint end
      - coalesce(s.points_reclaimed, 0));
  end if;
  if v_closed then
    -- A customer who left has no points any more. What they gave up by leaving, and what has no wallet to come back to
    -- since, stands for what would be taken; what they had spent before is missing, and no more of it than money
    -- covers.
    v_due := least(v_money, greatest(0, v_reclaim - v_lapsed - ledger.points_given_up(s.customer_id, p_sale)));
    v_reclaim := v_due;
  elsif s.customer_id is not null then
    v_has_regular := case when coalesce(w.point_regular_expires_on, v_today) >= v_today then w.point_regular else 0 end
      + v_regular;
    v_due := v_reclaim;
    for r in
      select x.id, x.has, x.own, x.expires_at from (
        select null::uuid as id, v_renewed as has, false as own, v_renewed_until as expires_at where v_renewed > 0
        union all
        select l.id, l.remaining + coalesce((
            select sum((c ->> 'change')::bigint) from jsonb_array_elements(v_changes) c where c ->> 'lot' = l.id::text), 0),
          l.transaction_id = p_sale, l.expires_at
        from (
          -- Lots with points in them, and those that points return to: each found by an index.
          select o.id from ledger.point_lots o where o.user_id = s.customer_id and o.remaining > 0
          union
          select (c ->> 'lot')::uuid from jsonb_array_elements(v_changes) c
        ) k
        join ledger.point_lots l on l.id = k.id and l.expires_at > v_now
      ) x where x.has > 0
      order by not x.own, x.expires_at, x.id nulls first
    loop
      if not r.own and t_regular = 0 then
        t_regular := least(v_due, v_has_regular);
        v_due := v_due - t_regular;
      end if;
      v_part := least(v_due, r.has);
      continue when v_part <= 0;
      v_due := v_due - v_part;
      t_limited := t_limited + v_part;
      if r.id is null then
        v_renewed_taken := v_part;
      else
        v_changes := v_changes || jsonb_build_object('lot', r.id, 'change', -v_part);
      end if;
    end loop;
    if t_regular = 0 then
      t_regular := least(v_due, v_has_regular);
      v_due := v_due - t_regular;
    end if;
  end if;

  -- What points do not cover is kept back from the money, where it costs least: given balance, paid balance, then what
  -- would leave by hand. A customer who left takes the share of balance in cash: there is no wallet to bring it to.
  v_deducted := least(v_due, v_money);
  v_owed := v_due - v_deducted;
  n_bonus := b_bonus + r_bonus - least(v_deducted, b_bonus + r_bonus);
  v_part := v_deducted - least(v_deducted, b_bonus + r_bonus);
  n_paid := b_paid + r_paid - least(v_part, b_paid + r_paid);
  v_part := v_part - least(v_part, b_paid + r_paid);
  n_cash := b_cash - c_cash + r_cash - least(v_part, b_cash - c_cash + r_cash);
  v_part := v_part - least(v_part, b_cash - c_cash + r_cash);
  n_card := b_card - c_card + r_card - v_part;
  if v_closed then
    n_cash := n_cash + n_paid + n_bonus;
    n_paid := 0;
    n_bonus := 0;
  end if;

  -- Balance in the place of what would leave by hand is paid for by what the customer is owed: it is issued anew, and
  -- within what a customer may hold.
  if p_to_balance then
    if s.customer_id is null or v_closed or p_void then return jsonb_build_object('code', 'REFUND_NO_WALLET'); end if;
    v_issued := n_cash + n_card;
    n_paid := n_paid + v_issued;
    n_cash := 0;
    n_card := 0;
    v_part := coalesce((select (value ->> 'balance_max')::bigint from settings where key = 'limits'), public.setting_default('limits.balance_max')::bigint);
    if v_issued > 0 and w.balance_paid + w.balance_bonus + ledger.pending_card_charges(s.customer_id) + n_paid + n_bonus > v_part then
      return jsonb_build_object('code', 'REFUND_BALANCE_LIMIT', 'n', v_part);
    end if;
  end if;

  if v_total = v_lapsed and v_reclaim = 0 then return jsonb_build_object('code', 'REFUND_NOTHING'); end if;

  -- The rank itself is judged by night; what counts towards it falls at once, in the year that the sale belongs to, or the
  -- collection of what it deferred. What is given back in parts takes the part of the earlier year first.
  if w.user_id is not null then
    select coalesce(sum(y.yen) filter (where y.year < w.level_year - 1), 0),
      coalesce(sum(y.yen) filter (where y.year = w.level_year - 1), 0),
      coalesce(sum(y.yen) filter (where y.year = w.level_year), 0)
    into v_earlier, v_last, v_this
    from (
      select extract(year from s.completed_at at time zone 'Asia/Tokyo') as year,
        s.spent_total - s.tender_point_regular - s.tender_point_limited - s.tender_later as yen
      union all
      select extract(year from t.completed_at at time zone 'Asia/Tokyo'), m.cash + m.card + m.bank + m.paid + m.bonus
      from ledger.deferred_moves m join ledger.transactions t on t.id = m.transaction_id
      where s.tender_later > 0 and m.sale_id = p_sale and t.kind = 'later_payment'
    ) y;
    v_this := ledger.part_of(v_before.base, v_money, v_earlier + v_last, v_this);
    v_last := ledger.part_of(v_before.base, v_money, v_earlier, v_last);
  end if;

  -- The gift for an invitation goes back with the last part of the sale that brought it. What the inviter of this
  -- member loses by it is between them and the brand.
  select coalesce(sum(g.received_point_regular + g.received_point_limited), 0)::bigint as points,
    coalesce(sum(g.received_bonus), 0)::bigint as yen
  into v_gift
  from ledger.invite_gifts_of(p_sale) g
  where s.refunded_total + v_total = s.spent_total and g.customer_id = s.customer_id;

  -- A function takes a hundred arguments at most.
  return jsonb_build_object('issued', v_issued, 'refunded_before', s.refunded_total, 'level_before', w.level_accumulation,
    'level_after', greatest(0, w.level_accumulation - v_this), 'level_last', v_last, 'reward', ledger.reward_lost(p_sale, case when p_void then 0
    else s.earn_base + coalesce(d.collected, 0) - v_before.base - v_money end)) || jsonb_build_object(
    'code', null, 'sale_id', s.id, 'number', s.number, 'store_id', s.store_id, 'customer_id', s.customer_id,
    'employee_id', s.employee_id, 'corrected_employee_id', s.corrected_employee_id, 'business_date', s.business_date,
    'same_day', s.business_date = ledger.shop_date(s.store_id),
    'register_max', coalesce(st.register_refund_max, ledger.whole_setting('refund.register_max')),
    'total', v_total, 'refundable_after', s.spent_total - s.refunded_total - v_total, 'base', v_money, 'lines', v_lines,
    'back_points', b_points, 'back_paid', b_paid, 'back_bonus', b_bonus, 'back_cash', b_cash, 'back_card', b_card,
    'back_later', b_later, 'later', c_later + c_cash + c_card, 'later_cash', c_cash, 'later_card', c_card,
    'returned_cash', r_cash, 'returned_card', r_card, 'returned_paid', r_paid, 'returned_bonus', r_bonus,
    'received_regular', v_regular, 'received_limited', v_limited, 'received_paid', n_paid, 'received_bonus', n_bonus,
    'cash', n_cash, 'card', n_card,
    'returned', v_returned, 'lapsed', v_lapsed, 'reclaimed', v_reclaim, 'taken_regular', t_regular,
    'taken_limited', t_limited, 'deducted', v_deducted, 'owed', v_owed,
    'lots', case when v_lots <> '[]' then v_lots end, 'lot_changes', v_changes, 'renewed', v_renewed,
    'renewed_taken', v_renewed_taken, 'renewed_until', v_renewed_until,
    'gift', v_gift.points, 'gift_yen', v_gift.yen,
    'tax', (
      select coalesce(jsonb_agg(jsonb_build_object('rate', x.rate, 'taxable', x.taxable,
        'tax', x.taxable * x.rate / (10000 + x.rate)) order by x.rate desc), '[]')
      from (
        select (l ->> 'tax_rate_bp')::int as rate, sum((l ->> 'back')::bigint
          -- Where points were a way to pay, the sale was taxed with them, and so is what comes back of it.
          - case when (select sum((e ->> 'taxable')::bigint) from jsonb_array_elements(s.tax) e) = s.spent_total
            then 0 else (l ->> 'back_points')::bigint end)::bigint as taxable
        from jsonb_array_elements(v_lines) l where (l ->> 'back')::bigint > 0 group by 1
      ) x));
end $$;
grant execute on function ledger.refund_plan to shirogane_app;

-- Whose approval is enough. A refund of one's own sale, one of an earlier day, or one with which more has gone back of
-- a sale than the store leaves to its registers needs a manager; of one's own sale a manager needs another one. A void
-- is approved by the person who gave their password: register staff for small sales of their own, a manager for the
-- rest, and never for a large one of their own. What was sold in the same hand is one's own.
create or replace function ledger.may_give_back(
  p_plan jsonb, p_actor_type text, p_actor uuid, p_approver_type text, p_approver uuid, p_void boolean
) returns boolean
language sql stable set search_path = ledger, pg_temp as $$
  select case
    when p_void then
      case
        when not public.holds(coalesce(p_approver_type, p_actor_type), 'refund.large') then
          small and coalesce(p_approver, p_actor) = seller
        else small or (ledger.independent(coalesce(p_approver, p_actor), seller)
          and ledger.independent(coalesce(p_approver, p_actor), named))
      end
    else (p_approver_type is not null and public.holds(p_approver_type, 'refund.large'))
      or (ledger.independent(p_actor, seller) and ledger.independent(p_actor, named)
        and (public.holds(p_actor_type, 'refund.large') or (small and (p_plan ->> 'same_day')::boolean)))
  end
  from (
    -- The clerk who posted the sale, and the one whom a correction named for it: neither gives their own sale back
    -- alone.
    select (p_plan ->> 'refunded_before')::bigint + (p_plan ->> 'total')::bigint
        <= (p_plan ->> 'register_max')::bigint as small,
      (p_plan ->> 'employee_id')::uuid as seller,
      coalesce(p_plan ->> 'corrected_employee_id', p_plan ->> 'employee_id')::uuid as named
  ) x;
$$;
grant execute on function ledger.may_give_back to shirogane_app;
