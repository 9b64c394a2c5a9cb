-- Two members of staff are two persons where no one hand can hold both accounts. Wherever a second person is asked for, it
-- is asked here, and the tables that keep their word ask once more.

-- In whose hands an account may be: in its own person's, in those of whoever gave it its way in or its role while nobody
-- else has vouched for it, and in whose hands these may be in turn.
create or replace function ledger.hands_of(p_employee uuid) returns setof uuid
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
    and not exists (select ledger.hands_of(p_one) intersect select ledger.hands_of(p_other));
$$;

-- Who may say that somebody is a person of their own: an owner, and of till staff their manager, who shares no hand with
-- them. Till staff agree to nothing, but they ask, and one hand that holds both would agree with itself.
create or replace function ledger.may_vouch(p_by uuid, p_employee uuid) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select exists (
    select
    from employees b join users u on u.id = b.user_id and u.suspended_at is null
    join employees e on e.user_id = p_employee and e.active and e.let_in_at is not null
    where b.user_id = p_by and b.active and b.user_id <> e.user_id
      and (b.type = 'owner' or (e.type = 'register' and b.type = 'manager' and b.store_id = e.store_id))
      and ledger.independent(b.user_id, e.user_id));
$$;

-- Vouches for what was looked at: somebody who was let in anew meanwhile is looked at anew. Answers why it is refused.
create or replace function ledger.vouch_for(p_employee uuid, p_by uuid, p_seen timestamptz) returns text
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  -- Of two who vouch for each other at once, the second sees what the first has done.
  perform 1 from employees e where e.user_id in (p_employee, p_by) order by e.user_id for no key update;
  if not exists (select from employees e where e.user_id = p_employee and e.let_in_at = p_seen) then return 'CONFLICT'; end if;
  if not ledger.may_vouch(p_by, p_employee) then return 'STAFF_VOUCH'; end if;
  update employees set way_in_by = null, role_by = null, let_in_at = null where user_id = p_employee;
  return null;
end $$;

-- The application never says of somebody whom it takes on or moves who stands behind them: this does.
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
create or replace trigger role_is_given before insert or update of type on employees for each row
  execute function ledger.role_is_given();

-- Which customer account is somebody's own is said by another hand: what they may not do to themselves follows from it.
create or replace function ledger.own_account_is_said() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if new.user_id in (select ledger.hands_of(new.changed_by)) then
    raise exception 'Nobody says of whoever let them in which account is theirs.'
      using errcode = 'check_violation', constraint = 'own_account_is_said';
  end if;
  return null;
end $$;
create or replace trigger own_account_is_said after update of own_customer_id on employees for each row
  when (current_user = 'shirogane_app' and new.own_customer_id is distinct from old.own_customer_id)
  execute function ledger.own_account_is_said();

create or replace function ledger.own_account_is_left() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  insert into former_own_accounts (customer_id, employee_id, ended_at)
  values (old.own_customer_id, old.user_id, ledger.now())
  on conflict (customer_id, employee_id) do update set ended_at = excluded.ended_at;
  return null;
end $$;
create or replace trigger own_account_is_left after update of own_customer_id on employees for each row
  when (current_user = 'shirogane_app' and old.own_customer_id is not null
    and new.own_customer_id is distinct from old.own_customer_id)
  execute function ledger.own_account_is_left();

-- Whose of the staff this customer account is, or was within thirty days, as long as goods may come back. It becomes a part
-- of what asks it.
create or replace function ledger.staff_of_account(p_customer uuid) returns table (employee_id uuid)
language sql stable as $$
  select e.user_id from public.employees e where e.own_customer_id = p_customer
  union all
  select f.employee_id from public.former_own_accounts f
  where f.customer_id = p_customer and f.ended_at > ledger.now() - interval '30 days';
$$;

-- Of those, the ones who are not proved to be another person than this employee. It becomes a part of what asks it, too: a
-- payment asks for each of a batch, and hardly any customer is of the staff.
create or replace function ledger.staff_behind(p_employee uuid, p_customer uuid) returns table (employee_id uuid)
language sql stable as $$
  select a.employee_id from ledger.staff_of_account(p_customer) a
  where p_employee is not null and not ledger.independent(a.employee_id, p_employee);
$$;

-- Whether what this employee does with this customer account they may do to themselves.
create or replace function ledger.is_own_account(p_employee uuid, p_customer uuid) returns boolean
language sql stable
return exists (select from ledger.staff_behind(p_employee, p_customer));

-- Nor is it a second person's word where they are who is dealt with: nobody agrees to what they are given themselves.
-- Arguments: the column of the member, and columns that name whoever gave their word.
create or replace function ledger.word_of_another() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
declare
  v jsonb := to_jsonb(new);
begin
  for i in 1 .. tg_nargs - 1 loop
    if ledger.is_own_account((v ->> tg_argv[i])::uuid, (v ->> tg_argv[0])::uuid) then
      raise exception '% is about an account of their own', tg_argv[i]
        using errcode = 'check_violation', constraint = 'word_of_another';
    end if;
  end loop;
  return null;
end $$;

create or replace trigger word_of_another after insert on ledger.transactions for each row
  when (new.approved_by is not null and new.customer_id is not null)
  execute function ledger.word_of_another('customer_id', 'approved_by');
create or replace trigger word_of_another after insert on ledger.deferred_agreements for each row
  when (new.override_by is not null) execute function ledger.word_of_another('customer_id', 'override_by');
create or replace trigger word_of_another after insert on ledger.deferred_limits for each row
  execute function ledger.word_of_another('customer_id', 'granted_by', 'approved_by');

-- An invitation stays with whom it was made for and by, and is used once.
create or replace function ledger.invitation_stays() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if old.used_at is not null
    or (new.id, new.user_id, new.code_hash, new.issued_by) is distinct from (old.id, old.user_id, old.code_hash, old.issued_by)
  then raise exception 'An invitation is used once, as it was made.' using errcode = 'check_violation'; end if;
  return new;
end $$;
create or replace trigger invitation_stays before update on staff_invitations for each row
  execute function ledger.invitation_stays();

-- Only the owner of the database lets somebody in in nobody's name: the first owner of a house.
create or replace function ledger.invitation_is_somebodys() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  raise exception 'An invitation is made in somebody''s name.'
    using errcode = 'check_violation', constraint = 'invitation_is_somebodys';
end $$;
create or replace trigger invitation_is_somebodys before insert on staff_invitations for each row
  when (current_user = 'shirogane_app' and new.issued_by is null) execute function ledger.invitation_is_somebodys();

-- Whoever comes in by it comes in by nothing older: the password is another one, and keys of devices end with it. Whom
-- nobody of the house let in stands for themself.
create or replace function ledger.way_in_is_used() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  update employees set way_in_by = new.issued_by,
    let_in_at = case when new.issued_by is not null or role_by is not null then date_trunc('milliseconds', new.used_at) end
  where user_id = new.user_id;
  delete from passkeys where user_id = new.user_id;
  return null;
end $$;
create or replace trigger way_in_is_used after insert or update of used_at on staff_invitations for each row
  when (new.used_at is not null) execute function ledger.way_in_is_used();

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

create or replace trigger two_persons after insert or update of status, decided_by on approvals for each row
  when (new.status = 'approved') execute function ledger.two_persons('requested_by', 'decided_by');
create or replace trigger two_persons after insert or update on setting_changes for each row
  when (new.status = 'approved') execute function ledger.two_persons('requested_by', 'decided_by');
create or replace trigger two_persons after insert or update on legal_changes for each row
  when (new.status = 'approved') execute function ledger.two_persons('requested_by', 'decided_by');
create or replace trigger two_persons after insert or update on silver_rates for each row
  when (new.status = 'approved') execute function ledger.two_persons('requested_by', 'decided_by');
create or replace trigger two_persons after insert or update on campaigns for each row
  when (new.kind = 'lottery') execute function ledger.two_persons('created_by', 'approved_by');
create or replace trigger two_persons after insert or update of approved_by, exported_by on payouts for each row
  when (new.exported_by is not null) execute function ledger.two_persons('approved_by', 'exported_by');
create or replace trigger two_persons after insert or update of status, decided_by on prepaid_cashouts for each row
  when (new.status = 'paid') execute function ledger.two_persons('requested_by', 'decided_by');
-- The head of a close or a taking back comes before the row whose check names one account twice: that one speaks for it.
create or replace trigger two_persons after insert on ledger.transactions for each row
  when (new.approved_by <> new.employee_id) execute function ledger.two_persons('employee_id', 'approved_by');
create or replace trigger two_persons after insert on ledger.corrections for each row
  when (new.approved_by is not null) execute function ledger.two_persons('corrected_by', 'approved_by');
create or replace trigger two_persons after insert on ledger.day_closes for each row
  when (new.approved_by is not null) execute function ledger.two_persons('employee_id', 'approved_by');
create or replace trigger two_persons after insert on ledger.deferred_limits for each row
  when (new.approved_by is not null) execute function ledger.two_persons('granted_by', 'approved_by');
create or replace trigger two_persons after insert on ledger.stock_documents for each row
  when (new.approved_by is not null) execute function ledger.two_persons('actor_id', 'approved_by');
-- What is owed for a purchase is paid by somebody else than its buyer.
create or replace trigger two_persons_pay after update of bank_paid_by on buybacks for each row
  when (new.bank_paid_by is not null) execute function ledger.two_persons('employee_id', 'bank_paid_by');
-- A purchase is taken back by somebody else than its buyer, or by a second person's word.
create or replace trigger two_persons after update of reversed_by, reversal_approved_by on buybacks for each row
  when (new.reversed_by is not null and new.reversal_approved_by is null)
  execute function ledger.two_persons('employee_id', 'reversed_by');
create or replace trigger two_persons_by_word after update of reversed_by, reversal_approved_by on buybacks for each row
  when (new.reversal_approved_by is not null)
  execute function ledger.two_persons('employee_id', 'reversal_approved_by', 'reversed_by', 'reversal_approved_by');
