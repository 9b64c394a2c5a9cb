-- What a row of `ledger.transactions` has to prove, for the check of the table. What only some kinds have to prove stands in
-- functions of their own, whose text a sale never reads.

-- What the discounts of a line come to.
create or replace function ledger.discount_sum(p_detail jsonb) returns bigint
language sql immutable set search_path = ledger, public, pg_temp as $$
  select coalesce(sum((d ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(p_detail -> 'discounts') d;
$$;

-- Whether no more went back of a sale than it was paid with, way by way.
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

-- Whether every yen of a refund goes somewhere, and every point taken back comes from somewhere. What is issued in place of
-- cash and card is never more than what they would have got.
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
    and t.received_paid - coalesce(t.issued_paid, 0) <= t.back_paid + coalesce(t.back_later, 0)
    and coalesce(t.issued_paid, 0) <= t.back_cash + t.back_card + coalesce(t.back_later, 0)
    and t.received_bonus <= t.back_bonus + coalesce(t.back_later, 0)
    and t.tender_card <= t.back_card + coalesce(t.back_later, 0)
    -- What counts for points, rank and reward is what the customer had paid in money.
    and t.earn_base = t.spent_total - t.back_points - t.tender_later
    and t.points_reclaimed = t.tender_point_regular + t.tender_point_limited + t.points_deducted + t.points_owed
    and t.tender_balance_paid = 0 and t.tender_balance_bonus = 0
    and t.refunded_total = 0 and t.voided_by is null
    and t.approved_by is distinct from t.employee_id) is true;
end $$;

-- A correction moves an amount from one label to the other; it never makes one.
create or replace function ledger.correction_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.corrections > 0 and (t.corrected_cash is null) = (t.corrected_card is null)
    and (t.corrected_cash is null or (t.corrected_cash >= 0 and t.corrected_card >= 0
      and t.corrected_cash + t.corrected_card = t.tender_cash + t.tender_card))) is true;
end $$;

-- A payment of a debt: the ways in which it came in are the whole of it, and points pay no debt.
create or replace function ledger.collection_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return t.customer_id is not null and t.store_id is not null and t.spent_total > 0
    and t.spent_total = t.tender_balance_paid + t.tender_balance_bonus + t.tender_cash + t.tender_card
      + coalesce(t.tender_bank, 0)
    and t.tender_later = 0 and t.tender_point_regular = 0 and t.tender_point_limited = 0
    and t.received_paid = 0 and t.received_bonus = 0 and t.received_point_limited = 0;
end $$;

-- A debt that is given up moves nothing else, and says why.
create or replace function ledger.write_off_is_whole(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return t.kind = 'adjustment' and t.customer_id is not null and t.store_id is not null and t.employee_id is not null
    and t.reason is not null and t.related_id is not null and t.spent_total = 0 and t.later_written_off > 0;
end $$;

-- What a movement of rewards or a payout takes along besides: nothing.
create or replace function ledger.reward_is_alone(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.store_id is not null and (t.kind = 'reward') = (t.step is not null) and t.spent_total = 0
    and t.received_bonus = 0 and t.tender_balance_paid = 0 and t.tender_balance_bonus = 0
    and t.received_point_regular = 0 and t.received_point_limited = 0 and t.tender_point_regular = 0
    and t.tender_point_limited = 0) is true;
end $$;

-- A movement of cash alone says what moved the drawer, and where it needs one its reason.
create or replace function ledger.cash_act_fits(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.kind = 'cash' and t.step is not null and t.store_id is not null
    and t.employee_id is not null and t.customer_id is null
    and t.spent_total = 0 and t.tender_cash = 0 and t.tender_card = 0
    and t.step in ('pay_in', 'pay_out', 'deposit', 'float', 'over_short', 'reopen')
    and (t.step not in ('pay_in', 'pay_out') or t.reason is not null)) is true;
end $$;

-- A cash-out takes paid balance and nothing else, by two people, with the reason in words.
create or replace function ledger.cashout_adds_up(t ledger.transactions) returns boolean
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

-- Whether a movement that is no plain sale is what its kind may be. As with checks, what is not known is no fault.
create or replace function ledger.movement_adds_up(t ledger.transactions) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (
    t.kind in ('buyback', 'cash', 'payment', 'charge', 'grant', 'refund', 'void', 'convert', 'transfer', 'reward', 'payout',
      'expire', 'later_payment', 'adjustment', 'prepaid_cashout')
    and least(t.tender_bank, t.back_points, t.back_paid, t.back_bonus, t.back_cash, t.back_card, t.back_later,
      t.points_reclaimed, t.points_lapsed, t.points_deducted, t.points_owed, t.point_debt_repaid, t.point_debt_after) >= 0
    -- A customer alone has balance, points or debts.
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
    and case when t.kind = 'cash' then ledger.cash_act_fits(t) when t.kind in ('reward', 'payout') then ledger.reward_is_alone(t)
      else t.step is null end
    and (t.kind <> 'prepaid_cashout' or ledger.cashout_adds_up(t))
    -- Balance for points is what their rate gives, which is cut off at a hundredth of a percent.
    and (t.kind <> 'convert' or (t.tender_point_regular + t.tender_point_limited > 0 and t.received_bonus
      between (t.tender_point_regular + t.tender_point_limited) * t.rate_bp / 10000
        and (t.tender_point_regular + t.tender_point_limited) * (t.rate_bp + 1) / 10000))
  ) is not false;
end $$;

-- Whether a movement is what its kind may be. As with checks, what is not known is no fault. Plain sales, which are nearly
-- all, pass by the checks of the other kinds: their text is never read for them.
create or replace function ledger.movement_fits(t ledger.transactions) returns boolean
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
    -- A sale to a member of which nothing has come back yet and that was not corrected.
    if t.customer_id is not null and t.refunded_total = 0
      and num_nonnulls(t.tender_bank, t.back_points, t.back_paid, t.back_bonus, t.back_cash, t.back_card, t.back_later,
        t.points_reclaimed, t.points_lapsed, t.points_deducted, t.points_owed, t.point_debt_repaid, t.point_debt_after,
        t.later_written_off, t.corrections, t.corrected_cash, t.corrected_card, t.corrected_employee_id,
        t.corrected_note, t.issued_paid, t.step) = 0
    then
      return true;
    end if;
  end if;
  return ledger.movement_adds_up(t);
end $$;
