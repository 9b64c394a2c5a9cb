-- The registers at which something can be done. The ledger's functions, which look into this schema first, find this
-- view before the table, which keeps the registers that are no longer in use for what was sold at them: a request
-- that names such a register is told that it is not there, also where it went out of use while the request was on its
-- way.
create view ledger.registers as
  select id, store_id, number, name from public.registers where closed_at is null;
grant select on ledger.registers to shirogane_app;
