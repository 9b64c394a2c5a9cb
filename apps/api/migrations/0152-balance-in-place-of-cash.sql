-- A refund whose customer takes balance where cash or a card would have come back, and ceilings that the house sets.

set lock_timeout = '3s';

alter table ledger.transactions
  -- Paid balance that a refund issues in place of cash and card, on the customer's word; null where nobody asked for it.
  add column issued_paid bigint,
  add constraint transactions_issued_paid check (issued_paid is null or (issued_paid > 0 and kind = 'refund'
    and customer_id is not null and tender_cash = 0 and tender_card = 0 and issued_paid <= received_paid));

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
    and t.points_reclaimed = t.tender_point_regular + t.tender_point_limited + t.points_deducted + t.points_owed
    and t.tender_balance_paid = 0 and t.tender_balance_bonus = 0
    and t.refunded_total = 0 and t.voided_by is null
    and t.approved_by is distinct from t.employee_id) is true;
end $$;

-- What staff at the register may give back by themselves is a setting of the house; a store has its own only where it
-- differs.
alter table stores alter column register_refund_max drop default, alter column register_refund_max drop not null;
update stores set register_refund_max = null where register_refund_max = 5000;

-- One key for the difference that a close may have without a second person.
insert into settings (key, value)
select 'close.difference_max', to_jsonb((value #>> '{}')::bigint - 1) from settings
where key = 'close.approval_from' and jsonb_typeof(value) = 'number'
on conflict (key) do nothing;
delete from settings where key = 'close.approval_from';
