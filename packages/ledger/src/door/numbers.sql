-- Document numbers: each store has a sequence, so that payments at one store take their numbers without waiting for
-- each other. A number is never given twice; one that a rolled-back payment took stays unused.
create or replace function ledger.open_store() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  execute format('create sequence if not exists ledger.%I', 'number_' || lower(new.code));
  return null;
end $$;

-- A mere expression, which stands in the place of the call wherever movements are written.
create or replace function ledger.next_number(p_store_code text, p_business_date date) returns text
language sql volatile
return to_char(p_business_date::timestamp, 'YYYYMMDD') || '-' || p_store_code || '-'
  || to_char(nextval(('ledger.number_' || lower(p_store_code))::regclass), 'FM9999999999999990000');
