-- The door. Whatever inserts transfers, these triggers move the balances, check the books and refuse every change
-- afterwards; no grant and no code path goes round them. They work on whole statements, so that a batch of payments
-- costs one pass.

-- Posted is posted: nothing takes a row back.
create or replace function ledger.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% of % is never allowed', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

-- A transfer belongs to a head that the same database transaction wrote; it moves the customers' balances; and all
-- transfers of one head together say exactly what the head says.
create or replace function ledger.transfers_posted() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_wrong uuid;
begin
  select p.transaction_id into v_wrong
  from (select distinct transaction_id from posted) p
  left join ledger.transactions t on t.id = p.transaction_id and t.xid = pg_current_xact_id()
  where t.id is null
  limit 1;
  if v_wrong is not null then
    raise exception 'transfers of % have no head written by the same commit', v_wrong using errcode = 'check_violation';
  end if;

  with moves as (
    select debit_holder as user_id, debit_kind as kind, -amount as amount from posted
    where debit_kind in ('balance_paid', 'balance_bonus', 'point_regular', 'point_limited')
    union all
    select credit_holder, credit_kind, amount from posted
    where credit_kind in ('balance_paid', 'balance_bonus', 'point_regular', 'point_limited')
  ), sums as (
    select user_id,
      coalesce(sum(amount) filter (where kind = 'balance_paid'), 0) as paid,
      coalesce(sum(amount) filter (where kind = 'balance_bonus'), 0) as bonus,
      coalesce(sum(amount) filter (where kind = 'point_regular'), 0) as regular,
      coalesce(sum(amount) filter (where kind = 'point_limited'), 0) as limited
    from moves group by user_id
  ), moved as (
    update ledger.wallets w set
      balance_paid = w.balance_paid + s.paid,
      balance_bonus = w.balance_bonus + s.bonus,
      point_regular = w.point_regular + s.regular,
      point_limited = w.point_limited + s.limited
    from sums s where w.user_id = s.user_id
    returning w.user_id
  )
  select s.user_id into v_wrong from sums s where not exists (select from moved m where m.user_id = s.user_id) limit 1;
  if v_wrong is not null then
    raise exception 'no wallet for %', v_wrong using errcode = 'foreign_key_violation';
  end if;

  with per_head as (
    select x.transaction_id,
      coalesce(sum(case when x.credit_kind = 'balance_paid' then x.amount end), 0)
        - coalesce(sum(case when x.debit_kind = 'balance_paid' then x.amount end), 0) as paid,
      coalesce(sum(case when x.credit_kind = 'balance_bonus' then x.amount end), 0)
        - coalesce(sum(case when x.debit_kind = 'balance_bonus' then x.amount end), 0) as bonus,
      coalesce(sum(case when x.credit_kind = 'point_regular' then x.amount end), 0)
        - coalesce(sum(case when x.debit_kind = 'point_regular' then x.amount end), 0) as regular,
      coalesce(sum(case when x.credit_kind = 'point_limited' then x.amount end), 0)
        - coalesce(sum(case when x.debit_kind = 'point_limited' then x.amount end), 0) as limited,
      coalesce(sum(case when x.credit_kind = 'sales' then x.amount end), 0)
        - coalesce(sum(case when x.debit_kind = 'sales' then x.amount end), 0) as sales
    from ledger.transfers x
    where x.transaction_id in (select transaction_id from posted)
    group by x.transaction_id
  )
  select h.transaction_id into v_wrong
  from per_head h
  join ledger.transactions t on t.id = h.transaction_id
  where h.paid <> t.received_paid - t.tender_balance_paid
    or h.bonus <> t.received_bonus - t.tender_balance_bonus
    or h.regular <> t.received_point_regular - t.tender_point_regular
    or h.limited <> t.received_point_limited - t.tender_point_limited
    or (t.kind = 'payment' and h.sales <> t.spent_total - t.tender_point_regular - t.tender_point_limited)
  limit 1;
  if v_wrong is not null then
    raise exception 'transfers of % do not add up to its head', v_wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger transfers_posted
after insert on ledger.transfers referencing new table as posted
for each statement execute function ledger.transfers_posted();

-- A head without transfers would be a movement that moved nothing, and the lines of a sale must carry its tenders to
-- the yen. Both are known at the end only, so the check waits for the commit.
create or replace function ledger.transaction_complete() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if not exists (select from ledger.transfers where transaction_id = new.id) then
    raise exception 'transaction % has no transfers', new.id using errcode = 'check_violation';
  end if;
  if new.kind = 'payment' and not exists (
    select from ledger.transaction_lines l where l.transaction_id = new.id
    having sum(l.subtotal) = new.spent_total
      and sum(l.share_points) = new.tender_point_regular + new.tender_point_limited
      and sum(l.share_balance) = new.tender_balance_paid + new.tender_balance_bonus
      and sum(l.share_cash) = new.tender_cash
      and sum(l.share_card) = new.tender_card
      and sum(l.share_later) = new.tender_later) then
    raise exception 'lines of % do not add up to its tenders', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

do $$ begin
  if not exists (select from pg_trigger where tgname = 'transaction_complete') then
    create constraint trigger transaction_complete after insert on ledger.transactions
    deferrable initially deferred for each row execute function ledger.transaction_complete();
  end if;
end $$;

-- The lots of limited points are the limited points, to the point, at every commit.
create or replace function ledger.lots_match() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if exists (
    select from ledger.wallets w where w.user_id = new.user_id and w.point_limited <>
      (select coalesce(sum(l.remaining), 0) from ledger.point_lots l where l.user_id = new.user_id and l.remaining > 0)
  ) then
    raise exception 'lots of % do not add up to its limited points', new.user_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

do $$ begin
  if not exists (select from pg_trigger where tgname = 'lots_match_wallet') then
    create constraint trigger lots_match_wallet after insert or update on ledger.point_lots
    deferrable initially deferred for each row execute function ledger.lots_match();
    create constraint trigger wallet_matches_lots after update of point_limited on ledger.wallets
    deferrable initially deferred for each row when (old.point_limited is distinct from new.point_limited)
    execute function ledger.lots_match();
  end if;
end $$;

create or replace trigger point_lots_stay before delete on ledger.point_lots
for each row execute function ledger.refuse_change();

-- Posted is posted: corrections are new movements that name the old one.
create or replace trigger transfers_are_final before update or delete on ledger.transfers
for each row execute function ledger.refuse_change();
create or replace trigger transfers_stay before truncate on ledger.transfers
for each statement execute function ledger.refuse_change();
create or replace trigger transaction_lines_are_final before update or delete on ledger.transaction_lines
for each row execute function ledger.refuse_change();
create or replace trigger transaction_lines_stay before truncate on ledger.transaction_lines
for each statement execute function ledger.refuse_change();
create or replace trigger seals_are_final before update or delete on ledger.seals
for each row execute function ledger.refuse_change();
create or replace trigger seals_stay before truncate on ledger.seals
for each statement execute function ledger.refuse_change();
create or replace trigger transactions_stay before truncate on ledger.transactions
for each statement execute function ledger.refuse_change();
create or replace trigger wallets_stay before delete on ledger.wallets
for each row execute function ledger.refuse_change();

-- Of a head only what a later refund or void adds may change, and only forward.
create or replace function ledger.transaction_changed() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE'
    or new.refunded_total < old.refunded_total
    or (old.voided_by is not null and new.voided_by is distinct from old.voided_by)
    or (to_jsonb(new) - 'refunded_total' - 'voided_by') <> (to_jsonb(old) - 'refunded_total' - 'voided_by') then
    raise exception '% of transaction % is never allowed', tg_op, old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger transactions_are_final before update or delete on ledger.transactions
for each row execute function ledger.transaction_changed();

-- Balances move with transfers and in no other way: the trigger above runs one level deep, everybody else at the top.
create or replace function ledger.wallet_moved() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.balance_paid <> 0 or new.balance_bonus <> 0 or new.point_regular <> 0 or new.point_limited <> 0 then
      raise exception 'a wallet begins empty' using errcode = 'restrict_violation';
    end if;
  elsif pg_trigger_depth() < 2 then
    raise exception 'balances of % move by transfers only', old.user_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger wallets_begin_empty before insert on ledger.wallets
for each row execute function ledger.wallet_moved();
create or replace trigger wallets_move_by_transfers
before update of balance_paid, balance_bonus, point_regular, point_limited on ledger.wallets
for each row execute function ledger.wallet_moved();

-- A code that was spent stays spent, and its life is never stretched.
create or replace function ledger.pay_code_changed() returns trigger
language plpgsql as $$
begin
  if old.state in ('spent', 'void') and new.state <> old.state then
    raise exception 'pay code % has ended', old.id using errcode = 'restrict_violation';
  end if;
  if new.user_id <> old.user_id or new.token_hash <> old.token_hash or new.code_hash <> old.code_hash
    or new.issued_at <> old.issued_at or new.expires_at > old.expires_at then
    raise exception 'pay code % cannot be altered', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create or replace trigger pay_codes_end_once before update on ledger.pay_codes
for each row execute function ledger.pay_code_changed();
