-- Rows that stay: for good, for a time, or as long as a person does. Triggers of many tables call these.

-- A row of this table is never changed or removed.
create or replace function row_stays() returns trigger language plpgsql as $$
begin
  raise exception 'A row of % is never changed or removed.', tg_table_name;
end $$;

-- Arguments: how long, and the column that the time counts from. A row without that moment stays.
create or replace function row_stays_for() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(old) ->> tg_argv[1])::timestamptz < ledger.now() - tg_argv[0]::interval then return old; end if;
  raise exception 'A row of % is never changed or removed within %.', tg_table_name, tg_argv[0]
    using errcode = 'restrict_violation';
end $$;

-- Arguments: how long after the person has left, and the column that leads to them.
create or replace function row_stays_after_leaving() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  v_user uuid := (to_jsonb(old) ->> tg_argv[1])::uuid;
begin
  if tg_argv[1] = 'request_id' then
    select r.user_id into v_user from kyc_requests r where r.id = v_user;
  end if;
  if exists (select from users u where u.id = v_user and u.closed_at < ledger.now() - tg_argv[0]::interval) then
    return old;
  end if;
  raise exception 'A row of % is never changed or removed before % after its person has left.', tg_table_name, tg_argv[0]
    using errcode = 'restrict_violation';
end $$;

-- A row of this table is never changed but for one column, the argument, which is encrypted anew with another secret
-- key. The id of a key before it takes eight bytes, and the same contents take as many as before.
create or replace function row_stays_but_its_encryption() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  v_before jsonb := to_jsonb(old);
  v_after jsonb := to_jsonb(new);
  v_longer int;
begin
  if tg_op = 'UPDATE' and v_after - tg_argv[0] = v_before - tg_argv[0] then
    v_longer := octet_length((v_after ->> tg_argv[0])::bytea) - octet_length((v_before ->> tg_argv[0])::bytea);
    if v_longer in (-8, 0, 8) then return new; end if;
  end if;
  raise exception 'A row of % is never changed or removed.', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What staff wrote of a person goes when the person is taken out of the account.
create or replace function note_stays_with_person() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from users u where u.id = (to_jsonb(old) ->> tg_argv[0])::uuid and u.erased_at is not null) then
    return old;
  end if;
  raise exception 'A row of % stays as long as its person.', tg_table_name using errcode = 'restrict_violation';
end $$;
