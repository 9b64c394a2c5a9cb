-- Bank accounts that members are paid their rewards to. The number stands here closed: the database alone reads its last
-- three digits and a name that is the same for the same account.

set lock_timeout = '3s';

create table payout_methods (
  id uuid primary key,
  user_id uuid not null references users (id),
  bank_code text not null check (bank_code ~ '^[0-9]{4}$'),
  -- The names as the member chose them; banks merge and branches move, and what somebody confirmed stays readable.
  bank_name text not null check (bank_name <> ''),
  branch_code text not null check (branch_code ~ '^[0-9]{3}$'),
  branch_name text not null check (branch_name <> ''),
  account_type text not null check (account_type in ('ordinary', 'current', 'savings')),
  -- Null only once the person has been forgotten.
  sealed_number bytea,
  last3 text not null check (last3 ~ '^[0-9]{3}$'),
  -- The same for the same account, whoever names it; made with a key that is not in the database.
  account_key text not null,
  -- Of the two people who may share an account, which one this is.
  seat smallint not null default 1 check (seat in (1, 2)),
  -- As a transfer carries it: single bytes, large kana, no long mark and no ｦ, and never more than thirty.
  account_name_kana text not null
    check (length(account_name_kana) <= 30 and account_name_kana ~ '^[0-9A-Zｱ-ﾝﾞﾟ(). -]+$'),
  is_default boolean not null default false,
  created_at timestamptz not null,
  -- When the account was last named, and from when on money may leave to it.
  changed_at timestamptz not null,
  usable_from timestamptz not null check (usable_from >= changed_at),
  -- Why a transfer to it came back; until it is named anew nothing more goes there.
  flagged_reason text check (flagged_reason <> ''),
  flagged_at timestamptz,
  -- A removed account stays for the payouts that went there.
  removed_at timestamptz,
  check (removed_at is null or not is_default),
  check ((flagged_reason is null) = (flagged_at is null))
);
create index payout_methods_of_user on payout_methods (user_id, created_at desc, id desc) where removed_at is null;
create unique index payout_methods_default on payout_methods (user_id) where is_default;
create unique index payout_methods_same_account on payout_methods (user_id, account_key) where removed_at is null;
-- A couple may share an account; a third person with it is nobody's family.
create unique index payout_methods_shared on payout_methods (account_key, seat) where removed_at is null;

-- At most one main account is the index's word; that there is one as long as there are accounts is said here, at the
-- commit, because a change of it passes through a moment without any.
create function payout_methods_have_a_default() returns trigger
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
create constraint trigger payout_methods_have_a_default after insert or update on payout_methods
  deferrable initially deferred for each row execute function payout_methods_have_a_default();
