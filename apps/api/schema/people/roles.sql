-- Who uses the database. Its owner makes and changes tables; the service works as `shirogane_app`, which owns none
-- and may do what the files of the tables grant. The service's own user is let into that role by the program that
-- migrates.
do $$ begin
  if not exists (select from pg_roles where rolname = 'shirogane_app') then
    create role shirogane_app nologin;
  end if;
  -- Another database of the same server makes it at this moment: roles belong to the server.
exception when unique_violation or duplicate_object then null;
end $$;
-- The owner may look at the books as the application does.
do $$ begin
  execute format('grant shirogane_app to %I', current_user);
exception when unique_violation then null;
end $$;

grant usage on schema public to shirogane_app;
