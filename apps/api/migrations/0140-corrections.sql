-- Corrections of a completed sale: what stood where, whose sale it was and its note, with every old value kept.

set lock_timeout = '3s';

alter table ledger.transactions
  -- On a sale: how its cash and card part stand after a correction, whose sale it is, and its note. What was posted stays.
  add column corrected_cash bigint check (corrected_cash >= 0),
  add column corrected_card bigint check (corrected_card >= 0),
  add column corrected_employee_id uuid,
  add column corrected_note text,
  add column corrections smallint check (corrections > 0),
  -- A correction moves an amount from one label to the other; it never makes one.
  add constraint transactions_corrected_sum check ((corrected_cash is null) = (corrected_card is null)
    and (corrected_cash is null or corrected_cash + corrected_card = tender_cash + tender_card)),
  add constraint transactions_corrected_sale check (corrections is not null
    or (corrected_cash is null and corrected_employee_id is null and corrected_note is null));

-- Of a corrected sale the money goes back to where it was found to have come from.
alter table ledger.transactions
  drop constraint transactions_refunded_as_paid,
  add constraint transactions_refunded_as_paid check (kind <> 'payment' or (
    refunded_total = coalesce(back_points, 0) + coalesce(back_paid, 0) + coalesce(back_bonus, 0)
      + coalesce(back_cash, 0) + coalesce(back_card, 0) + coalesce(back_later, 0)
    and coalesce(back_points, 0) <= tender_point_regular + tender_point_limited
    and coalesce(back_paid, 0) <= tender_balance_paid
    and coalesce(back_bonus, 0) <= tender_balance_bonus
    and coalesce(back_cash, 0) <= coalesce(corrected_cash, tender_cash)
    and coalesce(back_card, 0) <= coalesce(corrected_card, tender_card)
    and coalesce(back_later, 0) <= tender_later
    -- What a debt earned when it was collected stands with the debt, and its refunds are measured there.
    and (tender_later > 0 or coalesce(points_reclaimed, 0) <= received_point_regular + received_point_limited)));

-- A sale is found under whose it is now.
drop index ledger.transactions_of_employee;
create index transactions_of_employee on ledger.transactions
  ((coalesce(corrected_employee_id, employee_id)), completed_at desc, id desc) where employee_id is not null;

create table ledger.corrections (
  id uuid primary key,
  transaction_id uuid not null,
  revision smallint not null check (revision > 0),
  cash_before bigint not null check (cash_before >= 0),
  cash_after bigint not null check (cash_after >= 0),
  card_before bigint not null check (card_before >= 0),
  card_after bigint not null check (card_after >= 0),
  employee_before uuid not null,
  employee_after uuid not null references employees (user_id),
  note_before text,
  note_after text,
  reason text not null,
  corrected_by uuid not null references employees (user_id),
  approved_by uuid references employees (user_id),
  -- What carried the amount from one account to the other; null where only a name or a note changed.
  movement_id uuid,
  corrected_at timestamptz not null,
  xid xid8 not null default pg_current_xact_id(),
  unique (transaction_id, revision),
  check (cash_before + card_before = cash_after + card_after),
  check ((movement_id is null) = (cash_before = cash_after)),
  check (approved_by is distinct from corrected_by),
  check (cash_before <> cash_after or employee_before <> employee_after or note_before is distinct from note_after)
);
