-- The registers at which something can be done. The ledger's functions find this one before the table, which keeps those
-- that are no longer in use for what was sold at them: whoever names such a one is told that it is not there, also where
-- it went out of use while they were on their way.
-- Replaced only where it says something else: replacing it waits for everybody who has read it, and of those a payment
-- may be waiting for the tables that are locked already.
do $$
declare
  v_text constant text := 'select id, store_id, number, name from public.registers where closed_at is null';
begin
  execute 'create temporary view registers_wanted as ' || v_text;
  if pg_get_viewdef(to_regclass('ledger.registers')) is distinct from pg_get_viewdef('pg_temp.registers_wanted'::regclass) then
    execute 'create or replace view ledger.registers as ' || v_text;
  end if;
  drop view pg_temp.registers_wanted;
end $$;
