-- The door. No matter what inserts transfers, these triggers move the balances and check the books, and `guards.sql`
-- refuses every change afterwards; no grant and no code path goes round them. They work on whole statements, so that a
-- batch of payments costs one pass.

-- Posted is posted: nothing takes a row back.
create or replace function ledger.refuse_change() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  raise exception '% of % is never allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- A sum of whole yen or points that stays one; `sum` makes numerics of them, which cost more to add and to compare.
create or replace aggregate ledger.total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');

-- A transfer belongs to a movement that the same database transaction wrote, and moves value between that movement's customer
-- and store alone; all transfers of a movement come in one statement and say exactly what the movement says, down to what the
-- customer holds afterwards. So a movement has one customer, and a customer one movement in a statement.
create or replace function ledger.transfers_posted() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- What was posted is small beside the tables, no matter what the planner guesses.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_memoize = off
as $$
declare
  r record;
begin
  -- The balances move by what was posted, and both must be what the movement says: in one statement, because each of a
  -- statement's own costs is paid by every payment. The movement is found once and by its id alone: through the index of
  -- database transactions, each row of a large batch would look at all movements of the batch.
  with sides as (
    select transaction_id, credit_kind as kind, credit_holder as holder, amount, 1 as counts, xid,
      credit_kind in ('balance_paid', 'balance_bonus', 'point_regular', 'point_limited', 'point_debt', 'receivable',
        'reward_confirmed', 'reward', 'payout_hold') as of_customer
    from posted
    union all
    select transaction_id, debit_kind, debit_holder, -amount, 0, xid,
      debit_kind in ('balance_paid', 'balance_bonus', 'point_regular', 'point_limited', 'point_debt', 'receivable',
        'reward_confirmed', 'reward', 'payout_hold')
    from posted
  ), per_movement as (
    select transaction_id, sum(counts) as lines, bool_and(xid = pg_current_xact_id()) as of_this_commit,
      array_agg(holder) filter (where of_customer) as customers, array_agg(holder) filter (where not of_customer) as stores,
      ledger.total(amount) filter (where kind = 'balance_paid') as paid,
      ledger.total(amount) filter (where kind = 'balance_bonus') as bonus,
      ledger.total(amount) filter (where kind = 'point_regular') as regular,
      ledger.total(amount) filter (where kind = 'point_limited') as limited,
      ledger.total(amount) filter (where kind = 'sales') as sales,
      ledger.total(amount) filter (where kind = 'drawer') as drawer,
      ledger.total(amount) filter (where kind = 'card_clearing') as card,
      ledger.total(amount) filter (where kind = 'points_redeemed') as redeemed,
      ledger.total(amount) filter (where kind = 'points_cost') as granted,
      ledger.total(amount) filter (where kind = 'points_recovered') as recovered,
      ledger.total(amount) filter (where kind = 'point_debt') as debt,
      ledger.total(amount) filter (where kind = 'receivable') as receivable,
      ledger.total(amount) filter (where kind = 'bank_clearing') as bank,
      ledger.total(amount) filter (where kind = 'bad_debts') as bad_debts,
      bool_or(kind in ('reward_confirmed', 'reward', 'payout_hold') or (kind = 'reward_pending' and counts = 0))
        as takes_rewards,
      ledger.total(amount) filter (where kind = 'reward_confirmed') as confirmed,
      ledger.total(amount) filter (where kind = 'reward') as reward,
      ledger.total(amount) filter (where kind = 'payout_hold') as hold
    from sides group by transaction_id
  ), judged as (
    select h.transaction_id, h.paid, h.bonus, h.regular, h.limited, h.debt, h.receivable, h.confirmed, h.reward, h.hold,
      t.customer_id, t.business_date, t.kind = 'payment' as is_sale,
      (t.completed_at at time zone 'Asia/Tokyo')::date as day,
      coalesce(d.level_bought, t.level_after) as level_after, t.level_accumulation_after, t.tender_balance_paid + t.tender_balance_bonus as spent,
      t.tender_point_regular + t.tender_point_limited + t.received_point_regular > 0 as with_points,
      case when t.kind in ('payment', 'later_payment', 'charge') then t.tender_cash else 0 end as cash,
      t.balance_paid_after, t.balance_bonus_after, t.point_regular_after, t.point_limited_after, t.point_debt_after,
      t.receivable_after, t.step,
      case
        when t.id is null or t.xid <> pg_current_xact_id() or not h.of_this_commit
          then 'transfers of %s have no movement written by the same commit'
        when (h.customers is not null and (t.customer_id = all (h.customers)) is not true)
          or (h.stores is not null and (t.store_id = all (h.stores)) is not true)
          then 'transfers of %s move value of somebody else'
        when h.paid <> t.received_paid - t.tender_balance_paid
          or h.bonus <> t.received_bonus - t.tender_balance_bonus
          or h.regular <> t.received_point_regular - t.tender_point_regular
          or h.limited <> t.received_point_limited - t.tender_point_limited
          or (t.kind = 'payment' and (
            h.sales <> t.spent_total - t.tender_point_regular - t.tender_point_limited
            or h.drawer <> -t.tender_cash
            or h.card <> -t.tender_card
            or h.redeemed <> t.tender_point_regular + t.tender_point_limited
            or h.granted <> -t.received_point_regular - t.received_point_limited))
          or (t.kind in ('refund', 'void') and (
            ((h.sales, h.recovered) = (select y.back_points - t.spent_total, y.points_deducted from ledger.refunds y
              where y.movement_id = t.id)) is not true
            or h.drawer <> t.tender_cash
            or h.card <> t.tender_card
            or h.redeemed <> -t.received_point_regular - t.received_point_limited
            or h.granted <> t.tender_point_regular + t.tender_point_limited + t.points_owed))
          or (t.kind = 'later_payment' and (
            h.drawer <> -t.tender_cash
            or h.card <> -t.tender_card
            or h.sales <> 0
            or h.granted <> -t.received_point_regular))
          -- A debt grows by a sale, and shrinks by what a refund takes away of it, by what is collected and by what is
          -- given up.
          or h.receivable <> case t.kind when 'payment' then -t.tender_later when 'later_payment' then t.spent_total
            when 'refund' then t.tender_later when 'void' then t.tender_later else -h.bad_debts end
          or (t.kind <> 'payout' and h.bank <> case when t.kind = 'later_payment' then t.tender_balance_paid
            + t.tender_balance_bonus + t.tender_cash + t.tender_card - t.spent_total else 0 end)
          -- Rewards move by their own movements and by payouts; what else accrues one shows it at the commit.
          or (h.takes_rewards and t.kind not in ('reward', 'payout'))
          or case when t.step = 'write_off' then h.bad_debts >= 0 else h.bad_debts <> 0 end
          or (t.kind not in ('refund', 'void') and h.recovered <> 0)
          or h.debt <> coalesce(t.point_debt_repaid, 0) - coalesce(t.points_owed, 0)
          -- No other statement posted more of them.
          or (select 1 from ledger.transfers x where x.transaction_id = h.transaction_id offset h.lines limit 1) is not null
          then 'transfers of %s do not add up to its movement'
      end as refusal
    from per_movement h
    left join ledger.movements t on t.id = h.transaction_id
    left join ledger.sale_details d on d.sale_id = h.transaction_id
  ), moved as (
    update ledger.wallets w set
      balance_paid = w.balance_paid + h.paid,
      balance_bonus = w.balance_bonus + h.bonus,
      point_regular = w.point_regular + h.regular,
      point_limited = w.point_limited + h.limited,
      -- What is owed is an account below zero, in points and in yen; the wallet says by how much.
      point_debt = w.point_debt - h.debt,
      receivable = w.receivable - h.receivable,
      reward_confirmed = w.reward_confirmed + h.confirmed,
      reward = w.reward + h.reward,
      payout_hold = w.payout_hold + h.hold,
      -- A sale counts with the money that it moves: for the rank, for the ceiling of a day and for the life of points.
      -- Days and years of a wallet never go back.
      level_index = case when h.is_sale then coalesce(h.level_after, w.level_index) else w.level_index end,
      level_year = case when h.is_sale then greatest(w.level_year, date_part('year', h.day)::smallint) else w.level_year end,
      level_accumulation = case when h.is_sale
        then coalesce(h.level_accumulation_after, w.level_accumulation) else w.level_accumulation end,
      balance_spent_on = case when h.is_sale
        then greatest(w.balance_spent_on, h.business_date) else w.balance_spent_on end,
      balance_spent = case when h.is_sale
        then (case when w.balance_spent_on >= h.business_date then w.balance_spent else 0 end) + h.spent
        else w.balance_spent end,
      -- A customer who spends is held to the ceiling of this moment. A lower one takes nothing back from those who
      -- spent before.
      balance_spent_ceiling = case when h.is_sale and h.spent > 0
        then (select ledger.balance_day_max()) else w.balance_spent_ceiling end,
      -- Cash of a day, as `cash_is_known` needs it: never less than there was. Of days before yesterday nothing is kept, so
      -- what comes to them late is always looked at.
      cash_on = case when h.cash > 0 then greatest(w.cash_on, h.business_date) else w.cash_on end,
      cash_in = case when h.cash = 0 or h.business_date < w.cash_on then w.cash_in
        when h.business_date = w.cash_on then w.cash_in + h.cash else h.cash end,
      cash_in_before = case when h.cash = 0 or h.business_date = w.cash_on then w.cash_in_before
        when h.business_date > w.cash_on then case when h.business_date = w.cash_on + 1 then w.cash_in else 0 end
        when h.business_date = w.cash_on - 1 then w.cash_in_before + h.cash
        else w.cash_in_before + ledger.cash_law_line() + h.cash end,
      point_regular_expires_on = case when h.is_sale and h.with_points
        then (h.day + interval '12 months')::date else w.point_regular_expires_on end
    from judged h
    where w.user_id = h.customer_id
    returning h.transaction_id, h.balance_paid_after is distinct from w.balance_paid
      or h.balance_bonus_after is distinct from w.balance_bonus
      or h.point_regular_after is distinct from w.point_regular
      or h.point_limited_after is distinct from w.point_limited
      or (h.debt <> 0 and h.point_debt_after is distinct from w.point_debt)
      or (h.receivable <> 0 and h.receivable_after is distinct from w.receivable)
      -- What was confirmed falls below zero by a return after the claim, and in no other way.
      or (h.confirmed < 0 and w.reward_confirmed < 0 and h.step is distinct from 'reverse') as astray
  )
  -- Whose wallet did not move to where the movement says, or not at all, is among the rest.
  select h.transaction_id, coalesce(h.refusal, 'transfers of %s do not add up to its movement') as refusal
  into r
  from judged h
  where h.refusal is not null or (h.customer_id is not null
    and h.transaction_id <> all (array(select w.transaction_id from moved w where w.astray is not true)))
  limit 1;
  if found then
    raise exception '%', format(r.refusal, r.transaction_id) using errcode = 'check_violation';
  end if;

  if exists (select from posted where 'balance_bonus' in (debit_kind, credit_kind)) then
    -- What ends first is used first, in every kind of movement.
    with used as (
      select transaction_id, debit_holder as user_id, sum(amount) as amount from posted
      where debit_kind = 'balance_bonus' group by 1, 2
    ), due as (
      select l.id, u.transaction_id, least(l.remaining, u.amount
        - coalesce(sum(l.remaining) over (partition by l.user_id order by l.expires_at, l.id
            rows between unbounded preceding and 1 preceding), 0)) as amount
      from used u join ledger.bonus_lots l on l.user_id = u.user_id and l.remaining > 0
    ), taken as (
      update ledger.bonus_lots l set remaining = l.remaining - d.amount
      from due d where l.id = d.id and d.amount > 0
      returning d.transaction_id, l.id, -d.amount as amount
    )
    insert into ledger.bonus_lot_moves (transaction_id, lot_id, amount) select transaction_id, id, amount from taken;

    -- What a return brings back goes where it came from, last used first: what has no end, then what ends last. A lot
    -- that has ended meanwhile takes it all the same, and it leaves with the other lots that have ended.
    with back as (
      select p.transaction_id, t.related_id, sum(p.amount)
        -- What paid off a debt of the sale was no lot of the sale.
        - coalesce((select sum(m.returned_bonus) from ledger.deferred_moves m where m.transaction_id = p.transaction_id), 0)
        as amount
      from posted p join ledger.movements t on t.id = p.transaction_id
      where p.credit_kind = 'balance_bonus' and t.kind in ('refund', 'void')
        and exists (select from ledger.bonus_lot_moves m where m.transaction_id = t.related_id)
      group by 1, 2
    ), earlier as (
      select b.transaction_id, b.related_id, b.amount,
        o.tender_balance_bonus + coalesce((select sum(m.amount) from ledger.bonus_lot_moves m
          where m.transaction_id = b.related_id), 0) as used_endless,
        (select coalesce(sum(e.received_bonus - coalesce((select sum(m.returned_bonus) from ledger.deferred_moves m
              where m.transaction_id = e.id), 0)), 0)
            - coalesce(sum((select sum(m.amount) from ledger.bonus_lot_moves m where m.transaction_id = e.id)), 0)
          from ledger.movements e where e.related_id = b.related_id and e.id <> b.transaction_id) as back_endless
      from back b join ledger.movements o on o.id = b.related_id
    ), missing as (
      select m.lot_id, e.transaction_id, l.expires_at,
        e.amount - greatest(e.used_endless - e.back_endless, 0) as for_lots,
        -m.amount - coalesce((select sum(b.amount) from ledger.bonus_lot_moves b
          join ledger.movements t on t.id = b.transaction_id
          where b.lot_id = m.lot_id and t.related_id = e.related_id), 0) as out
      from earlier e
      join ledger.bonus_lot_moves m on m.transaction_id = e.related_id
      join ledger.bonus_lots l on l.id = m.lot_id
    ), due as (
      select lot_id, transaction_id, least(out, for_lots
        - coalesce(sum(out) over (partition by transaction_id order by expires_at desc, lot_id desc
            rows between unbounded preceding and 1 preceding), 0)) as amount
      from missing
    ), given as (
      update ledger.bonus_lots l set remaining = l.remaining + d.amount
      from due d where l.id = d.lot_id and d.amount > 0
      returning d.transaction_id, l.id, d.amount
    )
    insert into ledger.bonus_lot_moves (transaction_id, lot_id, amount) select transaction_id, id, amount from given;
  end if;

  return null;
end $$;

-- The lines of a sale come in one statement too, with their movement, and carry its tenders to the yen.
create or replace function ledger.lines_posted() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  v_wrong uuid;
  v_backs boolean;
begin
  with per_movement as (
    select transaction_id, count(*) as lines, ledger.total(subtotal) as subtotal, ledger.total(share_points) as points,
      ledger.total(share_balance) as balance, ledger.total(share_cash) as cash, ledger.total(share_card) as card,
      ledger.total(share_later) as later
    from posted group by transaction_id
  )
  select (array_agg(l.transaction_id) filter (where t.id is null or t.xid <> pg_current_xact_id()
      -- No other statement wrote more of them.
      or (select 1 from ledger.transaction_lines a where a.transaction_id = l.transaction_id offset l.lines limit 1) is not null
      or (t.kind = 'payment' and (
        l.subtotal <> t.spent_total
        or l.points <> t.tender_point_regular + t.tender_point_limited
        or l.balance <> t.tender_balance_paid + t.tender_balance_bonus
        or l.cash <> t.tender_cash
        or l.card <> t.tender_card
        or l.later <> t.tender_later))
      or (t.kind in ('refund', 'void') and (
        ((l.subtotal, l.points, l.balance, l.cash, l.card, l.later) = (
          select r.total, r.back_points, r.back_paid + r.back_bonus, r.back_cash, r.back_card, coalesce(r.back_later, 0)
          from ledger.refunds r where r.movement_id = t.id)) is not true))))[1],
    bool_or(t.kind in ('refund', 'void'))
  into v_wrong, v_backs
  from per_movement l
  left join ledger.movements t on t.id = l.transaction_id;
  if v_wrong is not null then
    raise exception 'lines of % do not add up to its tenders', v_wrong using errcode = 'check_violation';
  end if;
  if v_backs is not true then return null; end if;

  -- Of no line comes more back than was sold and paid, of each tender, over all refunds.
  select p.transaction_id into v_wrong
  from posted p
  join ledger.refunds t on t.movement_id = p.transaction_id
  left join (
    -- As the sale stands: a correction may have found its cash to be a card.
    select l.transaction_id, l.line, l.quantity, l.share_points, l.share_balance, coalesce(c.cash, l.share_cash) as share_cash,
      coalesce(c.card, l.share_card) as share_card, l.share_later
    from ledger.transaction_lines l join ledger.transactions s on s.id = l.transaction_id
    left join lateral ledger.corrected_shares(s.id, s.corrected_card) c on c.line = l.line
  ) o on o.transaction_id = t.sale_id and o.line = p.line
  cross join lateral (
    select coalesce(sum(b.quantity) filter (where b.amount_only is not true), 0) as quantity,
      sum(b.share_points) as points, sum(b.share_balance) as balance, sum(b.share_cash) as cash,
      sum(b.share_card) as card, sum(b.share_later) as later
    from ledger.refunds r
    join ledger.transaction_lines b on b.transaction_id = r.movement_id and b.line = p.line
    where r.sale_id = t.sale_id
  ) a
  where o.line is null or a.quantity > o.quantity or a.points > o.share_points or a.balance > o.share_balance
    or a.cash > o.share_cash or a.card > o.share_card or a.later > o.share_later
  limit 1;
  if v_wrong is not null then
    raise exception 'lines of % give back more than was sold', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Movements come on a day that is open and stays so until their commit, with cash of which it is known who paid it, and
-- sales come whole: with their lines and transfers, with their message in the outbox, and with their code spent on
-- them, all in the statement that writes the movement.
create or replace function ledger.movements_posted() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  r record;
begin
  perform pg_advisory_xact_lock_shared(ledger.day_key(x.store_id))
  from (select distinct store_id from posted where store_id is not null order by 1) x;
  -- A statement of its own: it sees the close that the lock may have waited for. What a sale needs is asked for with a
  -- limit and not with exists, which a planner may answer by reading the whole table.
  select p.id, p.business_date, s.code, c.refusal into r
  from posted p
  left join stores s on s.id = p.store_id
  cross join lateral (select case
    when p.business_date <= s.closed_until then 'the day %2$s of %3$s is closed: %1$s comes too late'
    -- Of members it is the wallet that knows when: `cash_is_known`.
    when p.kind = 'payment' and p.customer_id is null and p.tender_cash > ledger.cash_law_line()
      and not exists (select from cash_checks k where k.transaction_id = p.id and k.customer_id is null)
      then 'cash of %1$s needs a check of who paid it'
    when p.kind <> 'payment' then null
    when (select 1 from ledger.transfers t where t.transaction_id = p.id limit 1) is null
      then 'transaction %1$s has no transfers'
    when (select 1 from ledger.transaction_lines l where l.transaction_id = p.id limit 1) is null
      then 'transaction %1$s has no lines'
    when (select 1 from ledger.outbox o where o.transaction_id = p.id limit 1) is null
      then 'transaction %1$s is not announced'
    when p.pay_code_id is not null
      and (select q.transaction_id from ledger.pay_codes q where q.id = p.pay_code_id) is distinct from p.id
      then 'transaction %1$s does not spend its code'
    end as refusal offset 0) c
  where c.refusal is not null
  limit 1;
  if found then
    raise exception '%', format(r.refusal, r.id, r.business_date, r.code) using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A movement is never alone: it moved something, the world will be told, and what its kind asks for beside it is there. For
-- movements of several statements this is known at the end only, so the check waits for the commit. Sales have shown it
-- to `movements_posted`, but for what they defer.
create or replace function ledger.movement_complete() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- A plan that was made while the tables were small would read them from end to end for ever after.
set enable_seqscan = off
as $$
declare
  r record;
begin
  if new.kind = 'payment' then
    perform ledger.check_deferral(new);
    return null;
  end if;
  select exists (select from ledger.transfers where transaction_id = new.id) as moved,
    new.kind not in ('refund', 'void')
      or exists (select from ledger.transaction_lines where transaction_id = new.id) as listed,
    exists (select from ledger.outbox where transaction_id = new.id) as written,
    new.pay_code_id is null
      or exists (select from ledger.pay_codes where id = new.pay_code_id and transaction_id = new.id) as spent
  into r;
  if not r.moved then
    raise exception 'transaction % has no transfers', new.id using errcode = 'check_violation';
  elsif not r.listed then
    raise exception 'transaction % has no lines', new.id using errcode = 'check_violation';
  elsif not r.written then
    raise exception 'transaction % is not announced', new.id using errcode = 'check_violation';
  elsif not r.spent then
    raise exception 'transaction % does not spend its code', new.id using errcode = 'check_violation';
  end if;
  if new.kind in ('refund', 'void') then
    perform ledger.refunds_match(new.related_id);
  end if;
  if new.kind = 'later_payment' or new.step = 'write_off'
    or (new.kind in ('refund', 'void') and new.tender_later > 0) then
    if not exists (select from ledger.deferred_moves where transaction_id = new.id) then
      raise exception 'transaction % moves no debt', new.id using errcode = 'check_violation';
    end if;
    if new.step = 'write_off' and (select sum(m.written_off) from ledger.deferred_moves m where m.transaction_id = new.id)
      <> (select sum(x.amount) from ledger.transfers x where x.transaction_id = new.id and x.debit_kind = 'bad_debts') then
      raise exception 'debts of % do not add up to its movement', new.id using errcode = 'check_violation';
    end if;
  end if;
  if new.kind = 'adjustment' and exists (
    select from ledger.transfers x where x.transaction_id = new.id and x.code = 'correct_tender')
    and not exists (select from ledger.corrections c where c.movement_id = new.id) then
    raise exception 'movement % corrects no sale', new.id using errcode = 'check_violation';
  end if;
  case new.kind
    when 'charge' then perform ledger.check_gateway_charge(new);
    when 'buyback' then perform ledger.buyback_matches(new.id);
    when 'payout' then
      perform ledger.check_rewards_moved(new);
      perform ledger.check_payout_named(new);
    when 'reward' then
      perform ledger.check_rewards_moved(new);
      perform ledger.reward_matches(new);
    when 'cash' then perform ledger.check_cash_act(new);
    when 'prepaid_cashout' then perform ledger.check_cashout(new.id);
    when 'adjustment' then perform ledger.check_charge_back(new);
    else null;
  end case;
  if new.kind = 'transfer' then
    -- Points that leave one member for another arrive, all of them, in the same commit.
    if not exists (
      select from ledger.register_grants h
      join ledger.movements i on i.id = h.transaction_id and i.customer_id = h.customer_id
        and i.received_point_regular + i.received_point_limited = h.points
      join ledger.movements o on o.id = h.giver_transaction_id and o.customer_id = h.giver_id
        and o.tender_point_regular + o.tender_point_limited = h.points
      where h.transaction_id = new.id or h.giver_transaction_id = new.id) then
      raise exception 'transfer % has no other side', new.id using errcode = 'check_violation';
    end if;
    if new.tender_point_regular + new.tender_point_limited > 0 then perform ledger.check_move_agreed(new); end if;
  end if;
  return null;
end $$;
