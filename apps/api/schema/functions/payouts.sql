-- Bank accounts, payouts and what stops them: each moves on and never back.

-- At most one main account is the index's word; that there is one as long as there are accounts is said here, at the
-- commit, because a change of it passes through a moment without any.
create or replace function payout_methods_have_a_default() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payout_methods where user_id = new.user_id and removed_at is null)
    and not exists (select from payout_methods where user_id = new.user_id and is_default)
  then
    raise exception 'A member with bank accounts has no main one.' using errcode = '23514',
      constraint = 'payout_methods_have_a_default';
  end if;
  return null;
end $$;

-- The names of an account follow each change of it, one under each secret key that is given.
create or replace function keep_payout_account_names() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from payout_account_names where payout_method_id = new.id;
  if new.removed_at is null then
    insert into payout_account_names (payout_method_id, name, user_id, seat)
    select distinct new.id, n.name, new.user_id, new.seat
    from unnest(array_prepend(new.account_key, new.other_keys)) n (name);
  end if;
  return null;
end $$;

-- A member of staff does not decide about an account of their own.
create or replace function payout_method_is_reviewed_by_another() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from employees e where e.user_id = new.reviewed_by and e.own_customer_id = new.user_id) then
    raise exception 'An account is reviewed by whose it is.' using errcode = '23514',
      constraint = 'payout_method_is_reviewed_by_another';
  end if;
  return new;
end $$;

-- What is written of a payout stays; it only moves on, and never back.
create or replace function payout_moves_on() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  follows constant text[] := '{status,approved_by,approved_at,batch_id,line,exported_by,settled_at,settled_by,settlement_id,'
    'return_id,withheld,failure,recalled_at,recalled_by,canceled_at,canceled_by,cancel_reason}';
  anew constant text[] := '{encrypted_account,account_key}';
begin
  if tg_op = 'DELETE' then
    raise exception 'A payout is never removed.' using errcode = 'restrict_violation';
  end if;
  -- The same account, encrypted and named with another secret key; a payout that moves on keeps what it has.
  if to_jsonb(new) - anew = to_jsonb(old) - anew and new.encrypted_account <> old.encrypted_account
    and octet_length(new.encrypted_account) - octet_length(old.encrypted_account) in (-8, 0, 8) then
    return new;
  end if;
  if to_jsonb(new) - follows <> to_jsonb(old) - follows
    or (old.status, new.status) not in (('requested', 'approved'), ('requested', 'canceled'), ('approved', 'canceled'),
      ('approved', 'exported'), ('exported', 'paid'), ('exported', 'failed'), ('paid', 'failed'))
    or (old.approved_by is not null and new.approved_by is distinct from old.approved_by)
    or (old.batch_id is not null and (new.batch_id, new.line, new.exported_by) is distinct from (old.batch_id, old.line, old.exported_by))
    -- What is withheld is settled when the file is written, which names the day of the payment.
    or (new.withheld <> old.withheld and new.status <> 'exported')
    or (old.settlement_id is not null and new.settlement_id is distinct from old.settlement_id) then
    raise exception 'A payout that is % does not become % like this.', old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What was said stays; a stop is lifted once, and not by the member whose it is.
create or replace function payout_stop_is_lifted_once() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  follows constant text[] := '{lifted_at,lifted_by,lift_note}';
begin
  if tg_op = 'DELETE' or old.lifted_at is not null or to_jsonb(new) - follows <> to_jsonb(old) - follows then
    raise exception 'A stop of payouts stays as it is.' using errcode = 'restrict_violation';
  end if;
  if exists (select from employees e where e.user_id = new.lifted_by and e.own_customer_id = new.user_id) then
    raise exception 'A stop of payouts is lifted by whose it is.' using errcode = '23514',
      constraint = 'payout_stop_is_lifted_by_another';
  end if;
  return new;
end $$;

-- What was begun stays; a freeze is lifted once, and by the owner.
create or replace function payout_freeze_is_lifted_once() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  follows constant text[] := '{lifted_at,lifted_by,lift_note}';
begin
  if tg_op = 'DELETE' or old.lifted_at is not null or to_jsonb(new) - follows <> to_jsonb(old) - follows then
    raise exception 'A freeze of payouts stays as it is.' using errcode = 'restrict_violation';
  end if;
  if not exists (select from employees e where e.user_id = new.lifted_by and e.active and public.holds(e.type, 'books.lift')) then
    raise exception 'A freeze of payouts is lifted by an owner.' using errcode = '23514',
      constraint = 'payout_freeze_is_lifted_by_an_owner';
  end if;
  return new;
end $$;

-- What was asked for stays as it was asked, and is decided once.
create or replace function cashout_moves_on() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  follows constant text[] := '{status,decided_by,decided_at}';
begin
  if tg_op = 'DELETE' then
    raise exception 'A cash-out is never removed.' using errcode = 'restrict_violation';
  end if;
  if old.status <> 'requested' or to_jsonb(new) - follows <> to_jsonb(old) - follows then
    raise exception 'A cash-out that is % does not become % like this.', old.status, new.status
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
