-- Refunds and voids: what went back of which tender, for each refund and, summed up, for the sale itself.

set lock_timeout = '3s';

insert into ledger.accounts (kind, asset, holder, meaning) values
  ('points_recovered', 'JPY', 'store', 'Yen kept back from refunds in place of earned points that were already spent'),
  ('point_debt', 'POINT', 'customer', 'Earned points that a refund could not take back: a debt that later points pay off');

-- Points that the customer owes. They are no balance: nothing can be bought with them, and they only ever shrink by points.
alter table ledger.wallets add column point_debt bigint not null default 0 check (point_debt >= 0);

alter table ledger.transactions
  -- Why staff gave money back, and who else agreed to it.
  add column reason text,
  add column approved_by uuid,
  -- On a refund or void, what of each tender it gives back; on a sale, the same summed over its refunds.
  add column back_points bigint check (back_points >= 0),
  add column back_paid bigint check (back_paid >= 0),
  add column back_bonus bigint check (back_bonus >= 0),
  add column back_cash bigint check (back_cash >= 0),
  add column back_card bigint check (back_card >= 0),
  -- Earned points that are taken back, and on a sale their sum.
  add column points_reclaimed bigint check (points_reclaimed >= 0),
  -- Used points that had ended and do not come back; yen kept in place of spent points; points that stay owed.
  add column points_lapsed bigint check (points_lapsed >= 0),
  add column points_deducted bigint check (points_deducted >= 0),
  add column points_owed bigint check (points_owed >= 0),
  -- Points that paid off such a debt, and what of it is left.
  add column point_debt_repaid bigint check (point_debt_repaid >= 0),
  add column point_debt_after bigint check (point_debt_after >= 0),
  -- On a sale, which lots gave how many of its limited points, in their order; on a refund, how many go back for each.
  add column lots jsonb,
  add constraint transactions_refunded_as_paid check (kind <> 'payment' or (
    refunded_total = coalesce(back_points, 0) + coalesce(back_paid, 0) + coalesce(back_bonus, 0)
      + coalesce(back_cash, 0) + coalesce(back_card, 0)
    and coalesce(back_points, 0) <= tender_point_regular + tender_point_limited
    and coalesce(back_paid, 0) <= tender_balance_paid
    and coalesce(back_bonus, 0) <= tender_balance_bonus
    and coalesce(back_cash, 0) <= tender_cash
    and coalesce(back_card, 0) <= tender_card
    and coalesce(points_reclaimed, 0) <= received_point_regular + received_point_limited)),
  -- Every yen of a refund goes somewhere, and every point taken back comes from somewhere.
  add constraint transactions_refund_adds_up check (kind not in ('refund', 'void') or (
    related_id is not null and employee_id is not null and store_id is not null
    and (kind = 'void' or reason is not null)
    and spent_total > 0
    and spent_total = back_points + back_paid + back_bonus + back_cash + back_card
    and back_points = received_point_regular + received_point_limited + points_lapsed
    and back_paid + back_bonus + back_cash + back_card
      = received_paid + received_bonus + tender_cash + tender_card + points_deducted
    and received_paid <= back_paid and received_bonus <= back_bonus and tender_card <= back_card
    and points_reclaimed = tender_point_regular + tender_point_limited + points_deducted + points_owed
    and tender_balance_paid = 0 and tender_balance_bonus = 0 and tender_later = 0
    and refunded_total = 0 and voided_by is null
    and approved_by is distinct from employee_id) is true),
  add constraint transactions_debt_of_a_customer check (customer_id is not null
    or (coalesce(points_owed, 0) = 0 and coalesce(point_debt_repaid, 0) = 0));
create index transactions_related on ledger.transactions (related_id) where related_id is not null;
create unique index transactions_voided_once on ledger.transactions (related_id) where kind = 'void';

-- A line of a refund that gives money back for goods that the customer keeps.
alter table ledger.transaction_lines add column amount_only boolean;

-- What staff at the register may give back by themselves, in yen.
alter table stores add column register_refund_max bigint not null default 5000 check (register_refund_max >= 0);
