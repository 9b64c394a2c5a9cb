-- PostgreSQL reads every check of a table anew for each statement that inserts into it. What refunds, collections, cash
-- and corrections have to prove therefore stands in functions, whose text a sale never reads.

set lock_timeout = '3s';

create or replace function ledger.refunded_as_paid(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return t.refunded_total = coalesce(t.back_points, 0) + coalesce(t.back_paid, 0) + coalesce(t.back_bonus, 0)
      + coalesce(t.back_cash, 0) + coalesce(t.back_card, 0) + coalesce(t.back_later, 0)
    and coalesce(t.back_points, 0) <= t.tender_point_regular + t.tender_point_limited
    and coalesce(t.back_paid, 0) <= t.tender_balance_paid
    and coalesce(t.back_bonus, 0) <= t.tender_balance_bonus
    -- Of a corrected sale the money goes back to where it was found to have come from.
    and coalesce(t.back_cash, 0) <= coalesce(t.corrected_cash, t.tender_cash)
    and coalesce(t.back_card, 0) <= coalesce(t.corrected_card, t.tender_card)
    and coalesce(t.back_later, 0) <= t.tender_later
    -- What a debt earned when it was collected stands with the debt, and its refunds are measured there.
    and (t.tender_later > 0
      or coalesce(t.points_reclaimed, 0) <= t.received_point_regular + t.received_point_limited);
end $$;

-- Every yen of a refund goes somewhere, and every point taken back comes from somewhere. `tender_later` of a refund is
-- the debt that it takes away. What was deferred and has been paid goes back the way it was paid, so balance and card may
-- get more than their own share of the sale.
create or replace function ledger.refund_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.related_id is not null and t.employee_id is not null and t.store_id is not null
    and (t.kind = 'void' or t.reason is not null)
    and t.spent_total > 0
    and t.spent_total = t.back_points + t.back_paid + t.back_bonus + t.back_cash + t.back_card + coalesce(t.back_later, 0)
    and t.back_points = t.received_point_regular + t.received_point_limited + t.points_lapsed
    and t.back_paid + t.back_bonus + t.back_cash + t.back_card + coalesce(t.back_later, 0)
      = t.received_paid + t.received_bonus + t.tender_cash + t.tender_card + t.tender_later + t.points_deducted
    and t.received_paid <= t.back_paid + coalesce(t.back_later, 0)
    and t.received_bonus <= t.back_bonus + coalesce(t.back_later, 0)
    and t.tender_card <= t.back_card + coalesce(t.back_later, 0)
    and t.points_reclaimed = t.tender_point_regular + t.tender_point_limited + t.points_deducted + t.points_owed
    and t.tender_balance_paid = 0 and t.tender_balance_bonus = 0
    and t.refunded_total = 0 and t.voided_by is null
    and t.approved_by is distinct from t.employee_id) is true;
end $$;

create function ledger.collection_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return t.customer_id is not null and t.store_id is not null and t.spent_total > 0
    and t.spent_total = t.tender_balance_paid + t.tender_balance_bonus + t.tender_cash + t.tender_card
      + coalesce(t.tender_bank, 0)
    and t.tender_later = 0 and t.tender_point_regular = 0 and t.tender_point_limited = 0
    and t.received_paid = 0 and t.received_bonus = 0 and t.received_point_limited = 0;
end $$;

create function ledger.write_off_is_whole(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return t.kind = 'adjustment' and t.customer_id is not null and t.store_id is not null and t.employee_id is not null
    and t.reason is not null and t.related_id is not null and t.spent_total = 0 and t.later_written_off > 0;
end $$;

create function ledger.cash_act_fits(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.kind = 'cash' and t.cash_act is not null and t.drawer_change is not null and t.store_id is not null
    and t.employee_id is not null and t.customer_id is null
    and t.spent_total = 0 and t.tender_cash = 0 and t.tender_card = 0
    and case t.cash_act
      when 'pay_in' then t.drawer_change > 0 and t.reason is not null
      when 'pay_out' then t.drawer_change < 0 and t.reason is not null
      when 'deposit' then t.drawer_change < 0
      else t.cash_act in ('float', 'over_short', 'reopen') end) is true;
end $$;

-- A correction moves an amount from one label to the other; it never makes one.
create function ledger.correction_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.corrections > 0 and (t.corrected_cash is null) = (t.corrected_card is null)
    and (t.corrected_cash is null or (t.corrected_cash >= 0 and t.corrected_card >= 0
      and t.corrected_cash + t.corrected_card = t.tender_cash + t.tender_card))) is true;
end $$;

alter table ledger.transactions
  drop constraint transactions_refunded_as_paid,
  drop constraint transactions_refund_adds_up,
  drop constraint transactions_collection_adds_up,
  drop constraint transactions_given_up,
  drop constraint transactions_later_written_off_check,
  drop constraint transactions_cash,
  drop constraint transactions_cash_act_check,
  drop constraint transactions_corrected_sum,
  drop constraint transactions_corrected_sale,
  drop constraint transactions_corrected_cash_check,
  drop constraint transactions_corrected_card_check,
  drop constraint transactions_corrections_check,
  drop constraint transactions_back_later_check,
  drop constraint transactions_tender_bank_check,
  drop constraint transactions_receivable_after_check,
  drop constraint transactions_not_negative,
  drop constraint transactions_check3,
  add constraint transactions_refunded_as_paid check (kind <> 'payment' or (refunded_total = 0
    and num_nonnulls(back_points, back_paid, back_bonus, back_cash, back_card, back_later, points_reclaimed) = 0)
    or ledger.refunded_as_paid(transactions)),
  add constraint transactions_refund_adds_up check ((kind <> 'refund' and kind <> 'void')
    or ledger.refund_adds_up(transactions)),
  add constraint transactions_collection_adds_up check (kind <> 'later_payment'
    or ledger.collection_adds_up(transactions)),
  add constraint transactions_given_up check (later_written_off is null or ledger.write_off_is_whole(transactions)),
  add constraint transactions_cash check ((kind <> 'cash' and cash_act is null) or ledger.cash_act_fits(transactions)),
  add constraint transactions_corrected check (
    num_nonnulls(corrections, corrected_cash, corrected_card, corrected_employee_id, corrected_note) = 0
    or ledger.correction_adds_up(transactions)),
  -- Without a customer nothing moves that only a customer has. None of these is below zero.
  add constraint transactions_of_nobody check (customer_id is not null or greatest(tender_balance_paid,
    tender_balance_bonus, tender_point_regular, tender_point_limited, tender_later, received_paid, received_bonus,
    received_point_regular, received_point_limited) = 0),
  -- Columns that may be empty are left out of the comparison where they are.
  add constraint transactions_not_negative check (least(spent_total, tender_balance_paid, tender_balance_bonus,
    tender_point_regular, tender_point_limited, tender_cash, tender_card, tender_later, tender_bank, received_paid,
    received_bonus, received_point_regular, received_point_limited, earn_base, rate_bp, balance_paid_after,
    balance_bonus_after, point_regular_after, point_limited_after, receivable_after, back_points, back_paid, back_bonus,
    back_cash, back_card, back_later, points_reclaimed, points_lapsed, points_deducted, points_owed, point_debt_repaid,
    point_debt_after) >= 0);
