-- Two members of staff are two persons where no one hand can hold both accounts. Wherever a second person is asked for,
-- it is asked here, and the tables that keep their approval ask once more.

-- In whose hands an account may be: in its own person's, in those of the colleague who gave it its way in or its role
-- until another one has vouched for it, and in whose hands these may be in turn.
create or replace function ledger.keepers_of(p_employee uuid) returns setof uuid
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  with recursive hands (id) as (
    select p_employee
    union
    select g.id
    from hands h join employees e on e.user_id = h.id cross join unnest(array[e.way_in_by, e.role_by]) g (id)
    where g.id is not null)
  select id from hands;
$$;

create or replace function ledger.independent(p_one uuid, p_other uuid) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select p_one is not null and p_other is not null
    and not exists (select ledger.keepers_of(p_one) intersect select ledger.keepers_of(p_other));
$$;
grant execute on function ledger.independent to shirogane_app;

-- The application never says of a colleague whom it takes on or moves who stands behind them: this does.
create or replace function ledger.role_is_given() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if current_user <> 'shirogane_app' then return new; end if;
  if tg_op = 'INSERT' then
    new.way_in_by := null; new.role_by := null; new.let_in_at := null;
  elsif new.type <> old.type then
    new.role_by := new.changed_by; new.let_in_at := date_trunc('milliseconds', ledger.now());
  end if;
  return new;
end $$;

-- Another hand says which customer account is a colleague's own: what they may not do to themselves follows from it.
create or replace function ledger.own_account_is_said() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if new.user_id in (select ledger.keepers_of(new.changed_by)) then
    raise exception 'Nobody says of whoever let them in which account is theirs.'
      using errcode = 'check_violation', constraint = 'own_account_is_said';
  end if;
  return null;
end $$;

create or replace function ledger.own_account_is_left() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  insert into former_own_accounts (customer_id, employee_id, ended_at)
  values (old.own_customer_id, old.user_id, ledger.now())
  on conflict (customer_id, employee_id) do update set ended_at = excluded.ended_at;
  return null;
end $$;

-- Which of the staff this customer account belongs to, or belonged to within thirty days, as long as articles may come
-- back. It becomes a part of what asks it.
create or replace function ledger.staff_of_account(p_customer uuid) returns table (employee_id uuid)
language sql stable as $$
  select e.user_id from public.employees e where e.own_customer_id = p_customer
  union all
  select f.employee_id from public.former_own_accounts f
  where f.customer_id = p_customer and f.ended_at > ledger.now() - interval '30 days';
$$;
grant execute on function ledger.staff_of_account to shirogane_app;

-- Of those, the ones who are not proved to be another person than this employee. It becomes a part of what asks it, too: a
-- payment asks for each of a batch, and hardly any customer is of the staff.
create or replace function ledger.staff_behind(p_employee uuid, p_customer uuid) returns table (employee_id uuid)
language sql stable as $$
  select a.employee_id from ledger.staff_of_account(p_customer) a
  where p_employee is not null and not ledger.independent(a.employee_id, p_employee);
$$;
grant execute on function ledger.staff_behind to shirogane_app;

-- Whether what this employee does with this customer account they may do to themselves.
create or replace function ledger.is_own_account(p_employee uuid, p_customer uuid) returns boolean
language sql stable
return exists (select from ledger.staff_behind(p_employee, p_customer));
grant execute on function ledger.is_own_account to shirogane_app;

-- Nor is it a second person's approval where the approver is the one dealt with: staff do not approve what they are
-- given themselves. Arguments: the column of the member, and columns that name the persons who approved.
create or replace function ledger.approval_of_another() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v jsonb := to_jsonb(new);
begin
  for i in 1 .. tg_nargs - 1 loop
    if ledger.is_own_account((v ->> tg_argv[i])::uuid, (v ->> tg_argv[0])::uuid) then
      raise exception '% is about an account of their own', tg_argv[i]
        using errcode = 'check_violation', constraint = 'approval_of_another';
    end if;
  end loop;
  return null;
end $$;

-- An invitation stays with whom it was made for and by, and is used once.
create or replace function ledger.invitation_stays() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if old.used_at is not null
    or (new.id, new.user_id, new.code_hash, new.issued_by) is distinct from (old.id, old.user_id, old.code_hash, old.issued_by)
  then raise exception 'An invitation is used once, as it was made.' using errcode = 'check_violation'; end if;
  return new;
end $$;

-- Only the owner of the database makes an invitation that names no inviter: the one for the first owner of a brand.
create or replace function ledger.invitation_is_somebodys() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  raise exception 'An invitation is made in somebody''s name.'
    using errcode = 'check_violation', constraint = 'invitation_is_somebodys';
end $$;

-- A colleague who comes in by an invitation comes in by nothing older: the password is another one, and keys of devices
-- end with it. One whom no colleague let in stands for themself.
create or replace function ledger.way_in_is_used() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  update employees set way_in_by = new.issued_by,
    let_in_at = case when new.issued_by is not null or role_by is not null then date_trunc('milliseconds', new.used_at) end
  where user_id = new.user_id;
  delete from passkeys where user_id = new.user_id;
  return null;
end $$;

-- Arguments: pairs of columns that name two persons.
create or replace function ledger.two_persons() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v jsonb := to_jsonb(new);
begin
  for i in 0 .. tg_nargs - 2 by 2 loop
    if not ledger.independent((v ->> tg_argv[i])::uuid, (v ->> tg_argv[i + 1])::uuid) then
      raise exception '% and % are in one hand', tg_argv[i], tg_argv[i + 1]
        using errcode = 'check_violation', constraint = 'two_persons';
    end if;
  end loop;
  return null;
end $$;
