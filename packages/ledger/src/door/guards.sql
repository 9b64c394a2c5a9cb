-- The answer to a key is written once, by the commit that did the work; rows leave only when they are old.
create or replace function ledger.answer_given() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if old.xid <> pg_current_xact_id()
    or (to_jsonb(new) - 'refusal') <> (to_jsonb(old) - 'refusal') then
    raise exception 'the answer to a key is final' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What only some sales say comes with its sale, and before it: its transfers are posted by that.
create or replace function ledger.detail_written() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
begin
  if (tg_when = 'BEFORE') = exists (
    select from ledger.movements m where m.id = new.sale_id and (tg_when = 'BEFORE'
      or m.kind = 'payment' and m.xid = pg_current_xact_id())) then
    raise exception 'details of % come without their sale', new.sale_id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Balances move with transfers and in no other way: `transfers_posted` runs one level deep, all other statements at the
-- top, and only they are stopped here.
create or replace function ledger.wallet_moved() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.balance_paid <> 0 or new.balance_bonus <> 0 or new.point_regular <> 0 or new.point_limited <> 0
      or new.point_debt <> 0 or new.receivable <> 0 or new.reward_confirmed <> 0 or new.reward <> 0
      or new.payout_hold <> 0 then
      raise exception 'a wallet begins empty' using errcode = 'restrict_violation';
    end if;
    new.inviter_id := (select a.affiliator_id from affiliates a where a.user_id = new.user_id);
  else
    raise exception 'balances of % move by transfers only', old.user_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A suspension waits for the payments that are under way, and every later one sees it: none settles after its commit.
create or replace function ledger.suspension_waits() returns trigger
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform 1 from ledger.wallets where user_id = new.id for no key update;
  return null;
end $$;
