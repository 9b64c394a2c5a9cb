-- The door. Whatever inserts transfers, these triggers move the balances, check the books and refuse every change
-- afterwards; no grant and no code path goes round them. They work on whole statements, so that a batch of payments
-- costs one pass.

-- Posted is posted: nothing takes a row back.
create or replace function ledger.refuse_change() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  raise exception '% of % is never allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- Puts that refusal on a table of the ledger: `p_forbidden` is what nobody may do to it, as a trigger has it.
create or replace function ledger.forbid(p_name text, p_table text, p_forbidden text) returns void
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  execute format(
    'create or replace trigger %I before %s on ledger.%I for each %s execute function ledger.refuse_change()',
    p_name, p_forbidden, p_table, case p_forbidden when 'truncate' then 'statement' else 'row' end);
end $$;

-- A sum of whole yen or points that stays one; `sum` makes numerics of them, which cost more to add and to compare.
create or replace aggregate ledger.total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');

-- A transfer belongs to a head that the same database transaction wrote, and moves value between that head's customer
-- and store alone; all transfers of a head come in one statement and say exactly what the head says, down to what the
-- customer holds afterwards. So a head has one customer, and a customer one head in a statement.
create or replace function ledger.transfers_posted() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- What was posted is small beside the tables, whatever the planner guesses.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  r record;
begin
  -- The balances move by what was posted, and both must be what the head says: in one statement, because each of a
  -- statement's own costs is paid by every payment. The head is found once and by its id alone: through the index of
  -- database transactions, each row of a large batch would look at all heads of the batch.
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
  ), per_head as (
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
      ledger.total(amount) filter (where kind = 'reward_pending') as pending,
      ledger.total(amount) filter (where kind = 'reward_confirmed') as confirmed,
      ledger.total(amount) filter (where kind = 'reward') as reward,
      ledger.total(amount) filter (where kind = 'payout_hold') as hold
    from sides group by transaction_id
  ), judged as (
    select h.transaction_id, h.paid, h.bonus, h.regular, h.limited, h.debt, h.receivable, h.confirmed, h.reward, h.hold,
      t.customer_id, t.business_date, t.kind = 'payment' as is_sale,
      (t.completed_at at time zone 'Asia/Tokyo')::date as day,
      t.level_after, t.level_accumulation_after, t.tender_balance_paid + t.tender_balance_bonus as spent,
      t.tender_point_regular + t.tender_point_limited + t.received_point_regular > 0 as with_points,
      case when t.kind in ('payment', 'later_payment', 'charge') then t.tender_cash else 0 end as cash,
      t.balance_paid_after, t.balance_bonus_after, t.point_regular_after, t.point_limited_after, t.point_debt_after,
      t.receivable_after, t.reward_step, t.reward_confirmed_change, t.reward_confirmed_after, t.reward_change, t.reward_after,
      t.payout_hold_change, t.payout_hold_after,
      case
        when t.id is null or t.xid <> pg_current_xact_id() or not h.of_this_commit
          then 'transfers of %s have no head written by the same commit'
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
            h.sales <> t.back_points - t.spent_total
            or h.drawer <> t.tender_cash
            or h.card <> t.tender_card
            or h.recovered <> t.points_deducted
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
            when 'refund' then t.tender_later when 'void' then t.tender_later else coalesce(t.later_written_off, 0) end
          or h.bank <> coalesce(t.payout_bank, 0) - coalesce(t.tender_bank, 0)
          or h.pending <> coalesce(t.reward_pending_change, 0)
          or h.confirmed <> coalesce(t.reward_confirmed_change, 0)
          or h.reward <> coalesce(t.reward_change, 0)
          or h.hold <> coalesce(t.payout_hold_change, 0)
          or h.bad_debts <> -coalesce(t.later_written_off, 0)
          or (t.kind not in ('refund', 'void') and h.recovered <> 0)
          or (t.kind = 'cash' and h.drawer <> -t.drawer_change)
          or h.debt <> coalesce(t.point_debt_repaid, 0) - coalesce(t.points_owed, 0)
          -- No other statement posted more of them.
          or (select 1 from ledger.transfers x where x.transaction_id = h.transaction_id offset h.lines limit 1) is not null
          then 'transfers of %s do not add up to its head'
      end as refusal
    from per_head h left join ledger.transactions t on t.id = h.transaction_id
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
      -- Cash of a day, as `cash_is_known` needs it: never less than there was. Of days before yesterday nothing is kept, so
      -- what comes to them late is always looked at.
      cash_on = case when h.cash > 0 then greatest(w.cash_on, h.business_date) else w.cash_on end,
      cash_in = case when h.cash = 0 or h.business_date < w.cash_on then w.cash_in
        when h.business_date = w.cash_on then w.cash_in + h.cash else h.cash end,
      cash_in_before = case when h.cash = 0 or h.business_date = w.cash_on then w.cash_in_before
        when h.business_date > w.cash_on then case when h.business_date = w.cash_on + 1 then w.cash_in else 0 end
        when h.business_date = w.cash_on - 1 then w.cash_in_before + h.cash
        else w.cash_in_before + 2000000 + h.cash end,
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
      or (h.reward_confirmed_change is not null and (h.reward_confirmed_after is distinct from w.reward_confirmed
        -- What was confirmed falls below zero by a return after the claim, and in no other way.
        or (h.confirmed < 0 and w.reward_confirmed < 0 and h.reward_step <> 'reverse')))
      or (h.reward_change is not null and h.reward_after is distinct from w.reward)
      or (h.payout_hold_change is not null and h.payout_hold_after is distinct from w.payout_hold) as astray
  )
  -- Whose wallet did not move to where the head says, or not at all, is among the rest.
  select h.transaction_id, coalesce(h.refusal, 'transfers of %s do not add up to its head') as refusal
  into r
  from judged h
  where h.refusal is not null or (h.customer_id is not null
    and h.transaction_id <> all (array(select w.transaction_id from moved w where w.astray is not true)))
  limit 1;
  if found then
    raise exception '%', format(r.refusal, r.transaction_id) using errcode = 'check_violation';
  end if;

  if exists (select from posted where 'balance_bonus' in (debit_kind, credit_kind)) then
    -- What ends first is used first, whoever uses it.
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
    -- that has ended meanwhile takes it all the same, and it leaves with whatever else has ended.
    with back as (
      select p.transaction_id, t.related_id, sum(p.amount)
        -- What paid off a debt of the sale was no lot of the sale.
        - coalesce((select sum(m.returned_bonus) from ledger.deferred_moves m where m.transaction_id = p.transaction_id), 0)
        as amount
      from posted p join ledger.transactions t on t.id = p.transaction_id
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
          from ledger.transactions e where e.related_id = b.related_id and e.id <> b.transaction_id) as back_endless
      from back b join ledger.transactions o on o.id = b.related_id
    ), missing as (
      select m.lot_id, e.transaction_id, l.expires_at,
        e.amount - greatest(e.used_endless - e.back_endless, 0) as for_lots,
        -m.amount - coalesce((select sum(b.amount) from ledger.bonus_lot_moves b
          join ledger.transactions t on t.id = b.transaction_id
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

create or replace trigger transfers_posted
after insert on ledger.transfers referencing new table as posted
for each statement execute function ledger.transfers_posted();

-- The lines of a sale come in one statement too, with their head, and carry its tenders to the yen.
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
  with per_head as (
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
        l.subtotal <> t.spent_total
        or l.points <> t.back_points
        or l.balance <> t.back_paid + t.back_bonus
        or l.cash <> t.back_cash
        or l.card <> t.back_card
        or l.later <> coalesce(t.back_later, 0)))))[1],
    bool_or(t.kind in ('refund', 'void'))
  into v_wrong, v_backs
  from per_head l
  left join ledger.transactions t on t.id = l.transaction_id;
  if v_wrong is not null then
    raise exception 'lines of % do not add up to its tenders', v_wrong using errcode = 'check_violation';
  end if;
  if v_backs is not true then return null; end if;

  -- Of no line comes more back than was sold and paid, of each tender, over all refunds.
  select p.transaction_id into v_wrong
  from posted p
  join ledger.transactions t on t.id = p.transaction_id and t.kind in ('refund', 'void')
  left join (
    -- As the sale stands: a correction may have found its cash to be a card.
    select l.transaction_id, l.line, l.quantity, l.share_points, l.share_balance, coalesce(c.cash, l.share_cash) as share_cash,
      coalesce(c.card, l.share_card) as share_card, l.share_later
    from ledger.transaction_lines l join ledger.transactions s on s.id = l.transaction_id
    left join lateral ledger.corrected_shares(s.id, s.corrected_card) c on c.line = l.line
  ) o on o.transaction_id = t.related_id and o.line = p.line
  cross join lateral (
    select coalesce(sum(b.quantity) filter (where b.amount_only is not true), 0) as quantity,
      sum(b.share_points) as points, sum(b.share_balance) as balance, sum(b.share_cash) as cash,
      sum(b.share_card) as card, sum(b.share_later) as later
    from ledger.transactions r
    join ledger.transaction_lines b on b.transaction_id = r.id and b.line = p.line
    where r.related_id = t.related_id and r.kind in ('refund', 'void')
  ) a
  where o.line is null or a.quantity > o.quantity or a.points > o.share_points or a.balance > o.share_balance
    or a.cash > o.share_cash or a.card > o.share_card or a.later > o.share_later
  limit 1;
  if v_wrong is not null then
    raise exception 'lines of % give back more than was sold', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger lines_posted
after insert on ledger.transaction_lines referencing new table as posted
for each statement execute function ledger.lines_posted();

-- Heads come on a day that is open and stays so until their commit, with cash of which it is known who paid it, and sales
-- come whole: with their lines and transfers, with the word for the world, and with their code spent on them, all in the
-- head's own statement.
create or replace function ledger.heads_posted() returns trigger
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
    when p.kind = 'payment' and p.customer_id is null and p.tender_cash > 2000000
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

create or replace trigger heads_posted
after insert on ledger.transactions referencing new table as posted
for each statement execute function ledger.heads_posted();

-- A head is never alone: it moved something, the world will be told, and what its kind asks for beside it is there. For
-- movements of several statements this is known at the end only, so the check waits for the commit. Sales have shown it
-- to `heads_posted`, but for what they earned their inviter.
create or replace function ledger.transaction_complete() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- A plan that was made while the tables were small would read them from end to end for ever after.
set enable_seqscan = off
as $$
declare
  r record;
begin
  if new.kind = 'payment' then
    if not exists (
      select from ledger.rewards e where e.transaction_id = new.id and e.amount = new.reward_pending_change) then
      raise exception 'movement % says something else than its rewards', new.id using errcode = 'check_violation';
    end if;
    return null;
  end if;
  select exists (select from ledger.transfers where transaction_id = new.id) as moved,
    new.kind not in ('refund', 'void')
      or exists (select from ledger.transaction_lines where transaction_id = new.id) as listed,
    exists (select from ledger.outbox where transaction_id = new.id) as told,
    new.pay_code_id is null
      or exists (select from ledger.pay_codes where id = new.pay_code_id and transaction_id = new.id) as spent
  into r;
  if not r.moved then
    raise exception 'transaction % has no transfers', new.id using errcode = 'check_violation';
  elsif not r.listed then
    raise exception 'transaction % has no lines', new.id using errcode = 'check_violation';
  elsif not r.told then
    raise exception 'transaction % is not announced', new.id using errcode = 'check_violation';
  elsif not r.spent then
    raise exception 'transaction % does not spend its code', new.id using errcode = 'check_violation';
  end if;
  if new.kind in ('refund', 'void') then
    perform ledger.refunds_match(new.related_id);
  end if;
  if new.kind = 'later_payment' or new.later_written_off > 0
    or (new.kind in ('refund', 'void') and new.tender_later > 0) then
    if not exists (select from ledger.deferred_moves where transaction_id = new.id) then
      raise exception 'transaction % moves no debt', new.id using errcode = 'check_violation';
    end if;
  end if;
  if new.reward_pending_change is not null or new.reward_step is not null then
    perform ledger.reward_matches(new);
  end if;
  if new.kind = 'transfer' then
    -- Points that leave one member for another arrive, all of them, in the same commit.
    if not exists (
      select from ledger.handed_points h
      join ledger.transactions i on i.id = h.transaction_id and i.customer_id = h.customer_id
        and i.received_point_regular + i.received_point_limited = h.points
      join ledger.transactions o on o.id = h.giver_transaction_id and o.customer_id = h.giver_id
        and o.tender_point_regular + o.tender_point_limited = h.points
      where h.transaction_id = new.id or h.giver_transaction_id = new.id) then
      raise exception 'transfer % has no other side', new.id using errcode = 'check_violation';
    end if;
  end if;
  return null;
end $$;

-- What a sale says of its refunds is what they say themselves: tender by tender for refunds, and the one movement that
-- voids it; never both. Whoever takes part is the sale's customer and store.
create or replace function ledger.refunds_match(p_sale uuid) returns void
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  s ledger.transactions;
  r record;
begin
  select * into s from ledger.transactions where id = p_sale;
  if s.kind is distinct from 'payment' then
    raise exception '% is no sale that could be refunded', p_sale using errcode = 'check_violation';
  end if;
  select coalesce(sum(b.back_points) filter (where b.kind = 'refund'), 0) as points,
    coalesce(sum(b.back_paid) filter (where b.kind = 'refund'), 0) as paid,
    coalesce(sum(b.back_bonus) filter (where b.kind = 'refund'), 0) as bonus,
    coalesce(sum(b.back_cash) filter (where b.kind = 'refund'), 0) as cash,
    coalesce(sum(b.back_card) filter (where b.kind = 'refund'), 0) as card,
    coalesce(sum(b.back_later) filter (where b.kind = 'refund'), 0) as later,
    coalesce(sum(b.points_reclaimed) filter (where b.kind = 'refund'), 0) as reclaimed,
    coalesce(max(b.points_reclaimed) filter (where b.kind = 'void'), 0) as reclaimed_by_void,
    min(b.id::text) filter (where b.kind = 'void') as void_id,
    coalesce(max(b.spent_total) filter (where b.kind = 'void'), s.spent_total) as voided,
    coalesce(bool_and(b.customer_id is not distinct from s.customer_id and b.store_id = s.store_id), true) as same
  into r
  from ledger.transactions b where b.related_id = p_sale and b.kind in ('refund', 'void');
  if not r.same then
    raise exception 'refunds of % are of somebody else', p_sale using errcode = 'check_violation';
  end if;
  if (r.points, r.paid, r.bonus, r.cash, r.card, r.later, r.reclaimed) is distinct from (coalesce(s.back_points, 0),
      coalesce(s.back_paid, 0), coalesce(s.back_bonus, 0), coalesce(s.back_cash, 0), coalesce(s.back_card, 0),
      coalesce(s.back_later, 0), coalesce(s.points_reclaimed, 0))
    or r.void_id::uuid is distinct from s.voided_by or r.voided <> s.spent_total
    or greatest(r.reclaimed, r.reclaimed_by_void) > s.received_point_regular + s.received_point_limited
      + coalesce((select d.points from ledger.deferred_sales d where d.sale_id = p_sale), 0) then
    raise exception 'refunds of % do not add up', p_sale using errcode = 'check_violation';
  end if;
end $$;

create or replace function ledger.sale_refunded() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.refunds_match(new.id);
  return null;
end $$;

do $$ begin
  if not exists (select from pg_trigger where tgname = 'transaction_complete') then
    create constraint trigger transaction_complete after insert on ledger.transactions
    deferrable initially deferred for each row when (new.kind <> 'payment' or new.reward_pending_change is not null)
    execute function ledger.transaction_complete();
  end if;
  if not exists (select from pg_trigger where tgname = 'sale_refunded') then
    create constraint trigger sale_refunded after update on ledger.transactions
    deferrable initially deferred for each row execute function ledger.sale_refunded();
  end if;
end $$;

-- The lots of limited points are the limited points, to the point, at every commit.
create or replace function ledger.lots_match() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- A plan that was made while the tables were small would read them from end to end for ever after.
set enable_seqscan = off
as $$
begin
  if exists (
    select from ledger.wallets w where w.user_id = new.user_id and w.point_limited <>
      (select coalesce(sum(l.remaining), 0) from ledger.point_lots l where l.user_id = new.user_id and l.remaining > 0)
  ) then
    raise exception 'lots of % do not add up to its limited points', new.user_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A member whose points are used up has many lots that go at once, and one question for all of them will do. So a lot that
-- keeps something asks at the commit, and those that keep nothing are asked for together, member by member, when their
-- statement ends. A lot that was set to what it holds already asks at the commit too: `lots_used` puts a member off so.
do $$ begin
  if not exists (select from pg_trigger where tgname = 'new_lots_match_wallet') then
    drop trigger if exists lots_match_wallet on ledger.point_lots;
    drop trigger if exists wallet_matches_lots on ledger.wallets;
    create constraint trigger new_lots_match_wallet after insert on ledger.point_lots
    deferrable initially deferred for each row when (new.remaining > 0)
    execute function ledger.lots_match();
    create constraint trigger lots_match_wallet after update on ledger.point_lots
    deferrable initially deferred for each row when (new.remaining > 0 or new.remaining = old.remaining)
    execute function ledger.lots_match();
    create constraint trigger wallet_matches_lots after update of point_limited on ledger.wallets
    deferrable initially deferred for each row when (old.point_limited is distinct from new.point_limited)
    execute function ledger.lots_match();
  end if;
  -- What stood in the place of `point_lots_used`.
  if exists (select from pg_trigger where tgname = 'point_lots_in_order') then
    drop trigger point_lots_in_order on ledger.point_lots;
    drop function ledger.lots_in_order();
  end if;
end $$;

-- A lot gives nothing while one that ends before it still has some. Only the lot that a sale or a gift itself
-- brought gives first to what takes that back.
create or replace function ledger.lots_used() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
-- A plan that was made while the tables were small would read them from end to end for ever after.
set enable_seqscan = off
as $$
declare
  v_passed_by uuid[];
  v_unmatched uuid[];
  v_wrong uuid;
begin
  -- One look at what each member has left says who has nothing to explain: that is nearly everybody.
  select array_agg(u.user_id) filter (where has.earlier), array_agg(u.lot) filter (where u.emptied and has.points <> (
    select w.point_limited from ledger.wallets w where w.user_id = u.user_id))
  into v_passed_by, v_unmatched
  from (
    select n.user_id, max(n.expires_at) as last_end, (array_agg(n.id order by n.expires_at desc, n.id desc))[1] as lot,
      bool_and(n.remaining = 0) as emptied
    from after_use n group by n.user_id
  ) u
  cross join lateral (
    select coalesce(sum(l.remaining), 0) as points, bool_or((l.expires_at, l.id) < (u.last_end, u.lot)) as earlier
    from ledger.point_lots l where l.user_id = u.user_id and l.remaining > 0
  ) has;

  if v_passed_by is not null then
    select n.user_id into v_wrong
    from after_use n
    join before_use o on o.id = n.id and n.remaining < o.remaining
    where n.user_id = any (v_passed_by) and exists (
      select from ledger.point_lots e
      where e.user_id = n.user_id and e.remaining > 0 and (e.expires_at, e.id) < (n.expires_at, n.id))
      and not exists (
        select from ledger.transactions r
        where r.related_id = n.transaction_id and r.kind in ('refund', 'void', 'adjustment') and r.xid = pg_current_xact_id())
    limit 1;
    if v_wrong is not null then
      raise exception 'lots of % are not used in the order of their ends', v_wrong using errcode = 'check_violation';
    end if;
  end if;

  -- The rest of the movement may still come: a lot that is touched once more asks at the commit. Where nothing was in the
  -- lots before, this is that touch itself.
  if v_unmatched is not null and exists (select from before_use where remaining > 0) then
    update ledger.point_lots set remaining = remaining where id = any (v_unmatched);
  end if;
  return null;
end $$;

create or replace trigger point_lots_used
after update on ledger.point_lots referencing old table as before_use new table as after_use
for each statement execute function ledger.lots_used();

-- Lots of given balance are written with the movement that gave it, and never hold more than the wallet does. Known at
-- the end only: the movement may use what it finds before it gives anew.
create or replace function ledger.bonus_lots_match() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if exists (
    select from ledger.wallets w where w.user_id = new.user_id and w.balance_bonus <
      (select coalesce(sum(l.remaining), 0) from ledger.bonus_lots l where l.user_id = new.user_id and l.remaining > 0)
  ) then
    raise exception 'lots of % hold more than its given balance', new.user_id using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' and not exists (
    select from ledger.transactions t
    where t.id = new.transaction_id and t.customer_id = new.user_id and t.xid = pg_current_xact_id()
      and t.received_bonus >= (select sum(l.granted) from ledger.bonus_lots l where l.transaction_id = new.transaction_id)
  ) then
    raise exception 'lots of % are not what % gave', new.user_id, new.transaction_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

do $$ begin
  if not exists (select from pg_trigger where tgname = 'bonus_lots_match_wallet') then
    create constraint trigger bonus_lots_match_wallet after insert or update on ledger.bonus_lots
    deferrable initially deferred for each row execute function ledger.bonus_lots_match();
  end if;
end $$;

-- A lot of given balance begins full and moves with transfers in no other way; what moved it stays written down.
create or replace function ledger.bonus_lot_moved() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.remaining <> new.granted then
    raise exception 'a lot of given balance begins full' using errcode = 'restrict_violation';
  elsif tg_op = 'UPDATE' and pg_trigger_depth() < 2 then
    raise exception 'lots of % move by transfers only', old.user_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger bonus_lots_move_by_transfers before insert or update on ledger.bonus_lots
for each row execute function ledger.bonus_lot_moved();

create or replace function ledger.bonus_lot_move_written() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'moves of lots are written by transfers only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger bonus_lot_moves_by_transfers before insert on ledger.bonus_lot_moves
for each row execute function ledger.bonus_lot_move_written();

-- Posted is posted: corrections are new movements that name the old one. Each row is a guard: its name, its table, and what
-- nobody may do there.
select ledger.forbid(g.name, g.guarded, g.forbidden)
from (values
  ('transfers_are_final', 'transfers', 'update or delete'),
  ('transfers_stay', 'transfers', 'truncate'),
  ('transaction_lines_are_final', 'transaction_lines', 'update or delete'),
  ('transaction_lines_stay', 'transaction_lines', 'truncate'),
  ('transactions_stay', 'transactions', 'truncate'),
  ('corrections_are_final', 'corrections', 'update or delete'),
  ('corrections_stay', 'corrections', 'truncate'),
  ('seals_are_final', 'seals', 'update or delete'),
  ('seals_stay', 'seals', 'truncate'),
  ('wallets_keep_their_owner', 'wallets', 'update of user_id'),
  ('wallets_stay', 'wallets', 'delete'),
  ('wallets_remain', 'wallets', 'truncate'),
  -- A lot keeps its size, its owner and its end.
  ('point_lots_are_fixed', 'point_lots', 'update of id, user_id, granted, expires_at, transaction_id'),
  ('point_lots_stay', 'point_lots', 'delete'),
  ('point_lots_remain', 'point_lots', 'truncate'),
  ('bonus_lots_are_fixed', 'bonus_lots', 'update of id, user_id, granted, expires_at, transaction_id'),
  ('bonus_lots_stay', 'bonus_lots', 'delete'),
  ('bonus_lots_remain', 'bonus_lots', 'truncate'),
  ('bonus_lot_moves_are_final', 'bonus_lot_moves', 'update or delete'),
  ('bonus_lot_moves_stay', 'bonus_lot_moves', 'truncate'),
  ('prepaid_days_stay', 'prepaid_days', 'delete'),
  ('prepaid_days_remain', 'prepaid_days', 'truncate'),
  -- A gift that was given stays given: without its row it could be given again.
  ('campaign_grants_are_final', 'campaign_grants', 'update or delete'),
  ('campaign_grants_remain', 'campaign_grants', 'truncate'),
  ('handed_points_are_final', 'handed_points', 'update or delete'),
  ('handed_points_remain', 'handed_points', 'truncate'),
  ('point_reasons_are_final', 'point_reasons', 'update or delete'),
  ('point_reasons_stay', 'point_reasons', 'truncate'),
  -- A reward keeps what it is and why; only what becomes of it moves on.
  ('rewards_are_fixed', 'rewards', 'update of transaction_id, sale_id, customer_id, affiliator_id, store_id, base, '
    'rate_bp, base_min, amount, cut, day_max, earned_at, sold_on'),
  ('rewards_stay', 'rewards', 'delete'),
  ('rewards_remain', 'rewards', 'truncate'),
  ('reward_moves_are_final', 'reward_moves', 'update or delete'),
  ('reward_moves_remain', 'reward_moves', 'truncate'),
  ('level_changes_are_final', 'level_changes',
    'update of id, user_id, at, reason, year, level_before, level_after, accumulation'),
  ('level_changes_stay', 'level_changes', 'delete'),
  ('level_changes_remain', 'level_changes', 'truncate'),
  ('pay_codes_remain', 'pay_codes', 'truncate'),
  ('idempotency_remains', 'idempotency', 'truncate'),
  ('outbox_remains', 'outbox', 'truncate')
) g (name, guarded, forbidden);

-- Why points came stays as it was written, beside the movement that it explains.
create or replace function ledger.reasons_posted() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_wrong uuid;
begin
  select p.transaction_id into v_wrong
  from (
    select transaction_id, customer_id, sum(greatest(points, 0)) as given, sum(greatest(-points, 0)) as taken
    from posted group by 1, 2
  ) p
  left join ledger.transactions t on t.id = p.transaction_id
  where t.id is null or t.xid <> pg_current_xact_id() or t.customer_id is distinct from p.customer_id
    or p.given > t.received_point_regular + t.received_point_limited
    or (p.taken > 0 and t.kind not in ('refund', 'void'))
  limit 1;
  if v_wrong is not null then
    raise exception 'reasons of % do not fit its head', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger reasons_posted
after insert on ledger.point_reasons referencing new table as posted
for each statement execute function ledger.reasons_posted();

-- What members were promised holds while a campaign runs: it may be paused, prolonged and given more, and nothing else.
create or replace function ledger.campaign_changed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_open text[] := array['name', 'description', 'ends_at', 'member_max', 'budget', 'budget_used', 'paused_at'];
begin
  if old.starts_at > ledger.now() then return new; end if;
  if (to_jsonb(new) - v_open) <> (to_jsonb(old) - v_open)
    or (new.ends_at < old.ends_at and new.ends_at < ledger.now())
    or (old.ends_at <= ledger.now() and new.ends_at <> old.ends_at)
    or coalesce(new.member_max < old.member_max, old.member_max is null and new.member_max is not null)
    or (old.budget is null) <> (new.budget is null) then
    raise exception 'campaign % has begun', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger campaigns_keep_their_word before update on campaigns
for each row execute function ledger.campaign_changed();
create or replace trigger campaigns_stay before delete on campaigns
for each row execute function ledger.refuse_change();
create or replace trigger campaigns_remain before truncate on campaigns
for each statement execute function ledger.refuse_change();

-- The answer to a key is written once, by the commit that did the work; rows leave only when they are old.
create or replace function ledger.answer_given() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if old.xid <> pg_current_xact_id()
    or (to_jsonb(new) - 'refusal') <> (to_jsonb(old) - 'refusal') then
    raise exception 'the answer to a key is final' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger idempotency_answers_are_final before update on ledger.idempotency
for each row execute function ledger.answer_given();

-- Of a sale only what a later refund or void adds may change, and only forward; of any other head nothing.
create or replace function ledger.transaction_changed() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
declare
  grows constant text[] := '{refunded_total,voided_by,back_points,back_paid,back_bonus,back_cash,back_card,back_later,points_reclaimed}';
  corrected constant text[] := '{corrected_cash,corrected_card,corrected_employee_id,corrected_note,corrections}';
begin
  -- How a sale stands is what its last revision says, and changes with a new one alone.
  if tg_op = 'UPDATE' and (new.corrections is distinct from old.corrections
      or new.corrected_cash is distinct from old.corrected_cash or new.corrected_card is distinct from old.corrected_card
      or new.corrected_employee_id is distinct from old.corrected_employee_id
      or new.corrected_note is distinct from old.corrected_note) then
    if to_jsonb(new) - corrected <> to_jsonb(old) - corrected or not exists (
      select from ledger.corrections c
      where c.transaction_id = old.id and c.revision = new.corrections and c.xid = pg_current_xact_id()
        and c.revision = coalesce(old.corrections, 0) + 1
        and (c.cash_after, c.card_after, c.employee_after) = (new.corrected_cash, new.corrected_card, new.corrected_employee_id)
        and c.note_after is not distinct from new.corrected_note) then
      raise exception 'transaction % is corrected by a revision only', old.id using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE'
    or (old.kind <> 'payment' and to_jsonb(new) <> to_jsonb(old))
    or new.refunded_total < old.refunded_total
    or coalesce(new.back_points, 0) < coalesce(old.back_points, 0)
    or coalesce(new.back_paid, 0) < coalesce(old.back_paid, 0)
    or coalesce(new.back_bonus, 0) < coalesce(old.back_bonus, 0)
    or coalesce(new.back_cash, 0) < coalesce(old.back_cash, 0)
    or coalesce(new.back_card, 0) < coalesce(old.back_card, 0)
    or coalesce(new.back_later, 0) < coalesce(old.back_later, 0)
    or coalesce(new.points_reclaimed, 0) < coalesce(old.points_reclaimed, 0)
    or (old.voided_by is not null and new.voided_by is distinct from old.voided_by)
    or (to_jsonb(new) - grows) <> (to_jsonb(old) - grows) then
    raise exception '% of transaction % is never allowed', tg_op, old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger transactions_are_final before update or delete on ledger.transactions
for each row execute function ledger.transaction_changed();

-- Balances move with transfers and in no other way: the trigger above runs one level deep, everybody else at the top, and
-- only they are stopped here.
create or replace function ledger.wallet_moved() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.balance_paid <> 0 or new.balance_bonus <> 0 or new.point_regular <> 0 or new.point_limited <> 0
      or new.point_debt <> 0 or new.receivable <> 0 or new.reward_confirmed <> 0 or new.reward <> 0
      or new.payout_hold <> 0 then
      raise exception 'a wallet begins empty' using errcode = 'restrict_violation';
    end if;
    new.inviter_id := (select a.affiliator_id from affiliates a where a.user_id = new.user_id);
  else
    raise exception 'balances of % move by transfers only', old.user_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- Migration 0261 counted the cash of the last days in a commit of its own; what was paid between it and these functions was
-- counted by nobody. It is counted anew once, while nobody can post.
do $$
begin
  if exists (select from pg_trigger where tgrelid = 'ledger.wallets'::regclass and tgname = 'wallets_cash_is_known') then
    return;
  end if;
  lock table ledger.transactions, ledger.wallets in share row exclusive mode;
  with days as (
    select customer_id, business_date, sum(tender_cash) as cash
    from ledger.transactions
    where customer_id is not null and tender_cash > 0 and kind in ('payment', 'later_payment', 'charge')
      and completed_at > now() - interval '4 days'
    group by 1, 2
  ), last as (
    select distinct on (customer_id) customer_id, business_date, cash from days order by customer_id, business_date desc
  )
  update ledger.wallets w
  set cash_on = l.business_date, cash_in = l.cash,
    cash_in_before = coalesce((
      select d.cash from days d where d.customer_id = l.customer_id and d.business_date = l.business_date - 1), 0)
  from last l
  where w.user_id = l.customer_id;
end $$;

create or replace trigger wallets_begin_empty before insert on ledger.wallets
for each row execute function ledger.wallet_moved();
create or replace trigger wallets_move_by_transfers
before update of balance_paid, balance_bonus, point_regular, point_limited, point_debt, receivable, reward_confirmed, reward,
  payout_hold, cash_on, cash_in, cash_in_before on ledger.wallets
for each row when (pg_trigger_depth() = 0) execute function ledger.wallet_moved();

-- Beyond two million yen in cash on one day it is known who paid them. The wallet counts what it was at most, so that the
-- movements of a day are read near that line alone.
create or replace function ledger.cash_is_known() returns trigger
language plpgsql security definer
set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
declare
  v_wrong uuid;
begin
  select t.id into v_wrong
  from ledger.transactions t
  where t.customer_id = new.user_id and t.xid = pg_current_xact_id()
    and t.kind in ('payment', 'later_payment', 'charge') and t.tender_cash > 0
    -- By itself too: what says of itself that it is voided or taken back is not among the cash of its day.
    and (t.tender_cash > 2000000 or ledger.cash_of_day(t.customer_id, t.business_date, t.completed_at) > 2000000)
    and not exists (
      select from cash_checks k
      where k.transaction_id = t.id and k.customer_id = t.customer_id
        or k.customer_id = t.customer_id and k.business_date = t.business_date)
  limit 1;
  if v_wrong is not null then
    raise exception 'cash of % needs a check of who paid it', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger wallets_cash_is_known after update of cash_in, cash_in_before on ledger.wallets
for each row when (new.cash_in > 2000000 or new.cash_in_before > 2000000) execute function ledger.cash_is_known();

-- A code begins live, its life is never stretched, and what has ended stays as it is. It is spent by its customer's
-- payment alone.
create or replace function ledger.pay_code_changed() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'INSERT' or old.state in ('spent', 'void') and new is distinct from old
    or new.id <> old.id or new.user_id <> old.user_id or new.session_id <> old.session_id
    or new.token_hash <> old.token_hash or new.code_hash <> old.code_hash
    or new.issued_at <> old.issued_at or new.expires_at > old.expires_at then
    raise exception '%', case
      when tg_op = 'INSERT' then 'a pay code begins live'
      when old.state in ('spent', 'void') then format('pay code %s has ended', old.id)
      else format('pay code %s cannot be altered', old.id)
    end using errcode = 'restrict_violation';
  end if;
  if new.state = 'spent' then
    perform from ledger.transactions t
    where t.id = new.transaction_id and t.pay_code_id = new.id and t.customer_id = new.user_id;
    if not found then
      raise exception 'pay code % is spent by a payment only', old.id using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;

create or replace trigger pay_codes_begin_live before insert on ledger.pay_codes
for each row when (new.state <> 'live') execute function ledger.pay_code_changed();
create or replace trigger pay_codes_end_once before update on ledger.pay_codes
for each row execute function ledger.pay_code_changed();

-- A suspension waits for the payments that are under way, and every later one sees it: none settles after its commit.
create or replace function ledger.suspension_waits() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform 1 from ledger.wallets where user_id = new.id for no key update;
  return null;
end $$;

create or replace trigger user_suspended after update of suspended_at on users
for each row when (new.suspended_at is not null and old.suspended_at is null)
execute function ledger.suspension_waits();
