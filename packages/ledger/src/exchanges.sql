-- An exchange is a return and a sale of one commit: goods never come back without the others leaving, nor the other way
-- round. Both stand for themselves in the books and on their papers; this says that they belong together.

create or replace function ledger.exchanged() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if not exists (
    select from ledger.transactions r join ledger.transactions s on s.id = new.sale_id
    where r.id = new.refund_id and r.kind = 'refund' and s.kind = 'payment'
      and r.xid = pg_current_xact_id() and s.xid = pg_current_xact_id() and new.xid = pg_current_xact_id()
      and r.store_id = s.store_id and r.employee_id = s.employee_id and r.business_date = s.business_date
      and r.related_id <> s.id) then
    raise exception 'return % and sale % are no exchange', new.refund_id, new.sale_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create or replace trigger exchanged after insert on exchanges for each row execute function ledger.exchanged();
create or replace trigger exchanges_are_final before update or delete on exchanges
for each row execute function ledger.refuse_change();
create or replace trigger exchanges_remain before truncate on exchanges
for each statement execute function ledger.refuse_change();
