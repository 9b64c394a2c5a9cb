-- What only some sales say.
create table ledger.sale_details (
  sale_id uuid primary key,
  -- The sale before its discounts, who agreed to them, the slip of the card terminal.
  sale jsonb,
  -- The rank by purchases after a payment during which another one was given; null for all others, whose
  -- `level_after` it is.
  level_bought smallint,
  check (num_nonnulls(sale, level_bought) > 0)
);
-- Keep ledger.sale_details as books
grant select on ledger.sale_details to shirogane_app;

-- Movements as people read them: each with what its kind adds, and a sale with what came back of it and how it stands after
-- its last correction. What a query does not ask for is not looked up.
create view ledger.transactions as
select m.id, m.number, m.kind, m.customer_id, m.store_id, m.register_id, m.employee_id, m.pay_code_id, m.related_id,
  m.business_date, m.spent_total, m.tender_balance_paid, m.tender_balance_bonus, m.tender_point_regular,
  m.tender_point_limited, m.tender_cash, m.tender_card, m.tender_later,
  -- What a debt is collected by beside what else stands here.
  case when m.kind = 'later_payment' then nullif(m.spent_total - m.tender_balance_paid - m.tender_balance_bonus
    - m.tender_cash - m.tender_card, 0) end as tender_bank,
  m.cash_tendered, m.received_paid, m.received_bonus, m.received_point_regular, m.received_point_limited, m.earn_base,
  m.rate_bp, m.level_before, m.level_after, d.level_bought, m.level_accumulation_after, m.balance_paid_after,
  m.balance_bonus_after, m.point_regular_after, m.point_limited_after, m.tax, m.message, m.note, m.opened_at,
  m.completed_at, m.xid, m.reason, m.approved_by, m.points_owed, m.point_debt_repaid, m.point_debt_after, m.lots,
  m.receivable_after, m.step, d.sale, b.refunded_total, b.voided_by,
  coalesce(r.back_points, b.back_points) as back_points, coalesce(r.back_paid, b.back_paid) as back_paid,
  coalesce(r.back_bonus, b.back_bonus) as back_bonus, coalesce(r.back_cash, b.back_cash) as back_cash,
  coalesce(r.back_card, b.back_card) as back_card, coalesce(r.back_later, b.back_later) as back_later,
  coalesce(r.points_reclaimed, b.points_reclaimed) as points_reclaimed, r.points_lapsed, r.points_deducted, r.issued_paid,
  c.corrected_cash, c.corrected_card, c.corrected_employee_id, c.corrected_note, c.corrections
from ledger.movements m
left join ledger.sale_details d on d.sale_id = m.id
left join ledger.refunds r on r.movement_id = m.id
left join lateral (
  select coalesce(sum(x.total) filter (where x.kind = 'refund'), 0)::bigint as refunded_total,
    (array_agg(x.movement_id) filter (where x.kind = 'void'))[1] as voided_by,
    (sum(x.back_points) filter (where x.kind = 'refund'))::bigint as back_points,
    (sum(x.back_paid) filter (where x.kind = 'refund'))::bigint as back_paid,
    (sum(x.back_bonus) filter (where x.kind = 'refund'))::bigint as back_bonus,
    (sum(x.back_cash) filter (where x.kind = 'refund'))::bigint as back_cash,
    (sum(x.back_card) filter (where x.kind = 'refund'))::bigint as back_card,
    (sum(x.back_later) filter (where x.kind = 'refund'))::bigint as back_later,
    (sum(x.points_reclaimed) filter (where x.kind = 'refund'))::bigint as points_reclaimed
  from ledger.refunds x where x.sale_id = m.id
) b on true
left join lateral (
  select max(k.revision) as corrections, (array_agg(k.cash_after order by k.revision desc))[1] as corrected_cash,
    (array_agg(k.card_after order by k.revision desc))[1] as corrected_card,
    (array_agg(k.employee_after order by k.revision desc))[1] as corrected_employee_id,
    (array_agg(k.note_after order by k.revision desc))[1] as corrected_note
  from ledger.corrections k where k.transaction_id = m.id
) c on true;
grant select on ledger.transactions to shirogane_app;

-- After the functions

create trigger detail_comes_first before insert on ledger.sale_details for each row execute function ledger.detail_written();
create constraint trigger detail_written after insert on ledger.sale_details deferrable initially deferred
for each row execute function ledger.detail_written();
create trigger sale_details_are_final before delete or update on ledger.sale_details
for each row execute function ledger.refuse_change();
create trigger sale_details_stay before truncate on ledger.sale_details
for each statement execute function ledger.refuse_change();
