-- The way in for every movement but the sale, which comes in batches of its own (`post-sales.sql`).
--
-- A movement says who, where and why; its transfers say what moved. All that follows from the transfers is derived
-- here and nowhere else, so that the two cannot disagree: how a movement was paid and what it brought, and what its
-- customer holds afterwards. Then the door checks it (`post.sql`), as it checks everything.

-- One transfer of a movement, as `post_movements` reads it. One of nothing is left out.
create or replace function ledger.transfer(
  p_code text, p_debit ledger.account, p_credit ledger.account, p_amount numeric
) returns jsonb
language sql immutable
return jsonb_build_object('code', p_code, 'debit', p_debit, 'credit', p_credit, 'amount', p_amount);

-- The row of a movement that is asked for, with what its transfers make of it and of its customer's wallet, whose row
-- the caller holds. `p_shop` is the shop whose number it bears, `p_date` the day that its own shop is on.
create or replace function ledger.movement_of(m jsonb, p_shop text, p_date date, w ledger.wallets)
returns ledger.movements
language plpgsql volatile security definer
set search_path = ledger, public, pg_temp
as $$
declare
  t ledger.movements := jsonb_populate_record(null::ledger.movements, m);
  s record;
  v_gives_back boolean := t.kind in ('refund', 'void');
begin
  -- What each account gave and got. A drawer that is debited has more in it, an account of a customer less.
  select ledger.total(x.amount) filter (where x.debit = 'balance_paid') as paid_out,
    ledger.total(x.amount) filter (where x.credit = 'balance_paid') as paid_in,
    ledger.total(x.amount) filter (where x.debit = 'balance_bonus') as bonus_out,
    ledger.total(x.amount) filter (where x.credit = 'balance_bonus') as bonus_in,
    ledger.total(x.amount) filter (where x.debit = 'point_regular') as regular_out,
    ledger.total(x.amount) filter (where x.credit = 'point_regular') as regular_in,
    ledger.total(x.amount) filter (where x.debit = 'point_limited') as limited_out,
    ledger.total(x.amount) filter (where x.credit = 'point_limited') as limited_in,
    ledger.total(x.amount) filter (where x.debit = 'point_debt') as owed,
    ledger.total(x.amount) filter (where x.credit = 'point_debt') as repaid,
    ledger.total(x.amount) filter (where x.debit = 'drawer') as drawer_in,
    ledger.total(x.amount) filter (where x.credit = 'drawer') as drawer_out,
    ledger.total(x.amount) filter (where x.debit = 'card_clearing') as card_in,
    ledger.total(x.amount) filter (where x.credit = 'card_clearing') as card_out,
    ledger.total(x.amount) filter (where x.credit = 'receivable') as debt_less
  into s
  from jsonb_to_recordset(m -> 'transfers') x (debit text, credit text, amount bigint);

  -- Cash alone may be of an earlier day that is still open.
  if t.kind <> 'cash' then t.business_date := p_date; end if;
  t.number := coalesce(t.number, ledger.next_number(p_shop, t.business_date));
  t.completed_at := ledger.now();
  t.opened_at := coalesce(t.opened_at, t.completed_at);
  t.xid := pg_current_xact_id();

  t.spent_total := coalesce(t.spent_total, 0);
  t.earn_base := coalesce(t.earn_base, 0);
  t.rate_bp := coalesce(t.rate_bp, 0);
  t.tax := coalesce(t.tax, '[]');
  t.tender_balance_paid := s.paid_out;
  t.tender_balance_bonus := s.bonus_out;
  t.tender_point_regular := s.regular_out;
  t.tender_point_limited := s.limited_out;
  t.tender_cash := case
    when v_gives_back or t.kind = 'buyback' then s.drawer_out
    -- Cash that a register took, which says how much it was given.
    when t.kind = 'later_payment' or (t.kind = 'charge' and t.cash_tendered is not null) then s.drawer_in
    else 0 end;
  t.tender_card := case when v_gives_back then s.card_out when t.kind = 'later_payment' then s.card_in else 0 end;
  t.tender_later := case when v_gives_back then s.debt_less else 0 end;
  t.received_paid := s.paid_in;
  t.received_bonus := s.bonus_in;
  t.received_point_regular := s.regular_in;
  t.received_point_limited := s.limited_in;
  t.points_owed := case when v_gives_back or t.points_owed is not null or s.owed > 0 then s.owed end;
  t.point_debt_repaid := nullif(s.repaid, 0);
  if t.customer_id is not null then
    t.level_before := coalesce(t.level_before, w.level_index);
    t.level_after := coalesce(t.level_after, w.level_index);
    t.balance_paid_after := w.balance_paid + s.paid_in - s.paid_out;
    t.balance_bonus_after := w.balance_bonus + s.bonus_in - s.bonus_out;
    t.point_regular_after := w.point_regular + s.regular_in - s.regular_out;
    t.point_limited_after := w.point_limited + s.limited_in - s.limited_out;
    if t.points_owed is not null or s.repaid > 0 then t.point_debt_after := w.point_debt + s.owed - s.repaid; end if;
    -- A refund of a sale that was deferred says what is owed, also where the debt stays as it was.
    if s.debt_less > 0 or m ->> 'back_later' is not null then t.receivable_after := w.receivable - s.debt_less; end if;
  end if;
  return t;
end $$;

-- Posts movements, each of another customer, in their order. The caller holds the days of their shops and their
-- wallets. Each says, besides what stands in columns of `movements` and `refunds` and does not follow from transfers:
-- - transfers: code, debit, credit and amount of each;
-- - debts: how it changes deferred payments, as rows of `deferred_moves`;
-- - point_lots: lot, change (below zero what is taken); where it says none, what ends first is taken first;
-- - new_point_lots and new_bonus_lots: amount, until, and `left` where some of it has gone already;
-- - rewards: what it earns an inviter, as rows of `rewards`; reward_moves: reward_id and what of it is reversed, returned
--   or claimed;
-- - renews: it lets regular points live on;
-- - topic: who is told of it, `transaction` where it says none;
-- - numbered_by: the shop whose number it bears, where it is not its own.
create or replace function ledger.post_movements(p jsonb) returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  c_posted constant int := 50;
  v_now timestamptz := ledger.now();
  v_movements jsonb[] := array(select y from jsonb_array_elements(p) y);
  -- What any of them says: the rest need not be looked for.
  v_said text[] := array(select distinct k from unnest(v_movements) y, jsonb_object_keys(y) k);
  v_way record;
begin
  select m.kind, x.debit, x.credit into v_way
  from jsonb_to_recordset(p) m (kind text, transfers jsonb)
  cross join lateral jsonb_to_recordset(m.transfers) x (debit ledger.account, credit ledger.account, amount bigint)
  where x.amount <> 0
    and not exists (select from ledger.ways w where w.kind = m.kind and w.debit = x.debit and w.credit = x.credit)
  limit 1;
  if found then
    raise exception 'a movement of the kind % moves nothing from % to %', v_way.kind, v_way.debit, v_way.credit
      using errcode = 'check_violation';
  end if;

  -- Where a friend buys is not for an inviter to know: their movements are numbered by another shop than bears them.
  with asked as materialized (
    select m.movement, m.ord, x.customer_id, x.store_id, coalesce(x.numbered_by, x.store_id) as numbered_by
    from jsonb_array_elements(p) with ordinality m (movement, ord)
    cross join lateral jsonb_to_record(m.movement) x (customer_id uuid, store_id uuid, numbered_by uuid)
  ), shops as materialized (
    select d.store_id, ledger.shop_date(d.store_id) as business_date
    from (select distinct a.store_id from asked a) d
  )
  insert into ledger.movements
  select t.*
  from asked a
  join shops d on d.store_id = a.store_id
  join stores n on n.id = a.numbered_by
  left join ledger.wallets w on w.user_id = a.customer_id
  cross join lateral ledger.movement_of(a.movement, n.code, d.business_date, w) t
  order by a.ord;

  if 'back_points' = any (v_said) then
    insert into ledger.refunds (movement_id, sale_id, kind, back_points, back_paid, back_bonus, back_cash, back_card,
      back_later, points_reclaimed, points_lapsed, points_deducted, issued_paid)
    select m.id, m.related_id, m.kind, m.back_points, m.back_paid, m.back_bonus, m.back_cash, m.back_card, m.back_later,
      m.points_reclaimed, m.points_lapsed, m.points_deducted, m.issued_paid
    from jsonb_to_recordset(p) m (id uuid, related_id uuid, kind text, back_points bigint, back_paid bigint, back_bonus bigint,
      back_cash bigint, back_card bigint, back_later bigint, points_reclaimed bigint, points_lapsed bigint,
      points_deducted bigint, issued_paid bigint)
    where m.back_points is not null;
  end if;

  if 'debts' = any (v_said) then
    insert into ledger.deferred_moves (transaction_id, sale_id, cash, card, bank, paid, bonus, points, cancelled,
      cancelled_cash, cancelled_card, returned_cash, returned_card, returned_paid, returned_bonus, written_off)
    select m.id, d.sale_id, coalesce(d.cash, 0), coalesce(d.card, 0), coalesce(d.bank, 0),
      coalesce(d.paid, 0), coalesce(d.bonus, 0), coalesce(d.points, 0), coalesce(d.cancelled, 0),
      coalesce(d.cancelled_cash, 0), coalesce(d.cancelled_card, 0), coalesce(d.returned_cash, 0),
      coalesce(d.returned_card, 0), coalesce(d.returned_paid, 0), coalesce(d.returned_bonus, 0),
      coalesce(d.written_off, 0)
    from jsonb_to_recordset(p) m (id uuid, debts jsonb)
    cross join lateral jsonb_populate_recordset(null::ledger.deferred_moves, m.debts) d;
  end if;

  -- A part at a time: the door compares the movements of a statement each with each.
  for v_first in 1 .. cardinality(v_movements) by c_posted loop
    insert into ledger.transfers (transaction_id, line, code, debit_kind, debit_holder, credit_kind, credit_holder, amount)
    select m.id, row_number() over (partition by m.id order by x.line), x.code, x.debit,
      case d.holder when 'customer' then m.customer_id else m.store_id end, x.credit,
      case c.holder when 'customer' then m.customer_id else m.store_id end, x.amount
    from unnest(v_movements[v_first:v_first + c_posted - 1]) a (movement)
    cross join lateral jsonb_to_record(a.movement) m (id uuid, customer_id uuid, store_id uuid)
    cross join lateral rows from (jsonb_to_recordset(a.movement -> 'transfers')
      as (code text, debit ledger.account, credit ledger.account, amount bigint)) with ordinality
      x (code, debit, credit, amount, line)
    join ledger.accounts d on d.kind = x.debit
    join ledger.accounts c on c.kind = x.credit
    where x.amount <> 0;
  end loop;

  -- Lots of limited points follow: as it is said, else what ends first goes first.
  with asked as (
    select m.* from jsonb_to_recordset(p) m (id uuid, customer_id uuid, transfers jsonb, point_lots jsonb)
  ), changes as (
    select a.customer_id, l.lot, sum(l.change)::bigint as change
    from asked a cross join lateral jsonb_to_recordset(a.point_lots) l (lot uuid, change bigint)
    group by 1, 2
    union all
    select g.customer_id, g.id, -g.taken
    from (
      select a.customer_id, l.id, least(l.remaining, u.amount + l.remaining - ledger.total(l.remaining) over (
        partition by a.id order by l.expires_at, l.id rows unbounded preceding)) as taken
      from asked a
      cross join lateral (
        select ledger.total(x.amount) as amount from jsonb_to_recordset(a.transfers) x (debit text, amount bigint)
        where x.debit = 'point_limited') u
      join ledger.point_lots l on l.user_id = a.customer_id and l.remaining > 0
      where a.point_lots is null and u.amount > 0
    ) g where g.taken > 0
  )
  update ledger.point_lots l set remaining = l.remaining + c.change
  from changes c where l.id = c.lot and l.user_id = c.customer_id and c.change <> 0;

  if 'new_point_lots' = any (v_said) then
    insert into ledger.point_lots (id, user_id, granted, remaining, expires_at, transaction_id)
    select case l.ord when 1 then m.id else ledger.new_id() end, m.customer_id, l.amount, coalesce(l.left, l.amount),
      l.until, m.id
    from jsonb_to_recordset(p) m (id uuid, customer_id uuid, new_point_lots jsonb)
    cross join lateral rows from (jsonb_to_recordset(m.new_point_lots)
      as (amount bigint, until timestamptz, "left" bigint)) with ordinality l (amount, until, "left", ord)
    where l.amount > 0;
  end if;

  -- Rewards for inviting: what is earned, what becomes of it, and from when on it is the inviter's.
  if '{rewards,reward_moves,step}' && v_said then
    insert into ledger.rewards (transaction_id, sale_id, customer_id, affiliator_id, store_id, base, rate_bp, base_min,
      amount, cut, day_max, earned_at, sold_on)
    select m.id, r.sale_id, r.customer_id, r.affiliator_id, m.store_id, r.base, r.rate_bp, r.base_min, r.amount, r.cut,
      r.day_max, v_now, r.sold_on
    from jsonb_to_recordset(p) m (id uuid, store_id uuid, rewards jsonb)
    cross join lateral jsonb_populate_recordset(null::ledger.rewards, m.rewards) r;
    insert into ledger.reward_moves (transaction_id, reward_id, reversed, returned, claimed)
    select m.id, r.reward_id, coalesce(r.reversed, 0), coalesce(r.returned, 0), coalesce(r.claimed, 0)
    from jsonb_to_recordset(p) m (id uuid, reward_moves jsonb)
    cross join lateral jsonb_to_recordset(m.reward_moves) r (reward_id uuid, reversed bigint, returned bigint, claimed bigint);
    update ledger.rewards r set confirmation_id = m.id, confirmed_at = v_now
    from jsonb_to_recordset(p) m (id uuid, related_id uuid, step text)
    where m.step = 'confirm' and r.transaction_id = m.related_id;
  end if;

  if 'new_bonus_lots' = any (v_said) then
    insert into ledger.bonus_lots (id, user_id, granted, remaining, expires_at, transaction_id)
    select case l.ord when 1 then m.id else ledger.new_id() end, m.customer_id, l.amount, l.amount, l.until, m.id
    from jsonb_to_recordset(p) m (id uuid, customer_id uuid, new_bonus_lots jsonb)
    cross join lateral rows from (jsonb_to_recordset(m.new_bonus_lots) as (amount bigint, until timestamptz)) with ordinality
      l (amount, until, ord)
    where l.amount > 0;
  end if;

  if 'renews' = any (v_said) then
    update ledger.wallets w
    set point_regular_expires_on = ((v_now at time zone 'Asia/Tokyo') + interval '12 months')::date
    from jsonb_to_recordset(p) m (customer_id uuid, renews boolean)
    where m.renews and w.user_id = m.customer_id;
  end if;

  if 'pay_code_id' = any (v_said) then
    perform ledger.spend_code(m.pay_code_id, m.id)
    from jsonb_to_recordset(p) m (id uuid, pay_code_id uuid) where m.pay_code_id is not null;
  end if;

  insert into ledger.outbox (topic, transaction_id, created_at, available_at)
  select coalesce(m.topic, 'transaction'), m.id, v_now, v_now from jsonb_to_recordset(p) m (id uuid, topic text);
end $$;

-- The same for one, which needs no id of its own.
create or replace function ledger.post_movement(p jsonb) returns void
language sql security definer set search_path = ledger, public, pg_temp as $$
  select ledger.post_movements(jsonb_build_array(
    case when p ? 'id' then p else p || jsonb_build_object('id', ledger.new_id()) end));
$$;

-- Posts what was decided, one after the other, where all of it is of these kinds. When a movement was asked for and
-- under which number is the ledger's to say.
create or replace function ledger.post_decided(p jsonb, p_kinds text[]) returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
as $$
declare
  v_movement jsonb;
begin
  for v_movement in select y from jsonb_array_elements(p) y loop
    if (v_movement ->> 'kind' = any (p_kinds)) is not true then
      raise exception 'a movement of the kind % is posted by an act of its own', v_movement ->> 'kind'
        using errcode = 'check_violation';
    end if;
    perform ledger.post_movement(v_movement - '{number,opened_at}'::text[]);
  end loop;
end $$;

-- Posts an act as it was decided, once for a key. Refusals are answers: `code`, with the figures of its sentence.
-- `p` asks, and says actor_id, route, key, request_hash and transaction_id, the movement that answers the key. `x` is
-- the decision that was made of the facts of `hold_…` in this database transaction: a refusal with its figures, of which
-- one with `again` leaves no trace, or the movements, which are posted one after the other.
create or replace function ledger.post_act(
  p jsonb, x jsonb, out code text, out n bigint, out m bigint, out replayed boolean, out transaction uuid
) returns record
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_actor uuid := (p ->> 'actor_id')::uuid;
  v_id uuid := (p ->> 'transaction_id')::uuid;
  d record;
begin
  d := ledger.answer_act(v_actor, p ->> 'route', p, v_id, x);
  select d.code, d.n, d.m, d.replayed, d.act into code, n, m, replayed, transaction;
  if d.is_over then return; end if;
  perform ledger.post_decided(x -> 'movements', '{charge,adjustment,reward,expire,prepaid_cashout,cash}');
  if x -> 'movements' <> '[]' and not exists (select from ledger.movements t where t.id = v_id) then
    raise exception 'the act % posts no movement of its name', v_id using errcode = 'check_violation';
  end if;
  transaction := v_id;
end $$;
grant execute on function ledger.post_act to shirogane_app;
