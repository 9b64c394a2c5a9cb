-- What only a refund or a void says: how much of each tender of its sale it gives back, and what becomes of points. What
-- has come back of a sale is the sum of these rows.
create table ledger.refunds (
  movement_id uuid primary key,
  sale_id uuid not null,
  kind text not null check (kind in ('refund', 'void')),
  back_points bigint not null check (back_points >= 0),
  back_paid bigint not null check (back_paid >= 0),
  back_bonus bigint not null check (back_bonus >= 0),
  back_cash bigint not null check (back_cash >= 0),
  back_card bigint not null check (back_card >= 0),
  -- Null where nothing of the sale was deferred.
  back_later bigint check (back_later >= 0),
  -- Earned points that are taken back. Used points that had ended and do not come back. Yen kept in place of spent points.
  points_reclaimed bigint not null check (points_reclaimed >= 0),
  points_lapsed bigint not null check (points_lapsed >= 0),
  points_deducted bigint not null check (points_deducted >= 0),
  -- Paid balance that a refund issues in place of cash and card, at the customer's wish; null where it was not wished.
  issued_paid bigint check (issued_paid is null or (issued_paid > 0 and kind = 'refund')),
  total bigint not null
    generated always as (back_points + back_paid + back_bonus + back_cash + back_card + coalesce(back_later, 0)) stored
);
create index refunds_of_sale on ledger.refunds (sale_id);
-- A sale is voided once.
create unique index refunds_voided_once on ledger.refunds (sale_id) where kind = 'void';
-- Keep ledger.refunds as books
grant select on ledger.refunds to shirogane_app;

-- After the functions

create trigger refund_written after insert on ledger.refunds for each row execute function ledger.refund_written();
create trigger refunds_are_final before delete or update on ledger.refunds
for each row execute function ledger.refuse_change();
create trigger refunds_stay before truncate on ledger.refunds
for each statement execute function ledger.refuse_change();
