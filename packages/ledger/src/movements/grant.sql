-- The brand gives a customer points or balance. Points without an end are regular and prolong all regular points;
-- points with an end are a lot of their own. Balance may have an end too.

create or replace function ledger.grant(
  p_transaction uuid, p_customer uuid, p_store uuid, p_points bigint, p_points_expire_at timestamptz, p_balance bigint,
  p_message jsonb, p_balance_expires_at timestamptz default null
) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  perform ledger.book_date(p_store);
  perform 1 from ledger.wallets where user_id = p_customer for update;
  perform ledger.expire_points(p_customer, ledger.new_id(), p_store);
  perform ledger.post_movement(jsonb_build_object('id', p_transaction, 'kind', 'grant', 'customer_id', p_customer,
    'store_id', p_store, 'message', p_message, 'renews', p_points > 0 and p_points_expire_at is null,
    'transfers', jsonb_build_array(
      ledger.transfer('grant_points', 'points_cost',
        case when p_points_expire_at is null then 'point_regular'::ledger.account else 'point_limited' end, p_points),
      ledger.transfer('grant_balance', 'bonus_cost', 'balance_bonus', p_balance)),
    'new_point_lots', case when p_points_expire_at is null then '[]' else
      jsonb_build_array(jsonb_build_object('amount', p_points, 'until', p_points_expire_at)) end,
    'new_bonus_lots', case when p_balance_expires_at is null then '[]' else
      jsonb_build_array(jsonb_build_object('amount', p_balance, 'until', p_balance_expires_at)) end));
  perform ledger.repay_points(p_customer, ledger.new_id(), p_store);
end $$;
grant execute on function ledger.grant to shirogane_app;

-- The shop that bears what the brand gives without any shop being involved: its first one.
create or replace function ledger.home_store() returns uuid
language sql stable security definer set search_path = ledger, public, pg_temp as $$
  select id from stores order by created_at, code limit 1;
$$;
grant execute on function ledger.home_store to shirogane_app;

-- A person who has proved a number with which another account was a member a short while ago, and left, has most likely
-- come back: for as long as it is kept whose number it was. What joining brings is given to newcomers.
create or replace function ledger.came_back(p_user uuid) returns boolean
language sql stable security definer set search_path = ledger, public, pg_temp
set enable_seqscan = off
as $$
  select exists (
    select from verifications v join verifications o on o.phone_number = v.phone_number and o.user_id <> v.user_id
    join users u on u.id = o.user_id and u.closed_at is not null
    where v.user_id = p_user);
$$;

-- The same gift to the same person only once, however often and from however many places it is asked for at a time.
-- Answers whether this call gave it.
create or replace function ledger.grant_once(
  p_campaign text, p_period text, p_transaction uuid, p_customer uuid, p_store uuid, p_points bigint,
  p_points_expire_at timestamptz, p_balance bigint, p_message jsonb
) returns boolean
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if p_campaign in ('welcome', 'birthday_registration', 'invite_join') and ledger.came_back(p_customer) then
    return false;
  end if;
  insert into ledger.campaign_grants (user_id, campaign, period, transaction_id, granted_at)
  values (p_customer, p_campaign, p_period, p_transaction, ledger.now())
  on conflict do nothing;
  if not found then return false; end if;
  perform ledger.grant(p_transaction, p_customer, coalesce(p_store, ledger.home_store()), p_points, p_points_expire_at,
    p_balance, p_message);
  return true;
end $$;
grant execute on function ledger.grant_once to shirogane_app;

-- Each person who registers gets an empty wallet, in the lowest rank.
create or replace function ledger.open_wallet(p_user uuid) returns void
language plpgsql security definer set search_path = ledger, public, pg_temp as $$
begin
  if not exists (select from levels where level_index = 0) then
    raise exception 'There is no rank to begin with.' using errcode = 'check_violation', constraint = 'wallet_has_a_rank';
  end if;
  insert into ledger.wallets (user_id, level_year)
  values (p_user, extract(year from ledger.now() at time zone 'Asia/Tokyo')::smallint)
  on conflict do nothing;
end $$;
grant execute on function ledger.open_wallet to shirogane_app;

-- A person becomes a customer only under terms: the application names those that they agreed to.
create or replace function ledger.customer_agreed() returns trigger
language plpgsql set search_path = ledger, public, pg_temp as $$
begin
  raise exception 'A customer registers under terms.'
    using errcode = 'check_violation', constraint = 'customer_agreed';
end $$;
