-- PostgreSQL reads the text of every check of a table anew for each statement that writes to it, and the three checks of a
-- movement's head were half of all that a payment's statement had to read. They become one function, which a connection
-- reads once.

set lock_timeout = '3s';

-- Whether a head is what its kind may be. As with checks, what is not known is no fault.
create function ledger.head_fits(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  if least(t.spent_total, t.tender_balance_paid, t.tender_balance_bonus, t.tender_point_regular, t.tender_point_limited,
      t.tender_cash, t.tender_card, t.tender_later, t.received_paid, t.received_bonus, t.received_point_regular,
      t.received_point_limited, t.earn_base, t.rate_bp, t.balance_paid_after, t.balance_bonus_after,
      t.point_regular_after, t.point_limited_after, t.receivable_after) < 0 then
    return false;
  end if;
  if t.kind = 'payment' then
    if (t.spent_total > 0
      and t.spent_total = t.tender_balance_paid + t.tender_balance_bonus + t.tender_point_regular
        + t.tender_point_limited + t.tender_cash + t.tender_card + t.tender_later
      and t.employee_id is not null and t.store_id is not null and t.register_id is not null) is false
    then
      return false;
    end if;
    -- A sale to a member of which nothing has come back yet and that nobody has corrected; an inviter may earn by it.
    if t.customer_id is not null and t.refunded_total = 0
      and (t.reward_pending_change is null or t.reward_pending_change > 0)
      and num_nonnulls(t.tender_bank, t.back_points, t.back_paid, t.back_bonus, t.back_cash, t.back_card, t.back_later,
        t.points_reclaimed, t.points_lapsed, t.points_deducted, t.points_owed, t.point_debt_repaid, t.point_debt_after,
        t.cash_act, t.later_written_off, t.corrections, t.corrected_cash, t.corrected_card, t.corrected_employee_id,
        t.corrected_note, t.issued_paid, t.reward_step, t.reward_confirmed_change, t.reward_change,
        t.payout_hold_change, t.payout_bank, t.reward_confirmed_after, t.reward_after, t.payout_hold_after,
        t.payout_withheld) = 0
    then
      return true;
    end if;
  end if;
  return ledger.head_adds_up(t);
end $$;

alter table ledger.transactions
  drop constraint transactions_not_negative,
  drop constraint transactions_check2,
  drop constraint transactions_add_up,
  add constraint transactions_add_up check (ledger.head_fits(transactions)) not valid;
