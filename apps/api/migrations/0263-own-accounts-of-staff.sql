-- Which customer account is somebody's own decides what they may not do to themselves. It is said by whoever keeps them,
-- like their rights, and never by themselves.

set lock_timeout = '3s';

-- One account stays one person's. As a constraint it made the account a key of the row, and a change of it would wait for
-- whatever names the person, such as a sale, and hold up the next one; a partial index is no key.
alter table employees drop constraint employees_own_customer_id_key;
create unique index employees_own_customer on employees (own_customer_id) where own_customer_id is not null;

create or replace function staff_are_kept_by_others() returns trigger language plpgsql as $$
declare
  v_by employees;
begin
  -- The owner of the database may mend what is broken; the application always says in whose name.
  if current_user = 'shirogane_app' then
    if tg_op = 'UPDATE' and (new.type, new.store_id, new.active, new.name, new.own_customer_id) is not distinct from
      (old.type, old.store_id, old.active, old.name, old.own_customer_id) then return new; end if;
    select * into v_by from employees where user_id = new.changed_by and active;
    if v_by.user_id is null or (tg_op = 'UPDATE' and new.changed_at is not distinct from old.changed_at) then
      raise exception 'Staff are changed in somebody''s name.' using errcode = 'check_violation';
    end if;
    if v_by.type <> 'owner' and not (
      v_by.type = 'manager' and new.type = 'register' and new.store_id = v_by.store_id
      and (tg_op = 'INSERT' or (old.type = 'register' and old.store_id = v_by.store_id)))
    then raise exception 'A manager keeps the till staff of their own store, head office everybody.' using errcode = 'check_violation'; end if;
    if new.own_customer_id is not null
      and not exists (select from users u where u.id = new.own_customer_id and u.type = 'customer')
    then raise exception 'The own account is one of a customer.' using errcode = 'check_violation'; end if;
  end if;
  return new;
end $$;
