-- What a row of `ledger.movements` has to prove, for the check of the table. What only some kinds have to prove stands in
-- functions of their own, whose text a sale never reads.

-- What the discounts of a line come to.
create or replace function ledger.discount_sum(p_detail jsonb) returns bigint
language sql immutable set search_path = ledger, public, pg_temp as $$
  select coalesce(sum((d ->> 'amount')::bigint), 0)::bigint from jsonb_array_elements(p_detail -> 'discounts') d;
$$;

-- A payment of a debt: the ways in which it came in are the whole of it, and points pay no debt.
create or replace function ledger.collection_adds_up(t ledger.movements) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return t.customer_id is not null and t.store_id is not null and t.spent_total > 0
    -- The rest came by bank transfer.
    and t.spent_total >= t.tender_balance_paid + t.tender_balance_bonus + t.tender_cash + t.tender_card
    and t.tender_later = 0 and t.tender_point_regular = 0 and t.tender_point_limited = 0
    and t.received_paid = 0 and t.received_bonus = 0 and t.received_point_limited = 0;
end $$;

-- A debt that is given up moves nothing else, and says why.
create or replace function ledger.write_off_is_whole(t ledger.movements) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return t.kind = 'adjustment' and t.customer_id is not null and t.store_id is not null and t.employee_id is not null
    and t.reason is not null and t.related_id is not null and t.spent_total = 0;
end $$;

-- What a movement of rewards or a payout takes along besides: nothing.
create or replace function ledger.reward_is_alone(t ledger.movements) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.store_id is not null and (t.kind = 'reward') = (t.step is not null) and t.spent_total = 0
    and t.received_bonus = 0 and t.tender_balance_paid = 0 and t.tender_balance_bonus = 0
    and t.received_point_regular = 0 and t.received_point_limited = 0 and t.tender_point_regular = 0
    and t.tender_point_limited = 0) is true;
end $$;

-- A movement of cash alone says what moved the drawer, and where it needs one its reason.
create or replace function ledger.cash_act_fits(t ledger.movements) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (t.kind = 'cash' and t.step is not null and t.store_id is not null
    and t.employee_id is not null and t.customer_id is null
    and t.spent_total = 0 and t.tender_cash = 0 and t.tender_card = 0
    and t.step in ('pay_in', 'pay_out', 'deposit', 'float', 'over_short', 'reopen')
    and (t.step not in ('pay_in', 'pay_out') or t.reason is not null)) is true;
end $$;

-- A cash-out takes paid balance and nothing else, by two people, with the reason in words.
create or replace function ledger.cashout_adds_up(t ledger.movements) returns boolean
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
create or replace function ledger.movement_adds_up(t ledger.movements) returns boolean
language plpgsql immutable set search_path = ledger, public, pg_temp as $$
begin
  return (
    t.kind in ('buyback', 'cash', 'payment', 'charge', 'grant', 'refund', 'void', 'convert', 'transfer', 'reward', 'payout',
      'expire', 'later_payment', 'adjustment', 'prepaid_cashout')
    and least(t.points_owed, t.point_debt_repaid, t.point_debt_after) >= 0
    -- A customer alone has balance, points or debts.
    and (t.customer_id is not null or (
      greatest(t.tender_balance_paid, t.tender_balance_bonus, t.tender_point_regular, t.tender_point_limited,
        t.tender_later, t.received_paid, t.received_bonus, t.received_point_regular, t.received_point_limited) = 0
      and coalesce(t.points_owed, 0) = 0 and coalesce(t.point_debt_repaid, 0) = 0))
    and (t.kind <> 'later_payment' or ledger.collection_adds_up(t))
    and case when t.step = 'write_off' then ledger.write_off_is_whole(t) when t.kind = 'cash' then ledger.cash_act_fits(t) when t.kind in ('reward', 'payout') then ledger.reward_is_alone(t)
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
create or replace function ledger.movement_fits(t ledger.movements) returns boolean
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
    -- A sale to a member, who has balance and points, and owes none.
    if t.customer_id is not null
      and num_nonnulls(t.points_owed, t.point_debt_repaid, t.point_debt_after, t.step) = 0
    then
      return true;
    end if;
  end if;
  return ledger.movement_adds_up(t);
end $$;
