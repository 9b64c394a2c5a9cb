-- What holds of people's names and numbers.

-- A name that was given up stays its former owner's: another account cannot take it.
create or replace function keep_former_username() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from former_usernames f where f.username = new.username and f.user_id <> new.id) then
    raise unique_violation using constraint = 'users_username_key', message = 'This username belonged to somebody else.';
  end if;
  if tg_op = 'UPDATE' then
    insert into former_usernames (username, user_id) values (old.username, old.id) on conflict do nothing;
  end if;
  return new;
end $$;

-- A customer's name that reads like the number of a member of staff would be taken for them.
create or replace function name_is_no_staff_number() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise unique_violation using constraint = 'users_username_key', message = 'A customer is not named like a number of staff.';
end $$;

-- A proof of a number says so in the column of the person as well.
create or replace function keep_phone_verified() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set phone_verified = true where id = new.user_id and not phone_verified and phone_number is not null;
  return null;
end $$;

-- A suspension, a lost right or a new shop takes effect on sockets and remembered sessions at once.
create or replace function notify_of_a_changed_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('session_revoked', s.id::text)
  from sessions s where s.user_id = coalesce(to_jsonb(new) ->> 'user_id', to_jsonb(new) ->> 'id')::uuid and s.revoked_at is null;
  return null;
end $$;
