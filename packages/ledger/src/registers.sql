-- The registers at which something can be done. The ledger's functions find this one before the table, which keeps those
-- that are no longer in use for what was sold at them: whoever names such a one is told that it is not there, also where
-- it went out of use while they were on their way.
create or replace view ledger.registers as
select id, store_id, number, name from public.registers where closed_at is null;
