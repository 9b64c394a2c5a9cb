-- PostgreSQL reads every check of a table anew for each statement that inserts into it. What only refunds have to
-- prove therefore stands in functions, whose text a sale never reads, and what must not be negative in one check.
create function ledger.refunded_as_paid(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return t.refunded_total = coalesce(t.back_points, 0) + coalesce(t.back_paid, 0) + coalesce(t.back_bonus, 0)
      + coalesce(t.back_cash, 0) + coalesce(t.back_card, 0)
    and coalesce(t.back_points, 0) <= t.tender_point_regular + t.tender_point_limited
    and coalesce(t.back_paid, 0) <= t.tender_balance_paid
    and coalesce(t.back_bonus, 0) <= t.tender_balance_bonus
    and coalesce(t.back_cash, 0) <= t.tender_cash
    and coalesce(t.back_card, 0) <= t.tender_card
    and coalesce(t.points_reclaimed, 0) <= t.received_point_regular + t.received_point_limited;
end $$;

-- Every yen of a refund goes somewhere, and every point taken back comes from somewhere.
create function ledger.refund_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.related_id is not null and t.employee_id is not null and t.store_id is not null
    and (t.kind = 'void' or t.reason is not null)
    and t.spent_total > 0
    and t.spent_total = t.back_points + t.back_paid + t.back_bonus + t.back_cash + t.back_card
    and t.back_points = t.received_point_regular + t.received_point_limited + t.points_lapsed
    and t.back_paid + t.back_bonus + t.back_cash + t.back_card
      = t.received_paid + t.received_bonus + t.tender_cash + t.tender_card + t.points_deducted
    and t.received_paid <= t.back_paid and t.received_bonus <= t.back_bonus and t.tender_card <= t.back_card
    and t.points_reclaimed = t.tender_point_regular + t.tender_point_limited + t.points_deducted + t.points_owed
    and t.tender_balance_paid = 0 and t.tender_balance_bonus = 0 and t.tender_later = 0
    and t.refunded_total = 0 and t.voided_by is null
    and t.approved_by is distinct from t.employee_id) is true;
end $$;

alter table ledger.transactions
  drop constraint transactions_refunded_as_paid,
  drop constraint transactions_refund_adds_up,
  add constraint transactions_refunded_as_paid check (kind <> 'payment' or (refunded_total = 0
    and num_nonnulls(back_points, back_paid, back_bonus, back_cash, back_card, points_reclaimed) = 0)
    or ledger.refunded_as_paid(transactions)),
  add constraint transactions_refund_adds_up check ((kind <> 'refund' and kind <> 'void')
    or ledger.refund_adds_up(transactions)),
  drop constraint transactions_spent_total_check,
  drop constraint transactions_tender_balance_paid_check,
  drop constraint transactions_tender_balance_bonus_check,
  drop constraint transactions_tender_point_regular_check,
  drop constraint transactions_tender_point_limited_check,
  drop constraint transactions_tender_cash_check,
  drop constraint transactions_tender_card_check,
  drop constraint transactions_tender_later_check,
  drop constraint transactions_received_paid_check,
  drop constraint transactions_received_bonus_check,
  drop constraint transactions_received_point_regular_check,
  drop constraint transactions_received_point_limited_check,
  drop constraint transactions_earn_base_check,
  drop constraint transactions_rate_bp_check,
  drop constraint transactions_balance_paid_after_check,
  drop constraint transactions_balance_bonus_after_check,
  drop constraint transactions_point_regular_after_check,
  drop constraint transactions_point_limited_after_check,
  drop constraint transactions_back_points_check,
  drop constraint transactions_back_paid_check,
  drop constraint transactions_back_bonus_check,
  drop constraint transactions_back_cash_check,
  drop constraint transactions_back_card_check,
  drop constraint transactions_points_reclaimed_check,
  drop constraint transactions_points_lapsed_check,
  drop constraint transactions_points_deducted_check,
  drop constraint transactions_points_owed_check,
  drop constraint transactions_point_debt_repaid_check,
  drop constraint transactions_point_debt_after_check,
  -- Columns that may be empty are left out of the comparison where they are.
  add constraint transactions_not_negative check (least(spent_total, tender_balance_paid, tender_balance_bonus,
    tender_point_regular, tender_point_limited, tender_cash, tender_card, tender_later, received_paid, received_bonus,
    received_point_regular, received_point_limited, earn_base, rate_bp, balance_paid_after, balance_bonus_after,
    point_regular_after, point_limited_after, back_points, back_paid, back_bonus, back_cash, back_card,
    points_reclaimed, points_lapsed, points_deducted, points_owed, point_debt_repaid, point_debt_after) >= 0);

alter table ledger.transaction_lines
  drop constraint transaction_lines_discount_check,
  drop constraint transaction_lines_tax_rate_bp_check,
  drop constraint transaction_lines_share_points_check,
  drop constraint transaction_lines_share_balance_check,
  drop constraint transaction_lines_share_cash_check,
  drop constraint transaction_lines_share_card_check,
  drop constraint transaction_lines_share_later_check,
  add constraint transaction_lines_not_negative check (least(discount, tax_rate_bp, share_points, share_balance,
    share_cash, share_card, share_later) >= 0);
