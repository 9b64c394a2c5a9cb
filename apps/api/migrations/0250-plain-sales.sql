-- PostgreSQL reads the text of every check of a table anew for each statement that writes to it. A sale to a member, by
-- far the most frequent movement, therefore proves in one short check that it is plain; what is not has to pass a
-- function that holds what used to be fourteen checks.

set lock_timeout = '3s';

-- Whether a head that is no plain sale is what its kind may be. As with checks, what is not known is no fault.
create function ledger.head_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (
    t.kind in ('buyback', 'cash', 'payment', 'charge', 'grant', 'refund', 'void', 'convert', 'transfer', 'reward', 'payout',
      'expire', 'later_payment', 'adjustment')
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
  ) is not false;
end $$;

alter table ledger.transactions
  drop constraint transactions_bank_pays_debts,
  drop constraint transactions_cash,
  drop constraint transactions_check1,
  drop constraint transactions_check4,
  drop constraint transactions_collection_adds_up,
  drop constraint transactions_corrected,
  drop constraint transactions_debt_of_a_customer,
  drop constraint transactions_given_up,
  drop constraint transactions_issued_paid,
  drop constraint transactions_kind_check,
  drop constraint transactions_not_negative,
  drop constraint transactions_of_nobody,
  drop constraint transactions_refund_adds_up,
  drop constraint transactions_refunded_as_paid,
  drop constraint transactions_rewards,
  drop constraint transactions_withheld,
  add constraint transactions_not_negative check (least(spent_total, tender_balance_paid, tender_balance_bonus,
    tender_point_regular, tender_point_limited, tender_cash, tender_card, tender_later, received_paid, received_bonus,
    received_point_regular, received_point_limited, earn_base, rate_bp, balance_paid_after, balance_bonus_after,
    point_regular_after, point_limited_after, receivable_after) >= 0) not valid,
  -- A sale to a member of which nothing has come back yet and that nobody has corrected; an inviter may earn by it.
  add constraint transactions_add_up check ((kind = 'payment' and customer_id is not null and refunded_total = 0
    and (reward_pending_change is null or reward_pending_change > 0)
    and num_nonnulls(tender_bank, back_points, back_paid, back_bonus, back_cash, back_card, back_later, points_reclaimed,
      points_lapsed, points_deducted, points_owed, point_debt_repaid, point_debt_after, cash_act, later_written_off,
      corrections, corrected_cash, corrected_card, corrected_employee_id, corrected_note, issued_paid, reward_step,
      reward_confirmed_change, reward_change, payout_hold_change, payout_bank, reward_confirmed_after, reward_after,
      payout_hold_after, payout_withheld) = 0)
    or ledger.head_adds_up(transactions)) not valid;

alter table ledger.transactions validate constraint transactions_not_negative;
alter table ledger.transactions validate constraint transactions_add_up;

alter table ledger.wallets
  drop constraint wallets_reward_check,
  drop constraint wallets_receivable_check,
  drop constraint wallets_point_debt_check,
  drop constraint wallets_payout_hold_check,
  drop constraint wallets_level_accumulation_check,
  drop constraint wallets_deferred_limit_check,
  drop constraint wallets_point_regular_check,
  drop constraint wallets_balance_paid_check,
  drop constraint wallets_balance_bonus_check,
  drop constraint wallets_balance_spent_ceiling_check,
  drop constraint wallets_point_limited_check,
  add constraint wallets_not_negative check (least(balance_paid, balance_bonus, point_regular, point_limited, point_debt,
    receivable, reward, payout_hold, level_accumulation, deferred_limit, balance_spent_ceiling) >= 0) not valid;

alter table ledger.wallets validate constraint wallets_not_negative;

-- Heads are looked at a statement at a time, and sales no longer once more each at the commit: `ledger.heads_posted` and
-- `ledger.transaction_complete` are put up anew with the functions of the ledger.
drop trigger if exists day_stays_closed on ledger.transactions;
drop trigger if exists cash_is_known on ledger.transactions;
drop trigger if exists transaction_complete on ledger.transactions;
drop function if exists ledger.day_stays_closed();
drop function if exists ledger.cash_is_known();
