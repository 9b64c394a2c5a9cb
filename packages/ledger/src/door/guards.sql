  -- A reward keeps what it is and why; only what becomes of it moves on.

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

-- Of a sale only what a later refund or void adds may change, and only forward; of any other movement nothing.
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

-- Balances move with transfers and in no other way: `transfers_posted` runs one level deep, all other statements at the
-- top, and only they are stopped here.
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

-- A suspension waits for the payments that are under way, and every later one sees it: none settles after its commit.
create or replace function ledger.suspension_waits() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform 1 from ledger.wallets where user_id = new.id for no key update;
  return null;
end $$;
