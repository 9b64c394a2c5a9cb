-- Carts that were put aside: the register that took one back settles it, and no cart is settled twice.

-- Why this register may not settle that cart; null where it may. The row stays locked until the commit.
create or replace function ledger.refusal_of_parked(p_id uuid, p_version int, p_store uuid, p_register uuid) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v_parked parked_sales;
begin
  select * into v_parked from parked_sales where id = p_id and store_id = p_store for update;
  if not found then return 'PARKED_NOT_FOUND'; end if;
  if v_parked.status not in ('parked', 'resumed') then return 'PARKED_ENDED'; end if;
  if v_parked.status <> 'resumed' or v_parked.register_id <> p_register then return 'PARKED_ELSEWHERE'; end if;
  if v_parked.version <> p_version then return 'CONFLICT'; end if;
  return null;
end $$;
