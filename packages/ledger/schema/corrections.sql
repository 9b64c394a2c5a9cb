-- Corrections of a completed sale: where its money stood, whose sale it was and its note, with every old value kept. The
-- last one says how the sale stands.
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
  unique (movement_id),
  check (cash_before + card_before = cash_after + card_after),
  check ((movement_id is null) = (cash_before = cash_after)),
  check (approved_by is distinct from corrected_by),
  check (cash_before <> cash_after or employee_before <> employee_after or note_before is distinct from note_after)
);
-- A sale is found under the member of staff whose it became.
create index corrections_of_employee on ledger.corrections (employee_after);
create index corrections_by_xid on ledger.corrections (xid);
-- Keep ledger.corrections as books
grant select on ledger.corrections to shirogane_app;

-- After the functions

create trigger act_on_record after insert on ledger.corrections for each row
execute function ledger.act_is_on_record('sale.corrected', 'corrected_by', 'corrected_at', 'transaction_id', '',
  'cash_before=cash_after', 'card_before=card_after', 'employee_before=employee_after', 'note_before=note_after',
  'approved_by');
create trigger correction_written before insert on ledger.corrections
for each row execute function ledger.correction_written();
create trigger cash_is_corrected after insert on ledger.corrections
for each row when (new.cash_after > new.cash_before) execute function ledger.cash_is_corrected();
create trigger corrections_are_final before delete or update on ledger.corrections
for each row execute function ledger.refuse_change();
create trigger corrections_stay before truncate on ledger.corrections
for each statement execute function ledger.refuse_change();
create trigger two_persons after insert on ledger.corrections
for each row when (new.approved_by is not null) execute function ledger.two_persons('corrected_by', 'approved_by');
