-- What was written stays: who may alter a row of the ledger, how far, and what nobody may.

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
  ('given_levels_are_fixed', 'given_levels',
    'update of id, user_id, level_index, rank, until, reason, given_by, approved_by, given_at'),
  ('given_levels_stay', 'given_levels', 'delete'),
  ('given_levels_remain', 'given_levels', 'truncate'),
  ('pay_codes_remain', 'pay_codes', 'truncate'),
  ('idempotency_remains', 'idempotency', 'truncate'),
  ('outbox_remains', 'outbox', 'truncate')
) g (name, guarded, forbidden);

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

-- Balances move with transfers and in no other way: `transfers_posted` runs one level deep, everybody else at the top,
-- and only they are stopped here.
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

create or replace trigger wallets_begin_empty before insert on ledger.wallets
for each row execute function ledger.wallet_moved();
create or replace trigger wallets_move_by_transfers
before update of balance_paid, balance_bonus, point_regular, point_limited, point_debt, receivable, reward_confirmed, reward,
  payout_hold, cash_on, cash_in, cash_in_before on ledger.wallets
for each row when (pg_trigger_depth() = 0) execute function ledger.wallet_moved();

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
