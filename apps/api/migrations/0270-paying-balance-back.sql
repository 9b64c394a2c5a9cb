-- Unused paid balance that is paid back in money. The law on prepaid value forbids it but for few cases, so that each is
-- asked for by one member of staff and agreed to by an owner, and stays on record with its reason.

set lock_timeout = '3s';

create table prepaid_cashouts (
  -- The movement that takes the balance has the same id.
  id uuid primary key,
  user_id uuid not null references ledger.wallets (user_id),
  amount bigint not null check (amount > 0),
  -- Within what a half-year has room for; for a reason of the holder's that cannot be helped; or because the business ends.
  reason text not null check (reason in ('within_quota', 'relocation', 'emigration', 'other_hardship', 'business_end')),
  -- How the money reaches its holder, outside the books of the shops.
  way text not null check (way in ('bank', 'cash')),
  note text not null check (length(trim(note)) between 1 and 200),
  status text not null default 'requested' check (status in ('requested', 'paid', 'rejected', 'withdrawn')),
  requested_by uuid not null references employees (user_id),
  requested_at timestamptz not null,
  decided_by uuid references employees (user_id),
  decided_at timestamptz,
  check ((status = 'requested') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- Whoever asked takes it back and decides nothing.
  constraint cashout_maker_is_no_checker check (decided_by is null or (decided_by = requested_by) = (status = 'withdrawn'))
);
-- One of a member waits at a time.
create unique index prepaid_cashouts_waiting on prepaid_cashouts (user_id) where status = 'requested';
create index prepaid_cashouts_by_time on prepaid_cashouts (requested_at desc, id desc);
create index prepaid_cashouts_of_user on prepaid_cashouts (user_id);

-- What was asked for stays as it was asked, and is decided once.
create function cashout_moves_on() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  follows constant text[] := '{status,decided_by,decided_at}';
begin
  if tg_op = 'DELETE' then
    raise exception 'A cash-out is never removed.' using errcode = 'restrict_violation';
  end if;
  if old.status <> 'requested' or to_jsonb(new) - follows <> to_jsonb(old) - follows then
    raise exception 'A cash-out that is % does not become % like this.', old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger cashout_moves_on before update or delete on prepaid_cashouts for each row execute function cashout_moves_on();
create trigger prepaid_cashouts_stay_whole before truncate on prepaid_cashouts for each statement execute function row_stays();

-- A cash-out takes paid balance and nothing else, by two people, with the reason in words.
create function ledger.cashout_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.customer_id is not null and t.store_id is not null and t.employee_id is not null
    and t.approved_by is not null and t.approved_by <> t.employee_id
    and t.reason is not null and t.related_id is null
    and t.spent_total > 0 and t.spent_total = t.tender_balance_paid
    and t.tender_balance_bonus = 0 and t.tender_point_regular = 0 and t.tender_point_limited = 0
    and t.tender_cash = 0 and t.tender_card = 0 and t.tender_later = 0
    and t.received_paid = 0 and t.received_bonus = 0 and t.received_point_regular = 0
    and t.received_point_limited = 0) is true;
end $$;

create or replace function ledger.head_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (
    t.kind in ('buyback', 'cash', 'payment', 'charge', 'grant', 'refund', 'void', 'convert', 'transfer', 'reward', 'payout',
      'expire', 'later_payment', 'adjustment', 'prepaid_cashout')
    and least(t.tender_bank, t.back_points, t.back_paid, t.back_bonus, t.back_cash, t.back_card, t.back_later,
      t.points_reclaimed, t.points_lapsed, t.points_deducted, t.points_owed, t.point_debt_repaid, t.point_debt_after) >= 0
    -- Nobody but a customer has balance, points or debts.
    and (t.customer_id is not null or (
      greatest(t.tender_balance_paid, t.tender_balance_bonus, t.tender_point_regular, t.tender_point_limited,
        t.tender_later, t.received_paid, t.received_bonus, t.received_point_regular, t.received_point_limited) = 0
      and coalesce(t.points_owed, 0) = 0 and coalesce(t.point_debt_repaid, 0) = 0))
    and t.refunded_total between 0 and t.spent_total
    and not (t.refunded_total > 0 and t.voided_by is not null)
    and (t.kind <> 'payment' or (t.refunded_total = 0 and num_nonnulls(t.back_points, t.back_paid, t.back_bonus,
      t.back_cash, t.back_card, t.back_later, t.points_reclaimed) = 0) or ledger.refunded_as_paid(t))
    and (num_nonnulls(t.corrections, t.corrected_cash, t.corrected_card, t.corrected_employee_id, t.corrected_note) = 0
      or ledger.correction_adds_up(t))
    and (t.kind not in ('refund', 'void') or ledger.refund_adds_up(t))
    and (t.issued_paid is null or (t.issued_paid > 0 and t.kind = 'refund' and t.customer_id is not null
      and t.tender_cash = 0 and t.tender_card = 0 and t.issued_paid <= t.received_paid))
    and (t.kind <> 'later_payment' or ledger.collection_adds_up(t))
    and (t.kind = 'later_payment' or t.tender_bank is null)
    and (t.later_written_off is null or ledger.write_off_is_whole(t))
    and ((t.kind <> 'cash' and t.cash_act is null) or ledger.cash_act_fits(t))
    and ((t.kind not in ('reward', 'payout') and num_nonnulls(t.reward_step, t.reward_pending_change,
        t.reward_confirmed_change, t.reward_change, t.payout_hold_change, t.payout_bank, t.reward_confirmed_after,
        t.reward_after, t.payout_hold_after) = 0) or ledger.reward_adds_up(t))
    and (t.payout_withheld is null or t.kind = 'payout')
    and (t.kind <> 'prepaid_cashout' or ledger.cashout_adds_up(t))
  ) is not false;
end $$;
