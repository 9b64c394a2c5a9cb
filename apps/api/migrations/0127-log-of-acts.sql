-- The log of what staff did: in which shop, and why. It only ever grows.

set lock_timeout = '3s';

alter table audit_log
  -- The shop of whoever acted, or the shop that it is about; null for what belongs to the house.
  add column store_id uuid references stores (id),
  add column note text not null default '';
create index audit_log_by_time on audit_log (at desc, id desc);
create index audit_log_of_store on audit_log (store_id, at desc, id desc);

-- Whoever acts for a shop leaves that shop's name, whichever part of the house wrote the line.
create function act_belongs_to_its_store() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.store_id is null then
    new.store_id := (select e.store_id from employees e where e.user_id = new.actor_id);
  end if;
  return new;
end $$;
create trigger audit_log_store before insert on audit_log for each row execute function act_belongs_to_its_store();
